import type { Client } from '../../api/client.ts';
import { listEvents } from '../../api/events.ts';
import type { SecurityEvent } from '../../contract/event.ts';
import type { Page } from '../../contract/pagination.ts';
import type { EventsQuery } from '../../contract/queries.ts';
import type { AnswerFacts } from '../../api/answer-facts.ts';
import type { FeedDoubt } from '../../stores/events/feed-standing.ts';
import type { Clock } from '../../lib/clock.ts';
import { parseTime } from '../../lib/format-time.ts';
import { isBadRequest } from '../retry/failure.ts';
import { BoundsKnowledge } from './bounds-knowledge.ts';
import { CountTrust } from '../lists/count-trust.ts';
import { DamagedEvents } from './damaged-events.ts';
import {
  afterPage,
  contradictionIn,
  LEAST_PAGE,
  type ListFacts,
  type Move,
  type PageFacts,
} from './next-step.ts';
import { KnownEvents } from './known-events.ts';
import { Miscounts, type Miscount } from './miscounts.ts';
import { isFalling, isReordered, isRising, ListOrder } from './list-order.ts';
import { PageSize } from '../lists/page-size.ts';
import type { ServerTime } from './server-time.ts';
import { Slice } from './slice.ts';
import { countByHasMore, noteDoubt, probeEnd } from './slice-state.ts';
import { SmallerSlices } from './smaller-slices.ts';
import { boundsOf, type EventsFilter, type Window } from './window.ts';

/**
 * What came of one request for a slice.
 * - `more`: the slice itself is to be gone on with.
 * - `parts`: these are to be read in its place, the first one first.
 * - `gap`: so many events lack, and cannot be had now.
 */
export type SliceOutcome =
  | { readonly kind: 'more' }
  | { readonly kind: 'complete'; readonly doubt: FeedDoubt | undefined }
  | { readonly kind: 'parts'; readonly slices: readonly Slice[] }
  | { readonly kind: 'gap'; readonly missing: number };

/** An event as it was read: its time in milliseconds, and whether it was not known before. */
export interface ReadEvent {
  readonly event: SecurityEvent;
  readonly time: number | undefined;
  readonly isNew: boolean;
}

export interface SliceReaderOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** Sent with every request. */
  readonly filter: EventsFilter;
  readonly serverTime: ServerTime;
  /** Given the events of every page before anything is decided on them. */
  readonly receive: (events: readonly ReadEvent[], slice: Slice) => void;
}

/** Hardly an event is dated there; one that is comes with its row. */
const NOTHING_HAPPENED: Window = { since: 0, until: 1 };

/** No server ends a list before so many rows for its length alone. */
const SHORT_LIST = 1000;

/** A control of that kind is not made more often, in milliseconds. */
const CONTROL_EVERY = 60_000;

/** Windows that are noted for having fewer events than were read in them: a feed that is followed has ever new ones. */
const MOST_NOTED = 1000;

const MORE: SliceOutcome = { kind: 'more' };

/** Reads slices of the feed, one request at a time, so that a failure or an empty budget never costs what was read. */
export class SliceReader {
  readonly known: KnownEvents;
  readonly bounds: BoundsKnowledge;
  readonly pageSize: PageSize;
  readonly damaged: DamagedEvents;
  readonly order: ListOrder;
  readonly trust: CountTrust;
  readonly miscounts: Miscounts;
  readonly #smaller: SmallerSlices;
  /** How many events fewer than were read each window was found to have when its last page came, by its bounds. */
  readonly #deleted = new Map<string, number>();
  #controlledAt = Number.NEGATIVE_INFINITY;
  #requests = 0;
  readonly #options: SliceReaderOptions;

  /** Begins with what another reader of the same feed learned, and shares it, when there is one. */
  constructor(options: SliceReaderOptions, other?: SliceReader) {
    this.#options = options;
    this.known = other?.known ?? new KnownEvents();
    this.bounds = other?.bounds ?? new BoundsKnowledge();
    this.pageSize = other?.pageSize ?? new PageSize();
    this.damaged = other?.damaged ?? new DamagedEvents();
    this.order = other?.order ?? new ListOrder();
    this.trust = other?.trust ?? new CountTrust();
    this.miscounts = other?.miscounts ?? new Miscounts();
    const { known, bounds, order } = this;
    const { filter, serverTime } = options;
    this.#smaller = new SmallerSlices({ filter, serverTime, known, bounds, order });
  }

  /** How many requests it made. */
  get requests(): number {
    return this.#requests;
  }

