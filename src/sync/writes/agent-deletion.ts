import { deleteAgent } from '../../api/agents.ts';
import type { Client } from '../../api/client.ts';
import { STATUS } from '../../contract/status.ts';
import type { AgentState } from './agent-state.ts';
import { agentWrite } from './agent-write.ts';
import type { AgentDeletionRequest } from './requests.ts';
import type { Write } from './write.ts';

/**
 * Deletes one agent, softly or for good (DELETE /registered-agents/{id}). What a soft deletion does is not shown, so it
 * is observed: the agent is gone, or its status is `deleted`, or nothing changed.
 */
export function agentDeletionWrite(
  client: Client,
  request: AgentDeletionRequest,
): Write<AgentState, unknown> {
  const { agent, hard, reason } = request;
  return agentWrite(client, request, {
    action: hard ? 'hard-delete' : 'delete',
    wanted: hard ? { gone: true } : { status: 'deleted' },
    word: 'deleted',
    missed: ' and still there',
    contradiction: hard
      ? 'It does not carry deletions out, its readings are older still, or the machine registered again: which of these cannot be seen here.'
      : 'A soft deletion changes nothing on this server, its readings are older still, or another change came after it: which of these cannot be seen here.',
    isReached: (state) => state === 'gone' || (!hard && state.status === 'deleted'),
    describeReached(after) {
      if (after !== 'gone') {
        return 'is deleted: the server keeps it with that status';
      }
      return hard ? 'is gone for good' : 'is gone: this server removes what is deleted softly';
    },
    send: (leaveBy) =>
      deleteAgent(
        client,
        agent.id,
        { hard, reason },
        { purpose: hard ? 'delete for good' : 'delete', leaveBy },
      ),
    // On its way a request may be repeated, and then the answer is that of the second one.
    isReachedBy: (status) => status === STATUS.notFound,
  });
}
