import { parseQuery } from '../query/parse-query.ts';
import type { QueryClock } from '../query/query-time.ts';
import { boundsOf } from '../query/time-bounds.ts';
import { timesIn } from '../query/value-test.ts';
import { EventQuery, type HostByClient } from './event-query.ts';
import type { EventRow } from './event-row.ts';
import { EVENT_QUERY } from './events-view.ts';

/** Any clock: a mute names no time. */
const NO_TIME: QueryClock = { now: 0, zone: 'utc' };

/** Why a query can mute nothing, as a sentence; undefined where it can. */
export function muteProblem(text: string): string | undefined {
  const query = parseQuery(text, EVENT_QUERY);
  const [problem] = query.problems;
  if (problem !== undefined) {
    return problem.sentence;
  }
  if (query.terms.length === 0) {
    return 'Type what to mute, such as host:ci-* or package:left-pad.';
  }
  const { from, to } = boundsOf(query, NO_TIME);
  const isOfTime = from !== Number.NEGATIVE_INFINITY || to !== Number.POSITIVE_INFINITY;
  return isOfTime || timesIn(query.terms).length > 0
    ? 'Leave times out: a mute ends by itself, and you choose when.'
    : undefined;
}

const NOWHERE: readonly number[] = [];

/** What machines are called, as far as that is known. */
export interface KnownHosts {
  readonly hosts: HostByClient;
  /** Whether a machine that is not among them may have a name all the same. */
  readonly isPart: boolean;
}

/** Which of some mutes hides an event; made once for them, since it remembers what it found. */
export class EventMutes {
  readonly #mutes: readonly { readonly text: string }[];
  readonly #known: KnownHosts;
  readonly #queries: readonly EventQuery[];

  constructor(mutes: readonly { readonly text: string }[], known: KnownHosts) {
    const { hosts } = known;
    this.#mutes = mutes;
    this.#known = known;
    this.#queries = mutes.map(({ text }) => new EventQuery(parseQuery(text, EVENT_QUERY), hosts, NO_TIME));
  }

  get count(): number {
    return this.#mutes.length;
  }

  /** Whether it is made of these. */
  isFor(mutes: readonly { readonly text: string }[]): boolean {
    return mutes === this.#mutes;
  }

  /** Whether other names of hosts may make a difference. */
  dependsOn({ hosts, isPart }: KnownHosts): boolean {
    const isSame = hosts === this.#known.hosts && isPart === this.#known.isPart;
    return !isSame && this.#queries.some(({ asksForHosts }) => asksForHosts);
  }

  /** The place of the first mute that hides an event; -1 where none does, as far as it is known what machines are called. */
  placeOf(row: EventRow): number {
    return this.#queries.findIndex((query) => this.#judge(query, row) === true);
  }

  /** The places of all mutes of which nobody can say whether they hide an event. */
  placesOfUnjudged(row: EventRow): readonly number[] {
    return this.#known.isPart
      ? this.#queries.flatMap((query, place) => (query.judge(row) === undefined ? [place] : []))
      : NOWHERE;
  }

  #judge(query: EventQuery, row: EventRow): boolean | undefined {
    return this.#known.isPart ? query.judge(row) : query.passes(row);
  }
}