  /** How many events the server gave and no longer counted when the window that they are in was read to its end. */
  get deleted(): number {
    return [...this.#deleted.values()].reduce((sum, deleted) => sum + deleted, 0);
  }

  /** A reader of the same feed, which knows what this one does, over another client. */
  over(client: Client): SliceReader {
    return new SliceReader({ ...this.#options, client }, this);
  }

  /** One page of a slice, of which nothing is decided; its events are taken in. Throws what listEvents throws. */
  async look(
    slice: Slice,
    page: Pick<EventsQuery, 'limit' | 'offset'>,
    signal: AbortSignal,
  ): Promise<Page<SecurityEvent>> {
    const { value } = await this.#list(slice, page, signal);
    this.#take(slice, value);
    return value;
  }

  #noteDeleted({ window, total, state, facets }: Slice): void {
    const isCounted = total !== undefined && !state.countsByHasMore && Object.keys(facets).length === 0;
    const fewer = this.known.expectedIn(window, this.bounds).least - (total ?? 0);
    const key = `${window.since} ${window.until ?? ''}`;
    if (!isCounted || !this.trust.isBelieved || fewer <= 0) {
      this.#deleted.delete(key);
    } else if (this.#deleted.size < MOST_NOTED) {
      this.#deleted.set(key, fewer);
    }
  }

  /**
   * Makes one request for a slice. Throws what listEvents throws; the slice is then as it was.
   *
   * `overlap` says how many seconds before the server's present events are still expected to come in; a slice without
   * an end is cut there when it is long.
   */
  async step(slice: Slice, overlap: number, signal: AbortSignal): Promise<SliceOutcome> {
    const answered = await this.#page(slice, signal).catch((error: unknown) => {
      if (slice.state.offset > 0 && isBadRequest(error)) {
        return this.#withoutFarPages(slice, overlap);
      }
      throw error;
    });
    if ('kind' in answered) {
      return answered;
    }
    const { value, facts } = answered;
    this.trust.see(value.pagination?.total);
    const isCounted = this.trust.isBelieved && value.pagination?.total !== undefined;
    if (!isCounted && !slice.state.countsByHasMore) {
      slice.moveTo(countByHasMore(slice.state));
    }
    const { offset, lastRows, resumeAt, isEndTold } = slice.state;
    const rows = value.rows.length + value.damaged.length;
    slice.lastPage = value.rows;
    const times = timesOf(value.rows);
    this.order.note(times);
    this.bounds.noteTimes(slice.window, times);
    this.#noteOrder(slice, value);
    if (offset > 0 && rows > 0 && resumeAt === undefined) {
      this.pageSize.noteFollowed(lastRows);
    }
    const isFull = this.pageSize.isFull(value.pagination, rows);
    const page: PageFacts = {
      rows,
      total: value.pagination?.total,
      hasMore: value.pagination?.has_more,
      isNewestFirst: isFalling(times) && times[0] !== times.at(-1),
      isFalling: isFalling(times),
      isFull,
      isScant: offset > 0 && rows < Math.min(LEAST_PAGE, this.pageSize.rows),
      isEnd: rows === 0 || (!isFull && this.trust.isEndTrue && value.pagination?.has_more === false),
    };
    if (offset > 0 && isEndTold && (rows === 0 || rows >= Math.max(lastRows, LEAST_PAGE))) {
      this.trust.noteBehindEnd(rows > 0);
    }
    const mayFollow = page.hasMore === true || offset + rows < (page.total ?? 0);
    this.pageSize.note(value.pagination, rows, mayFollow && !page.isScant);
    this.#take(slice, value);
    this.#options.serverTime.see(times);
    await this.#options.serverTime.learn(this.#options.client, facts, signal);
    this.#noteStart(slice, facts);
    await this.#noteContradiction(slice, page, signal);
    if (offset > 0 && rows < lastRows) {
      this.trust.noteEnd(lastRows);
    }
    const counted = slice.counted(this.known, this.bounds);
    const isWhole = rows === 0 && offset < SHORT_LIST && counted >= offset;
    const { state, move } = afterPage(slice.state, page, this.#listFacts(slice, rows), counted);
    slice.moveTo(state);
    slice.tellPartner(counted);
    // A page in the order of time tells of one end of a window only; a whole list tells of all of it.
    const isSample = isWhole || (!isFalling(times) && !isRising(times));
    return this.#carryOut(move, slice, { counted, overlap, isSample });
  }

  /** What is known of the server when a page of so many rows has come. */
  #listFacts({ window }: Slice, rows: number): ListFacts {
    const { pageSize, trust, order } = this;
    return {
      pageRows: pageSize.rows,
      mostRows: pageSize.most,
      isUnstable: order.isUnstable,
      reachesNow: this.#smaller.reachesNow(window),
      isEndUnproven: rows === pageSize.rows || trust.isUnproven(rows),
      isEndWrong: trust.isEndWrong,
      isCountBelieved: trust.isBelieved,
    };
  }

