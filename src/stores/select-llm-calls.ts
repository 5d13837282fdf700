import type { JsonObject } from '../contract/tolerant.ts';
import type { LlmCall } from '../contract/llm-call.ts';
import { isExactNumber, type ExactNumber } from '../lib/exact-json.ts';
import { jsonText } from '../lib/json-text.ts';
import { parseTime } from '../lib/format-time.ts';
import { rememberLast } from './remember-last.ts';
import type { Listing, Stores } from './stores.ts';
import { rememberTest } from './query/row-query.ts';
import { queryClock } from './view-store.ts';

/** An LLM call with an id of its own making where the server sends none. */
export interface LlmCallRow {
  readonly id: string;
  readonly time: number | undefined;
  /** Fields by name; those of nested objects as `usage.input_tokens`. */
  readonly fields: JsonObject;
}

/** A column that was found in the data. */
export interface DiscoveredColumn {
  readonly name: string;
  /** Every value seen is a number. */
  readonly numeric: boolean;
}

const TIME_FIELDS = ['timestamp', 'created_at', 'time', 'at', 'date'];

const rowOf = new WeakMap<LlmCall, LlmCallRow>();

/** The same row for the same call each time. */
function readRow(call: LlmCall): LlmCallRow {
  let row = rowOf.get(call);
  if (row === undefined) {
    const fields = flatten(call.raw);
    const id = [fields['id'], fields['event_id']].find((value) => isIdentifier(value)) ?? jsonText(call.raw);
    row = { id: String(id), time: timeOf(fields), fields };
    rowOf.set(call, row);
  }
  return row;
}

const testOfQuery = rememberTest('llm');

const readRows = rememberLast(
  (listing: Listing<LlmCall> | undefined, matches: ReturnType<typeof testOfQuery>): readonly LlmCallRow[] =>
    (listing?.rows ?? [])
      .filter((call) => matches === undefined || matches(call.raw))
      .map(readRow)
      .sort((left, right) => (right.time ?? 0) - (left.time ?? 0)),
);

/** The LLM calls that the typed query lets through, newest first where they carry a time. */
export function selectVisibleLlmCalls(stores: Stores): readonly LlmCallRow[] {
  const view = stores.view.getState();
  return readRows(stores.llmCalls.getState().data, testOfQuery(view.llm.text, queryClock(view)));
}

/**
 * The columns of the rows in the order in which the fields first occur: those that tell rows apart before ids, and
 * none that never has a value.
 */
export const discoverColumns = rememberLast((rows: readonly LlmCallRow[]): readonly DiscoveredColumn[] => {
  const columns = new Map<string, { numeric: boolean }>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row.fields)) {
      if (value !== null && value !== undefined) {
        const column = columns.get(name);
        const numeric = typeof value === 'number' && (column?.numeric ?? true);
        columns.set(name, { numeric });
      }
    }
  }
  const namesIdentifier = (name: string) => name === 'id' || name.endsWith('_id');
  const named = [...columns].map(([name, { numeric }]) => ({ name, numeric }));
  return [
    ...named.filter(({ name }) => !namesIdentifier(name)),
    ...named.filter(({ name }) => namesIdentifier(name)),
  ];
});

/** When a call was made, in milliseconds since the epoch; undefined when it carries no time. */
export function timeOfLlmCall(call: LlmCall): number | undefined {
  return readRow(call).time;
}

function timeOf(fields: JsonObject): number | undefined {
  for (const name of TIME_FIELDS) {
    const value = fields[name];
    const time = typeof value === 'string' ? parseTime(value) : undefined;
    if (time !== undefined) {
      return time;
    }
  }
  return undefined;
}

/** Entries, not assignments: a field may be called `__proto__`. */
function flatten(value: JsonObject): JsonObject {
  return Object.fromEntries(flatEntries(value, '', 0));
}

/** What lies deeper in a call is one value of one column. */
const DEEPEST = 8;

function flatEntries(
  value: JsonObject,
  prefix: string,
  depth: number,
): readonly (readonly [string, unknown])[] {
  return Object.entries(value).flatMap(([name, field]) =>
    depth < DEEPEST &&
    typeof field === 'object' &&
    field !== null &&
    !Array.isArray(field) &&
    !isExactNumber(field)
      ? flatEntries(field as JsonObject, `${prefix}${name}.`, depth + 1)
      : [[`${prefix}${name}`, isExactNumber(field) ? plainValue(field) : field]],
  );
}

/** A whole number of many digits is an id, and shown with all of them; any other is an amount. */
function plainValue({ rawJSON }: ExactNumber): string | number {
  return /^-?\d+$/.test(rawJSON) ? rawJSON : Number(rawJSON);
}

function isIdentifier(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
