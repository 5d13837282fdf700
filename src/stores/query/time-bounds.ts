import type { Bound, Query, Term, Value } from './query.ts';
import { isRelative, resolveTime, type QueryClock } from './query-time.ts';
import { resolveEnd } from './query-time-range.ts';
import { timeOf, timesIn } from './value-test.ts';

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

/**
 * Between which times rows pass by all that a query says of the time that they are listed by: its `since` and `until`, and
 * the ranges of that field, named by its path. Either ends where nothing was said of it.
 */
export function windowOf(query: Pick<Query, 'terms'>, path: string, clock: QueryClock): TimeBounds {
  return query.terms.reduce(
    (bounds, term) => {
      const own =
        term.kind === 'field' &&
        !term.negated &&
        term.field.kind === 'time' &&
        term.field.paths.includes(path)
          ? rangeOf(term.values, clock)
          : undefined;
      return own === undefined
        ? bounds
        : { from: Math.max(bounds.from, own.from), to: Math.min(bounds.to, own.to) };
    },
    boundsOf(query, clock),
  );
}

/** The times of some values, from the earliest to the latest; undefined where one of them is none. */
function rangeOf(values: readonly Value[], clock: QueryClock): TimeBounds | undefined {
  const ranges = values.map((value) => (value.kind === 'range' ? boundsOfRange(value, clock) : undefined));
  return ranges.reduce<TimeBounds | undefined>(
    (whole, range) =>
      whole === undefined || range === undefined
        ? undefined
        : { from: Math.min(whole.from, range.from), to: Math.max(whole.to, range.to) },
    { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY },
  );
}

function boundsOfRange(
  { from, to }: Extract<Value, { kind: 'range' }>,
  clock: QueryClock,
): TimeBounds | undefined {
  if ((from ?? to)?.quantity.kind === 'number') {
    return undefined;
  }
  const first = from?.quantity.kind === 'time' ? resolveTime(from.quantity.time, clock) : undefined;
  const last = to?.quantity.kind === 'time' ? resolveEnd(to.quantity.time, timeOf(from), clock) : undefined;
  return {
    from: first === undefined ? ALL_TIMES.from : from?.included === true ? first.start : first.end,
    to: last === undefined ? ALL_TIMES.to : to?.included === true ? last.end : last.start,
  };
}

/** Whether the times that a query names, by its `since`, `until` or fields of times, move on with the clock. */
export function movesOn({ terms }: Pick<Query, 'terms'>): boolean {
  return timesIn(terms).some(isRelative);
}
