/** Who is late by less than such a part of the time to the next console's moment need not wait for its own next one. */
const LATE = 1 / 4;

/** Milliseconds from a steady time to the next moment of this console in a period. */
export type UntilOwnMoment = (from: number, period: number) => number;

/** The moments of one of several consoles, which come again after a period, the same for all, in milliseconds. */
export interface OwnMoments {
  readonly period: number;
  /** How many consoles there are, and which of them this one is, from 0. */
  readonly of: number;
  readonly place: number;
}

/** Milliseconds from a time of the wall clock, which consoles on one machine have in common, to the next of those moments. */
export function untilMoment(time: number, { period, of, place }: OwnMoments): number {
  const since = (((time - (place / of) * period) % period) + period) % period;
  return since < (LATE * period) / of ? 0 : period - since;
}
