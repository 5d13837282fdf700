import { effectiveVerdict } from '../../stores/journal/effective-verdict.ts';
import { sendingOf, type JournalOperation } from './journal.ts';
import { wantedBy } from './later-changes.ts';
import { policyOf } from './policy-of-step.ts';
import { versionStep } from './version-number.ts';
import { listsMerged, listsWithRemovals } from './policy-lists.ts';

/** A change that took something out of lists, which the server took and did not carry out. */
export interface MergeOnlyList {
  readonly lists: readonly string[];
  /** When that was seen: ISO 8601, UTC. */
  readonly time: string;
}

/**
 * The last change of this user to the policy, of operations the newest first, that took something out of a list and was read
 * to be in there afterwards: such a server merges lists ("Policy"). Undefined where there is none, or a later one was carried out.
 */
export function lastMergeOnlyList(operations: readonly JournalOperation[]): MergeOnlyList | undefined {
  for (const operation of operations.filter(({ isOwn, steps }) => isOwn && steps[0].action === 'policy')) {
    const verdict = effectiveVerdict(operation.steps);
    const sent = sendingOf(operation);
    if (sent?.before !== undefined && verdict?.after !== undefined) {
      const before = policyOf(sent.before);
      const after = policyOf(verdict.after);
      const changes = wantedBy(operation);
      const lists = listsMerged(before, after, changes);
      // Had anything come between, somebody may have put it back.
      const isNext = versionStep(before.version, after.version) === 1;
      if (verdict.verdict === 'contradicted' && isNext && lists.length > 0) {
        return { lists, time: verdict.time };
      }
      if (verdict.verdict === 'confirmed' && listsWithRemovals(before, after, changes).length > 0) {
        return undefined;
      }
    }
  }
  return undefined;
}
