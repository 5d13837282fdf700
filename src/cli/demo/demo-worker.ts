import { parentPort } from 'node:worker_threads';

import { startService } from '../../server/service.ts';
import { createSyntheticOrganization } from '../../server/synth/organization.ts';
import { DEMO } from './demo-settings.ts';

/** The embedded service of the demo, on a thread of its own so that it never slows the console. */
const service = await startService({ ...DEMO, createOrganization: createSyntheticOrganization });
parentPort?.postMessage({ baseUrl: service.baseUrl, apiKey: service.apiKey });
