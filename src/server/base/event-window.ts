import { parseTime } from '../../lib/format-time.ts';
import type { Choices } from './choices.ts';

/** Milliseconds since the epoch; `from` is the first that belongs to the window, `to` the first that does not. */
export interface TimeWindow {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

const FINER_THAN_MILLISECONDS = /\.\d{3}\d*[1-9]/;

/**
 * The stored times that `since` and `until` of GET /events let through. A bound is compared with a timestamp as it is
 * shown: in whole seconds, an event at 09:30:00.400 is shown, and so compared, as 09:30:00.
 */
export function eventWindow(
  since: string | undefined,
  until: string | undefined,
  choices: Choices,
): TimeWindow {
  const unit = choices['time-precision'] === 'seconds' ? 1000 : 1;
  const exact = choices['bound-precision'] === 'exact';
  const bound = (time: string | undefined, past: boolean) => {
    if (time === undefined) {
      return undefined;
    }
    const whole = parseTime(time) ?? Number.NaN;
    const read = exact ? whole : floorTo(whole, 1000);
    // Stored times are whole milliseconds: what lies between two of them is behind the first, included or not.
    return firstShown(read, past || (exact && FINER_THAN_MILLISECONDS.test(time)), unit);
  };
  return {
    from: bound(since, choices['since-bound'] === 'exclusive'),
    to: bound(until, choices['until-bound'] === 'inclusive'),
  };
}

/** The first stored time that is shown at or, with `past`, behind the bound. */
function firstShown(bound: number, past: boolean, unit: number): number {
  return past ? floorTo(bound, unit) + unit : -floorTo(-bound, unit);
}

function floorTo(value: number, unit: number): number {
  return Math.floor(value / unit) * unit;
}
