import type { Journal } from '../../sync/writes/journal.ts';
import type { ConnectionSettings } from '../connection/connection-settings.ts';
import { createJournalFile } from './journal-file.ts';
import { journalIdentity } from './journal-identity.ts';
import { journalPath } from './journal-place.ts';

/** The journal of this host and user, for writes to one server. Nothing is opened yet. */
export function openJournal(settings: ConnectionSettings, isDemo: boolean): Journal {
  return createJournalFile({
    path: journalPath(process.env),
    userId: process.getuid?.() ?? 0,
    identity: journalIdentity(settings, isDemo),
  });
}
