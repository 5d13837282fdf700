import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { createClient } from '../api/client.ts';
import type { Clock } from '../lib/clock.ts';
import type { Stores } from '../stores/stores.ts';
import type { Mode } from '../stores/view-store.ts';
import { createSync } from '../sync/create-sync.ts';
import type { Sync } from '../sync/sync.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { createJournalFile } from './journal/journal-file.ts';
import { stateFolder } from './state/state-place.ts';
import { version } from './version.ts';

/** What keeps the stores fresh from a server. It is loaded after the first frame, and so is all that reads answers. */
export function connectSync(
  { baseUrl, key, certificateFile }: ConnectionSettings,
  stores: Stores,
  clock: Clock,
  mode: Mode,
): Sync {
  return createSync({
    stores,
    clock,
    random: Math.random,
    newId: randomUUID,
    journal: createJournalFile({
      path: join(stateFolder(process.env), 'journal.jsonl'),
      identity: {
        base_url: baseUrl.href,
        pid: process.pid,
        ...(mode === 'demo' ? { demo: true } : {}),
      },
    }),
    createClient: (onExchange) =>
      createClient({
        baseUrl,
        key,
        certificateFile,
        clock,
        readOnly: mode === 'read-only',
        userAgent: `vigil/${version}`,
        onExchange,
      }),
  });
}
