import { ECOSYSTEMS, EVENT_TYPES, OUTCOMES } from '../../contract/values.ts';
import {
  createEventsStore,
  type EventRow,
  type EventsFilter,
  type EventsStore,
} from '../../stores/events/events-store.ts';
import { EventFilter, type HostByClient } from '../../stores/events/event-filter.ts';
import { EventQuery } from '../../stores/events/event-query.ts';
import { EVENT_QUERY, NO_EVENT_FILTERS } from '../../stores/events/events-view.ts';
import { namedTimes } from '../../stores/events/named-times.ts';
import { printQuery, type Query, type Term } from '../../stores/query/query.ts';
import type { QueryClock } from '../../stores/query/query-time.ts';
import { isQuoted, hasWildcards, textOfPattern } from '../../stores/query/scan-terms.ts';
import { boundsOfTerm, type TimeBounds } from '../../stores/query/time-bounds.ts';
import { recordOfRow, testOfRows } from '../../stores/view/loaded-rows.ts';
import { NO_TIME, SoughtFields } from '../../stores/view/sought-fields.ts';
import type { FoundEvent } from '../../sync/tail/event-tail.ts';
import { parseFilter } from '../session/list-filter.ts';
import { whyNoEvent } from './why-no-event.ts';

/** The flags that say which events are wanted, as the command line reads them: each value passes. */
export interface EventChoiceFlags {
  readonly outcome?: readonly string[];
  readonly type?: readonly string[];
  readonly ecosystem?: readonly string[];
  readonly package?: readonly string[];
  readonly filter?: string;
}

/** Which events are wanted: what the server is asked for, and what is told apart here. */
export interface EventQuestion {
  readonly asked: EventsFilter;
  readonly query: Query;
  /** Values of fields of which several are wanted; a server takes one. */
  readonly several: readonly (readonly [field: keyof EventsFilter, values: readonly string[]])[];
}

const FIELDS = ['outcome', 'type', 'ecosystem', 'package'] as const satisfies readonly (keyof EventsFilter)[];

/** What a server can be asked for, in the one way in which the specification writes it. */
const NAMED: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['outcome', OUTCOMES],
  ['type', EVENT_TYPES],
  ['ecosystem', ECOSYSTEMS],
]);

/** The question of some flags. Throws a UsageError for a filter that is not understood. */
export function questionOf(flags: EventChoiceFlags): EventQuestion {
  const query = parseFilter(flags.filter, EVENT_QUERY);
  const asked = new Map<string, string>();
  const several: EventQuestion['several'][number][] = [];
  for (const field of FIELDS) {
    const values = [...new Set(flags[field])];
    const [only] = values;
    if (values.length > 1) {
      several.push([field, values]);
    } else if (only !== undefined) {
      asked.set(field, only);
    }
  }
  for (const term of query.terms) {
    const [field, value] = askableIn(term) ?? [];
    if (field !== undefined && value !== undefined && !asked.has(field)) {
      asked.set(field, value);
    }
  }
  return { asked: Object.fromEntries(asked), query, several };
}

/**
 * The field and the value that a server can be asked for by a term. Of a package only where it is quoted: any other name
 * counts in whatever case it is written, and a server may take that to the letter.
 */
function askableIn(term: Term): readonly [field: string, value: string] | undefined {
  const [value, another] = term.kind === 'field' && !term.negated ? term.values : [];
  if (
    term.kind !== 'field' ||
    value?.kind !== 'pattern' ||
    another !== undefined ||
    hasWildcards(value.pattern)
  ) {
    return undefined;
  }
  const text = textOfPattern(value.pattern);
  if (term.field.name === 'package') {
    return isQuoted(value.pattern) && text !== '' ? ['package', text] : undefined;
  }
  const named = NAMED.get(term.field.name)?.find((name) => name === text.toLowerCase());
  return named === undefined ? undefined : [term.field.name, named];
}

/** Whether the names of machines and of who uses them are needed to tell. */
export function asksForHosts({ query }: Pick<EventQuestion, 'query'>, clock: QueryClock): boolean {
  return new EventQuery(query, new Map(), clock).asksForHosts;
}

