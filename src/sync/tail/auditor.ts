import type { SecurityEvent } from '../../contract/event.ts';
import type { Page } from '../../contract/pagination.ts';
import type { Audit, Audits } from './audits.ts';
import type { Backlog } from './backlog.ts';
import { Denials } from './denials.ts';
import { DifferenceSearch } from './difference-search.ts';
import { GoneEvents } from './gone-events.ts';
import { Rereading, type WorthRereading } from './rereading.ts';
import { Slice } from './slice.ts';
import type { SliceReader } from './slice-reader.ts';
import { countIn, miscountOf } from './window-counts.ts';
import type { Window } from './window.ts';

/** What more the server has in a span than it lists is searched for so often: it may list an event twice. */
const MOST_SEARCHES = 3;

/** What is denied is counted again so often, in seconds, so that it is not doubted for long once that is over. */
const COUNT_AGAIN_EVERY = 20;

/** The times of an audit, in seconds of the server. */
export interface AuditTimes {
  readonly now: number;
  readonly floor: number;
  readonly edge: number;
  readonly isNow: () => boolean;
}

/** Makes the audits that are due, and sees to it that what lacks is read. Times are seconds of the server. */
export class Auditor {
  readonly #reader: SliceReader;
  readonly #backlog: Backlog;
  readonly #audits: Audits;
  /** Which events the server does not list any more. */
  readonly gone: GoneEvents;
  /** Where it counts fewer events than were read, and which are gone is not known. */
  readonly denials: Denials;
  readonly #search: DifferenceSearch;
  readonly #rereading: Rereading;
  /** By the place of a span among all: how many events lacked, and how often they were searched for. */
  readonly #searches = new Map<number, { readonly lacking: number; readonly times: number }>();
  #last: string | undefined;
  /** When what is denied was counted again last, in seconds, and how often. */
  #againAt = Number.NEGATIVE_INFINITY;
  #timesAgain = 0;

  constructor(reader: SliceReader, backlog: Backlog, audits: Audits, worth?: WorthRereading) {
    this.#reader = reader;
    this.#backlog = backlog;
    this.#audits = audits;
    this.gone = new GoneEvents(reader.known);
    this.denials = new Denials(reader.known, this.gone);
    this.#search = new DifferenceSearch(reader, this.gone, (window) => this.#read(window));
    this.#rereading = new Rereading(reader, worth, (window, page) => this.#compare(window, page));
  }

  /** The audit that was made last, in words. */
  get last(): string | undefined {
    return this.#last;
  }

  /** Events that were read and that the server no longer has. */
  get fewer(): number {
    return this.#audits.fewer;
  }

  /** Takes back what was found by the counts of a server that are not trusted any more. */
  distrust(): void {
    this.#audits.forgetFewer();
    this.#search.forget();
    this.gone.forget();
    this.denials.forget();
    this.#reader.miscounts.forget();
  }

  /** Gives up what is being searched for and read again: it may lie after now since the server's clock went back. */
  interrupt(): void {
    this.#search.forget();
    this.#rereading.forget();
  }

  /**
   * Counts a span of the past that ends at `edge` and begins at `floor` at the earliest, if one is due; goes on with what
   * earlier counts led to, as long as `isNow` says that the server's time is still what it was taken for.
   */
  async auditPast({ now, floor, edge, isNow }: AuditTimes, signal: AbortSignal): Promise<void> {
    this.#countDeniedAgain(now, floor, edge);
    await this.#countMiscountedAgain(now, floor, signal);
    await this.#make(this.#audits.next(now, floor, edge, this.#reader.known), now, signal);
    if (isNow()) {
      await this.#search.step(signal);
    }
    this.denials.review();
    if (isNow()) {
      await this.#rereading.step(signal);
    }
  }

