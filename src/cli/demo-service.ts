import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

import { parseApiKey } from '../api/api-key.ts';
import { parseBaseUrl } from '../api/base-url.ts';
import type { ConnectionSettings } from './connection-settings.ts';

interface Started {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Starts the embedded service of the demo on a thread of its own. Rejects when it could not start. */
export async function startDemo(): Promise<ConnectionSettings> {
  const built = new URL('./demo-worker.js', import.meta.url);
  const worker = new Worker(existsSync(built) ? built : new URL('./demo-worker.ts', import.meta.url));
  // The console decides when the program ends.
  worker.unref();
  const { baseUrl, apiKey } = await new Promise<Started>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return { baseUrl: parseBaseUrl(baseUrl), key: parseApiKey(apiKey) };
}
