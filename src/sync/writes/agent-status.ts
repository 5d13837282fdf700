import { setAgentStatus } from '../../api/agents.ts';
import type { Client } from '../../api/client.ts';
import type { AgentState } from './agent-state.ts';
import { agentWrite } from './agent-write.ts';
import type { AgentStatusRequest } from './requests.ts';
import { endOfSuspended } from './suspension-ends.ts';
import type { Write } from './write.ts';

/** Suspends or reactivates one agent (PUT /registered-agents/{id}/status). */
export function agentStatusWrite(client: Client, request: AgentStatusRequest): Write<AgentState, unknown> {
  const { agent, status, reason, until, isUndo } = request;
  const isSuspending = status === 'suspended';
  return agentWrite(client, request, {
    action: isSuspending ? 'suspend' : 'reactivate',
    wanted: { status },
    until,
    isUndo,
    word: status,
    missed: '',
    contradiction:
      'It does not carry such changes out, its readings are older still, or another change came after it: which of these cannot be seen here.',
    ...(isSuspending && {
      settleReached: (fresh, isMoved, context) => endOfSuspended(fresh, { until, reason, isMoved }, context),
    }),
    isReached: (state) => state !== 'gone' && state.status === status,
    describeReached: () => (isSuspending ? 'is suspended' : 'is active again'),
    send: (leaveBy) =>
      setAgentStatus(
        client,
        agent.id,
        { status, reason },
        { purpose: isSuspending ? 'suspend' : 'reactivate', leaveBy },
      ),
  });
}
