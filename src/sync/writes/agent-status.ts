import { setAgentStatus } from '../../api/agents.ts';
import type { Client } from '../../api/client.ts';
import {
  agentTarget,
  agentToJournal,
  describeAgent,
  findMove,
  readAgentState,
  type AgentState,
} from './agent-state.ts';
import type { Write } from './write.ts';
import type { AgentStatusRequest } from './requests.ts';

/** Suspends or reactivates one agent (PUT /registered-agents/{id}/status). */
export function agentStatusWrite(
  client: Client,
  { agent, status, reason, isUndo, inBulk = false }: AgentStatusRequest,
): Write<AgentState, unknown> {
  const isSuspending = status === 'suspended';
  const isReached = (state: AgentState) => state !== 'gone' && state.status === status;
  const wanted = isSuspending ? 'is suspended' : 'is active again';
  const name = agent.hostname ?? agent.id;
  return {
    intent: {
      action: isSuspending ? 'suspend' : 'reactivate',
      target: agentTarget(agent),
      before: agentToJournal(agent),
      wanted: { status },
      reason,
      isUndo,
    },
    name,
    subject: name,
    area: 'agents',
    inBulk,
    read: (purpose) => readAgentState(client, agent.id, purpose),
    findObstacle(fresh) {
      const move = findMove(agent, fresh);
      return isReached(fresh)
        ? { sentence: `${name} is ${status} already.`, isMoved: move !== undefined }
        : move;
    },
    send: (_fresh, leaveBy) =>
      setAgentStatus(
        client,
        agent.id,
        { status, reason },
        { purpose: isSuspending ? 'suspend' : 'reactivate', leaveBy },
      ),
    isReached,
    describeReached: () => wanted,
    describeMissed: describeAgent,
    explainContradiction: () =>
      'Either it does not carry such changes out, or somebody changed the agent again right after.',
    toJournal: agentToJournal,
  };
}
