import type { Answered, Client } from '../../api/client.ts';
import type { Agent } from '../../contract/agent.ts';
import type { JournalContext } from './journal-clock.ts';
import type { JournalAction, JournalState } from './journal.ts';
import {
  agentTarget,
  agentToJournal,
  describeAgent,
  findMove,
  readAgentState,
  type AgentState,
} from './agent-state.ts';
import type { AgentRequest } from './requests.ts';
import type { Settled, Write } from './write.ts';

/** A change of one agent, as it differs from the others. */
export interface AgentChange {
  readonly action: JournalAction;
  readonly wanted: JournalState;
  readonly until?: number | undefined;
  readonly isUndo?: true | undefined;
  /** What the agent is then, in a word. */
  readonly word: string;
  /** What is to be added to how the agent is, where that is not as requested. */
  readonly missed: string;
  readonly contradiction: string;
  isReached(state: AgentState): boolean;
  describeReached(after: AgentState): string;
  readonly send: (leaveBy: number) => Promise<Answered<unknown>>;
  /** What is left to do where the agent is as requested before anything is sent; `isMoved` where the person saw it otherwise. */
  readonly settleReached?: (fresh: Agent, isMoved: boolean, context: JournalContext) => Promise<Settled>;
  /** Whether a refusal with that status says that it happened before. */
  isReachedBy?(status: number): boolean;
}

/** A write that changes one agent: bound to how the person saw it, and read anew by its id. */
export function agentWrite(
  client: Client,
  { agent, reason, inBulk = false }: AgentRequest,
  { action, wanted, until, isUndo, word, missed, contradiction, send, settleReached, ...change }: AgentChange,
): Write<AgentState, unknown> {
  const name = agent.hostname ?? agent.id;
  const describeMissed = (after: AgentState) => `${describeAgent(after)}${missed}`;
  return {
    ...change,
    intent: {
      action,
      target: agentTarget(agent),
      before: agentToJournal(agent),
      wanted,
      reason,
      until,
      isUndo,
    },
    name,
    subject: name,
    area: 'agents',
    inBulk,
    read: (purpose) => readAgentState(client, agent.id, purpose),
    findObstacle(fresh) {
      const move = findMove(agent, fresh);
      const isMoved = move !== undefined;
      return fresh !== 'gone' && change.isReached(fresh)
        ? {
            sentence: `${name} is ${word} already.`,
            isMoved,
            settle: settleReached && ((context) => settleReached(fresh, isMoved, context)),
          }
        : move;
    },
    send: (_fresh, leaveBy) => send(leaveBy),
    describeMissed,
    describeUnchanged: describeMissed,
    explainContradiction: () => contradiction,
    toJournal: agentToJournal,
  };
}
