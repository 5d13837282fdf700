import type { Choices } from './choices.ts';

/** Milliseconds since the epoch; `from` is the first that belongs to the window, `to` the first that does not. */
export interface TimeWindow {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

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
  const read = (time: string | undefined) => {
    const exact = time === undefined ? undefined : Date.parse(time);
    return exact === undefined || choices['bound-precision'] === 'exact' ? exact : floorTo(exact, 1000);
  };
  const after = read(since);
  const before = read(until);
  return {
    from: after === undefined ? undefined : firstShown(after, choices['since-bound'] === 'exclusive', unit),
    to: before === undefined ? undefined : firstShown(before, choices['until-bound'] === 'inclusive', unit),
  };
}

/** The first stored time that is shown at or, with `past`, behind the bound. */
function firstShown(bound: number, past: boolean, unit: number): number {
  return past ? floorTo(bound, unit) + unit : -floorTo(-bound, unit);
}

function floorTo(value: number, unit: number): number {
  return Math.floor(value / unit) * unit;
}
