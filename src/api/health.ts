import { healthSchema, type Health } from '../contract/health.ts';
import type { Answered, Client } from './client.ts';

/** GET /health. Sent without the key. */
export function getHealth(
  client: Client,
  signal?: AbortSignal,
  purpose = 'health',
): Promise<Answered<Health>> {
  return client.call('health', { signal, purpose }, (body) => healthSchema.parse(body));
}
