import type { Client } from '../../api/client.ts';
import { listEvents } from '../../api/events.ts';
import { BLOCK_SPANS, type BlockCounts, type BlockSpan } from '../../stores/events/block-counts.ts';

/** For so many milliseconds a count that was read is not asked for again because the other one failed. */
const KEPT_FOR = 10_000;

/**
 * Counts the events that were blocked in the last hour and the last day, by the totals of GET /events: the events
 * themselves are not read.
 */
export class BlockCountReader {
  readonly #client: Client;
  readonly #purpose: string;
  readonly #kept = new Map<BlockSpan, { readonly count: number | undefined; readonly at: number }>();

  constructor(client: Client, purpose: string) {
    this.#client = client;
    this.#purpose = purpose;
  }

  /** How many counts of a read that failed are kept. */
  get progress(): number {
    return this.#kept.size;
  }

  /** The counts before `now`, in milliseconds; undefined where the server reports no total. Throws what a request throws. */
  async read(now: number, signal: AbortSignal | undefined): Promise<BlockCounts> {
    const counts = [this.#count('hour', now, signal), this.#count('day', now, signal)] as const;
    // One that fails does not take the other one with it.
    await Promise.allSettled(counts);
    const [hour, day] = await Promise.all(counts);
    this.#kept.clear();
    return { hour, day };
  }

  async #count(span: BlockSpan, now: number, signal: AbortSignal | undefined): Promise<number | undefined> {
    const kept = this.#kept.get(span);
    if (kept !== undefined && Math.abs(now - kept.at) <= KEPT_FOR) {
      return kept.count;
    }
    const since = `${new Date(now - BLOCK_SPANS[span]).toISOString().slice(0, 19)}Z`;
    const query = { outcome: 'block', since, limit: 1 } as const;
    const { value } = await listEvents(this.#client, query, signal, this.#purpose);
    const count = value.pagination?.total;
    this.#kept.set(span, { count, at: now });
    return count;
  }
}
