import { refuseErrorWithoutData } from '../contract/error.ts';
import { healthSchema, type Health } from '../contract/health.ts';
import type { Answered, Client } from './client.ts';

/** GET /health. Sent without the key. */
export function getHealth(
  client: Client,
  signal?: AbortSignal,
  purpose = 'health',
): Promise<Answered<Health>> {
  return client.call('health', { signal, purpose }, (body) => {
    const health = healthSchema.parse(body);
    const { status, timestamp, version, database } = health;
    const values = [status, timestamp, version, database];
    refuseErrorWithoutData(
      health.raw,
      values.some((value) => value !== undefined),
    );
    return health;
  });
}
