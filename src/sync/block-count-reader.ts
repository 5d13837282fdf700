import type { Client } from '../api/client.ts';
import { listEvents } from '../api/events.ts';
import { BLOCK_SPANS, type BlockCounts } from '../stores/overview/block-counts.ts';

/** For so many milliseconds a count that was read is not asked for again because the other one failed. */
const KEPT_FOR = 10_000;

/**
 * Counts the events that were blocked in the last hour and the last day, by the totals of GET /events: the events
 * themselves are not read.
 */
export class BlockCountReader {
  readonly #client: Client;
  readonly #purpose: string;
  readonly #kept = new Map<number, { readonly count: number | undefined; readonly at: number }>();

  constructor(client: Client, purpose: string) {
    this.#client = client;
    this.#purpose = purpose;
  }

  /** How many counts of a read that failed are kept. */
  get progress(): number {
    return this.#kept.size;
  }

  /**
   * The counts before `now`, in milliseconds, asked for at once; undefined where the server tells no total. Throws what a
   * request throws.
   */
  async read(now: number, signal: AbortSignal | undefined): Promise<BlockCounts> {
    const spans = [BLOCK_SPANS.hour, BLOCK_SPANS.day];
    const read = await Promise.allSettled(spans.map((span) => this.#count(span, now, signal)));
    const failed = read.find((each) => each.status === 'rejected');
    if (failed !== undefined) {
      throw failed.reason;
    }
    const [hour, day] = spans.map((span) => this.#kept.get(span)?.count);
    this.#kept.clear();
    return { hour, day };
  }

  /** Keeps the count of the span, unless one that was kept is new enough. */
  async #count(span: number, now: number, signal: AbortSignal | undefined): Promise<void> {
    const kept = this.#kept.get(span);
    if (kept !== undefined && Math.abs(now - kept.at) <= KEPT_FOR) {
      return;
    }
    this.#kept.delete(span);
    const since = `${new Date(now - span).toISOString().slice(0, 19)}Z`;
    const query = { outcome: 'block', since, limit: 1 } as const;
    const { value } = await listEvents(this.#client, query, signal, this.#purpose);
    this.#kept.set(span, { count: value.pagination?.total, at: now });
  }
}
