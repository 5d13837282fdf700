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
  #hour: { readonly count: number | undefined; readonly at: number } | undefined;

  constructor(client: Client, purpose: string) {
    this.#client = client;
    this.#purpose = purpose;
  }

  /** How many counts of a read that failed are kept. */
  get progress(): number {
    return this.#hour === undefined ? 0 : 1;
  }

  /** The counts before `now`, in milliseconds; undefined where the server tells no total. Throws what a request throws. */
  async read(now: number, signal: AbortSignal | undefined): Promise<BlockCounts> {
    if (this.#hour === undefined || Math.abs(now - this.#hour.at) > KEPT_FOR) {
      this.#hour = { count: await this.#count(BLOCK_SPANS.hour, now, signal), at: now };
    }
    const hour = this.#hour.count;
    const day = await this.#count(BLOCK_SPANS.day, now, signal);
    this.#hour = undefined;
    return { hour, day };
  }

  async #count(span: number, now: number, signal: AbortSignal | undefined): Promise<number | undefined> {
    const since = `${new Date(now - span).toISOString().slice(0, 19)}Z`;
    const query = { outcome: 'block', since, limit: 1 } as const;
    const { value } = await listEvents(this.#client, query, signal, this.#purpose);
    return value.pagination?.total;
  }
}
