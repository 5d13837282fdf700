import type { Client } from '../../api/client.ts';
import { agentSchema, type Agent } from '../../contract/agent.ts';
import type { Policy } from '../../contract/policy.ts';
import { agentDeletionWrite } from './agent-deletion.ts';
import { agentStatusWrite } from './agent-status.ts';
import { sendingOf, type JournalOperation, type JournalState } from './journal.ts';
import { wantedBy } from './later-changes.ts';
import { policyOf } from './policy-of-step.ts';
import { policyWrite } from './policy-write.ts';
import type { Write } from './write.ts';

/** What is read of what a write is about. */
export type AnyState = Agent | 'gone' | Policy;

/** The write that the journal has an operation of, as far as it is needed to read and judge what it is about. */
export function writeOf(client: Client, operation: JournalOperation): Write<AnyState, unknown> {
  const { action, target } = operation.steps[0];
  const agent = () => agentSchema.parse({ ...target, id: target.id ?? 'unknown' });
  switch (action) {
    case 'policy':
      return policyWrite(client, {
        base: policyOf({ ...beforeOf(operation), version: target.version }),
        changes: wantedBy(operation),
      });
    case 'suspend':
    case 'reactivate':
      return agentStatusWrite(client, {
        agent: agent(),
        status: action === 'suspend' ? 'suspended' : 'active',
        reason: '',
      });
    case 'delete':
    case 'hard-delete':
      return agentDeletionWrite(client, {
        agent: agent(),
        hard: action === 'hard-delete',
        reason: '',
      });
  }
}

/** As it was when the write was sent, or else as the person saw it. */
function beforeOf(operation: JournalOperation): JournalState {
  return sendingOf(operation)?.before ?? operation.steps[0].before ?? {};
}
