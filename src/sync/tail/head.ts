import type { Clock } from '../../lib/clock.ts';
import type { Auditor } from './auditor.ts';
import { LOOKS_BACK, type LateEventScan } from './late-event-scan.ts';
import { backToNewest, endOfNewest, overlapOfPoll } from './newest-window.ts';
import { LEAST_OVERLAP } from './overlap.ts';
import type { ServerTime } from './server-time.ts';
import { Slice } from './slice.ts';
import type { SliceReader } from './slice-reader.ts';
import type { TailRules } from './tail-options.ts';
import type { Window } from './window.ts';

/** While older windows are read, the newest is looked at in between, after so many milliseconds. */
const EVERY = 5000;

/**
 * A server that gives events from outside a window gives them in each poll: as long as the window begins where it did, only
 * what came in is new. It begins later after so many times the span that is given too much.
 */
const SPILLS_KEPT = 3;

/** Pages of such a window that show it to cost less than one that begins later. */
const MOST_PAGES_KEPT = 4;

const NONE_GONE: ReadonlySet<string> = new Set();

/** What the newest window is chosen by: seconds of the server. */
interface HeadFacts {
  /** Through when everything newer than the floor was read or is in the backlog. */
  readonly frontier: number;
  readonly floor: number | undefined;
  /** Where the parts of newest windows end that are still to be read. */
  readonly backlogEnd: number | undefined;
  readonly overlap: number;
  /** Whether the window is counted by a total that is trusted. */
  readonly isCounted: boolean;
  /** Whether the feed is said to be complete through some time. */
  readonly isCertified: boolean;
  readonly auditor: Pick<Auditor, 'denials' | 'gone'> | undefined;
}

interface HeadOptions {
  readonly reader: SliceReader;
  readonly clock: Clock;
  readonly serverTime: ServerTime;
  readonly late: LateEventScan;
  readonly rules: TailRules;
  /** In seconds of the server; undefined for no end. */
  readonly until: number | undefined;
}

/** The newest window of the feed, which every poll reads first: which seconds it has in it, and whether it is being read. */
export class Head {
  readonly #options: HeadOptions;
  #readAt = Number.NEGATIVE_INFINITY;
  #slice: Slice | undefined;
  /** The same where it reaches back for what came in late. */
  #late: Slice | undefined;
  /** The one that was read whole last, where it holds events from outside its bounds. */
  #wide: Slice | undefined;

  constructor(options: HeadOptions) {
    this.#options = options;
  }

  /** The window while it is being read. */
  get slice(): Slice | undefined {
    return this.#slice;
  }

  /** Whether it was read so long ago that nothing else goes before it. */
  get isOld(): boolean {
    return this.untilOld <= 0;
  }

  /** Milliseconds until then. */
  get untilOld(): number {
    return this.#readAt + EVERY - this.#options.clock.monotonic();
  }

