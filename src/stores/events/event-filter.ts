import { OUTCOMES } from '../../contract/values.ts';
import { EventQuery, type HostByClient } from './event-query.ts';
import type { EventRow } from './events-store.ts';
import { parseQuery } from '../query/parse-query.ts';
import { printQuery } from '../query/query.ts';
import type { QueryClock } from '../query/query-time.ts';
import { isSuspiciousEvent } from '../base/suspicious.ts';
import { EVENT_QUERY, type EventsView } from './events-view.ts';

export type { HostByClient } from './event-query.ts';

/** The part of the view that says which events pass. */
export type FilterView = Pick<EventsView, 'outcomes' | 'type' | 'ecosystem' | 'suspicious' | 'text'>;

/**
 * What an event needs to have in order to be shown, the times of the query left aside; made once for a filter, since it
 * remembers what it found.
 */
export class EventFilter {
  readonly #view: FilterView;
  readonly #hosts: HostByClient;
  readonly #clock: QueryClock;
  readonly #outcomes: ReadonlySet<string | undefined> | undefined;
  readonly #query: EventQuery;
  /** The query in the form in which queries that say the same are the same text. */
  readonly #printed: string;

  constructor(view: FilterView, hosts: HostByClient, clock: QueryClock) {
    const query = parseQuery(view.text, EVENT_QUERY);
    this.#view = view;
    this.#hosts = hosts;
    this.#clock = clock;
    this.#outcomes = view.outcomes.length === OUTCOMES.length ? undefined : new Set(view.outcomes);
    this.#query = new EventQuery(query, hosts, clock);
    this.#printed = printQuery(query);
  }

  /** Whether it lets everything through. */
  get isOpen(): boolean {
    const { type, ecosystem, suspicious } = this.#view;
    return (
      this.#outcomes === undefined &&
      type === undefined &&
      ecosystem === undefined &&
      !suspicious &&
      this.#query.isOpen
    );
  }

  /** Whether a filter made of these would let the same through, whatever the hosts are called and the time is. */
  isFor(view: FilterView): boolean {
    const mine = this.#view;
    return (
      mine === view ||
      (mine.outcomes === view.outcomes &&
        mine.type === view.type &&
        mine.ecosystem === view.ecosystem &&
        mine.suspicious === view.suspicious &&
        (mine.text === view.text || this.#printed === printQuery(parseQuery(view.text, EVENT_QUERY))))
    );
  }

  /** Whether other names of hosts, or another time, may make a difference. */
  dependsOn(hosts: HostByClient, clock: QueryClock): boolean {
    return (
      ((this.#query.asksForHosts || this.#view.suspicious) && hosts !== this.#hosts) ||
      !this.#query.isSameAt(clock, this.#clock)
    );
  }

  passes(row: EventRow): boolean {
    return (
      this.#isChosen(row) && (!this.#view.suspicious || this.#isSuspicious(row)) && this.#query.passes(row)
    );
  }

  /** Whether a row passes, whatever its machine is called; undefined where that decides, and its name is not known. */
  judge(row: EventRow): boolean | undefined {
    const ofQuery = this.#isChosen(row) && this.#query.judge(row);
    const isOpen = this.#view.suspicious && ofQuery !== false && !this.#isSuspicious(row);
    const isNamed = this.#hosts.has(row.event.client_id ?? '');
    return isOpen ? (isNamed ? false : undefined) : ofQuery;
  }

  #isChosen({ event, ecosystem: from }: EventRow): boolean {
    const { type, ecosystem } = this.#view;
    return (
      (this.#outcomes === undefined || this.#outcomes.has(event.outcome)) &&
      (type === undefined || event.type === type) &&
      (ecosystem === undefined || from === ecosystem)
    );
  }

  #isSuspicious({ event }: EventRow): boolean {
    return isSuspiciousEvent(event, this.#hosts.get(event.client_id ?? ''));
  }
}
