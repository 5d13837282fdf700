import type { Agent } from '../../contract/agent.ts';
import { effectiveVerdict } from '../../stores/journal/effective-verdict.ts';
import type { Undone } from '../../stores/agents/agent-run.ts';
import { named } from '../../lib/named.ts';
import { quoting, type Sentence } from '../../lib/untrusted.ts';
import { agentOfSteps } from '../../sync/writes/agent-state.ts';
import { wasSent, type JournalOperation } from '../../sync/writes/journal.ts';
import { isCorrected } from '../../sync/writes/reconcile/journal-correction.ts';
import { nameOf, namesOf } from './action-words.ts';

/** Suspensions and reactivations that were begun so many milliseconds ago can still be undone after a new start. */
export const UNDONE_WITHIN = 24 * 60 * 60 * 1000;

/** What `:undo` can turn back of earlier starts, or why there is nothing, as a sentence. */
export type EarlierUndo = { readonly undoes: Undone } | { readonly reason: Sentence };

const NOTHING =
  'There is nothing to undo: no agent was suspended or reactivated in this organization from this host within a day.';

/**
 * The last suspension or reactivation that the journal has of this user, from this host and with this server, as far as it was
 * seen to have happened and not to be otherwise since; later ones that were not seen are named beside it. `operations` come newest
 * first, `since` is in milliseconds since the epoch.
 */
export function findEarlierUndo(operations: readonly JournalOperation[], since: number): EarlierUndo {
  const passedOver: Agent[] = [];
  for (const operation of operations.filter((each) => each.isOwn && wasSent(each))) {
    const [{ action, undo, reason = '', time }] = operation.steps;
    const verdict = effectiveVerdict(operation.steps);
    if (
      (action !== 'suspend' && action !== 'reactivate') ||
      verdict?.verdict === 'refused' ||
      isCorrected(operation) ||
      Date.parse(time) < since
    ) {
      continue;
    }
    const agent = agentOfSteps(operation.steps);
    if (verdict?.verdict !== 'confirmed') {
      passedOver.push(agent);
      continue;
    }
    if (undo === true) {
      return passedOver.length === 0
        ? {
            reason: quoting`There is nothing to undo: the last change, of ${named(nameOf(agent))}, was an undoing itself.`,
          }
        : unconfirmedChange(passedOver);
    }
    const at = Date.parse(time);
    return { undoes: { action, reason, at, agents: [agent], isOfBefore: true, passedOver } };
  }
  return passedOver.length === 0 ? { reason: NOTHING } : unconfirmedChange(passedOver);
}

function unconfirmedChange(agents: readonly Agent[]): EarlierUndo {
  return {
    reason: quoting`Cannot undo: the change to ${namesOf(agents)} was never confirmed. Check it, then decide again.`,
  };
}