  /** Where it ends, in seconds; undefined for nowhere. */
  get end(): number | undefined {
    const { until, serverTime } = this.#options;
    return endOfNewest(this.#knownThen, { until, isTimeKnown: serverTime.isKnown });
  }

  /** About how many events are known to lack in it. */
  get toCome(): number {
    const { known, bounds, trust } = this.#options.reader;
    const head = this.#slice;
    return head === undefined || !trust.isTrusted ? 0 : Math.round(head.lacking(head.counted(known, bounds)));
  }

  /** Goes on with a window that was chosen already; with none where that is undefined. */
  goOn(slice: Slice | undefined): void {
    this.#slice = slice;
  }

  /** Chooses the window anew, and gives it. */
  begin(facts: HeadFacts): Slice {
    const { now } = this.#knownThen;
    const { window, isForLate } = this.#windowOf(facts, now);
    this.#slice = this.#lastReadOn(window) ?? new Slice(window, 'live', 'new events', { isOfHead: true });
    this.#late = isForLate && !this.#slice.isNext ? this.#slice : undefined;
    return this.#slice;
  }

  /**
   * Whether fewer events are counted in a window that reaches back for late ones than were read: what is gone is not read all
   * over for that.
   */
  isDenied(head: Slice): boolean {
    const { known, bounds } = this.#options.reader;
    return head === this.#late && head.counted(known, bounds) > (head.total ?? Number.POSITIVE_INFINITY);
  }

  /** A window as far as its time has come: what happens later does not lack in it. */
  untilNow(head: Slice): Slice {
    const { now } = this.#knownThen;
    return head.again(Math.max(head.window.since, Math.min(now, head.window.until ?? now)) + 2);
  }

  /** Takes note that the window was read; `isCertain` is whether nothing speaks against that it was read whole. */
  finish(head: Slice, isCertain: boolean): void {
    const { reader, clock } = this.#options;
    const isWide = reader.bounds.spill > 0 && isCertain && head.window.until === undefined;
    this.#slice = undefined;
    // Where new events stand anywhere in the list, the longer one costs more.
    this.#wide = isWide && (!head.isNext || head.state.pages <= MOST_PAGES_KEPT) ? head : undefined;
    this.#readAt = clock.monotonic();
  }

  /** The next window is chosen without a look at the last one. */
  forgetLast(): void {
    this.#wide = undefined;
  }

  get #knownThen() {
    const { reader, serverTime } = this.#options;
    const { known, pageSize } = reader;
    return { known, now: Math.floor(serverTime.now() / 1000), pageRows: pageSize.rows };
  }

  #windowOf(facts: HeadFacts, now: number): { readonly window: Window; readonly isForLate: boolean } {
    const { frontier, floor, backlogEnd, isCounted, auditor } = facts;
    const known = this.#knownThen;
    const overlap = overlapOfPoll(known, {
      overlap: facts.overlap,
      least: this.#options.rules.overlap(LEAST_OVERLAP),
      isCounted: isCounted && !isDeniedSince(now - facts.overlap, auditor),
    });
    const since = Math.max(
      floor ?? 0,
      frontier - overlap,
      // What the backlog still has to read will be complete as of later than now. What is dated in the future may lie in
      // it, too, and the live edge is read all the same.
      Math.min((backlogEnd ?? 1) - 1, now - overlap),
    );
    // A clock that went back may be known before the newest window was read whole by it.
    const begin = Math.min(since, now - overlap);
    const gone = auditor?.gone.ids ?? NONE_GONE;
    const earliest = floor ?? now;
    const back = isCounted ? backToNewest(known, { since: begin, floor: earliest, gone }) : begin;
    const late = this.#mayLookForLate(facts, now) ? this.#options.late.begin(back, earliest, now) : back;
    return { window: { since: late, until: this.end }, isForLate: late < back };
  }

  /** Whether a window that reaches back for late events is sure to be counted right, and more is claimed of it. */
  #mayLookForLate({ isCertified, auditor }: HeadFacts, now: number): boolean {
    const { bounds, damaged } = this.#options.reader;
    const isPlain =
      bounds.spill === 0 && damaged.rows.length === 0 && !isDeniedSince(now - LOOKS_BACK, auditor);
    return isPlain && isCertified;
  }

  /** The window that was read last, to be read on, where it costs less than a new one. */
  #lastReadOn({ since, until }: Window): Slice | undefined {
    const { bounds, damaged, trust } = this.#options.reader;
    const again = this.#wide;
    const isKept =
      again !== undefined &&
      trust.isTrusted &&
      damaged.rows.length === 0 &&
      until === undefined &&
      again.window.since <= since &&
      since - again.window.since <= SPILLS_KEPT * bounds.spill;
    return isKept ? again.next() : undefined;
  }
}

/** Whether fewer events are counted than were read since a time in seconds, so that all of them would be read anew. */
function isDeniedSince(since: number, auditor: HeadFacts['auditor']): boolean {
  const { denials, gone } = auditor ?? {};
  return denials?.hasAny === true || (gone?.countIn({ since, until: undefined }) ?? 0) > 0;
}