  /** Does with a slice what was decided; `isSample` says that the last page is of all of it. */
  #carryOut(
    move: Move,
    slice: Slice,
    { counted, overlap, isSample }: Readonly<{ counted: number; overlap: number; isSample: boolean }>,
  ): SliceOutcome {
    switch (move.kind) {
      case 'next':
        return MORE;
      case 'complete':
        slice.teach(this.known, this.bounds);
        if (move.isVerified) {
          this.trust.confirm(counted);
        }
        this.#noteDeleted(slice);
        return { kind: 'complete', doubt: move.isVerified ? undefined : this.#doubtOfWhole(slice) };
      case 'give-up':
        if (!slice.isNarrowed && !slice.isAgain) {
          this.trust.contradict('exceeds-rows');
        }
        return { kind: 'gap', missing: move.missing };
      case 'verify':
        return partsOf(this.#smaller.byTime(slice, overlap, isSample, slice.total)) ?? this.#probe(slice);
      case 'probe':
        return this.#probe(slice);
      case 'cut': {
        this.order.isUnstable ||= move.isUnstable;
        const parts = this.#smaller.byTime(slice, overlap, isSample);
        return partsOf(parts ?? (move.isNeeded ? this.#smaller.byFacet(slice) : undefined)) ?? MORE;
      }
    }
  }

  /** Takes note that the count of a window was contradicted, by rows that it denies or by what was read before. */
  noteMiscount({ since, until }: Window, doubt: Miscount): void {
    if (this.trust.isBelieved) {
      const end = Math.max(since, Math.ceil(this.#options.serverTime.now() / 1000)) + 1;
      this.miscounts.note({ since, until: until ?? end }, doubt);
    }
  }

  /** The same as doubtOf, of a slice that was read to its end; rows that its count denies are remembered. */
  #doubtOfWhole(slice: Slice): FeedDoubt {
    const doubt = this.doubtOf(slice);
    if (doubt === 'denies-rows' || doubt === 'more-after-end') {
      this.noteMiscount(slice.window, 'denies-rows');
    }
    return doubt;
  }

  /** Why what was read of a slice without its count is not certain to be all. */
  doubtOf(slice: Slice): FeedDoubt {
    const { doubt, total } = slice.state;
    // Where more did follow, it is the total that is wrong.
    const isDenied = total !== undefined && slice.counted(this.known, this.bounds) > total;
    const ownDoubt = doubt === 'promises-more' && isDenied ? 'denies-rows' : doubt;
    return this.trust.doubt ?? ownDoubt ?? (total === undefined ? 'not-counted' : 'denies-rows');
  }

  /**
   * Takes note of whether a list begins in another order than when it was last read from its beginning, or goes on with
   * that again.
   */
  #noteOrder(slice: Slice, { rows, damaged, pagination }: Page<SecurityEvent>): void {
    const { offset, passes } = slice.state;
    if (damaged.length > 0) {
      return;
    }
    const ids = rows.map(({ id }) => id);
    const { beginning } = slice;
    if (offset > 0) {
      this.order.noteLater(beginning?.ids ?? [], ids);
      return;
    }
    const isAsLong = pagination?.total === beginning?.total && ids.length === beginning?.ids.length;
    this.order.isUnstable ||=
      beginning !== undefined && passes > 0 && isAsLong && isReordered(beginning.ids, ids);
    slice.beginning = { ids, total: pagination?.total };
  }

  #noteStart(slice: Slice, facts: AnswerFacts): void {
    if (slice.started === undefined) {
      const { serverTime, clock } = this.#options;
      slice.started = { at: serverTime.take(facts), steadily: clock.monotonic() - facts.milliseconds };
    }
  }

  /**
   * Takes note of what contradicts the count. A total that says more than can be read is compared with that of a second
   * in which nothing can have happened: more than none there, and it has nothing to do with the window.
   */
  async #noteContradiction(slice: Slice, page: PageFacts, signal: AbortSignal): Promise<void> {
    const doubt = contradictionIn(slice.state, page);
    if (doubt === undefined) {
      return;
    }
    slice.moveTo(noteDoubt(slice.state, doubt));
    // That a list ends before its total counts once it is certain.
    if (doubt !== 'exceeds-rows') {
      this.trust.contradict(doubt);
    }
    const now = this.#options.clock.monotonic();
    if (doubt === 'exceeds-rows' && this.trust.isBelieved && now - this.#controlledAt >= CONTROL_EVERY) {
      const control = new Slice(NOTHING_HAPPENED, 'audit', 'whether counts are of the window');
      const { value } = await this.#list(control, { limit: 1 }, signal);
      this.#controlledAt = now;
      const ofNothing = value.pagination?.total ?? 0;
      if (value.rows.length + value.damaged.length === 0 && ofNothing > 0) {
        this.trust.refute(ofNothing < this.trust.largestTotal ? 'exceeds-rows' : 'ignores-window');
      }
    }
  }

  async #page(slice: Slice, signal: AbortSignal) {
    for (;;) {
      try {
        return await this.#list(slice, { limit: this.pageSize.asked, offset: slice.state.offset }, signal);
      } catch (error) {
        if (!this.pageSize.isRefusal(error)) {
          throw error;
        }
      }
    }
  }

  async #list(
    slice: Slice,
    page: Pick<EventsQuery, 'limit' | 'offset'>,
    signal: AbortSignal,
  ): Promise<{ readonly value: Page<SecurityEvent>; readonly facts: AnswerFacts }> {
    const { client, filter } = this.#options;
    this.#requests++;
    const query = { ...page, ...boundsOf(slice.window), ...filter, ...slice.facets };
    const answered = await listEvents(client, query, signal, slice.purpose);
    this.#options.serverTime.note(answered.facts);
    return answered;
  }

  /** Slices for the damaged rows whose time has come to be looked at again. */
  releaseDamaged(): readonly Slice[] {
    return this.damaged.release(this.#options.clock.monotonic()).map(({ id, time }) => {
      this.known.remove(id);
      const second = Math.floor(time / 1000);
      return new Slice({ since: second - 1, until: second + 2 }, 'live', 'a damaged row');
    });
  }

  #take(slice: Slice, { rows, damaged }: Page<SecurityEvent>): void {
    const events = this.#giveOut(rows, slice);
    for (const { event, time } of events) {
      slice.see(event.id, time);
    }
    for (const row of damaged) {
      const lasting = this.damaged.see(row, this.#options.clock.monotonic());
      if (lasting === undefined) {
        slice.noteDamagedPage();
      } else {
        this.known.add(lasting.id, lasting.time);
        slice.see(lasting.id, lasting.time);
      }
    }
  }

  /** Gives out the events of a page. Only what was taken is known: the rest would never be given out again. */
  #giveOut(rows: readonly SecurityEvent[], slice: Slice): readonly ReadEvent[] {
    const added: string[] = [];
    try {
      const events = rows.map((event) => {
        const recognized = this.damaged.recognize(event);
        if (recognized !== undefined) {
          this.known.remove(recognized.id);
        }
        if (!this.known.has(event.id)) {
          added.push(event.id);
        }
        const time = parseTime(event.timestamp);
        return { event, time, isNew: this.known.add(event.id, time) };
      });
      this.#options.receive(events, slice);
      return events;
    } catch (error) {
      added.forEach((id) => this.known.remove(id));
      throw error;
    }
  }

  /** Has the next request ask for what comes after as many events as the server counts. */
  #probe(slice: Slice): SliceOutcome {
    slice.moveTo(probeEnd(slice.state));
    return MORE;
  }

  /** Some servers refuse to look far into a list: what lies there is in a smaller window, too, or under one facet. */
  #withoutFarPages(slice: Slice, overlap: number): SliceOutcome {
    if (slice.state.isProbingEnd) {
      return { kind: 'complete', doubt: undefined };
    }
    if (slice.state.wasNarrowed) {
      const missing = (slice.total ?? 0) - slice.counted(this.known, this.bounds);
      return { kind: 'gap', missing: Math.max(1, missing) };
    }
    const smaller = this.#smaller.byTime(slice, overlap, false) ?? this.#smaller.byFacet(slice);
    return partsOf(smaller) ?? MORE;
  }
}

function partsOf(slices: readonly Slice[] | undefined): SliceOutcome | undefined {
  return slices && { kind: 'parts', slices };
}

function timesOf(rows: readonly SecurityEvent[]): readonly number[] {
  return rows.flatMap(({ timestamp }) => parseTime(timestamp) ?? []);
}
