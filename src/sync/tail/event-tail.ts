import type { AnswerFacts } from '../../api/answer-facts.ts';
import type { Client } from '../../api/client.ts';
import { isFault } from '../../lib/is-fault.ts';
import { endsReading } from '../retry/failure.ts';
import type { FeedDoubt } from '../../stores/events/feed-status.ts';
import { Arrivals } from './arrival-kinds.ts';
import { BackgroundTask } from './background-task.ts';
import { Auditor } from './auditor.ts';
import { AUDIT_SPANS, Audits } from './audits.ts';
import { Backlog } from './backlog.ts';
import { EventsAhead } from './events-ahead.ts';
import { FirstWindow } from './first-window.ts';
import { Frontier } from './frontier.ts';
import { Head } from './head.ts';
import { LateEventScan } from './late-event-scan.ts';
import { Overlap } from './overlap.ts';
import type { ReadEvent } from './page-intake.ts';
import { Past } from './past.ts';
import { ServerTime } from './server-time.ts';
import { BackfillBackoff, type PastFailure } from '../retry/backfill-backoff.ts';
import { Slice, type SliceKind } from './slice.ts';
import { SliceReader } from './slice-reader.ts';
import type { FoundEvent, TailOptions, TailRules, TailState } from './tail-options.ts';

export type { FoundEvent, FoundKind, TailOptions, TailRules, TailState } from './tail-options.ts';

