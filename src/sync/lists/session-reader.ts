import type { Client } from '../../api/client.ts';
import type { Session } from '../../contract/session.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ListDoubt, Listing } from '../../stores/base/listing.ts';
import { CountTrust } from './count-trust.ts';
import { LocalDayReader } from './local-day-reader.ts';
import { NewestEnd } from './newest-end.ts';
import type { PagedList } from './paged-list.ts';
import {
  createSessionList,
  ofProject,
  questionOf,
  readSessionPage,
  SESSION_PAGE,
  type SessionFilters,
  type SessionQuestion,
} from './read-sessions.ts';

/** So many sessions are kept fresh. */
export const FRESH_SESSIONS = 1000;

/** So many are held at most, those that were read on to included. */
export const MOST_SESSIONS = 20_000;

/** So many pages in a row without a session that is new, and the server gives the same ones for ever. */
const FRUITLESS_PAGES = 3;

/** How far a list was read under one question. */
interface Progress {
  readonly question: string;
  readonly list: PagedList<Session>;
  readonly end: NewestEnd;
  /** Why the total is not trusted, as reading on has shown. */
  doubt: ListDoubt | undefined;
  fresh: Listing<Session> | undefined;
  readonly further: Map<string, Session>;
  /** Rows of the list that were gone through, those that are kept fresh included. */
  reach: number;
  /** Pages in a row that held nothing new. */
  fruitlessPages: number;
  isAtEnd: boolean;
}

/**
 * Reads lists of sessions. Of a long one the part with the newest is kept fresh, a thousand of them, and the others are
 * read on to when somebody wants them ("Sort order of list results: not shown": one that comes oldest first is read from
 * its end). The sessions of a day in another zone than UTC are those of the days in UTC that it touches, told apart here.
 */
export class SessionReader {
  readonly #client: Client;
  readonly #furtherClient: Client;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #ends = new CountTrust();
  readonly #localDay: LocalDayReader;
  #progress: Progress | undefined;

  /** `furtherClient` is for what is read on to; the same one unless said otherwise. */
  constructor(client: Client, clock: Pick<Clock, 'monotonic'>, furtherClient = client) {
    this.#client = client;
    this.#furtherClient = furtherClient;
    this.#clock = clock;
    this.#localDay = new LocalDayReader(client, clock, this.#ends);
  }

  /** Pages of the present question that were read since it was asked first. */
  get pagesRead(): number {
    return (this.#progress?.list.pagesRead ?? 0) + this.#localDay.pagesRead;
  }

  /**
   * The sessions that the filters let through, with those that were read on to. Throws what a request throws. `onProgress`
   * is given what was read so far after each page but the last.
   */
  async read(
    filters: SessionFilters,
    signal: AbortSignal | undefined,
    onProgress?: (part: Listing<Session>) => void,
  ): Promise<Listing<Session>> {
    if (filters.date !== undefined && filters.dateZone === 'local') {
      return this.#localDay.read(filters, filters.date, signal);
    }
    const question = questionOf(filters, filters.date);
    const progress = this.#progressOf(question);
    const listing = await progress.list.read(
      (position) => this.#page(this.#client, progress, question, position, signal),
      (part) => onProgress?.(ofProject(withReach(part), filters.project)),
    );
    const { total } = listing;
    if (total !== undefined && total < (progress.fresh?.total ?? 0)) {
      // Some were removed, and they may be among those that were read on to.
      progress.further.clear();
      progress.reach = 0;
      progress.isAtEnd = false;
      progress.doubt = undefined;
    }
    progress.fresh = listing;
    progress.reach = Math.max(progress.reach, listing.rows.length + listing.damaged.length);
    return ofProject(this.#merged(progress), filters.project);
  }

  /** Whether there are sessions that were not read yet, and room for them. */
  beyond(filters: SessionFilters): 'more' | 'read' | 'full' {
    const progress = this.#progress;
    const question = JSON.stringify(questionOf(filters, filters.date));
    if (progress?.question !== question || progress.fresh === undefined || filters.dateZone === 'local') {
      return 'read';
    }
    const isWhole = progress.end.isFromEnd && progress.reach >= (progress.end.total ?? 0);
    // A list whose fresh part is not full was read to its end; of another one that is seen when nothing follows.
    if (isWhole || progress.isAtEnd || progress.reach < FRESH_SESSIONS) {
      return 'read';
    }
    return progress.fresh.rows.length + progress.further.size >= MOST_SESSIONS ? 'full' : 'more';
  }

  /** Reads the next page of those that are not kept fresh. Throws what a request throws. */
  async readOn(
    filters: SessionFilters,
    signal: AbortSignal | undefined,
  ): Promise<Listing<Session> | undefined> {
    const question = questionOf(filters, filters.date);
    const progress = this.#progress;
    if (progress?.question !== JSON.stringify(question) || progress.fresh === undefined) {
      return undefined;
    }
    const { reach, end } = progress;
    const before = end.total;
    const { value } = await this.#page(this.#furtherClient, progress, question, reach, signal);
    const read = value.rows.length + value.damaged.length;
    const kept = new Set(progress.fresh.rows.map(({ id }) => id));
    const isNew = value.rows.some(({ id }) => !kept.has(id) && !progress.further.has(id));
    for (const row of value.rows) {
      progress.further.set(row.id, row);
    }
    progress.reach += read;
    progress.fruitlessPages = isNew ? 0 : progress.fruitlessPages + 1;
    progress.isAtEnd = read === 0 || progress.fruitlessPages > FRUITLESS_PAGES;
    if (isNew && before !== undefined && reach >= before) {
      progress.doubt = 'denies-rows';
    } else if (progress.isAtEnd && end.total !== undefined && progress.reach !== end.total) {
      progress.doubt ??= progress.reach < end.total ? 'exceeds-rows' : 'denies-rows';
    }
    return ofProject(this.#merged(progress), filters.project);
  }

  #progressOf(question: SessionQuestion): Progress {
    const text = JSON.stringify(question);
    if (this.#progress?.question !== text) {
      this.#progress = {
        question: text,
        list: createSessionList(this.#clock, FRESH_SESSIONS, this.#ends),
        end: new NewestEnd({ pageRows: SESSION_PAGE, shortList: FRESH_SESSIONS }),
        doubt: undefined,
        fresh: undefined,
        further: new Map(),
        reach: 0,
        fruitlessPages: 0,
        isAtEnd: false,
      };
    }
    return this.#progress;
  }

  /** What is kept fresh, and behind it what was read on to and is not among that. */
  #merged({ fresh, further, end, doubt }: Progress): Listing<Session> {
    const known = fresh ?? { rows: [], total: end.total, damaged: [] };
    const listing = doubt === undefined ? known : { ...known, total: undefined, doubt };
    if (further.size === 0) {
      return listing;
    }
    const kept = new Set(listing.rows.map(({ id }) => id));
    return {
      ...listing,
      rows: [...listing.rows, ...[...further.values()].filter(({ id }) => !kept.has(id))],
    };
  }

  /** The page that begins so many rows behind the newest end of the list. */
  #page(
    client: Client,
    { end }: Progress,
    question: SessionQuestion,
    position: number,
    signal: AbortSignal | undefined,
  ) {
    return end.page(position, (limit, offset) =>
      readSessionPage(client, question, { limit, offset }, signal),
    );
  }
}

/** A list whose reading goes on, and how far it has come. */
function withReach(part: Listing<Session>): Listing<Session> {
  const { rows, damaged, total } = part;
  const of = total === undefined ? undefined : Math.min(total, FRESH_SESSIONS);
  return { ...part, reading: { read: rows.length + damaged.length, of } };
}
