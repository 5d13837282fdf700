import { randomUUID } from 'node:crypto';

import { systemClock } from '../lib/clock.ts';
import { createWriter, type Writer } from '../sync/writes/writer.ts';
import type { CommandSession } from './command-session.ts';
import { createJournalFile } from './journal/journal-file.ts';
import { journalIdentity } from './journal/journal-identity.ts';
import { journalPath } from './journal/journal-place.ts';

/** What makes the writes of a command: on the same path as those of the console, and in the same journal. */
export function createCommandWriter({ target, connection }: CommandSession): Writer {
  return createWriter({
    client: connection.governor.pace(connection.client, 'person-write'),
    clock: systemClock,
    journal: createJournalFile({
      path: journalPath(process.env),
      userId: process.getuid?.() ?? 0,
      identity: journalIdentity(target, target.isDemo),
    }),
    newId: randomUUID,
  });
}
