import { randomUUID } from 'node:crypto';

import { createClient } from '../../api/client.ts';
import { notify } from '../../commands/base/notices.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Stores } from '../../stores/stores.ts';
import type { Mode } from '../../stores/view/view-store.ts';
import { createSync } from '../../sync/create-sync.ts';
import type { Sync } from '../../sync/sync.ts';
import type { ConnectionSettings } from '../../host/connection/connection-settings.ts';
import { logExchange } from '../../host/faults/log-exchange.ts';
import { openJournal } from '../../host/journal/open-journal.ts';
import type { OpenOperations } from '../../host/journal/open-operations.ts';
import { shareQuota } from '../../host/state/shared-quota.ts';
import { organizationFolder } from '../../host/state/state-place.ts';
import { version } from '../../host/version.ts';

/** What keeps the stores fresh from a server. It is loaded after the first frame, and so is all that reads answers. */
export function connectSync(
  settings: ConnectionSettings,
  stores: Stores,
  clock: Clock,
  { mode, operations }: { readonly mode: Mode; readonly operations: OpenOperations },
): Sync {
  const { baseUrl, key, certificateFile } = settings;
  const { access } = stores.view.getState();
  const isDemo = access.openMode === 'demo';
  const quota = isDemo
    ? undefined
    : shareQuota({
        folder: organizationFolder(process.env, settings),
        userId: process.getuid?.() ?? 0,
        clock,
      });
  const sync = createSync({
    consoles: quota,
    stores,
    clock,
    random: Math.random,
    newId: randomUUID,
    // What is done to a demo ends with it.
    journal: isDemo ? openJournal(settings, true) : operations.watch(openJournal(settings, false)),
    notify: (sentence, topic) =>
      notify({ stores, clock }, sentence, sentence.startsWith('Confirmed') ? 'good' : 'bad', topic),
    note: (sentence, topic) => notify({ stores, clock }, sentence, 'plain', topic),
    createClient: (onExchange) =>
      createClient({
        baseUrl,
        key,
        certificateFile,
        clock,
        readOnly: mode === 'read-only',
        staysReadOnly: access.forbiddenBy !== undefined,
        userAgent: `vigil/${version}`,
        onExchange(exchange) {
          logExchange(exchange);
          onExchange(exchange);
        },
      }),
  });
  return {
    ...sync,
    stop() {
      quota?.leave();
      sync.stop();
    },
  };
}
