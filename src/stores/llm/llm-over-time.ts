import { addDays, boundsOfDay, dayOf, type DayZone } from '../../lib/days.ts';
import { ownValue } from '../../lib/own-value.ts';
import { onWall } from '../../lib/zoned-time.ts';
import { amountOf, type LlmCallRow } from './llm-call-row.ts';
import { discoverFields } from './llm-fields.ts';
import { percentile } from './llm-totals.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Calls that are looked at before others have their turn. */
const STEP = 256;

/** Calls of more than two days are shown by day, since budgets are a day's; those of fewer by what says more. */
const SHORT = 2 * DAY;
const SHORT_STEPS: readonly number[] = [MINUTE, 10 * MINUTE, HOUR];

/** What calls cost and how long they took, in stretches of time of the same length. */
export interface LlmOverTime {
  /** The beginning of the first stretch and the end of the last one. */
  readonly from: number;
  readonly to: number;
  /** How long each is; days are those of a zone, with a change of the clocks some hours are not 24. */
  readonly step: number;
  readonly count: number;
  /** Undefined where no call says what it cost. */
  readonly costs: readonly number[] | undefined;
  /** By nearest rank, undefined in a stretch without any; undefined where no call says how long it took. */
  readonly latencies:
    | { readonly median: readonly (number | undefined)[]; readonly slow: readonly (number | undefined)[] }
    | undefined;
}

interface Point {
  readonly time: number;
  readonly cost: number | undefined;
  readonly latency: number | undefined;
}

/**
 * The cost and latency of calls over time in at most so many stretches, the last ones: a day each unless all calls are of two
 * days. Undefined where no call carries a time and either. It yields after each small piece of the work.
 */
export function* llmOverTime(
  rows: readonly LlmCallRow[],
  most: number,
  zone: DayZone,
): Generator<void, LlmOverTime | undefined> {
  const fields = discoverFields(rows);
  const points: Point[] = [];
  let [first, last] = [Infinity, -Infinity];
  for (const [index, { time, fields: values }] of rows.entries()) {
    if (index % STEP === STEP - 1) {
      yield;
    }
    const amount = (name: string | undefined) =>
      name === undefined ? undefined : amountOf(ownValue(values, name));
    const [cost, latency] = [amount(fields.cost), amount(fields.latency)];
    if (time !== undefined && (cost !== undefined || latency !== undefined)) {
      points.push({ time, cost, latency });
      first = Math.min(first, time);
      last = Math.max(last, time);
    }
  }
  if (points.length === 0 || most < 1) {
    return undefined;
  }
  const { from, to, step, count, placeOf } = stretches(first, last, most, zone);
  const costs = Array<number>(count).fill(0);
  const latencies = Array.from({ length: count }, (): number[] => []);
  for (const [index, { time, cost, latency }] of points.entries()) {
    if (index % STEP === STEP - 1) {
      yield;
    }
    const place = placeOf(time);
    if (place < 0) {
      continue;
    }
    costs[place] = (costs[place] ?? 0) + Math.max(0, cost ?? 0);
    if (latency !== undefined) {
      latencies[place]?.push(latency);
    }
  }
  yield;
  const sorted = latencies.map((values) => Float64Array.from(values).sort());
  return {
    ...{ from, to, step, count },
    costs: points.some(({ cost }) => cost !== undefined) ? costs : undefined,
    latencies: points.some(({ latency }) => latency !== undefined)
      ? {
          median: sorted.map((values) => percentile(values, 0.5)),
          slow: sorted.map((values) => percentile(values, 0.95)),
        }
      : undefined,
  };
}

function stretches(first: number, last: number, most: number, zone: DayZone) {
  const short = SHORT_STEPS.find((step) => Math.floor(last / step) - Math.floor(first / step) < most);
  if (last - first <= SHORT && short !== undefined) {
    const from = Math.floor(first / short) * short;
    const placeOf = (time: number) => Math.floor((time - from) / short);
    const count = placeOf(last) + 1;
    return { from, to: from + count * short, step: short, count, placeOf };
  }
  // Days by the clock on the wall: one with a change of the clocks is a day, too.
  const dayNumber = (time: number) => Math.floor(onWall(time, zone) / DAY);
  const lastDay = dayNumber(last);
  const begin = Math.max(dayNumber(first), lastDay - most + 1);
  const firstDay = addDays(dayOf(last, zone), begin - lastDay);
  return {
    from: boundsOfDay(firstDay, zone).from,
    to: boundsOfDay(dayOf(last, zone), zone).to,
    step: DAY,
    count: lastDay - begin + 1,
    placeOf: (time: number) => dayNumber(time) - begin,
  };
}
