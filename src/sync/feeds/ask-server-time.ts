import { ApiError } from '../../api/errors.ts';
import type { Client } from '../../api/client.ts';
import { getHealth } from '../../api/health.ts';
import type { Clock } from '../../lib/clock.ts';
import { parseTime } from '../../lib/format-time.ts';

/** Milliseconds that the server may take to say its time. */
const PATIENCE = 5000;

/**
 * What time it is at the server, in milliseconds: the Date header of GET /health, else its timestamp, else our own
 * clock. Rejects only when `signal` aborts, with its reason.
 */
export async function askServerTime(client: Client, clock: Clock, signal: AbortSignal): Promise<number> {
  const overdue = new AbortController();
  const cancel = clock.schedule(PATIENCE, () => overdue.abort());
  try {
    const either = AbortSignal.any([signal, overdue.signal]);
    const { value, facts } = await getHealth(client, either, 'what time it is there');
    return facts.serverDate ?? parseTime(value.timestamp) ?? clock.now();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ApiError || overdue.signal.aborted) {
      return clock.now();
    }
    throw error;
  } finally {
    cancel();
  }
}
