import type { Agent } from '../../contract/agent.ts';
import type { Policy } from '../../contract/policy.ts';
import type { RequestableStatus } from '../../contract/values.ts';
import type { WriteStep } from '../../stores/base/write-step.ts';

/** How a write is waited for. */
export interface WatchedRequest {
  /** Called when the write comes to a step. */
  readonly onStep?: ((step: WriteStep) => void) | undefined;
  /** Once it aborts, a change that was sent and is not seen yet is waited for no longer. */
  readonly signal?: AbortSignal | undefined;
  /** Once it aborts, nothing is sent any more; what was sent already is carried out as if it had not. */
  readonly cancel?: AbortSignal | undefined;
}

/** What every request to change an agent carries: the agent as it was when the person decided. */
export interface AgentRequest extends WatchedRequest {
  readonly agent: Agent;
  /** Free text; empty for none. */
  readonly reason: string;
  /** One of many: a server that asks to wait (429) is not asked again, so that the whole can stop there. */
  readonly inBulk?: boolean | undefined;
}

/** A change of one agent's status ("States and transitions"). */
export interface AgentStatusRequest extends AgentRequest {
  readonly status: RequestableStatus;
  /** When a suspension is to end, in milliseconds since the epoch: kept in the journal alone, the API has no such thing. */
  readonly until?: number | undefined;
  /** It takes an earlier change back. */
  readonly isUndo?: true | undefined;
}

/** A soft deletion, or with `hard` a removal for good. */
export interface AgentDeletionRequest extends AgentRequest {
  readonly hard: boolean;
}

/** New values by field, for rules by their name and for the two blocked lists, decided on while `base` was stored. */
export interface PolicyWriteRequest extends WatchedRequest {
  readonly base: Policy;
  /** Why, for the journal alone: the API takes none. Empty for none. */
  readonly reason?: string | undefined;
  /** Lists are whole, as they are wanted. */
  readonly changes: Readonly<Record<string, unknown>>;
}
