import type { Audit, Audits } from './audits.ts';
import type { Backlog } from './backlog.ts';
import { GoneEvents } from './gone-events.ts';
import { Slice } from './slice.ts';
import type { SliceReader } from './slice-reader.ts';

/** Makes the audits that are due, and sees to it that what lacks is read. Times are seconds of the server. */
export class Auditor {
  readonly #reader: SliceReader;
  readonly #backlog: Backlog;
  readonly #audits: Audits;
  /** Which events the server does not list any more. */
  readonly gone: GoneEvents;
  #last: string | undefined;

  constructor(reader: SliceReader, backlog: Backlog, audits: Audits) {
    this.#reader = reader;
    this.#backlog = backlog;
    this.#audits = audits;
    this.gone = new GoneEvents(reader);
  }

  /** The audit that was made last, in words. */
  get last(): string | undefined {
    return this.#last;
  }

  /** Events that were read and that the server no longer counts. */
  get fewer(): number {
    return this.#audits.fewer;
  }

  /** Counts a span of the past that ends at `edge` and begins at `floor` at the earliest, if one is due. */
  async auditPast(now: number, floor: number, edge: number, signal: AbortSignal): Promise<void> {
    await this.#make(this.#audits.next(now, floor, edge, this.#reader.known), now, signal);
  }

  /** Counts what is dated in the future, if that is due. */
  async auditFuture(now: number, signal: AbortSignal): Promise<void> {
    await this.#make(this.#audits.nextFuture(now), now, signal);
  }

  async #make(audit: Audit | undefined, now: number, signal: AbortSignal): Promise<void> {
    if (audit === undefined) {
      return;
    }
    const { known, bounds } = this.#reader;
    const total = await this.#reader.count(new Slice(audit.window, 'audit', audit.purpose), signal);
    const { least, most } = known.expectedIn(audit.window, bounds);
    const missing = this.#backlog.missingIn(audit.window);
    this.#last = audit.purpose;
    if (this.#audits.compare(audit, now, total, { least, most: most + missing })) {
      this.#backlog.push(new Slice(audit.window, 'audit', 'events that came in late'));
    }
    if (total !== undefined && least > total && this.fewer > 0) {
      this.gone.search(audit.window, least - total);
    }
  }
}
