import { append } from '../../lib/long-lists.ts';
import type { Client } from '../../api/client.ts';
import type { DamagedRow } from '../../contract/pagination.ts';
import type { Session } from '../../contract/session.ts';
import { utcDaysOf } from '../../lib/days.ts';
import { parseTime } from '../../lib/format-time.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ListDoubt, Listing } from '../../stores/base/listing.ts';
import { KEPT_FOR, type PagedList } from './paged-list.ts';
import {
  createSessionList,
  ofProject,
  questionOf,
  readSessionPage,
  SESSION_PAGE,
  type SessionFilters,
  type SessionQuestion,
} from './read-sessions.ts';
import { CountTrust } from './count-trust.ts';
import { DayFieldKnowledge, sessionsOfDay } from './session-day.ts';

/** So many sessions are kept fresh. */
export const FRESH_SESSIONS = 1000;

/** So many are held at most, those that were read on to included. */
export const MOST_SESSIONS = 20_000;

/** A day of more is clipped, and says so. */
const MOST_OF_A_DAY = 5000;

/** So many pages in a row without a session that is new, and the server gives the same ones for ever. */
const FRUITLESS_PAGES = 3;

/** How far a list was read under one question. */
interface Progress {
  readonly question: string;
  readonly list: PagedList<Session>;
  /** The list comes oldest first, so its end is what is kept fresh. */
  isFromEnd: boolean;
  /** The end is not where the server counts it to be, so that nothing is read from there. */
  isEndWrong: boolean;
  total: number | undefined;
  /** Why the total is not believed, as reading on has shown. */
  doubt: ListDoubt | undefined;
  /** Rows of a page, as the server gives them. */
  pageSize: number;
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
  readonly #dayFields = new DayFieldKnowledge();
  #progress: Progress | undefined;
  #days:
    | {
        readonly key: string;
        readonly lists: readonly PagedList<Session>[];
        /** Those that were read to their end before another one failed, and when, by their places. */
        readonly read: Map<number, { readonly listing: Listing<Session>; readonly at: number }>;
      }
    | undefined;

  /** `furtherClient` is for what is read on to; the same one unless said otherwise. */
  constructor(client: Client, clock: Pick<Clock, 'monotonic'>, furtherClient = client) {
    this.#client = client;
    this.#furtherClient = furtherClient;
    this.#clock = clock;
  }

