import type { Slices } from '../../lib/slices.ts';
import type { EventRow } from '../events/event-row.ts';
import type { EventsStore } from '../events/events-store.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import { SlicedResult } from '../base/background-result.ts';
import { ObservableTurns } from '../base/observable.ts';
import type { RowList, Rows } from '../base/row-list.ts';
import { countSince } from '../events/sorted-events.ts';
import type { FilterProgress } from '../base/filter-progress.ts';
import { digestEvents, type EventDigest } from './event-digest.ts';
import { MatchingEvents } from './matching-events.ts';
import { isSameSubject, type PageSubject } from './page-subject.ts';
import { reasonTemplate } from '../events/reason-template.ts';

/** What is known of the events of a page. */
export interface EntityEvents {
  /** Undefined before anything was made of them. */
  readonly digest: EventDigest | undefined;
  /** Loaded events of before the time from which on all are here: some of theirs may lack. Newest first. */
  readonly before: Rows<EventRow>;
  /** How far the loaded events were looked through; undefined once all were. */
  readonly looking: FilterProgress | undefined;
}

/** Events parted at the time from which on all of them are here. */
interface PartedEvents {
  readonly all: RowList<EventRow>;
  readonly before: Rows<EventRow>;
}

/** So many are kept at hand, for going back from one to the other. */
const KEPT = 4;

type EventTest = (row: EventRow) => boolean;

interface Kept {
  readonly subject: PageSubject;
  readonly events: MatchingEvents;
  readonly part: (rows: RowList<EventRow>, from: number) => PartedEvents;
  readonly digest: SlicedResult<
    readonly [all: RowList<EventRow>, before: Rows<EventRow>, passes: EventTest | undefined],
    EventDigest
  >;
}

/**
 * What the loaded events say of the subject of a page, found in slices and kept up to date. As a store it changes with
 * every slice.
 */
export class EntityEventsCache extends ObservableTurns {
  readonly #events: EventsStore;
  readonly #slices: Slices;
  #kept: readonly Kept[] = [];

  constructor(events: EventsStore, slices: Slices) {
    super();
    this.#events = events;
    this.#slices = slices;
  }

  /**
   * What is known now of the events of a subject that pass a test, all of which are here from a time on; counted are those
   * alone. While they are looked through for another test, nothing is.
   */
  look(subject: PageSubject, from: number, passes?: EventTest): EntityEvents {
    const kept = this.#kept.find((other) => isSameSubject(other.subject, subject)) ?? this.#open(subject);
    this.#kept = [kept, ...this.#kept.filter((other) => other !== kept)].slice(0, KEPT);
    const { all, before } = kept.part(kept.events.look(), from);
    const made = kept.digest.look(all, before, passes);
    const digest = made?.passes === passes ? made : undefined;
    const isOther = made !== undefined && digest === undefined;
    return {
      digest,
      before: passes === undefined ? before : (digest?.before ?? []),
      looking: kept.events.looking ?? (isOther ? { looked: 0, of: all.length } : undefined),
    };
  }

  #open(subject: PageSubject): Kept {
    const notify = () => this.notifyTurn();
    const digest = new SlicedResult(
      this.#slices,
      (rows: RowList<EventRow>, before: Rows<EventRow>, passes: EventTest | undefined) =>
        digestEvents(rows, subject, before, passes),
    );
    digest.subscribe(notify);
    const events = new MatchingEvents(this.#events, this.#slices, testOf(subject), notify);
    return { subject, digest, events, part: memoizeLast(partAt) };
  }
}

function partAt(rows: RowList<EventRow>, from: number): PartedEvents {
  const count = countSince(rows, from);
  return count === rows.length
    ? { all: rows, before: [] }
    : { all: rows.within(0, count), before: rows.within(count, rows.length) };
}

/** Whether an event belongs to a subject. Those of a package are distinguished from its namesakes by the digest. */
function testOf(subject: PageSubject): (row: EventRow) => boolean {
  switch (subject.kind) {
    case 'agent': {
      const { clientId } = subject;
      return ({ event }) => clientId !== undefined && event.client_id === clientId;
    }
    case 'package':
      return ({ event }) => event.subject?.package === subject.name;
    case 'count':
      return () => false;
    case 'reason':
      return ({ event }) =>
        event.payload?.reasons?.some((reason) => reasonTemplate(reason) === subject.template) === true;
  }
}