  /**
   * Has what is denied counted again, in a longer span every other time, since it takes two counts of a span to believe
   * them: where all of a window is denied, only a longer one shows that the server is well.
   */
  #countDeniedAgain(now: number, floor: number, edge: number): void {
    const { since } = this.denials;
    if (since === undefined) {
      this.#timesAgain = 0;
    } else if (now - this.#againAt >= COUNT_AGAIN_EVERY || now < this.#againAt) {
      this.#againAt = now;
      this.#audits.hasten(since, Math.floor(this.#timesAgain++ / 2), now, floor, edge);
    }
  }

  /** Counts a window again whose count was contradicted, and has what is gone from it searched for. */
  async #countMiscountedAgain(now: number, floor: number, signal: AbortSignal): Promise<void> {
    const { known, bounds, miscounts } = this.#reader;
    const window = miscounts.due(now);
    if (window === undefined) {
      return;
    }
    const { least, most } = known.expectedIn(window, bounds);
    // That all of a window is gone takes more than its own count.
    const listed = Math.max(Math.min(1, least), least - this.gone.countIn(window));
    const expected = { window, purpose: 'count of what was counted wrong', least: listed, most };
    const miscount = await miscountOf(this.#reader, expected, signal);
    if (miscount === undefined) {
      miscounts.settle(window);
      return;
    }
    miscounts.conclude(miscount.doubt);
    if (miscount.doubt === 'counts-fewer') {
      this.#search.begin('gone', window, least - miscount.total, true);
    }
    if (miscount.total === 0 && window.since > floor) {
      miscounts.note({ ...window, since: Math.max(floor, 2 * window.since - window.until) }, miscount.doubt);
    }
  }

  /** Compares the total of a page that was read again with what is known of its window. */
  #compare(window: Window, { rows, damaged, pagination }: Page<SecurityEvent>): void {
    const { known, bounds } = this.#reader;
    const total = pagination?.total;
    if (total !== undefined && total < rows.length + damaged.length) {
      this.#reader.counts.noteMiscount(window, 'denies-rows');
    } else if (
      total !== undefined &&
      total < known.expectedIn(window, bounds).least - this.gone.countIn(window)
    ) {
      this.#reader.counts.noteMiscount(window, 'counts-fewer');
    }
  }

  /** Reads again what somebody looks at, and with what is left of the budget what is kept, for as long as there is time. */
  async reread(times: Omit<AuditTimes, 'isNow'>, hasTime: () => boolean, signal: AbortSignal): Promise<void> {
    await this.#rereading.spend(times, hasTime, signal);
  }

  /** Counts what is dated in the future, if that is due. */
  async auditFuture(now: number, signal: AbortSignal): Promise<void> {
    await this.#make(this.#audits.nextFuture(now), now, signal);
  }

  async #make(audit: Audit | undefined, now: number, signal: AbortSignal): Promise<void> {
    if (audit === undefined) {
      return;
    }
    const { window, purpose, index } = audit;
    const { known, bounds, trust, pageSize } = this.#reader;
    const { least, most } = known.expectedIn(window, bounds);
    const missing = this.#backlog.missingIn(window);
    const fewer = this.#audits.fewerIn(audit);
    const expected = { window, purpose, least: least - fewer, most: most - fewer };
    // A page that holds all of it is as cheap as its count, and shows what changed.
    const isPage = trust.isTrusted && most < pageSize.rows;
    const count = await countIn(this.#reader, expected, signal, isPage ? pageSize.asked : 1);
    this.#last = purpose;
    const lacks = this.#audits.compare(audit, now, count?.events, { least, most: most + missing });
    if (!lacks) {
      this.#searches.delete(index);
    } else if (count?.isReported === true) {
      this.#read(window);
    } else if (count !== undefined) {
      this.#searchLate(audit, count.events - expected.most);
    }
    // A window that the server takes for a wider one counts others, too.
    const counted = bounds.spill > 0 ? undefined : count?.events;
    if (counted !== undefined && counted >= most) {
      this.gone.forgetIn(window);
    } else if (counted !== undefined && this.gone.countIn(window) > most - counted) {
      this.#search.begin(
        'back',
        window,
        this.gone.countIn(window) - (most - counted),
        count?.isReported === true,
      );
    }
    // Nothing is certain of what is dated after now.
    if (count !== undefined && index >= 0) {
      this.denials.noteSpan(index, { window, fewer: least - count.events, read: least });
    }
    if (count !== undefined && least > count.events && this.fewer > 0) {
      this.#search.begin('gone', window, least - count.events, count.isReported);
    }
    if (!isPage && window.until !== undefined) {
      // What is newer is read again after the counts of shorter spans.
      this.#rereading.begin(index, { since: window.since, until: window.until - audit.shorter });
    }
  }

  #searchLate({ window, index }: Audit, lacking: number): void {
    const before = this.#searches.get(index);
    const times = before?.lacking === lacking ? before.times + 1 : 1;
    if (times <= MOST_SEARCHES && this.#search.begin('late', window, lacking, false)) {
      this.#searches.set(index, { lacking, times });
    }
  }

  #read(window: Window): void {
    this.#backlog.push(new Slice(window, 'audit', 'events that came in late'));
  }
}
