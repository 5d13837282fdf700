import type { Writable } from '../../src/api/client.ts';
import type {
  AgentDeletionRequest,
  AgentStatusRequest,
  PolicyWriteRequest,
  Sync,
} from '../../src/sync/sync.ts';
import type { JournalReading } from '../../src/sync/writes/journal.ts';
import type { AgentVerdict, PolicyVerdict } from '../../src/sync/writes/verdict.ts';

/** Any of what a Sync can be asked to write. */
export type AnyWriteRequest = AgentStatusRequest | AgentDeletionRequest | PolicyWriteRequest;

/** A Sync that notes what it is asked and gives the verdicts that a test chooses. */
export interface FakeSync extends Sync {
  /** What was asked, in order: `refresh`, `open s1`. */
  readonly calls: readonly string[];
  readonly agentRequests: readonly AgentStatusRequest[];
  readonly deletionRequests: readonly AgentDeletionRequest[];
  readonly policyRequests: readonly PolicyWriteRequest[];
  /** What `setWritable` was called with, in order. */
  readonly writable: readonly Writable[];
  verdict: AgentVerdict & PolicyVerdict;
  /** Gives the verdict on a request, at once or later, in the place of `verdict`. */
  judge:
    | ((request: AnyWriteRequest) => (AgentVerdict & PolicyVerdict) | Promise<AgentVerdict & PolicyVerdict>)
    | undefined;
  journal: JournalReading;
}

/** A Sync to which every write is confirmed until set otherwise. */
export function createFakeSync(): FakeSync {
  const calls: string[] = [];
  const agentRequests: AgentStatusRequest[] = [];
  const deletionRequests: AgentDeletionRequest[] = [];
  const policyRequests: PolicyWriteRequest[] = [];
  const writable: Writable[] = [];
  const note = (call: string) => void calls.push(call);
  const fake: FakeSync = {
    calls,
    agentRequests,
    deletionRequests,
    policyRequests,
    writable,
    verdict: { kind: 'confirmed', sentence: 'Confirmed: it is as it was asked to be.' },
    judge: undefined,
    journal: { operations: [], damaged: 0 },
    start: () => note('start'),
    stop: () => note('stop'),
    refresh: () => note('refresh'),
    setLookedAt: (isLookedAt) => note(isLookedAt ? 'looked at' : 'not looked at'),
    openTranscript: (session) => note(`open ${session.id}`),
    closeTranscript: () => note('close'),
    searchSessions: ({ sought, sessions }) =>
      note(`search ${sought.words ?? sought.kind} in ${sessions.map(({ id }) => id).join()}`),
    stopSearch: () => note('stop search'),
    goOnSearching: () => note('go on searching'),
    hunt: ({ file }) => note(`hunt ${file}`),
    goOnHunting: () => note('go on hunting'),
    stopHunting: () => note('stop hunting'),
    readMachineSessions: (clientId) => note(`sessions of ${clientId}`),
    readHistory: ({ filter }) => note(`history ${JSON.stringify(filter)}`),
    giveUpHistory: () => note('give up history'),
    setWritable: (until) => void writable.push(until),
    readJournal({ onPart } = {}) {
      onPart?.(fake.journal.operations);
      return Promise.resolve(fake.journal);
    },
    changeAgentStatus(request) {
      agentRequests.push(request);
      return verdictOn(request);
    },
    deleteAgent(request) {
      deletionRequests.push(request);
      return verdictOn(request);
    },
    writePolicy(request) {
      policyRequests.push(request);
      return verdictOn(request);
    },
  };
  const verdictOn = async (request: AnyWriteRequest) => fake.judge?.(request) ?? fake.verdict;
  return fake;
}
