import { randomUUID } from 'node:crypto';

import { systemClock } from '../lib/clock.ts';
import { createWriter, type Writer } from '../sync/writes/writer.ts';
import type { CommandSession } from './command-session.ts';
import { openJournal } from './journal/open-journal.ts';

/** What makes the writes of a command: on the same path as those of the console, and in the same journal. */
export function createCommandWriter({ target, connection }: CommandSession): Writer {
  return createWriter({
    client: connection.governor.pace(connection.client, 'person-write'),
    clock: systemClock,
    journal: openJournal(target, target.isDemo),
    newId: randomUUID,
  });
}
