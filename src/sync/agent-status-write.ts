import { getAgent, setAgentStatus } from '../api/agents.ts';
import type { Client } from '../api/client.ts';
import type { Agent } from '../contract/agent.ts';
import { mayHaveBeenApplied } from './failure.ts';
import type { AgentStatusRequest, Verdict } from './sync.ts';

/**
 * Changes the status of one agent: reads it anew and stops when it is not the one that was decided on any more, sends
 * the change, and reads again to tell what became of it. `onRead` is given every agent that was read. Never throws.
 */
export async function writeAgentStatus(
  client: Client,
  { agent, status, reason }: AgentStatusRequest,
  onRead: (agent: Agent) => void,
): Promise<Verdict> {
  const name = agent.hostname ?? agent.id;
  try {
    const before = (await getAgent(client, agent.id, undefined, 'before the change')).value;
    onRead(before);
    const changed = (['hostname', 'generation', 'status'] as const).filter(
      (field) => before[field] !== agent[field],
    );
    if (changed.length > 0) {
      const told = changed.map(
        (field) => `${field} is ${before[field] ?? 'absent'}, was ${agent[field] ?? 'absent'}`,
      );
      return refused(
        `Nothing was sent: ${name} changed meanwhile (${told.join('; ')}). Look at it and decide again.`,
      );
    }
  } catch (error) {
    return refused(`Nothing was sent: ${name} could not be read before the change. ${messageOf(error)}`);
  }
  let problem: string | undefined;
  try {
    await setAgentStatus(
      client,
      agent.id,
      { status, reason },
      undefined,
      status === 'suspended' ? 'suspend' : 'reactivate',
    );
  } catch (error) {
    if (!mayHaveBeenApplied(error)) {
      return refused(`${name} was not changed. ${messageOf(error)}`);
    }
    problem = messageOf(error);
  }
  try {
    const after = (await getAgent(client, agent.id, undefined, 'after the change')).value;
    onRead(after);
    const word = status === 'suspended' ? 'suspended' : 'active again';
    if (after.status === status) {
      const afterError = problem === undefined ? '' : ` (the answer was lost: ${problem})`;
      return { kind: 'confirmed', sentence: `Confirmed: ${name} is ${word}${afterError}.` };
    }
    return {
      kind: 'contradicted',
      sentence: `Contradicted: ${name} was asked to be ${status} and is ${after.status ?? 'without a status'}.${problem === undefined ? '' : ` ${problem}`}`,
    };
  } catch (error) {
    return {
      kind: 'unknown',
      sentence: `Unknown: the change was sent, but ${name} could not be read after it. ${messageOf(error)}`,
    };
  }
}

function refused(sentence: string): Verdict {
  return { kind: 'refused', sentence };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