  /** Pages of the present question that were read since it was asked first. */
  get pagesRead(): number {
    const lists = [this.#progress?.list, ...(this.#days?.lists ?? [])];
    return lists.reduce((sum, list) => sum + (list?.pagesRead ?? 0), 0);
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
      return this.#readLocalDay(filters, filters.date, signal);
    }
    const question = questionOf(filters, filters.date);
    const progress = this.#progressOf(question);
    const listing = await progress.list.read(
      (position) => this.#page(this.#client, progress, question, position, signal),
      progress.question,
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
    const isWhole = progress.isFromEnd && progress.reach >= (progress.total ?? 0);
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
    const { reach, total: before } = progress;
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
    } else if (progress.isAtEnd && progress.total !== undefined && progress.reach !== progress.total) {
      progress.doubt ??= progress.reach < progress.total ? 'exceeds-rows' : 'denies-rows';
    }
    return ofProject(this.#merged(progress), filters.project);
  }

  #progressOf(question: SessionQuestion): Progress {
    const text = JSON.stringify(question);
    if (this.#progress?.question !== text) {
      this.#progress = {
        question: text,
        list: createSessionList(this.#clock, FRESH_SESSIONS, this.#ends),
        isFromEnd: false,
        isEndWrong: false,
        total: undefined,
        doubt: undefined,
        pageSize: SESSION_PAGE,
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
  #merged({ fresh, further, total, doubt }: Progress): Listing<Session> {
    const known = fresh ?? { rows: [], total, damaged: [] };
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

  /** The page that begins so many rows behind the newest end of the list, as far as that end is known. */
  async #page(
    client: Client,
    progress: Progress,
    question: SessionQuestion,
    position: number,
    signal: AbortSignal | undefined,
  ) {
    const ask = (limit: number, offset: number) =>
      readSessionPage(client, question, { limit, offset }, signal);
    if (position === 0 && progress.isFromEnd) {
      const { total: before = 0 } = progress;
      const { value } = await ask(1, before);
      progress.total = value.pagination?.total ?? progress.total;
      // A row behind the end is one that came in, unless it is not counted.
      progress.isEndWrong = value.rows.length > 0 && (progress.total ?? 0) <= before;
      progress.isFromEnd = !progress.isEndWrong;
    }
    if (progress.isFromEnd) {
      const answered = await this.#pageFromEnd(progress, position, ask);
      if (position > 0 || answered.value.rows.length + answered.value.damaged.length > 0) {
        return answered;
      }
      progress.isEndWrong = true;
      progress.isFromEnd = false;
    }
    const answered = await ask(SESSION_PAGE, position);
    const { rows, pagination } = answered.value;
    progress.total = pagination?.total ?? progress.total;
    const isLong = (progress.total ?? 0) > FRESH_SESSIONS;
    if (position === 0 && isLong && !progress.isEndWrong && isOldestFirst(rows)) {
      progress.pageSize = Math.min(SESSION_PAGE, rows.length);
      const last = await this.#pageFromEnd(progress, 0, ask);
      progress.isFromEnd = last.value.rows.length + last.value.damaged.length > 0;
      progress.isEndWrong = !progress.isFromEnd;
      return progress.isFromEnd ? last : answered;
    }
    return answered;
  }

  async #pageFromEnd(
    { total = 0, pageSize }: Progress,
    position: number,
    ask: (limit: number, offset: number) => ReturnType<typeof readSessionPage>,
  ) {
    const last = Math.max(0, total - position);
    const offset = Math.max(0, last - pageSize);
    const answered = await ask(Math.max(1, last - offset), offset);
    // That nothing follows at the end of the list says nothing of what comes before it.
    return { ...answered, value: { ...answered.value, pagination: { total } } };
  }

  async #readLocalDay(
    filters: SessionFilters,
    date: string,
    signal: AbortSignal | undefined,
  ): Promise<Listing<Session>> {
    const dates = utcDaysOf(date, 'local');
    const key = JSON.stringify([questionOf(filters, date), dates]);
    if (this.#days?.key !== key) {
      const lists = dates.map(() => createSessionList(this.#clock, MOST_OF_A_DAY, this.#ends));
      this.#days = { key, lists, read: new Map() };
    }
    const { lists, read } = this.#days;
    const days: { date: string; rows: readonly Session[] }[] = [];
    const damaged: DamagedRow[] = [];
    let unread = 0;
    let doubt: ListDoubt | undefined;
    for (const [index, list] of lists.entries()) {
      const question = questionOf(filters, dates[index]);
      const kept = read.get(index);
      const isKept = kept !== undefined && this.#clock.monotonic() - kept.at <= KEPT_FOR;
      const listing = isKept
        ? kept.listing
        : await list.read(
            (offset) => readSessionPage(this.#client, question, { limit: SESSION_PAGE, offset }, signal),
            JSON.stringify(question),
          );
      if (!isKept) {
        read.set(index, { listing, at: this.#clock.monotonic() });
      }
      days.push({ date: dates[index] ?? date, rows: listing.rows });
      append(damaged, listing.damaged);
      doubt ??= listing.doubt;
      unread += Math.max(0, (listing.total ?? 0) - listing.rows.length - listing.damaged.length);
    }
    read.clear();
    const rows = sessionsOfDay(days, { date, zone: 'local' }, this.#dayFields.judge(days));
    const all = ofProject({ rows, total: undefined, damaged }, filters.project);
    return doubt === undefined ? { ...all, total: all.rows.length + unread } : { ...all, doubt };
  }
}

/** Whether each session of a page was active no earlier than the one before it, and the last one later than the first. */
function isOldestFirst(rows: readonly Session[]): boolean {
  const times = rows.flatMap(({ modified_at, created_at }) => parseTime(modified_at ?? created_at) ?? []);
  const isRising = (list: readonly number[]) =>
    list.every((time, index) => index === 0 || time >= (list[index - 1] ?? 0));
  const created = rows.flatMap(({ created_at }) => parseTime(created_at) ?? []);
  return [times, created].some((list) => isRising(list) && (list.at(-1) ?? 0) > (list[0] ?? 0));
}

/** A list whose reading goes on, and how far it has come. */
function withReach(part: Listing<Session>): Listing<Session> {
  const { rows, damaged, total } = part;
  const of = total === undefined ? undefined : Math.min(total, FRESH_SESSIONS);
  return { ...part, reading: { read: rows.length + damaged.length, of } };
}
