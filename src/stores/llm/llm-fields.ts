import type { CallShape, FieldKind, LlmCallRow } from './llm-call-row.ts';
import { memoizeLast } from '../base/memoize-last.ts';

/** A column that was found in the data. */
export interface DiscoveredColumn {
  readonly name: string;
  /** What every value seen is; text where they differ. */
  readonly kind: FieldKind;
}

/** What the console makes something of, in the order in which it is worth seeing. */
const ROLES = [
  'time',
  'provider',
  'model',
  'inputTokens',
  'outputTokens',
  'latency',
  'cost',
  'status',
  'currency',
] as const;
export type Role = (typeof ROLES)[number];

/** The fields that stand for something the console knows of, as the data names them. */
export type DiscoveredFields = Readonly<Record<Role, string | undefined>>;

/** Names of the fields, the likeliest first; the specification gives none ("LLM event"). */
const PATTERNS: Readonly<Record<Role, readonly RegExp[]>> = {
  time: [
    /^(timestamp|created_?at|time)$/i,
    /(^|[._])(timestamp|created_?at|started_?at|start_?time|at|time|date)$/i,
  ],
  provider: [/(^|[._])(provider|vendor)([._]?name)?$/i],
  model: [/(^|[._])model([._]?(name|id))?$/i],
  inputTokens: [/^(input|prompt)_?tokens$/i, /(input|prompt).*tokens?|tokens?.*(input|prompt)/i],
  outputTokens: [
    /^(output|completion)_?tokens$/i,
    /(output|completion).*tokens?|tokens?.*(output|completion)/i,
  ],
  latency: [/latency/i, /duration|elapsed/i, /response_?time|time_taken|(^|[._])took/i],
  cost: [/^(total_)?cost/i, /cost/i, /price|charge/i],
  status: [
    /(^|[._])status$/i,
    /(^|[._])(outcome|result|state)$/i,
    /(^|[._])(success|ok)$/i,
    /(^|[._])(error|error_?(code|type|message)|status_?code|http_?status)$/i,
  ],
  currency: [/currency/i],
};

const AMOUNTS: readonly Role[] = ['inputTokens', 'outputTokens', 'latency', 'cost'];

/** Names of amounts that are none of the call: `price_per_token`, `cached_input_tokens`, `cost.currency`. */
const NOT_THE_AMOUNT = /(^|[._])(per|rate|cached?|limit|max|min|currency|unit|first)([._]|$)/i;

/** So many fields get a column; what else a call has stands in its detail. */
const MOST_COLUMNS = 300;

/** A longer name says nothing of what it stands for. */
const LONGEST_NAME = 100;

/** The columns of the rows in the order in which the fields first occur. */
const columnsOf = memoizeLast((rows: readonly LlmCallRow[]): readonly DiscoveredColumn[] => {
  const shapes = new Set<CallShape>(rows.map(({ shape }) => shape));
  const kinds = new Map<string, FieldKind>();
  for (const shape of shapes) {
    for (const [name, kind] of shape) {
      const known = kinds.get(name);
      if (known !== undefined || kinds.size < MOST_COLUMNS) {
        kinds.set(name, known === undefined || known === kind ? kind : 'text');
      }
    }
  }
  return [...kinds].map(([name, kind]) => ({ name, kind }));
});

/** Which field of the data stands for what, by name and content. */
export const discoverFields = memoizeLast((rows: readonly LlmCallRow[]): DiscoveredFields => {
  const columns = columnsOf(rows);
  const find = (role: Role): string | undefined => {
    const isAmount = AMOUNTS.includes(role);
    const found = PATTERNS[role].flatMap((pattern, rank) =>
      columns
        .filter(({ name }) => name.length <= LONGEST_NAME && pattern.test(name))
        .map(({ name, kind }) => {
          const isFitting = isAmount ? kind === 'number' : role === 'time' ? kind !== 'other' : true;
          const isOther = isAmount && NOT_THE_AMOUNT.test(name);
          return { name, worth: (isOther ? 4 : 0) + (isFitting ? 0 : 2) + rank / 10 + name.length / 10_000 };
        }),
    );
    return found.sort((left, right) => left.worth - right.worth)[0]?.name;
  };
  return Object.fromEntries(ROLES.map((role) => [role, find(role)])) as DiscoveredFields;
});

/**
 * The columns of the rows, the most useful ones first: when, who, what it took and what became of it. Then the others in
 * the order in which they first occur, ids last, and none that never has a value.
 */
export const discoverColumns = memoizeLast((rows: readonly LlmCallRow[]): readonly DiscoveredColumn[] => {
  const fields = discoverFields(rows);
  const columns = columnsOf(rows);
  const useful = ROLES.flatMap((role) => columns.filter(({ name }) => name === fields[role]));
  const others = columns.filter((column) => !useful.includes(column));
  const namesIdentifier = ({ name }: DiscoveredColumn) => /(^|[._])id$|_id$/i.test(name);
  return [
    ...useful,
    ...others.filter((column) => !namesIdentifier(column)),
    ...others.filter(namesIdentifier),
  ];
});

/** The unit of a latency by the name of its field: `latency_ms`. Undefined where the name has none. */
export function latencyUnit(name: string): 'ms' | 's' | 'us' | 'ns' | undefined {
  if (/(^|[._])(ms|msec|milliseconds|millis)$/i.test(name)) {
    return 'ms';
  }
  if (/(^|[._])(s|secs?|seconds)$/i.test(name)) {
    return 's';
  }
  if (/(^|[._])(us|micros|microseconds)$/i.test(name)) {
    return 'us';
  }
  return /(^|[._])(ns|nanos|nanoseconds)$/i.test(name) ? 'ns' : undefined;
}

/** The currency, or the part of one, in the name of a cost: `cost_usd`, `cost_cents`. */
export function currencyInName(name: string): string | undefined {
  const [, word] = /[._](usd|eur|gbp|chf|jpy|cny|inr|sek|nok|dkk|aud|cad|cents?)$/i.exec(name) ?? [];
  return word === undefined ? undefined : /^cents?$/i.test(word) ? 'cents' : word.toUpperCase();
}
