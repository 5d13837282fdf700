import { summarySchema, type Summary } from '../contract/summary.ts';
import type { Answered, Client } from './client.ts';

/** GET /stats/summary: counts over the period that the server chooses. */
export function getSummary(
  client: Client,
  signal?: AbortSignal,
  purpose?: string,
): Promise<Answered<Summary>> {
  return client.call('getSummary', { signal, purpose }, (body) => summarySchema.parse(body));
}
