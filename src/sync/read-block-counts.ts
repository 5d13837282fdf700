import type { Client } from '../api/client.ts';
import { listEvents } from '../api/events.ts';
import { BLOCK_SPANS, type BlockCounts } from '../stores/overview/block-counts.ts';

/**
 * How many events were blocked in the last hour and the last day before `now`, in milliseconds, by the totals of
 * GET /events: the events themselves are not read. Undefined where the server tells no total.
 */
export async function readBlockCounts(
  client: Client,
  now: number,
  signal: AbortSignal | undefined,
  purpose: string,
): Promise<BlockCounts> {
  const count = async (span: number) => {
    const since = `${new Date(now - span).toISOString().slice(0, 19)}Z`;
    const { value } = await listEvents(client, { outcome: 'block', since, limit: 1 }, signal, purpose);
    return value.pagination?.total;
  };
  return { hour: await count(BLOCK_SPANS.hour), day: await count(BLOCK_SPANS.day) };
}
