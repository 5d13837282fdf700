import { recordCheckIn } from './db/agents.ts';
import type { Database } from './db/database.ts';
import { insertEvents } from './db/events.ts';
import { insertLlmCalls } from './db/llm-calls.ts';
import { storeSessions } from './db/sessions.ts';
import type { Happenings } from './base/records.ts';

/** Stores what happened in an organization. To be called inside a transaction. */
export function storeHappenings(database: Database, organization: number, happenings: Happenings): void {
  insertEvents(database, organization, happenings.events);
  insertLlmCalls(database, organization, happenings.llmCalls);
  storeSessions(database, organization, happenings.sessions);
  for (const { agentId, at } of happenings.checkIns) {
    recordCheckIn(database, organization, agentId, at);
  }
}
