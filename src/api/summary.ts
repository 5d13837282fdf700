import { refuseErrorWithoutData } from '../contract/error.ts';
import { summarySchema, type Summary } from '../contract/summary.ts';
import type { Answered, Client } from './client.ts';

/** GET /stats/summary: counts over the period that the server chooses. */
export function getSummary(
  client: Client,
  signal?: AbortSignal,
  purpose?: string,
): Promise<Answered<Summary>> {
  return client.call('getSummary', { signal, purpose }, (body) => {
    const summary = summarySchema.parse(body);
    const { total_events: total, outcomes, ecosystems } = summary;
    const hasCounts = [outcomes, ecosystems].some((counts) => Object.keys(counts ?? {}).length > 0);
    refuseErrorWithoutData(summary.raw, hasCounts || (total ?? 0) > 0);
    return summary;
  });
}
