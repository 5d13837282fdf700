import type { AnswerFacts } from '../../api/answer-facts.ts';
import type { Client } from '../../api/client.ts';
import { isFault } from '../../lib/is-fault.ts';
import { endsReading } from '../retry/failure.ts';
import type { FeedDoubt } from '../../stores/events/feed-status.ts';
import { Arrivals } from './arrival-kinds.ts';
import { Aside } from './aside.ts';
import { Auditor } from './auditor.ts';
import { AUDIT_SPANS, Audits } from './audits.ts';
import { Backlog } from './backlog.ts';
import { FirstWindow } from './first-window.ts';
import { EventsAhead } from './events-ahead.ts';
import { Frontier } from './frontier.ts';
import { LateLooks, LOOKS_BACK } from './late-looks.ts';
import { backToNewest, endOfNewest, overlapOfPoll } from './newest-window.ts';
import { LEAST_OVERLAP, Overlap } from './overlap.ts';
import type { ReadEvent } from './page-intake.ts';
import { readOlder } from './read-older.ts';
import { ServerTime } from './server-time.ts';
import { Setback, type PastFailure } from '../retry/setback.ts';
import { Slice, type SliceKind } from './slice.ts';
import { SliceReader } from './slice-reader.ts';
import type { FoundEvent, TailOptions, TailRules, TailState } from './tail-options.ts';
import { FROM_THE_FIRST } from './window.ts';

export type { FoundEvent, FoundKind, TailOptions, TailRules, TailState } from './tail-options.ts';

/** While older windows are read, the newest is looked at in between, after so many milliseconds. */
const HEAD_EVERY = 5000;

/** A poll hands back control after so many milliseconds, with the rest still to do. */
const LONGEST_POLL = 2000;

/**
 * A server that gives events from outside a window gives them in each poll: as long as the window begins where it did, only
 * what came in is new. It begins later after so many times the span that is given too much.
 */
const SPILLS_KEPT = 3;

/** Pages of such a window that show it to cost less than one that begins later. */
const MOST_PAGES_KEPT = 4;

const READING_REST = 'reading what is older than the newest events';

const NONE_GONE: ReadonlySet<string> = new Set();

/** What rows and counts contradict each other by where each page is the first one again. */
const OF_REPEATED_PAGES: ReadonlySet<FeedDoubt | undefined> = new Set<FeedDoubt>([
  'not-counted',
  'denies-rows',
  'exceeds-rows',
  'more-after-end',
  'promises-more',
]);

/**
 * Follows GET /events without losing one, whatever order, precision and page size the server has ("1. The event tail"):
 * every poll reads a window from before the last complete read on, until as many distinct events are known in it as the
 * server counts. What is too much for one poll is cut into slices and read newest first, over as many polls as it takes;
 * counts of ever longer spans of the past find what came in later than the overlap.
 */
export class EventTail {
  readonly #options: TailOptions;
  readonly #rules: TailRules;
  /** In seconds. */
  readonly #until: number | undefined;
  readonly #serverTime: ServerTime;
  readonly #reader: SliceReader;
  readonly #overlap = new Overlap();
  readonly #arrivals: Arrivals;
  readonly #backlog = new Backlog();
  readonly #ahead: EventsAhead;
  readonly #late: LateLooks;
  /** Of the past, for idle times. */
  #older = new Backlog();
  readonly #beginning: FirstWindow;
  #auditor: Auditor | undefined;
  /** Audits, and what is read again. */
  readonly #audits: Aside;
  /** The question what time it is at the server. */
  readonly #time: Aside;
  /** A request for what is older than the newest events. */
  readonly #rest: Aside;
  readonly #setback: Setback;
  /** The newest window, while it is being read. */
  #head: Slice | undefined;
  #headReadAt = Number.NEGATIVE_INFINITY;
  /** The same where it reaches back for what came in late. */
  #lateHead: Slice | undefined;
  /** The newest window that was read whole last, where it holds events from outside its bounds. */
  #wideHead: Slice | undefined;
  readonly #frontier: Frontier;
  /** The frontier when nothing before it was left to be read. */
  #readThrough: number | undefined;
  /** Where the known part of the feed begins, in seconds. */
  #floor: number | undefined;
  /** Where it begins once what is being read of the past is complete. */
  #nextFloor: number | undefined;
  /** Whether somebody scrolls back, which reads the same past that idle times are for. */
  #isScrolling = false;
  #doubt: FeedDoubt | undefined;
  #wasBelieved = true;

