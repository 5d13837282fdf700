import { formatCount } from '../../lib/format-number.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { jsonText } from '../../lib/json-text.ts';
import { ownValue } from '../../lib/own-value.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { asUntrusted, joinUntrusted, type Untrusted } from '../../lib/untrusted.ts';
import type { LlmCallRow } from '../../stores/llm/llm-call-row.ts';
import { discoverFields } from '../../stores/llm/llm-fields.ts';
import { recordOfTotals, totalsQuery } from '../../stores/llm/llm-totals-record.ts';
import type { LlmTotals } from '../../stores/llm/llm-totals.ts';
import { LLM_QUERY } from '../../stores/llm/llm-view.ts';
import { incompleteRecord, type Completeness } from '../../stores/base/completeness.ts';
import type { RowForm, TextColumn } from '../session/row-lines.ts';
import { drawn, trusted, type Drawn, type TextStyle } from '../output/styled-text.ts';

/** LLM calls, in the columns that the data turns out to have. */
export const CALL_FORM: RowForm<LlmCallRow> = {
  query: LLM_QUERY,
  recordOf: ({ fields }) => fields,
  table: callTable,
};

/** What of a call is worth seeing, in this order; on a terminal of fewer columns not all of it. */
const SHOWN = [
  ['provider', 70],
  ['model', 0],
  ['inputTokens', 100],
  ['outputTokens', 100],
  ['latency', 100],
  ['cost', 0],
  ['currency', 110],
  ['status', 60],
] as const;

const FIGURES: ReadonlySet<string> = new Set(['inputTokens', 'outputTokens', 'latency', 'cost']);

function callTable(rows: readonly LlmCallRow[]): readonly TextColumn<LlmCallRow>[] {
  const fields = discoverFields(rows);
  const known = SHOWN.flatMap(([role, from]): readonly TextColumn<LlmCallRow>[] => {
    const name = fields[role];
    return name === undefined ? [] : [column(name, from, FIGURES.has(role))];
  });
  const names = [...new Set(rows.flatMap(({ fields: own }) => Object.keys(own)))];
  return [
    {
      title: 'TIME',
      cell: ({ time }, style) => trusted(time === undefined ? '-' : formatDateTime(time, 'utc'), style),
    },
    // Of calls in which nothing is known, all fields are shown.
    ...(known.length === 0 ? names.map((name) => column(name, 0, false)) : known),
  ];
}

function column(name: string, from: number, isFigure: boolean): TextColumn<LlmCallRow> {
  return {
    title: name.toUpperCase(),
    from,
    isFigure,
    cell: ({ fields }, style) => valueCell(ownValue(fields, name), name, style),
  };
}

function valueCell(value: unknown, name: string, style: TextStyle): Drawn {
  const text =
    value === undefined || value === null ? '-' : typeof value === 'string' ? value : jsonText(value);
  return drawn(asUntrusted(text === '' ? '-' : text), profileOf('call', name), style);
}

/** What calls add up to by the value of a field: models and providers as the console has them. */
export interface FieldTotals extends LlmTotals {
  /** The field, as the data names it; undefined of models and providers. */
  readonly field: string | undefined;
  /** The value that all these calls have in it; undefined where they have none. */
  readonly value: Untrusted | undefined;
}

/** What calls add up to. Each record says how much it is made of where that is not all, as those of the console do. */
export function totalsForm(by: string, counted: Completeness): RowForm<FieldTotals> {
  const recordOf = (totals: FieldTotals) => {
    const { field, value } = totals;
    const { by: kind, provider, model, ...figures } = recordOfTotals(totals);
    const head = field === undefined ? { by: kind, provider, model } : { by: field, [field]: value ?? null };
    return { ...head, ...figures, ...incompleteRecord(counted) };
  };
  return { query: totalsQuery(by), recordOf, table: () => totalsTable(by) };
}

/** What stands for a figure that the data does not hold. */
const NOT_AVAILABLE = 'n/a';

function totalsTable(by: string): readonly TextColumn<FieldTotals>[] {
  const amount = (
    title: string,
    from: number,
    value: (totals: LlmTotals) => number | undefined,
    unit: (totals: LlmTotals) => Untrusted | undefined = () => undefined,
  ): TextColumn<FieldTotals> => ({
    title,
    from,
    isFigure: true,
    cell: (totals, style) => {
      const figure = value(totals);
      return figure === undefined
        ? trusted(NOT_AVAILABLE, style)
        : drawn(joinUntrusted([asUntrusted(amountText(figure)), unit(totals)], ' '), 'ident', style);
    },
  });
  return [
    {
      title: by.toUpperCase(),
      cell: ({ value }, style) =>
        value === undefined ? trusted('(none)', style) : drawn(value, profileOf('call', by), style, 'bold'),
    },
    ...(by === 'model'
      ? [
          {
            title: 'PROVIDER',
            from: 110,
            cell: ({ provider }: FieldTotals, style: TextStyle) =>
              drawn(provider ?? asUntrusted('-'), 'ident', style),
          },
        ]
      : []),
    amount('CALLS', 0, ({ calls }) => calls),
    amount('ERRORS', 0, ({ errors }) => errors),
    amount('TOKENS IN', 100, ({ inputTokens }) => inputTokens),
    amount('TOKENS OUT', 100, ({ outputTokens }) => outputTokens),
    amount(
      'COST',
      0,
      ({ cost }) => cost,
      ({ currency }) => currency,
    ),
    amount('P50', 60, ({ medianLatency }) => medianLatency, latencyUnitOf),
    amount('P95', 60, ({ slowLatency }) => slowLatency, latencyUnitOf),
  ];
}

function latencyUnitOf({ latencyUnit }: LlmTotals): Untrusted | undefined {
  return latencyUnit === undefined ? undefined : asUntrusted(latencyUnit);
}

/** About four digits of an amount. */
function amountText(value: number): string {
  const size = Math.abs(value);
  return formatCount(value, Number.isInteger(value) || size >= 100 ? 0 : size >= 1 ? 2 : 4);
}