/** Between which times the filter lets events through, by its `since`, `until` and `time`. */
export function boundsOfQuestion({ query }: Pick<EventQuestion, 'query'>, clock: QueryClock): TimeBounds {
  return namedTimes(query, clock);
}

/** What of some events passes all that is told apart here; undefined where that is nothing but their times. */
export function selectionOf(
  question: EventQuestion,
  hosts: HostByClient,
  clock: QueryClock,
): EventSelection | undefined {
  const { query, several } = question;
  return several.length === 0 && query.terms.every((term) => boundsOfTerm(term, clock) !== undefined)
    ? undefined
    : new EventSelection(question, hosts, clock);
}

/** Tells apart which events are wanted. While none is, it can keep those that it was given, to say what the filter was near to. */
export class EventSelection {
  readonly #question: EventQuestion;
  readonly #hosts: HostByClient;
  readonly #clock: QueryClock;
  readonly #filter: EventFilter;
  readonly #sought: SoughtFields<EventRow>;
  #unwanted: EventsStore | undefined;

  constructor(question: EventQuestion, hosts: HostByClient, clock: QueryClock) {
    const terms = question.query.terms.filter((term) => boundsOfTerm(term, clock) === undefined);
    this.#question = question;
    this.#hosts = hosts;
    this.#clock = clock;
    this.#filter = new EventFilter({ ...NO_EVENT_FILTERS, text: printQuery({ terms }) }, hosts, clock);
    this.#sought = soughtInEvents(question.query.text);
  }

  /** From now on it keeps what it is given, until some of it is wanted. */
  keepUnwanted(): void {
    this.#unwanted = this.#question.query.terms.some(({ kind }) => kind === 'field')
      ? unboundedStore()
      : undefined;
  }

  /** Keeps nothing any more. */
  forget(): void {
    this.#unwanted = undefined;
  }

  readonly select = (found: readonly FoundEvent[]): readonly FoundEvent[] => {
    const some = found.filter((each) => isOneOfSeveral(each, this.#question.several));
    if ((this.#filter.isOpen && this.#unwanted === undefined) || some.length === 0) {
      return some;
    }
    const store = this.#unwanted ?? unboundedStore();
    store.apply(
      some.map(({ event }) => event),
      { at: this.#clock.now, fromHistory: true },
    );
    const rows = some.flatMap((each) => {
      const row = store.get(each.event.id);
      return row === undefined ? [] : [{ each, row }];
    });
    this.#sought.look(rows.map(({ row }) => row));
    const wanted = rows.filter(({ row }) => this.#filter.passes(row)).map(({ each }) => each);
    if (wanted.length > 0) {
      this.forget();
    }
    return wanted;
  };

  /** How many it keeps. */
  get unwanted(): number {
    return this.#unwanted?.getState().rows.length ?? 0;
  }

  /** What the filter was near to among those that are kept, or which part of it none of them passes, in sentences. */
  whyNone(): readonly string[] {
    return this.#unwanted === undefined
      ? []
      : whyNoEvent(this.#unwanted, this.#question.query.text, this.#hosts, this.#clock);
  }

  /** Of which fields it excludes values that none of those has that it was given, in sentences. */
  absentFields(): readonly string[] {
    return this.#sought.sentences('events', recordOfRow);
  }
}

/** Looks in events for the fields that the negated terms of a filter name. */
export function soughtInEvents(text: string): SoughtFields<EventRow> {
  return new SoughtFields<EventRow>(text, EVENT_QUERY, (query) =>
    testOfRows('events', query, NO_EVENT_FILTERS, new Map(), NO_TIME),
  );
}

function unboundedStore(): EventsStore {
  return createEventsStore(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
}

/** Whether an event has one of the values of which several are wanted, in whatever case it is written. */
export function isOneOfSeveral(
  { event }: Pick<FoundEvent, 'event'>,
  several: EventQuestion['several'],
): boolean {
  return several.every(([field, values]) => {
    const { outcome, type, subject } = event;
    const value = { outcome, type, ecosystem: subject?.ecosystem, package: subject?.package }[field];
    return (
      value !== undefined &&
      values.some((each) => value.localeCompare(each, 'en', { sensitivity: 'accent' }) === 0)
    );
  });
}
