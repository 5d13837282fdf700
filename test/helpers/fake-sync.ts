import type { AgentStatusRequest, PolicyWriteRequest, Sync, Verdict } from '../../src/sync/sync.ts';

/** A Sync that notes what it is asked and gives the verdicts that a test chooses. */
export interface FakeSync extends Sync {
  /** What was asked, in order: `refresh`, `open s1`. */
  readonly calls: readonly string[];
  readonly agentRequests: readonly AgentStatusRequest[];
  readonly policyRequests: readonly PolicyWriteRequest[];
  verdict: Verdict;
}

/** A Sync to which every write is confirmed until told otherwise. */
export function createFakeSync(): FakeSync {
  const calls: string[] = [];
  const agentRequests: AgentStatusRequest[] = [];
  const policyRequests: PolicyWriteRequest[] = [];
  const note = (call: string) => void calls.push(call);
  return {
    calls,
    agentRequests,
    policyRequests,
    verdict: { kind: 'confirmed', sentence: 'Confirmed: it is as it was asked to be.' },
    start: () => note('start'),
    stop: () => note('stop'),
    refresh: () => note('refresh'),
    setLookedAt: (isLookedAt) => note(isLookedAt ? 'looked at' : 'not looked at'),
    openTranscript: (session) => note(`open ${session.id}`),
    closeTranscript: () => note('close'),
    readMachineSessions: (clientId) => note(`sessions of ${clientId}`),
    readHistory: ({ filter }) => note(`history ${JSON.stringify(filter)}`),
    giveUpHistory: () => note('give up history'),
    changeAgentStatus(request) {
      agentRequests.push(request);
      return Promise.resolve(this.verdict);
    },
    writePolicy(request) {
      policyRequests.push(request);
      return Promise.resolve(this.verdict);
    },
  };
}
