import type { Agent } from '../../contract/agent.ts';
import type { Policy } from '../../contract/policy.ts';
import { agentDeletionWrite } from './agent-deletion.ts';
import type { AgentState } from './agent-state.ts';
import { agentStatusWrite } from './agent-status.ts';
import { carryOut, type WriterContext } from './carry-out.ts';
import type { Outcome, Write } from './write.ts';
import type { WriteStep } from '../../stores/write-step.ts';
import { listsThatKeep, listsThatLetGo, policyWrite } from './policy-write.ts';
import { LISTS_ARE_MERGED } from './kept-removal.ts';
import type {
  AgentDeletionRequest,
  AgentRequest,
  AgentStatusRequest,
  PolicyWriteRequest,
  WatchedRequest,
} from './requests.ts';
import type { AgentVerdict, PolicyVerdict } from './verdict.ts';

export interface WriterOptions extends WriterContext {
  /** Told of every agent that is read. */
  readonly onAgent?: ((agent: Agent) => void) | undefined;
  /** Told of an agent that the server does not have any more. */
  readonly onGone?: ((id: string) => void) | undefined;
  /** Told of every policy that is read. */
  readonly onPolicy?: ((policy: Policy) => void) | undefined;
  /** Told what was learned of the server where the specification leaves it open. */
  readonly onLearned?: ((topic: string, finding: string) => void) | undefined;
}

/** All that changes anything at the server: the one way for the console and the command line. Nothing here throws. */
export interface Writer {
  changeAgentStatus(request: AgentStatusRequest): Promise<AgentVerdict>;
  deleteAgent(request: AgentDeletionRequest): Promise<AgentVerdict>;
  writePolicy(request: PolicyWriteRequest): Promise<PolicyVerdict>;
}

/** Makes writes one by one as they are asked for, each as `carryOut` says. */
export function createWriter({ onAgent, onGone, onPolicy, onLearned, ...context }: WriterOptions): Writer {
  const { client } = context;

  /** Tells somebody of a write; it goes on as it would have when that fails. */
  function tell(act: () => void): void {
    try {
      act();
    } catch (error) {
      context.onFault?.('showing how a change goes', error);
    }
  }

  /** Carries a write out; `onRead` is told of all that is read for it. */
  async function watched<State, Answer>(
    { onStep, signal }: WatchedRequest,
    write: Write<State, Answer>,
    onRead: (state: State) => void,
  ): Promise<Outcome<State>> {
    let step: WriteStep | undefined;
    const come = (to: WriteStep) => {
      if (to !== step) {
        step = to;
        tell(() => onStep?.(to));
      }
    };
    return carryOut(
      context,
      {
        ...write,
        send(fresh, leaveBy) {
          come('sending');
          return write.send(fresh, leaveBy);
        },
        async read(purpose) {
          come(
            step === 'not seen yet'
              ? step
              : step === undefined || step === 'reading'
                ? 'reading'
                : 'reading again',
          );
          const state = await write.read(purpose);
          tell(() => onRead(state));
          return state;
        },
      },
      { signal, onWait: () => come(step === 'reading' ? step : 'not seen yet') },
    );
  }

  async function writeAgent(request: AgentRequest, write: Write<AgentState, unknown>): Promise<AgentVerdict> {
    const { verdict, state, isMoved } = await watched(request, write, (read) =>
      read === 'gone' ? onGone?.(request.agent.id) : onAgent?.(read),
    );
    return { ...verdict, after: state, ...(isMoved && { moved: state }) };
  }

  return {
    changeAgentStatus: async (request) => writeAgent(request, agentStatusWrite(client, request)),
    deleteAgent: async (request) => writeAgent(request, agentDeletionWrite(client, request)),
    async writePolicy(request) {
      const write = policyWrite(client, request);
      const { verdict, state, isMoved } = await watched(
        request,
        {
          ...write,
          async send(fresh, leaveBy) {
            const answer = await write.send(fresh, leaveBy);
            tell(() => {
              if (listsThatKeep(fresh, answer.value, request.changes).length > 0) {
                onLearned?.(...LISTS_ARE_MERGED);
              } else if (listsThatLetGo(fresh, answer.value, request.changes).length > 0) {
                onLearned?.('Policy lists', 'are replaced by what is written');
              }
            });
            return answer;
          },
        },
        (policy) => onPolicy?.(policy),
      );
      return { ...verdict, stored: state, ...(isMoved && { moved: state }) };
    },
  };
}
