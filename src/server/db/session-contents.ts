import { inflateRawSync } from 'node:zlib';

import type { MessageRecord } from '../base/records.ts';
import type { Database } from './database.ts';

/** The messages of the session with that number; none when the session does not exist. */
export function readMessages(database: Database, session: number): readonly MessageRecord[] {
  const row = database.one<{ messages: Uint8Array }>(
    'SELECT messages FROM session_contents WHERE session = ?',
    session,
  );
  return row === undefined ? [] : (JSON.parse(inflateRawSync(row.messages).toString()) as MessageRecord[]);
}
