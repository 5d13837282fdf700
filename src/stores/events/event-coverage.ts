import { BEFORE_ALL_TIMES } from '../../lib/format-time.ts';
import { largest } from '../../lib/long-lists.ts';
import { OUTCOMES, type Outcome } from '../../contract/values.ts';
import type { CoveredPart, EventsFilter, EventsState } from './events-store.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { FieldTerm, Query, Value } from '../query/query.ts';
import type { QueryClock } from '../query/query-time.ts';
import { hasWildcards, isQuoted, textOfPattern } from '../query/scan-terms.ts';
import { movesOn } from '../query/time-bounds.ts';
import { EVENT_QUERY, type EventsView } from './events-view.ts';
import { namedTimes } from './named-times.ts';

/** What a server is asked for when it lists what happened before. */
export interface HistoryFilter {
  readonly filter: EventsFilter;
  /** Nothing later is wanted, in milliseconds; undefined when all through the present is. */
  readonly until: number | undefined;
}

/** A part of the past. */
export interface HistoryPart extends HistoryFilter {
  /** Nothing earlier is wanted, in milliseconds; BEFORE_ALL_TIMES reaches to the very first event. */
  readonly since: number;
}

/** The part of the view that says what a server is to be asked for. */
export type AskedView = Pick<EventsView, 'outcomes' | 'type' | 'ecosystem' | 'range' | 'text'>;

/**
 * What to ask a server for so that everything is among the answers that passes the filters of the feed: outcome, type,
 * ecosystem, packages and the end. A package out of quotes is asked for as it was typed and in lower
 * case: a server may compare names to the letter, and then what it spells another way is not among the answers
 * (`certainFiltersOf`).
 */
export function serverFiltersOf(view: AskedView, clock: QueryClock): readonly HistoryFilter[] {
  const query = parseQuery(view.text, EVENT_QUERY);
  return filtersFor(view, query, clock, packagesOf(query, false));
}

/** The same without what a server may read another way than the console: a package that is not in quotes. */
export function certainFiltersOf(view: AskedView, clock: QueryClock): readonly HistoryFilter[] {
  const query = parseQuery(view.text, EVENT_QUERY);
  return filtersFor(view, query, clock, packagesOf(query, true));
}

function filtersFor(
  view: AskedView,
  query: Query,
  clock: QueryClock,
  packages: readonly string[] | undefined,
): readonly HistoryFilter[] {
  const type = view.type ?? onlyValueOf(query, 'type');
  const ecosystem = view.ecosystem ?? onlyValueOf(query, 'ecosystem');
  const { to } = namedTimes(query, clock);
  const end = Math.min(
    movesOn(query) ? steadyEnd(to, clock.now) : to,
    view.range?.until ?? Number.POSITIVE_INFINITY,
  );
  const until = end === Number.POSITIVE_INFINITY ? undefined : end - 1;
  const outcomes = outcomesOf(view, query);
  const asked = outcomes.length === OUTCOMES.length ? [undefined] : outcomes;
  return (packages ?? [undefined]).flatMap((name) =>
    asked.map((outcome) => {
      const filter = {
        ...(type === undefined ? {} : { type }),
        ...(ecosystem === undefined ? {} : { ecosystem }),
        ...(name === undefined ? {} : { package: name }),
        ...(outcome === undefined ? {} : { outcome }),
      } as EventsFilter;
      return { filter, until };
    }),
  );
}

/** Parts of the time since it ended, by which an end that moves on with the clock is rounded up. */
const STEPS_SINCE = 24;

/** An end that moves on with the clock, as one that stays for a while; what lies between them passes no filter. */
function steadyEnd(to: number, now: number): number {
  if (to >= now) {
    return Number.POSITIVE_INFINITY;
  }
  const step = Math.max(60_000, Math.ceil((now - to) / STEPS_SINCE));
  return Math.ceil(to / step) * step;
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

/** More names are more requests than reading all would be. */
const MOST_NAMES = 4;

/** The names of which every event that passes has one, as far as a server can be asked for them; those in quotes first. */
function packagesOf(query: Query, isCertain: boolean): readonly string[] | undefined {
  const terms = termsOf(query, 'package').map(({ values }) => ({
    names: [...new Set(values.flatMap(namesOf))],
    isLiteral: values.every((value) => value.kind === 'pattern' && isQuoted(value.pattern)),
  }));
  const usable = terms.filter(
    ({ names, isLiteral }) => names.length <= MOST_NAMES && !names.includes('') && (isLiteral || !isCertain),
  );
  return (usable.find(({ isLiteral }) => isLiteral) ?? usable[0])?.names;
}

/** How a server may spell what a value stands for; the empty name where that is too much to ask for. */
function namesOf(value: Value): readonly string[] {
  if (value.kind !== 'pattern' || hasWildcards(value.pattern)) {
    return [''];
  }
  const text = textOfPattern(value.pattern);
  return isQuoted(value.pattern) ? [text] : [text, text.toLowerCase()];
}

function outcomesOf(view: AskedView, query: Query): readonly Outcome[] {
  return termsOf(query, 'outcome')
    .map(namedValuesOf)
    .reduce<readonly Outcome[]>(
      (outcomes, named) => outcomes.filter((outcome) => named?.includes(outcome) ?? true),
      view.outcomes,
    );
}

/** What of the past is here. */
type Coverage = Pick<EventsState, 'coveredSince' | 'coverage' | 'droppedThrough'>;

/** From when on every event that passes the filters is here, in milliseconds; undefined before anything was read. */
export function coveredFrom(
  { coveredSince, coverage, droppedThrough }: Coverage,
  filters: readonly HistoryFilter[],
): number | undefined {
  if (coveredSince === undefined) {
    return undefined;
  }
  const kept = droppedThrough === undefined ? BEFORE_ALL_TIMES : droppedThrough + 1;
  return largest(
    filters.map((filter) => coveredFromFor(coveredSince, coverage, filter)),
    kept,
  );
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
