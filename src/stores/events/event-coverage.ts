import { OUTCOMES, type Outcome } from '../../contract/values.ts';
import type { CoveredPart, EventsFilter, EventsState } from './events-store.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { FieldTerm, Query, Value } from '../query/query.ts';
import type { QueryClock } from '../query/query-time.ts';
import { hasWildcards, isQuoted, textOfPattern } from '../query/scan-terms.ts';
import { boundsOf, movesOn } from '../query/time-bounds.ts';
import type { EventsView } from '../view-store.ts';

/** What a server is asked for when it lists what happened before. */
export interface HistoryFilter {
  readonly filter: EventsFilter;
  /** Nothing later is wanted, in milliseconds; undefined when all through the present is. */
  readonly until: number | undefined;
}

/** A part of the past. */
export interface HistoryPart extends HistoryFilter {
  /** Nothing earlier is wanted, in milliseconds; 0 reaches to the very first event. */
  readonly since: number;
}

/**
 * What to ask a server for so that everything is among the answers that passes the filters of the feed: outcome, type,
 * ecosystem, a package in quotes, which is compared to the letter as a server may do, and an end that does not move.
 */
export function serverFiltersOf(view: EventsView, clock: QueryClock): readonly HistoryFilter[] {
  const query = parseQuery(view.text, 'events');
  const type = view.type ?? onlyValueOf(query, 'type');
  const ecosystem = view.ecosystem ?? onlyValueOf(query, 'ecosystem');
  const exact = packageOf(query);
  const common = {
    ...(type === undefined ? {} : { type }),
    ...(ecosystem === undefined ? {} : { ecosystem }),
    ...(exact === undefined ? {} : { package: exact }),
  } as EventsFilter;
  const { to } = boundsOf(query, clock);
  const end = Math.min(
    movesOn(query) ? Number.POSITIVE_INFINITY : to,
    view.range?.until ?? Number.POSITIVE_INFINITY,
  );
  const until = end === Number.POSITIVE_INFINITY ? undefined : end - 1;
  const outcomes = outcomesOf(view, query);
  return outcomes.length === OUTCOMES.length
    ? [{ filter: common, until }]
    : outcomes.map((outcome) => ({ filter: { ...common, outcome }, until }));
}

/** The terms of a field of which a row must have one of the values. */
function termsOf({ terms }: Query, name: string): readonly FieldTerm[] {
  return terms.filter(
    (term): term is FieldTerm => term.kind === 'field' && term.field.name === name && !term.negated,
  );
}

/** The values of a term when all of them are such as the specification names. */
function namedValuesOf({ field, values }: FieldTerm): readonly string[] | undefined {
  const named = values.map((value) => field.values?.find((name) => isPlainly(value, name)));
  return named.every((name) => name !== undefined) ? named : undefined;
}

function isPlainly(value: Value, name: string): boolean {
  return (
    value.kind === 'pattern' &&
    !hasWildcards(value.pattern) &&
    textOfPattern(value.pattern).toLowerCase() === name
  );
}

function onlyValueOf(query: Query, name: string): string | undefined {
  return termsOf(query, name)
    .map(namedValuesOf)
    .find((values) => values?.length === 1)?.[0];
}

function packageOf(query: Query): string | undefined {
  for (const { values } of termsOf(query, 'package')) {
    const [only] = values;
    if (values.length === 1 && only?.kind === 'pattern' && isQuoted(only.pattern)) {
      const text = textOfPattern(only.pattern);
      if (text !== '') {
        return text;
      }
    }
  }
  return undefined;
}

function outcomesOf(view: EventsView, query: Query): readonly Outcome[] {
  return termsOf(query, 'outcome')
    .map(namedValuesOf)
    .reduce<readonly Outcome[]>(
      (outcomes, named) => outcomes.filter((outcome) => named?.includes(outcome) ?? true),
      view.outcomes,
    );
}

/** From when on every event that passes the filters is here, in milliseconds; undefined before anything was read. */
export function coveredFrom(
  state: Pick<EventsState, 'coveredSince' | 'coverage' | 'droppedThrough'>,
  filters: readonly HistoryFilter[],
): number | undefined {
  const { coveredSince, coverage, droppedThrough } = state;
  if (coveredSince === undefined) {
    return undefined;
  }
  const kept = droppedThrough === undefined ? 0 : droppedThrough + 1;
  return Math.max(kept, ...filters.map((filter) => coveredFromFor(coveredSince, coverage, filter)));
}

function coveredFromFor(
  coveredSince: number,
  coverage: readonly CoveredPart[],
  { filter, until }: HistoryFilter,
): number {
  return coverage
    .filter((part) => isWithin(filter, part.filter) && endsWithin(until, part.until))
    .reduce((earliest, { since }) => Math.min(earliest, since), coveredSince);
}

/** Whether all that passes the narrow filter passes the wide one. */
function isWithin(narrow: EventsFilter, wide: EventsFilter): boolean {
  return Object.entries(wide).every(([name, value]) => narrow[name as keyof EventsFilter] === value);
}

function endsWithin(until: number | undefined, end: number | undefined): boolean {
  return end === undefined || (until !== undefined && until <= end);
}