  constructor(options: TailOptions) {
    this.#options = options;
    this.#rules = { audits: AUDIT_SPANS, overlap: (suggested) => suggested, ...options.rules };
    this.#arrivals = new Arrivals(options.clock, this.#overlap);
    this.#serverTime = new ServerTime(options.clock);
    this.#frontier = new Frontier(options.clock, this.#serverTime);
    const { clock, random = () => 0.5, longestPause = Number.POSITIVE_INFINITY } = options;
    this.#setback = new Setback({ clock, random, longestPause });
    this.#reader = new SliceReader({
      client: options.client,
      clock: options.clock,
      filter: options.filter ?? {},
      serverTime: this.#serverTime,
      receive: (events, slice) => this.#receive(events, slice.kind),
    });
    const onFault = (doing: string, error: unknown) => isFault(error) && options.onFault?.(doing, error);
    this.#audits = new Aside(clock, (error) => onFault('comparing what was read with the server', error));
    this.#time = new Aside(clock, (error) => onFault('asking the server for the time', error));
    this.#rest = new Aside(clock, (error) => {
      this.#setback.note(error);
      onFault(READING_REST, error);
    });
    this.#ahead = new EventsAhead(this.#reader, this.#backlog, options.clock);
    this.#late = new LateLooks(this.#reader, this.#backlog, options.clock);
    this.#until = options.until === undefined ? undefined : Math.ceil(options.until / 1000);
    this.#beginning = new FirstWindow(options.begin, this.#until, this.#reader, this.#serverTime);
  }

  /** What is known of the completeness of all that was read so far. */
  get state(): TailState {
    const reader = this.#reader;
    const total = this.#beginning.total;
    const doubt = this.#doubtOfAll;
    return {
      completeThrough: doubt === undefined ? this.#completeThrough : undefined,
      readThrough: this.#readThrough,
      coveredSince: this.#floor === undefined ? undefined : this.#floor * 1000,
      toCome: this.#backlog.toCome(reader) + (this.#readThrough === undefined ? this.#toComeOfHead : 0),
      gaps: this.#backlog.gaps,
      lateEvents: this.#arrivals.late,
      damaged: reader.damaged.rows,
      doubt,
      fewer: this.#auditor?.fewer ?? 0,
      gone: this.#auditor?.gone.ids ?? NONE_GONE,
      audit: this.#auditor?.last,
      totalAtServer:
        total === undefined || !reader.trust.isBelieved
          ? undefined
          : Math.max(reader.known.size, total + this.#arrivals.count),
      learned: this.#learned(),
    };
  }

  get #doubtOfAll(): FeedDoubt | undefined {
    const { trust, miscounts, order } = this.#reader;
    const doubt =
      trust.doubt ??
      this.#doubt ??
      (this.#serverTime.isContradictory ? 'clocks-differ' : undefined) ??
      miscounts.doubt ??
      (this.#auditor?.denials.hasAny === true ? 'counts-fewer' : undefined);
    return order.isRepeating && OF_REPEATED_PAGES.has(doubt) ? 'repeats-rows' : doubt;
  }

  /** How many events were read that the server no longer counted at the end of the same reading. */
  get deletedMeanwhile(): number {
    return this.#reader.counts.deleted;
  }

  /** Whether the newest window was not read whole yet, or has to be read again as if it were the first. */
  get isBeginning(): boolean {
    return this.#readThrough === undefined;
  }

  /** Through when nothing more is expected to come in, by how late events were. */
  get #completeThrough(): number | undefined {
    const lateness = 1000 * this.#overlap.lateness(this.#options.clock.monotonic());
    return this.#readThrough === undefined ? undefined : this.#readThrough - lateness;
  }

  /**
   * About how many events are still to be read now, and so many come at once; undefined where the server's counts do not
   * tell.
   */
  get toRead(): { readonly events: number; readonly atOnce: number } | undefined {
    const { trust, pageSize } = this.#reader;
    if (!trust.isBelieved || this.#floor === undefined) {
      return undefined;
    }
    return { events: this.#toComeOfHead + this.#backlog.toCome(this.#reader), atOnce: pageSize.rows };
  }

  /** Why what is older than the newest events cannot be read, while some of it is still to come. */
  get failure(): PastFailure | undefined {
    return this.#backlog.isEmpty && this.#older.isEmpty ? undefined : this.#setback.failure;
  }

  get #toComeOfHead(): number {
    const { known, bounds, trust } = this.#reader;
    const head = this.#head;
    return head === undefined || !trust.isBelieved
      ? 0
      : Math.round(head.lacking(head.counted(known, bounds)));
  }

  /** Takes note of the time that an answer tells which was given to somebody else: the server's clock may have gone back. */
  noteAnswer(facts: AnswerFacts): void {
    this.#serverTime.noteOther(facts);
  }

  /** Whether an event was read, also when it was long ago. */
  has(id: string): boolean {
    return this.#reader.known.has(id);
  }

  /**
   * Reads what came in since the last poll, and goes on with what is still to do. Resolves with whether there is more to
   * do at once. Throws when the newest window cannot be read, or not for long, and when nothing can be read any more; what was
   * read is kept, and the next poll goes on from there. What else fails is tried again by later polls, after ever longer waits.
   */
  async poll(signal: AbortSignal): Promise<{ readonly more: boolean }> {
    const startedAt = this.#options.clock.monotonic();
    const timeLeft = () => Math.max(0, startedAt + LONGEST_POLL - this.#options.clock.monotonic());
    const hasTime = () => timeLeft() > 0;
    // Before a window is chosen that may lie after now.
    await this.#time.run(LONGEST_POLL / 2, signal, (either) =>
      this.#serverTime.keep(this.#options.client, either),
    );
    if (this.#floor === undefined) {
      await this.#begin(signal);
    } else if (!this.#noticeClock() && this.#isHeadDue()) {
      this.#head ??= this.#newHead();
    }
    for (let head = this.#head; head !== undefined && hasTime(); head = this.#head) {
      await this.#readHead(head, signal);
    }
    const backlogs = this.#isScrolling ? [this.#backlog] : [this.#backlog, this.#older];
    if (!this.#setback.isHeld) {
      try {
        await this.#readRest(backlogs, timeLeft, signal);
      } catch (error) {
        this.#setback.note(error);
        // The live edge is what must not wait: while it is fresh, a failure of anything else is tried again in its turn.
        if (signal.aborted || this.#head !== undefined || this.#isHeadOld() || endsReading(error)) {
          throw error;
        }
        if (isFault(error)) {
          this.#options.onFault?.(READING_REST, error);
        }
      }
    }
    if (this.#wasBelieved && !this.#reader.trust.isBelieved) {
      this.#wasBelieved = false;
      this.#backlog.forgetGaps();
      this.#audits.stop();
      this.#auditor?.distrust();
    }
    this.#planOlder();
    this.#forget();
    const isRestDue = !this.#setback.isHeld && backlogs.some(({ isEmpty }) => !isEmpty);
    return { more: this.#head !== undefined || isRestDue };
  }

  /**
   * Reads at least so many events that are older than all that is known, with a client that may be another one than the
   * polls have; polls may go on meanwhile. Does nothing before the first poll or when there are none. Throws when a
   * request fails.
   */
  async readOlder(wanted: number, client: Client, signal: AbortSignal): Promise<void> {
    const floor = this.#floor;
    if (floor !== undefined && floor > FROM_THE_FIRST) {
      const reader = this.#reader.over(client);
      this.#isScrolling = true;
      try {
        const { since, lacking } = await readOlder(reader, floor, wanted, this.#overlapSeconds(), signal);
        lacking.forEach((slice) => this.#backlog.push(slice));
        this.#floor = Math.min(this.#floor ?? since, since);
        if (this.#nextFloor !== undefined && this.#floor <= this.#nextFloor) {
          // What was still to be read in idle times has been read now.
          this.#older = new Backlog();
          this.#nextFloor = undefined;
        }
      } finally {
        this.#isScrolling = false;
      }
    }
  }

  async #begin(signal: AbortSignal): Promise<void> {
    const begun = await this.#beginning.read(this.#overlapSeconds(), signal);
    this.#arrivals.begin(begun.startedAt);
    this.#frontier.begin();
    this.#floor = begun.head.window.since;
    this.#head = begun.head;
    if (begun.outcome.kind === 'complete') {
      this.#finishHead(begun.head, begun.outcome.doubt);
    } else if (begun.outcome.kind === 'parts') {
      this.#putParts(begun.outcome.slices);
    }
  }

  /** Makes an audit when one is due, and goes on with what is still to be read. */
  async #readRest(backlogs: readonly Backlog[], timeLeft: () => number, signal: AbortSignal): Promise<void> {
    const hasTime = () => timeLeft() > 0;
    await this.#audits.run(timeLeft(), signal, (either) => this.#auditWhenDue(either));
    const untilHeadIsOld = () => this.#headReadAt + HEAD_EVERY - this.#options.clock.monotonic();
    if (this.#rest.isBusy) {
      await this.#rest.join(untilHeadIsOld(), signal);
    }
    if (this.#noticeClock() || this.#rest.isBusy) {
      return;
    }
    this.#backlog.reopenGaps(this.#options.clock.monotonic());
    this.#reader.intake.releaseDamaged().forEach((slice) => this.#backlog.push(slice));
    for (const backlog of backlogs) {
      while (hasTime() && (!backlog.isEmpty || (backlog === this.#backlog && this.#isAheadDue()))) {
        await this.#rest.run(untilHeadIsOld(), signal, async (either) => {
          await (backlog.isEmpty ? this.#lookAhead(either) : this.#readBacklog(backlog, either));
          this.#setback.end();
        });
        if (this.#noticeClock() || this.#rest.isBusy) {
          return;
        }
      }
    }
    const times = this.#auditTimes();
    if (times !== undefined && backlogs.every(({ isEmpty }) => isEmpty)) {
      const isOn = () => hasTime() && this.#frontier.wentBackTo() === undefined;
      await this.#audits.run(timeLeft(), signal, async (either) =>
        this.#auditor?.reread(times, isOn, either),
      );
      this.#noticeClock();
    }
  }

  /** Up to where audits reach, in seconds: through where the newest window takes over. */
  #auditTimes(): { readonly now: number; readonly floor: number; readonly edge: number } | undefined {
    if (this.#frontier.at === undefined || !this.#backlog.isEmpty) {
      return undefined;
    }
    const now = this.#frontier.at / 1000;
    const edge = Math.min(Math.floor(now) - this.#overlapSeconds(), this.#until ?? Infinity);
    return { now, floor: this.#floor ?? edge, edge };
  }

  #isHeadDue(): boolean {
    return this.#backlog.isEmpty || this.#setback.isHeld || this.#isHeadOld();
  }

  #isHeadOld(): boolean {
    return this.#options.clock.monotonic() - this.#headReadAt >= HEAD_EVERY;
  }

  async #readHead(head: Slice, signal: AbortSignal): Promise<void> {
    const outcome = await this.#reader.step(head, this.#overlapSeconds(), signal);
    if (this.#noticeClock()) {
      return;
    }
    const { known, bounds } = this.#reader;
    // What is gone is not read all over for a look at what is late.
    if (head === this.#lateHead && head.counted(known, bounds) > (head.total ?? Number.POSITIVE_INFINITY)) {
      this.#late.giveUp();
      this.#head = this.#newHead();
      return;
    }
    if (head.state.countsByHasMore) {
      this.#doubt = this.#reader.counts.doubtOf(head);
    }
    switch (outcome.kind) {
      case 'more':
        break;
      case 'complete':
        this.#compareHead(head);
        this.#finishHead(head, outcome.doubt);
        break;
      case 'parts':
        this.#putParts(outcome.slices);
        break;
      case 'gap':
        // The next polls go on; the backlog tries this window again, and shows what lacks in it.
        this.#backlog.leaveGap(this.#untilNow(head), outcome.missing, this.#options.clock.monotonic());
        this.#finishHead(head, undefined);
        break;
    }
  }

  /** Takes note of whether the server still counts what was read of the newest window, where it was counted whole. */
  #compareHead({ window, total, state, facets }: Slice): void {
    if (total !== undefined && !state.countsByHasMore && Object.keys(facets).length === 0) {
      this.#auditor?.denials.noteNewest(window, total, Math.floor(this.#serverTime.now() / 1000));
    }
  }

  /** The newest window as far as its time has come: what happens later does not lack in it. */
  #untilNow(head: Slice): Slice {
    const now = Math.floor(this.#serverTime.now() / 1000);
    return head.again(Math.max(head.window.since, Math.min(now, head.window.until ?? now)) + 2);
  }

  #newHead(): Slice {
    const now = Math.floor(this.#serverTime.now() / 1000);
    const isCounted = this.#isCounted;
    const usual = this.#overlapSeconds();
    const overlap = overlapOfPoll(this.#knownAt(now), {
      overlap: usual,
      least: this.#rules.overlap(LEAST_OVERLAP),
      isCounted: isCounted && !this.#isDeniedSince(now - usual),
    });
    const since = Math.max(
      this.#floor ?? 0,
      Math.floor((this.#frontier.at ?? 0) / 1000) - overlap,
      // What the backlog still has to read will be complete as of later than now. What is dated in the future may lie in
      // it, too, and the live edge is read all the same.
      Math.min((this.#backlog.headEnd ?? 1) - 1, now - overlap),
    );
    // A clock that went back may be known before the newest window was read whole by it.
    const begin = Math.min(since, now - overlap);
    const gone = this.#auditor?.gone.ids ?? NONE_GONE;
    const floor = this.#floor ?? now;
    const back = isCounted ? backToNewest(this.#knownAt(now), { since: begin, floor, gone }) : begin;
    const late = this.#mayLookForLate(now) ? this.#late.begin(back, floor, now) : back;
    const window = { since: late, until: this.#headEnd() };
    const again = this.#wideHead;
    const { bounds, damaged, trust } = this.#reader;
    const isKept =
      again !== undefined &&
      trust.isBelieved &&
      damaged.rows.length === 0 &&
      window.until === undefined &&
      again.window.since <= window.since &&
      window.since - again.window.since <= SPILLS_KEPT * bounds.spill;
    const kept = isKept ? again.next() : undefined;
    if (kept !== undefined) {
      return kept;
    }
    const head = new Slice(window, 'live', 'new events', { isOfHead: true });
    this.#lateHead = late < back ? head : undefined;
    return head;
  }

  /** Whether a window that reaches back for late events is sure to be counted right, and more is claimed of it. */
  #mayLookForLate(now: number): boolean {
    const { bounds, damaged } = this.#reader;
    const isPlain = bounds.spill === 0 && damaged.rows.length === 0 && !this.#isDeniedSince(now - LOOKS_BACK);
    return isPlain && this.#readThrough !== undefined && this.#doubtOfAll === undefined;
  }

  /** Whether fewer events are counted than were read since a time in seconds, so that all of them would be read anew. */
  #isDeniedSince(since: number): boolean {
    const { denials, gone } = this.#auditor ?? {};
    return denials?.hasAny === true || (gone?.countIn({ since, until: undefined }) ?? 0) > 0;
  }

  /** Where the newest window ends; undefined for nowhere. */
  #headEnd(): number | undefined {
    const now = Math.floor(this.#serverTime.now() / 1000);
    return endOfNewest(this.#knownAt(now), { until: this.#until, isTimeTold: this.#serverTime.isTold });
  }

  #knownAt(now: number) {
    const { known, pageSize } = this.#reader;
    return { known, now, pageRows: pageSize.rows };
  }

  /** Whether the newest window is counted by a total that is believed. */
  get #isCounted(): boolean {
    return this.#reader.trust.isBelieved && this.#doubt === undefined;
  }

  /** The newest part becomes the window that is read on; the others wait, since the live edge goes first. */
  #putParts(slices: readonly Slice[]): void {
    const [newest, ...others] = slices;
    this.#head = newest;
    for (const slice of others.reverse()) {
      this.#backlog.push(slice);
    }
  }

  #finishHead(head: Slice, doubt: FeedDoubt | undefined): void {
    const { at, steadily } = head.started ?? { at: 0, steadily: 0 };
    this.#head = undefined;
    const isWide = this.#reader.bounds.spill > 0 && doubt === undefined && head.window.until === undefined;
    // Where new events stand anywhere in the list, the longer one costs more.
    this.#wideHead = isWide && (!head.isNext || head.state.pages <= MOST_PAGES_KEPT) ? head : undefined;
    this.#headReadAt = this.#options.clock.monotonic();
    const frontier = this.#frontier.reach(at, steadily);
    this.#auditor ??= new Auditor(
      this.#reader,
      this.#backlog,
      new Audits(frontier / 1000, this.#rules.audits),
      this.#options.worthRereading,
    );
    this.#doubt = doubt;
    this.#certify();
  }

  /**
   * Looks after every answer whether the server's clock went back since the newest window was read whole: then what came
   * in since may be dated before that, and nothing is certain until the newest window is read from there. What was
   * being read after the present time is given up.
   */
  #noticeClock(): boolean {
    const since = this.#frontier.wentBackTo();
    if (since === undefined) {
      return false;
    }
    this.#frontier.fallTo(since);
    this.#readThrough = undefined;
    this.#wideHead = undefined;
    this.#doubt = 'clock-back';
    this.#audits.stop();
    this.#rest.stop();
    this.#auditor?.interrupt();
    this.#backlog.dropAfter(Math.floor(this.#serverTime.now() / 1000));
    this.#head = this.#newHead();
    if (this.#floor === undefined || this.#head.window.since < this.#floor) {
      this.#floor = this.#head.window.since;
      this.#older = new Backlog();
      this.#nextFloor = undefined;
    }
    return true;
  }

  #certify(): void {
    if (!this.#backlog.isEmpty || this.#frontier.at === undefined) {
      return;
    }
    const wider = this.#readThrough === undefined ? this.#widerBeginning() : undefined;
    if (wider === undefined) {
      this.#readThrough = this.#frontier.at;
    } else {
      this.#backlog.push(
        new Slice({ since: wider, until: (this.#floor ?? wider) + 1 }, 'history', 'the newest events'),
      );
      this.#floor = wider;
    }
  }

  /** Where to read on from when too little was read, since the server does not say how much there is. */
  #widerBeginning(): number | undefined {
    return this.#isCounted || this.#floor === undefined ? undefined : this.#beginning.widerThan(this.#floor);
  }

  #isAheadDue(): boolean {
    return this.#frontier.at !== undefined && this.#headEnd() !== this.#until && this.#ahead.isDue;
  }

  #lookAhead(signal: AbortSignal): Promise<void> {
    const since = Math.floor((this.#frontier.at ?? 0) / 1000);
    return this.#ahead.look({ since, until: this.#until }, signal);
  }

  async #readBacklog(backlog: Backlog, signal: AbortSignal): Promise<void> {
    const now = this.#options.clock.monotonic();
    const outcome = await backlog.step(this.#reader, this.#overlapSeconds(), now, signal);
    if (outcome?.kind === 'complete' && outcome.doubt !== undefined) {
      this.#doubt = outcome.doubt;
    }
    if (backlog === this.#backlog) {
      this.#certify();
    } else if (backlog === this.#older && backlog.isEmpty && this.#nextFloor !== undefined) {
      this.#floor = Math.min(this.#floor ?? this.#nextFloor, this.#nextFloor);
      this.#nextFloor = undefined;
    }
  }

  /** Compares the server's counts with ours where they are due. What is still to be read would only be found again. */
  async #auditWhenDue(signal: AbortSignal): Promise<void> {
    const times = this.#auditTimes();
    if (times === undefined) {
      return;
    }
    const isNow = () => this.#frontier.wentBackTo() === undefined;
    await this.#auditor?.auditPast({ ...times, isNow }, signal);
    if (isNow() && this.#late.isDue) {
      await this.#late.look(times.edge, times.floor, signal);
    }
    if (isNow() && this.#until === undefined && this.#headEnd() !== undefined) {
      await this.#auditor?.auditFuture(times.now, signal);
    }
  }

  /** Plans to read what is older than all that is known, until the past that was asked for is. */
  #planOlder(): void {
    const { backfill } = this.#options;
    const floor = this.#floor;
    if (
      backfill === undefined ||
      floor === undefined ||
      floor === FROM_THE_FIRST ||
      this.#frontier.at === undefined
    ) {
      return;
    }
    const now = Math.floor(this.#frontier.at / 1000);
    const isEnough = this.#reader.known.size >= backfill.rows || floor <= now - backfill.seconds;
    if (this.#older.isEmpty && !isEnough) {
      // As much again as is known already, so that a quiet organization takes few requests.
      const since = Math.max(0, now - backfill.seconds, floor - Math.max(LEAST_OLDER, now - floor));
      this.#nextFloor = since;
      this.#older.push(new Slice({ since, until: floor + 1 }, 'history', 'older events'));
    }
  }

  #forget(): void {
    const forgotten = this.#reader.known.forgetOldest();
    if (forgotten !== undefined) {
      this.#floor = Math.max(this.#floor ?? forgotten, forgotten);
    }
  }

  #overlapSeconds(): number {
    return this.#rules.overlap(this.#overlap.seconds(this.#options.clock.monotonic()));
  }

  #receive(events: readonly ReadEvent[], kind: SliceKind): void {
    // By a clock that has just gone back, what came in is not late.
    const watermark = this.#frontier.wentBackTo() === undefined ? this.#readThrough : undefined;
    this.#auditor?.gone.see(events);
    const found = events.map(({ event, time, isNew }): FoundEvent => {
      return {
        event,
        time,
        kind: isNew ? this.#arrivals.kindOf(time, kind, watermark) : 'known',
      };
    });
    found.sort(byTimeAndId);
    this.#options.sink(found, kind === 'live');
    for (const each of found) {
      this.#arrivals.note(each, watermark);
    }
  }

  #learned(): TailState['learned'] {
    const { pageSize, bounds, order } = this.#reader;
    const findings = [
      ['event pages', pageSize.describe()],
      ['event bounds', bounds.describe()],
      ['event order', order.describe()],
      ['event overlap', `${this.#overlapSeconds()} s`],
    ] as const;
    return findings.flatMap(([topic, finding]) => (finding === undefined ? [] : [{ topic, finding }]));
  }
}

/** The least of the past that is read at once, in seconds. */
const LEAST_OLDER = 300;

function byTimeAndId(left: FoundEvent, right: FoundEvent): number {
  const byTime = (left.time ?? 0) - (right.time ?? 0);
  return byTime !== 0 ? byTime : left.event.id < right.event.id ? -1 : 1;
}
