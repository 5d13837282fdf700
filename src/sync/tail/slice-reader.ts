import type { Client } from '../../api/client.ts';
import { listEvents } from '../../api/events.ts';
import type { SecurityEvent } from '../../contract/event.ts';
import type { Page } from '../../contract/pagination.ts';
import type { EventsQuery } from '../../contract/queries.ts';
import type { AnswerFacts } from '../../api/answer-facts.ts';
import type { FeedDoubt } from '../../stores/events/feed-status.ts';
import type { Clock } from '../../lib/clock.ts';
import { parseTime } from '../../lib/format-time.ts';
import { isBadRequest } from '../retry/failure.ts';
import { BoundsKnowledge } from './bounds-knowledge.ts';
import { CountChecks } from './count-checks.ts';
import { CountTrust } from '../lists/count-trust.ts';
import { DamagedEvents } from './damaged-events.ts';
import { afterPage, CUT, LEAST_PAGE, type ListFacts, type Move, type PageFacts } from './next-step.ts';
import { KnownEvents } from './known-events.ts';
import { Miscounts } from './miscounts.ts';
import { isFalling, isReordered, isRising, ListOrder } from './list-order.ts';
import { PageIntake, type ReadEvent } from './page-intake.ts';
import { PageSize } from '../lists/page-size.ts';
import type { ServerTime } from './server-time.ts';
import type { Slice } from './slice.ts';
import { countByHasMore, probeEnd, startPass } from './slice-state.ts';
import { SmallerSlices } from './smaller-slices.ts';
import { boundsOf, type EventsFilter } from './window.ts';

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

export interface SliceReaderOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** Sent with every request. */
  readonly filter: EventsFilter;
  readonly serverTime: ServerTime;
  /** Given the events of every page before anything is decided on them. */
  readonly receive: (events: readonly ReadEvent[], slice: Slice) => void;
}

/** No server ends a list before so many rows for its length alone. */
const SHORT_LIST = 1000;

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
  readonly counts: CountChecks;
  readonly intake: PageIntake;
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
    const { known, bounds, order, trust, miscounts, damaged } = this;
    const { filter, serverTime, clock, receive } = options;
    this.#smaller = new SmallerSlices({ filter, serverTime, known, bounds, order });
    this.counts = new CountChecks({ known, bounds, trust, miscounts, clock, serverTime });
    this.intake = new PageIntake({ known, damaged, clock, receive });
  }

  /** How many requests it made. */
  get requests(): number {
    return this.#requests;
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
    this.intake.take(slice, value);
    return value;
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
    const isCounted = this.trust.isTrusted && value.pagination?.total !== undefined;
    if (!isCounted && !slice.state.countsByHasMore) {
      slice.moveTo(countByHasMore(slice.state));
    }
    const { offset, lastRows, resumeAt, isEndReported } = slice.state;
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
    if (offset > 0 && isEndReported && (rows === 0 || rows >= Math.max(lastRows, LEAST_PAGE))) {
      this.trust.noteBehindEnd(rows > 0);
    }
    const mayFollow = page.hasMore === true || offset + rows < (page.total ?? 0);
    this.pageSize.note(value.pagination, rows, mayFollow && !page.isScant);
    this.intake.take(slice, value);
    this.#options.serverTime.see(times);
    await this.#options.serverTime.learn(this.#options.client, facts, signal);
    this.#noteStart(slice, facts);
    if (isCounted && this.#isOnlyFirstPage(slice, page)) {
      slice.moveTo(startPass(slice.state, slice.counted(this.known, this.bounds)));
      const isSample = !isFalling(times) && !isRising(times);
      return this.#apply(CUT, slice, { counted: 0, overlap, isSample });
    }
    await this.counts.noteContradiction(
      slice,
      page,
      async (...asked) => (await this.#list(...asked, signal)).value,
    );
    if (offset > 0 && rows < lastRows) {
      this.trust.noteEnd(lastRows);
    }
    const counted = slice.counted(this.known, this.bounds);
    const isWhole = rows === 0 && offset < SHORT_LIST && counted >= offset;
    const { state, move } = afterPage(slice.state, page, this.#listFacts(slice, rows), counted);
    slice.moveTo(state);
    slice.reportToPartner(counted);
    // A page in the order of time shows one end of a window only; a whole list shows all of it.
    const isSample = isWhole || (!isFalling(times) && !isRising(times));
    return this.#apply(move, slice, { counted, overlap, isSample });
  }

  /**
   * Whether what is behind its first page cannot be had, since the server gives that page at any offset: in smaller windows
   * all of it is on their first page. One repeated page may be chance, while as much comes in as a page holds.
   */
  #isOnlyFirstPage(slice: Slice, { rows, total }: PageFacts): boolean {
    const { offset, wasNarrowed, isProbingEnd } = slice.state;
    const isRepeated = offset > 0 ? this.order.isRepeating : this.order.repeats > 1;
    return (
      isRepeated &&
      rows > 0 &&
      !wasNarrowed &&
      !isProbingEnd &&
      total !== undefined &&
      total > rows &&
      slice.counted(this.known, this.bounds) < total
    );
  }

  /** What is known of the server when a page of so many rows has come. */
  #listFacts({ window }: Slice, rows: number): ListFacts {
    const { pageSize, trust, order } = this;
    // Behind a page that is given at any offset nothing can be looked for; a count that is larger than it counts more than it.
    const isBehindUnseen = order.isRepeating && trust.largestTotal > pageSize.most;
    return {
      pageRows: pageSize.rows,
      mostRows: pageSize.most,
      isUnstable: order.isUnstable,
      reachesNow: this.#smaller.reachesNow(window),
      isEndUnproven: !isBehindUnseen && (rows === pageSize.rows || trust.isUnproven(rows)),
      isEndWrong: trust.isEndWrong,
      isCountBelieved: trust.isTrusted,
    };
  }

  /** Does with a slice what was decided; `isSample` says that the last page is of all of it. */
  #apply(
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
        this.counts.noteDeleted(slice);
        return { kind: 'complete', doubt: move.isVerified ? undefined : this.counts.doubtOfWhole(slice) };
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
