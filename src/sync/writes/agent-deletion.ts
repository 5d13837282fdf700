import { deleteAgent } from '../../api/agents.ts';
import type { Client } from '../../api/client.ts';
import { STATUS } from '../../contract/status.ts';
import {
  agentTarget,
  agentToJournal,
  describeAgent,
  findMove,
  readAgentState,
  type AgentState,
} from './agent-state.ts';
import type { Write } from './write.ts';
import type { AgentDeletionRequest } from './requests.ts';

/**
 * Deletes one agent, softly or for good (DELETE /registered-agents/{id}). What a soft deletion does is not shown, so it
 * is observed: the agent is gone, or its status is `deleted`, or nothing changed.
 */
export function agentDeletionWrite(
  client: Client,
  { agent, hard, reason, inBulk = false }: AgentDeletionRequest,
): Write<AgentState, unknown> {
  const name = agent.hostname ?? agent.id;
  const isReached = (state: AgentState) => state === 'gone' || (!hard && state.status === 'deleted');
  return {
    intent: {
      action: hard ? 'hard-delete' : 'delete',
      target: agentTarget(agent),
      before: agentToJournal(agent),
      wanted: hard ? { gone: true } : { status: 'deleted' },
      reason,
    },
    name,
    subject: name,
    area: 'agents',
    inBulk,
    read: (purpose) => readAgentState(client, agent.id, purpose),
    findObstacle(fresh) {
      const move = findMove(agent, fresh);
      return fresh !== 'gone' && isReached(fresh)
        ? { sentence: `${name} is deleted already.`, isMoved: move !== undefined }
        : move;
    },
    send: (_fresh, leaveBy) =>
      deleteAgent(
        client,
        agent.id,
        { hard, reason },
        { purpose: hard ? 'delete for good' : 'delete', leaveBy },
      ),
    isReached,
    describeReached(after) {
      if (after !== 'gone') {
        return 'is deleted: the server keeps it with that status';
      }
      return hard ? 'is gone for good' : 'is gone: this server removes what is deleted softly';
    },
    describeMissed: (after) => `${describeAgent(after)} and still there`,
    explainContradiction: () =>
      hard
        ? 'Either it does not carry deletions out, or the machine registered again right after.'
        : 'A soft deletion changes nothing on this server, or somebody changed the agent again right after.',
    // On its way a request may be repeated, and then the answer is that of the second one.
    isReachedBy: (status) => status === STATUS.notFound,
    toJournal: agentToJournal,
  };
}
