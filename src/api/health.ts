import { healthSchema, type Health } from '../contract/health.ts';
import type { Answered, Client } from './client.ts';

/** GET /health. Sent without the key. */
export function getHealth(client: Client, signal?: AbortSignal): Promise<Answered<Health>> {
  return client.call('health', { signal, purpose: 'health' }, (body) => healthSchema.parse(body));
}
