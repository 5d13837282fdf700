import type { LlmCallRow } from './select-llm-calls.ts';
import { rememberLast } from './remember-last.ts';

/** Sums over the calls of one model. A sum is undefined where no call carries a number for it. */
export interface ModelTotals {
  readonly provider: string | undefined;
  readonly model: string;
  readonly calls: number;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  readonly cost: number | undefined;
  readonly medianLatency: number | undefined;
  readonly slowLatency: number | undefined;
}

/** The fields that stand for something the console sums up, as the data names them. */
export interface DiscoveredFields {
  readonly model: string | undefined;
  readonly provider: string | undefined;
  readonly inputTokens: string | undefined;
  readonly outputTokens: string | undefined;
  readonly cost: string | undefined;
  readonly latency: string | undefined;
}

const PATTERNS: Readonly<Record<keyof DiscoveredFields, RegExp>> = {
  model: /(^|[._])model([._]?name)?$/i,
  provider: /(^|[._])(provider|vendor)$/i,
  inputTokens: /(input|prompt).*token|token.*(input|prompt)/i,
  outputTokens: /(output|completion).*token|token.*(output|completion)/i,
  cost: /cost|price/i,
  latency: /latency|duration|elapsed/i,
};

/** Which field of the data stands for what, by name; the specification gives no names. */
export function discoverFields(rows: readonly LlmCallRow[]): DiscoveredFields {
  const names = new Set(rows.slice(0, 200).flatMap((row) => Object.keys(row.fields)));
  const find = (pattern: RegExp) => [...names].find((name) => pattern.test(name));
  return {
    model: find(PATTERNS.model),
    provider: find(PATTERNS.provider),
    inputTokens: find(PATTERNS.inputTokens),
    outputTokens: find(PATTERNS.outputTokens),
    cost: find(PATTERNS.cost),
    latency: find(PATTERNS.latency),
  };
}

/** Totals by model, the one with the most calls first. */
export const totalByModel = rememberLast((rows: readonly LlmCallRow[]): readonly ModelTotals[] => {
  const fields = discoverFields(rows);
  const groups = new Map<string, LlmCallRow[]>();
  for (const row of rows) {
    const model = textOf(row, fields.model) ?? 'unknown model';
    const group = groups.get(model);
    if (group === undefined) {
      groups.set(model, [row]);
    } else {
      group.push(row);
    }
  }
  return [...groups]
    .map(([model, calls]) => totalsOf(model, calls, fields))
    .sort((left, right) => right.calls - left.calls);
});

/** Totals over all rows. */
export const totalOfAll = rememberLast((rows: readonly LlmCallRow[]): ModelTotals =>
  totalsOf('all models', rows, discoverFields(rows)),
);

function totalsOf(model: string, calls: readonly LlmCallRow[], fields: DiscoveredFields): ModelTotals {
  const latencies = numbersOf(calls, fields.latency).sort((left, right) => left - right);
  const providers = new Set(calls.map((call) => textOf(call, fields.provider)));
  return {
    provider: providers.size === 1 ? [...providers][0] : undefined,
    model,
    calls: calls.length,
    inputTokens: sum(numbersOf(calls, fields.inputTokens)),
    outputTokens: sum(numbersOf(calls, fields.outputTokens)),
    cost: sum(numbersOf(calls, fields.cost)),
    medianLatency: percentile(latencies, 0.5),
    slowLatency: percentile(latencies, 0.95),
  };
}

function numbersOf(rows: readonly LlmCallRow[], field: string | undefined): number[] {
  return field === undefined
    ? []
    : rows.map((row) => row.fields[field]).filter((value): value is number => typeof value === 'number');
}

function textOf(row: LlmCallRow, field: string | undefined): string | undefined {
  const value = field === undefined ? undefined : row.fields[field];
  return typeof value === 'string' ? value : undefined;
}

function sum(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((total, value) => total + value, 0);
}

/** The nearest-rank percentile of sorted values. */
function percentile(sorted: readonly number[], share: number): number | undefined {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}
