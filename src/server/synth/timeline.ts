import { Random } from './random.ts';

export const HOUR = 3_600_000;
/** How far the history reaches back, in days. */
export const HISTORY_DAYS = 45;

const HOURS = HISTORY_DAYS * 24;
const LAST_DAY = 24;
const LAST_DAY_SHARE = 0.13;
/** However quiet the time of day, the last hour holds at least this share of the last day. */
const LAST_HOUR_SHARE = 0.045;

/** One hour of the history, ending `to` (included), in milliseconds since the epoch, and what happens in it. */
export interface HistoryHour {
  readonly index: number;
  readonly from: number;
  readonly to: number;
  readonly events: number;
  readonly sessions: number;
  /** Sessions of all hours before this one. */
  readonly earlierSessions: number;
}

export interface TimelineSettings {
  readonly seed: number;
  readonly until: number;
  readonly events: number;
  readonly sessions: number;
  /** How much the organization, and its people alone, do at a time; only ratios mean something. */
  readonly activity: (at: number) => number;
  readonly peopleActivity: (at: number) => number;
}

/**
 * Shares exact amounts of events and sessions out over the hours before `until`, oldest first: by the rhythm of the
 * organization, with some unevenness, and with about an eighth in the last day, so that "last hour" is never empty.
 */
export function planHistory(settings: TimelineSettings): readonly HistoryHour[] {
  const random = new Random(settings.seed, 'timeline');
  const start = settings.until - HOURS * HOUR;
  const middles = Array.from({ length: HOURS }, (_, index) => start + (index + 0.5) * HOUR);
  const unevenness = middles.map(() => random.logNormal(1, 0.25));
  const weigh = (activity: (at: number) => number) =>
    liftLastDay(middles.map((middle, index) => activity(middle) * (unevenness[index] as number)));
  // The newest event belongs to the last hour whatever the rhythm says.
  const events = shareOut(Math.max(0, settings.events - 1), weigh(settings.activity));
  const sessions = shareOut(settings.sessions, weigh(settings.peopleActivity));
  let earlierSessions = 0;
  return middles.map((_, index) => {
    const hour = {
      index,
      from: start + index * HOUR,
      to: start + (index + 1) * HOUR,
      events: (events[index] as number) + (index === HOURS - 1 && settings.events > 0 ? 1 : 0),
      sessions: sessions[index] as number,
      earlierSessions,
    };
    earlierSessions += hour.sessions;
    return hour;
  });
}

function liftLastDay(weights: readonly number[]): readonly number[] {
  const early = total(weights.slice(0, -LAST_DAY));
  const late = weights.slice(-LAST_DAY);
  const wanted = (early * LAST_DAY_SHARE) / (1 - LAST_DAY_SHARE);
  const scale = wanted / Math.max(total(late), Number.MIN_VALUE);
  const lifted = late.map((weight) => weight * scale);
  const last = lifted.length - 1;
  lifted[last] = Math.max(lifted[last] as number, wanted * LAST_HOUR_SHARE);
  return [...weights.slice(0, -LAST_DAY), ...lifted];
}

/** Whole numbers in proportion to the weights whose sum is exactly `amount`. */
export function shareOut(amount: number, weights: readonly number[]): readonly number[] {
  const all = total(weights);
  let cumulated = 0;
  let given = 0;
  return weights.map((weight, index) => {
    cumulated += weight;
    const upTo = index === weights.length - 1 || all === 0 ? amount : Math.round((amount * cumulated) / all);
    const share = upTo - given;
    given = upTo;
    return share;
  });
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