/** A poll hands back control after so many milliseconds, with the rest still to do. */
const LONGEST_POLL = 2000;

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
  readonly #late: LateEventScan;
  readonly #head: Head;
  readonly #past: Past;
  readonly #beginning: FirstWindow;
  #auditor: Auditor | undefined;
  /** Audits, and what is read again. */
  readonly #audits: BackgroundTask;
  /** The question what time it is at the server. */
  readonly #time: BackgroundTask;
  /** A request for what is older than the newest events. */
  readonly #rest: BackgroundTask;
  readonly #setback: BackfillBackoff;
  readonly #frontier: Frontier;
  /** The frontier when nothing before it was left to be read. */
  #readThrough: number | undefined;
  #doubt: FeedDoubt | undefined;
  #wasBelieved = true;

  constructor(options: TailOptions) {
    this.#options = options;
    this.#rules = { audits: AUDIT_SPANS, overlap: (suggested) => suggested, ...options.rules };
    this.#arrivals = new Arrivals(options.clock, this.#overlap);
    this.#serverTime = new ServerTime(options.clock);
    this.#frontier = new Frontier(options.clock, this.#serverTime);
    const { clock, random = () => 0.5, longestPause = Number.POSITIVE_INFINITY } = options;
    this.#setback = new BackfillBackoff({ clock, random, longestPause });
    this.#reader = new SliceReader({
      client: options.client,
      clock: options.clock,
      filter: options.filter ?? {},
      serverTime: this.#serverTime,
      receive: (events, slice) => this.#receive(events, slice.kind),
    });
    for (const { id, time } of options.known ?? []) {
      this.#reader.known.add(id, time);
    }
    const onFault = (doing: string, error: unknown) => isFault(error) && options.onFault?.(doing, error);
    this.#audits = new BackgroundTask(clock, (error) =>
      onFault('comparing what was read with the server', error),
    );
    this.#time = new BackgroundTask(clock, (error) => onFault('asking the server for the time', error));
    this.#rest = new BackgroundTask(clock, (error) => {
      this.#setback.note(error);
      onFault(READING_REST, error);
    });
    this.#ahead = new EventsAhead(this.#reader, this.#backlog, options.clock);
    this.#late = new LateEventScan(this.#reader, this.#backlog, options.clock);
    this.#until = options.until === undefined ? undefined : Math.ceil(options.until / 1000);
    this.#beginning = new FirstWindow(options.begin, this.#until, this.#reader, this.#serverTime);
    this.#past = new Past(this.#reader, this.#backlog);
    this.#head = new Head({
      reader: this.#reader,
      clock: options.clock,
      serverTime: this.#serverTime,
      late: this.#late,
      rules: this.#rules,
      until: this.#until,
    });
  }

  /** What is known of the completeness of all that was read so far. */
  get state(): TailState {
    const reader = this.#reader;
    const total = this.#beginning.total;
    const doubt = this.#doubtOfAll;
    return {
      completeThrough: doubt === undefined ? this.#completeThrough : undefined,
      readThrough: this.#readThrough,
      coveredSince: this.#past.floor === undefined ? undefined : this.#past.floor * 1000,
      toCome: this.#backlog.toCome(reader) + (this.#readThrough === undefined ? this.#head.toCome : 0),
      gaps: this.#backlog.gaps,
      lateEvents: this.#arrivals.late,
      damaged: reader.damaged.rows,
      doubt,
      fewer: this.#auditor?.fewer ?? 0,
      gone: this.#auditor?.gone.ids ?? NONE_GONE,
      audit: this.#auditor?.last,
      totalAtServer:
        total === undefined || !reader.trust.isTrusted
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
   * say.
   */
  get toRead(): { readonly events: number; readonly atOnce: number } | undefined {
    const { trust, pageSize } = this.#reader;
    if (!trust.isTrusted || this.#past.floor === undefined) {
      return undefined;
    }
    return { events: this.#head.toCome + this.#backlog.toCome(this.#reader), atOnce: pageSize.rows };
  }

  /** Why what is older than the newest events cannot be read, while some of it is still to come. */
  get failure(): PastFailure | undefined {
    return this.#backlog.isEmpty && this.#past.backlog.isEmpty ? undefined : this.#setback.failure;
  }

  /** Takes note of the time that an answer says which was given to somebody else: the server's clock may have gone back. */
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
    if (this.#past.floor === undefined) {
      await this.#begin(signal);
    } else if (!this.#noticeClock() && this.#isHeadDue() && this.#head.slice === undefined) {
      this.#beginHead();
    }
    for (let head = this.#head.slice; head !== undefined && hasTime(); head = this.#head.slice) {
      await this.#readHead(head, signal);
    }
    const backlogs = this.#past.isScrolling ? [this.#backlog] : [this.#backlog, this.#past.backlog];
    if (!this.#setback.isHeld) {
      try {
        await this.#readRest(backlogs, timeLeft, signal);
      } catch (error) {
        this.#setback.note(error);
        // The live edge is what must not wait: while it is fresh, a failure of anything else is tried again in its turn.
        if (signal.aborted || this.#head.slice !== undefined || this.#head.isOld || endsReading(error)) {
          throw error;
        }
        if (isFault(error)) {
          this.#options.onFault?.(READING_REST, error);
        }
      }
    }
    if (this.#wasBelieved && !this.#reader.trust.isTrusted) {
      this.#wasBelieved = false;
      this.#backlog.forgetGaps();
      this.#audits.stop();
      this.#auditor?.distrust();
    }
    this.#planOlder();
    this.#forget();
    const isRestDue = !this.#setback.isHeld && backlogs.some(({ isEmpty }) => !isEmpty);
    return { more: this.#head.slice !== undefined || isRestDue };
  }

  /**
   * Reads at least so many events that are older than all that is known, with a client that may be another one than the
   * polls have; polls may go on meanwhile. Does nothing before the first poll or when there are none. Throws when a
   * request fails.
   */
  async readOlder(wanted: number, client: Client, signal: AbortSignal): Promise<void> {
    await this.#past.readOlder(client, wanted, this.#overlapSeconds(), signal);
  }

  async #begin(signal: AbortSignal): Promise<void> {
    const begun = await this.#beginning.read(this.#overlapSeconds(), signal);
    this.#arrivals.begin(begun.startedAt);
    this.#frontier.begin();
    this.#past.beginAt(begun.head.window.since);
    this.#head.goOn(begun.head);
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
    if (this.#rest.isBusy) {
      await this.#rest.join(this.#head.untilOld, signal);
    }
    if (this.#noticeClock() || this.#rest.isBusy) {
      return;
    }
    this.#backlog.reopenGaps(this.#options.clock.monotonic());
    this.#reader.intake.releaseDamaged().forEach((slice) => this.#backlog.push(slice));
    for (const backlog of backlogs) {
      while (hasTime() && (!backlog.isEmpty || (backlog === this.#backlog && this.#isAheadDue()))) {
        await this.#rest.run(this.#head.untilOld, signal, async (either) => {
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
    return { now, floor: this.#past.floor ?? edge, edge };
  }

  #isHeadDue(): boolean {
    return this.#backlog.isEmpty || this.#setback.isHeld || this.#head.isOld;
  }

  async #readHead(head: Slice, signal: AbortSignal): Promise<void> {
    const outcome = await this.#reader.step(head, this.#overlapSeconds(), signal);
    if (this.#noticeClock()) {
      return;
    }
    if (this.#head.isDenied(head)) {
      this.#late.giveUp();
      this.#beginHead();
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
        this.#backlog.leaveGap(this.#head.untilNow(head), outcome.missing, this.#options.clock.monotonic());
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

  #beginHead(): Slice {
    return this.#head.begin({
      frontier: Math.floor((this.#frontier.at ?? 0) / 1000),
      floor: this.#past.floor,
      backlogEnd: this.#backlog.headEnd,
      overlap: this.#overlapSeconds(),
      isCounted: this.#isCounted,
      isCertified: this.#readThrough !== undefined && this.#doubtOfAll === undefined,
      auditor: this.#auditor,
    });
  }

  /** Whether the newest window is counted by a total that is trusted. */
  get #isCounted(): boolean {
    return this.#reader.trust.isTrusted && this.#doubt === undefined;
  }

  /** The newest part becomes the window that is read on; the others wait, since the live edge goes first. */
  #putParts(slices: readonly Slice[]): void {
    const [newest, ...others] = slices;
    this.#head.goOn(newest);
    for (const slice of others.reverse()) {
      this.#backlog.push(slice);
    }
  }

  #finishHead(head: Slice, doubt: FeedDoubt | undefined): void {
    const { at, steadily } = head.started ?? { at: 0, steadily: 0 };
    this.#head.finish(head, doubt === undefined);
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
    this.#head.forgetLast();
    this.#doubt = 'clock-back';
    this.#audits.stop();
    this.#rest.stop();
    this.#auditor?.interrupt();
    this.#backlog.dropAfter(Math.floor(this.#serverTime.now() / 1000));
    this.#past.beginAnewAt(this.#beginHead().window.since);
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
        new Slice({ since: wider, until: (this.#past.floor ?? wider) + 1 }, 'history', 'the newest events'),
      );
      this.#past.beginAt(wider);
    }
  }

  /** Where to read on from when too little was read, since the server does not say how much there is. */
  #widerBeginning(): number | undefined {
    const { floor } = this.#past;
    return this.#isCounted || floor === undefined ? undefined : this.#beginning.widerThan(floor);
  }

  #isAheadDue(): boolean {
    return this.#frontier.at !== undefined && this.#head.end !== this.#until && this.#ahead.isDue;
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
    } else if (backlog === this.#past.backlog) {
      this.#past.noteRead();
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
    if (isNow() && this.#until === undefined && this.#head.end !== undefined) {
      await this.#auditor?.auditFuture(times.now, signal);
    }
  }

  #planOlder(): void {
    const { backfill } = this.#options;
    if (backfill !== undefined && this.#frontier.at !== undefined) {
      this.#past.plan(Math.floor(this.#frontier.at / 1000), backfill);
    }
  }

  #forget(): void {
    const forgotten = this.#reader.known.forgetOldest();
    if (forgotten !== undefined) {
      this.#past.forgetBefore(forgotten);
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

function byTimeAndId(left: FoundEvent, right: FoundEvent): number {
  const byTime = (left.time ?? 0) - (right.time ?? 0);
  return byTime !== 0 ? byTime : left.event.id < right.event.id ? -1 : 1;
}
