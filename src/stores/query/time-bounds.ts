import type { Bound, Query, Term } from './query.ts';
import { isRelative, resolveTime, type QueryClock } from './query-time.ts';

/** Between which times rows pass, in milliseconds: at or after `from`, and before `to`. */
export interface TimeBounds {
  readonly from: number;
  readonly to: number;
}

const ALL_TIMES: TimeBounds = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** The bounds that a `since` or `until` sets, a negated one those on its other side; undefined for any other term. */
export function boundsOfTerm(term: Term, clock: QueryClock): TimeBounds | undefined {
  const bound = boundOf(term);
  if (bound?.quantity.kind !== 'time' || term.kind !== 'field') {
    return undefined;
  }
  const { start } = resolveTime(bound.quantity.time, clock);
  const isSince = term.field.kind === 'since';
  if (isSince === term.negated) {
    return { from: Number.NEGATIVE_INFINITY, to: isSince ? start : start + 1 };
  }
  return { from: isSince ? start : start + 1, to: Number.POSITIVE_INFINITY };
}

function boundOf(term: Term): Bound | undefined {
  const isBound = term.kind === 'field' && (term.field.kind === 'since' || term.field.kind === 'until');
  const value = isBound ? term.values[0] : undefined;
  return value?.kind === 'range' ? (value.from ?? value.to) : undefined;
}

/** Between which times all of a query's `since` and `until` let rows through. */
export function boundsOf({ terms }: Pick<Query, 'terms'>, clock: QueryClock): TimeBounds {
  return terms.reduce((bounds, term) => {
    const { from, to } = boundsOfTerm(term, clock) ?? ALL_TIMES;
    return { from: Math.max(bounds.from, from), to: Math.min(bounds.to, to) };
  }, ALL_TIMES);
}

/** Whether a query's `since` and `until` move on with the clock. */
export function movesOn({ terms }: Pick<Query, 'terms'>): boolean {
  return terms.some((term) => {
    const quantity = boundOf(term)?.quantity;
    return quantity?.kind === 'time' && isRelative(quantity.time);
  });
}
