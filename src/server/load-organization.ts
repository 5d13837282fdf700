import { setImmediate as nextTurn } from 'node:timers/promises';

import { insertAgents } from './db/agents.ts';
import type { Database } from './db/database.ts';
import { insertRegistrationKeys } from './db/keys.ts';
import { insertOrganization, markComplete } from './db/organizations.ts';
import { writePolicy } from './db/policies.ts';
import type { SynthesisSettings, SyntheticOrganization } from './base/records.ts';
import { storeHappenings } from './store-happenings.ts';

/** How often progress is reported, in events. */
const PROGRESS_STEP = 100_000;

/**
 * Stores a synthetic organization with its whole history, one batch a transaction, and gives its number. It counts as
 * complete only at the end: a load that is cut short is removed at the next start. Other work gets its turn between
 * batches, and an aborted signal ends it there: the promise then rejects with the signal's reason.
 */
export async function loadOrganization(
  database: Database,
  settings: SynthesisSettings,
  synthetic: SyntheticOrganization,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<number> {
  const organization = database.transaction(() => {
    const number = insertOrganization(database, settings);
    insertRegistrationKeys(database, number, synthetic.registrationKeys);
    insertAgents(database, number, synthetic.agents);
    writePolicy(database, number, synthetic.policy);
    return number;
  });
  let stored = 0;
  for (const happenings of synthetic.history()) {
    database.transaction(() => storeHappenings(database, organization, happenings));
    const before = stored;
    stored += happenings.events.length;
    if (Math.floor(stored / PROGRESS_STEP) > Math.floor(before / PROGRESS_STEP)) {
      log(`${stored} of ${settings.events} events made`);
    }
    await nextTurn();
    signal?.throwIfAborted();
  }
  database.transaction(() => markComplete(database, organization));
  return organization;
}
