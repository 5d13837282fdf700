import { dayOf, boundsOfDay, type DayZone } from '../../lib/days.ts';
import { ownValue } from '../../lib/own-value.ts';
import { asUntrusted, type Untrusted } from '../../lib/untrusted.ts';
import { amountOf, type LlmCallRow } from './llm-call-row.ts';
import { discoverFields } from './llm-fields.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A stretch of time that people know, with what it is called. */
interface Step {
  readonly length: number;
  readonly name: string;
}

const WEEK: Step = { length: 7 * DAY, name: 'week' };
const STEPS: readonly Step[] = [
  { length: MINUTE, name: 'minute' },
  { length: 10 * MINUTE, name: '10 minutes' },
  { length: HOUR, name: 'hour' },
  { length: 6 * HOUR, name: '6 hours' },
  { length: DAY, name: 'day' },
  WEEK,
];

/** A budget is that of a day: what is longer than two goes by days at the least, as the strip of the latencies does. */
const SHORT = 2 * DAY;

/** The shortest step by which so long a time has at most so many of them; weeks are put together at need. */
function stepFor(span: number, most: number): Step {
  const least = span > SHORT ? DAY : MINUTE;
  const fitting = STEPS.find(({ length }) => length >= least && span / length + 2 <= most);
  const weeks = Math.max(1, Math.ceil(span / WEEK.length / Math.max(1, most - 2)));
  return fitting ?? { length: weeks * WEEK.length, name: weeks === 1 ? WEEK.name : `${weeks} weeks` };
}

/** So many models get a look of their own in a chart. */
const MODELS_APART = 4;

/** Calls that are looked at before others have their turn. */
const STEP = 256;

/** The cost of one model, or of all others together, bucket by bucket. */
export interface CostSeries {
  /** Undefined for the others. */
  readonly model: Untrusted | undefined;
  readonly total: number;
  readonly values: readonly number[];
}

/** What calls cost over time. */
export interface CostOverTime {
  /** The beginning of the first bucket and the end of the last one. */
  readonly from: number;
  readonly to: number;
  /** What a bucket is: `hour`. */
  readonly step: string;
  readonly buckets: number;
  /** The dearest first, what is left over last. */
  readonly series: readonly CostSeries[];
  /** Calls that carry both a time and a cost. */
  readonly counted: number;
}

/**
 * The cost of calls over time, by model, in at most so many buckets of a length that people know; whole days are those of
 * the zone. Undefined where no call carries a time and a cost. It yields after each small piece of the work.
 */
export function* costOverTime(
  rows: readonly LlmCallRow[],
  most: number,
  zone: DayZone,
): Generator<void, CostOverTime | undefined> {
  const fields = discoverFields(rows);
  const { cost: costField, model: modelField } = fields;
  if (costField === undefined) {
    return undefined;
  }
  const points: { readonly time: number; readonly cost: number; readonly model: string }[] = [];
  let first = Infinity;
  let last = -Infinity;
  for (const [index, { time, fields: values }] of rows.entries()) {
    if (index % STEP === STEP - 1) {
      yield;
    }
    const cost = amountOf(ownValue(values, costField));
    if (time !== undefined && cost !== undefined) {
      const model = modelField === undefined ? undefined : ownValue(values, modelField);
      points.push({
        time,
        cost: Math.max(0, cost),
        model: typeof model === 'string' ? model : 'unknown model',
      });
      first = Math.min(first, time);
      last = Math.max(last, time);
    }
  }
  if (points.length === 0 || most < 1) {
    return undefined;
  }
  const { length, name } = stepFor(last - first, most);
  const from = beginningOf(first, length, zone);
  const buckets = Math.min(most, Math.floor((last - from) / length) + 1);
  const byModel = new Map<string, number[]>();
  for (const [index, { time, cost, model }] of points.entries()) {
    if (index % STEP === STEP - 1) {
      yield;
    }
    const values = byModel.get(model) ?? Array<number>(buckets).fill(0);
    byModel.set(model, values);
    const place = Math.min(buckets - 1, Math.floor((time - from) / length));
    values[place] = (values[place] ?? 0) + cost;
  }
  return {
    from,
    to: from + buckets * length,
    step: name,
    buckets,
    series: seriesOf(byModel, buckets),
    counted: points.length,
  };
}

function beginningOf(time: number, step: number, zone: DayZone): number {
  return step >= DAY ? boundsOfDay(dayOf(time, zone), zone).from : Math.floor(time / step) * step;
}

function seriesOf(byModel: ReadonlyMap<string, readonly number[]>, buckets: number): readonly CostSeries[] {
  const all = [...byModel]
    .map(([model, values]): CostSeries => ({
      model: asUntrusted(model),
      values,
      total: values.reduce((sum, value) => sum + value, 0),
    }))
    .sort((left, right) => right.total - left.total);
  const others = all.slice(MODELS_APART);
  if (others.length === 0) {
    return all;
  }
  const values = Array.from({ length: buckets }, (_, place) =>
    others.reduce((sum, series) => sum + (series.values[place] ?? 0), 0),
  );
  const total = others.reduce((sum, series) => sum + series.total, 0);
  return [...all.slice(0, MODELS_APART), { model: undefined, values, total }];
}
