import { Worker } from 'node:worker_threads';

import { parseApiKey } from '../../api/api-key.ts';
import { parseBaseUrl } from '../../api/base-url.ts';
import type { ConnectionSettings } from '../../host/connection/connection-settings.ts';
import { programFile } from '../../host/faults/hold-program-files.ts';

interface Started {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Starts the embedded service of the demo on a thread of its own. Rejects when it could not start. */
export async function startDemo(): Promise<ConnectionSettings> {
  const built = programFile(new URL('./demo-worker.js', import.meta.url));
  // A thread would take the options of Node that stand in the environment, although a single executable keeps them out.
  const env = { ...process.env, NODE_OPTIONS: undefined };
  const worker =
    built === undefined
      ? new Worker(new URL('./demo-worker.ts', import.meta.url), { env })
      : new Worker(built, { eval: true, execArgv: ['--input-type=module'], env });
  // The console decides when the program ends.
  worker.unref();
  const { baseUrl, apiKey } = await new Promise<Started>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return { baseUrl: parseBaseUrl(baseUrl), key: parseApiKey(apiKey) };
}
