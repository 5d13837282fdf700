import type { Agent } from '../../contract/agent.ts';
import type { Policy } from '../../contract/policy.ts';
import { agentDeletionWrite } from './agent-deletion.ts';
import type { AgentState } from './agent-state.ts';
import { agentStatusWrite } from './agent-status.ts';
import { executeWrite, type WriterContext } from './execute-write.ts';
import type { Outcome, Write } from './write.ts';
import type { WriteStep } from '../../stores/base/write-step.ts';
import { ageOf } from './policy-marks.ts';
import { listsMerged, listsWithRemovals } from './policy-lists.ts';
import { policyWrite } from './policy-write.ts';
import { LISTS_ARE_MERGED } from '../../stores/connection/connection-store.ts';
import type {
  AgentDeletionRequest,
  AgentRequest,
  AgentStatusRequest,
  PolicyWriteRequest,
  WatchedRequest,
} from './requests.ts';
import type { AgentVerdict, PolicyVerdict } from './verdict.ts';

export interface WriterOptions extends WriterContext {
  /** Called with every agent that is read, and when that began by the monotonic clock. */
  readonly onAgent?: ((id: string, agent: AgentState, begunAt: number) => void) | undefined;
  /** Called with every policy that is read, and when that began by the monotonic clock. */
  readonly onPolicy?: ((policy: Policy, begunAt: number) => void) | undefined;
  /** Called with an agent that was changed, and seen to be: as it was read before and after it. */
  readonly onAgentChanged?: ((before: Agent, after: AgentState) => void) | undefined;
  /** The same of the policy. */
  readonly onPolicyChanged?: ((before: Policy, after: Policy) => void) | undefined;
  /** States of the policy that were read lately, by whatever read them: of those that came in between, it is known what they held. */
  readonly policiesRead?: (() => readonly Policy[]) | undefined;
  /** Called with what was learned of the server where the specification leaves it open. */
  readonly onLearned?: ((topic: string, finding: string) => void) | undefined;
}

/** All that changes anything at the server: the one way for the console and the command line. Nothing here throws. */
export interface Writer {
  changeAgentStatus(request: AgentStatusRequest): Promise<AgentVerdict>;
  deleteAgent(request: AgentDeletionRequest): Promise<AgentVerdict>;
  writePolicy(request: PolicyWriteRequest): Promise<PolicyVerdict>;
}

/** Makes writes one by one as they are asked for, each as `execute-write.ts` says. */
export function createWriter({
  onAgent,
  onPolicy,
  onAgentChanged,
  onPolicyChanged,
  onLearned,
  policiesRead = () => [],
  ...context
}: WriterOptions): Writer {
  const { client, clock } = context;

  /** Tells somebody of a write; it goes on as it would have when that fails. */
  function notify(act: () => void): void {
    try {
      act();
    } catch (error) {
      context.onFault?.('showing how a change goes', error);
    }
  }

  /** Carries a write out; `onRead` is called with all that is read for it, and `onChanged` with what it was seen to change. */
  async function watched<State, Answer>(
    { onStep, signal, cancel }: WatchedRequest,
    write: Write<State, Answer>,
    onRead: (state: State, begunAt: number) => void,
    onChanged: (before: State, after: State) => void,
  ): Promise<Outcome<State>> {
    let before: State | undefined;
    let step: WriteStep | undefined;
    const come = (to: WriteStep) => {
      if (to !== step) {
        step = to;
        notify(() => onStep?.(to));
      }
    };
    const outcome = await executeWrite(
      context,
      {
        ...write,
        findObstacle: (fresh) =>
          cancel?.aborted === true
            ? { sentence: 'it was stopped before that.', isMoved: false }
            : write.findObstacle(fresh),
        send(fresh, leaveBy) {
          come('sending');
          before = fresh;
          return write.send(fresh, leaveBy);
        },
        async read(purpose) {
          come(
            step === 'not seen yet' || step === 'not certain yet'
              ? step
              : step === undefined || step === 'reading'
                ? 'reading'
                : 'reading again',
          );
          const begunAt = clock.monotonic();
          const state = await write.read(purpose);
          notify(() => onRead(state, begunAt));
          return state;
        },
      },
      {
        signal,
        onWait: (isSeen) => come(step === 'reading' ? step : isSeen ? 'not certain yet' : 'not seen yet'),
      },
    );
    const [sentOn, after] = [before, outcome.state];
    if (outcome.verdict.kind === 'confirmed' && sentOn !== undefined && after !== undefined) {
      notify(() => onChanged(sentOn, after));
    }
    return outcome;
  }

  async function writeAgent(request: AgentRequest, write: Write<AgentState, unknown>): Promise<AgentVerdict> {
    const { verdict, state, isMoved } = await watched(
      request,
      write,
      (read, begunAt) => onAgent?.(request.agent.id, read, begunAt),
      (before, after) => (before === 'gone' ? undefined : onAgentChanged?.(before, after)),
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
          // What is older than another reading of this console would overwrite what that one shows.
          isOutdated: (fresh) =>
            write.isOutdated?.(fresh) === true ||
            policiesRead().some((known) => ageOf(fresh, known) === 'older'),
          findOvertaken: ({ between, ...readings }) =>
            write.findOvertaken?.({ ...readings, between: [...policiesRead(), ...between] }),
          async send(fresh, leaveBy) {
            const answer = await write.send(fresh, leaveBy);
            notify(() => {
              if (listsMerged(fresh, answer.value, request.changes).length > 0) {
                onLearned?.(...LISTS_ARE_MERGED);
              } else if (listsWithRemovals(fresh, answer.value, request.changes).length > 0) {
                onLearned?.('Policy lists', 'are replaced by what is written');
              }
            });
            return answer;
          },
        },
        (policy, begunAt) => onPolicy?.(policy, begunAt),
        (before, after) => onPolicyChanged?.(before, after),
      );
      return { ...verdict, stored: state, ...(isMoved && { moved: state }) };
    },
  };
}
