import type { Stores } from '../../src/stores/stores.ts';
import { createSync, type SyncOptions } from '../../src/sync/create-sync.ts';
import type { Sync } from '../../src/sync/sync.ts';
import { createFakeClient, type FakeAnswer, type FakeCall, type FakeClient } from './fake-client.ts';
import { countedIds, createMemoryJournal } from './memory-journal.ts';
import { sampleAgent, samplePolicy, sampleSession } from './sample-data.ts';
import type { VirtualClock } from './virtual-clock.ts';

const page = { pagination: { limit: 100, offset: 0, total: 0, has_more: false } };

/** What a small organization answers to each endpoint. */
export const SMALL_ORGANIZATION: Readonly<Record<string, unknown>> = {
  listEvents: { events: [], ...page },
  listAgents: { agents: [sampleAgent('agent-1').raw], pagination: { total: 1, has_more: false } },
  getAgent: sampleAgent('agent-1').raw,
  getSummary: { total_events: 3, outcomes: { block: 1 } },
  health: { status: 'ok' },
  getCalendar: { days: [] },
  listSessions: { sessions: [sampleSession('s1', 60).raw], ...page },
  listSessionClients: { clients: [] },
  listLlmCalls: { calls: [] },
  getPolicy: samplePolicy().raw,
  getTranscript: { session_id: 'uuid-of-s1', messages: [{ type: 'user', content: 'Fix the flaky test' }] },
};

export interface ModelSyncOptions {
  readonly stores: Stores;
  readonly clock: VirtualClock;
  /** What the server says. */
  readonly answer: (call: FakeCall) => FakeAnswer;
  /** Gives 0.5 unless said otherwise. */
  readonly random?: () => number;
  /** Is called with what a person is shown of lists. */
  readonly note?: SyncOptions['note'];
}

/** All of the reading and writing, not started yet, with a journal in memory and a server that is a function. */
export function createModelSync({ stores, clock, answer, random = () => 0.5, note }: ModelSyncOptions): {
  readonly sync: Sync;
  readonly client: FakeClient;
} {
  let client: FakeClient | undefined;
  const sync = createSync({
    stores,
    clock,
    random,
    note,
    journal: createMemoryJournal(),
    newId: countedIds(),
    createClient: (onExchange) => (client = createFakeClient(clock, answer, onExchange)),
  });
  if (client === undefined) {
    throw new Error('The client is made with the sync.');
  }
  return { sync, client };
}
