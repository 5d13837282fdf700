import type { Agent } from '../../contract/agent.ts';
import type { Completeness } from '../base/completeness.ts';
import type { AgentAction } from './agent-action.ts';
import type { Undone } from './agent-run.ts';
import type { SuspensionEnd } from './suspension-ends.ts';

/** What is to be done with agents. It stays with those that it was opened for, whatever the list does meanwhile. */
export interface AgentPlan {
  readonly action: AgentAction;
  /** What is acted on, as it was when the person chose. */
  readonly agents: readonly Agent[];
  /** What was chosen too, and needs no change or takes none. */
  readonly skipped: readonly Agent[];
  /** Those of the agents that the person did not see when they chose: hidden by the filters, or listed off the screen. */
  readonly filteredOut: readonly Agent[];
  readonly offScreen: readonly Agent[];
  /** What was looked at for all that match a filter; undefined where they were chosen one by one. */
  readonly counted?: Completeness | undefined;
  /** When a suspension is to end, in milliseconds since the epoch; undefined where nobody said so. */
  readonly until?: number | undefined;
  /** The suspensions that are to end since they are due; undefined of any other action. */
  readonly due?: readonly SuspensionEnd[] | undefined;
  /** What it turns back. */
  readonly undoes: Undone | undefined;
}
