import { isSameValue } from '../../lib/same-value.ts';
import { wasSent, type JournalState } from './journal.ts';
import { ageOf, sinceAgo, type JournalContext } from './journal-clock.ts';
import { mayHaveHappened, wantedBy } from './later-changes.ts';
import type { Intent } from './operation.ts';

/**
 * Milliseconds by which what a server gives may be older than a change that it took. Replicas and caches 3 to 4 seconds behind
 * were met; this is longer, and short enough to be waited for.
 */
export const READS_LAG = 7000;

/** The journal is looked through so far back: a change may have been under way for long. */
const LOOKED_BACK = 10 * 60 * 1000;

/** A change from this host of which what is read now may not show anything yet. */
export interface RecentChange {
  /** From that time of the monotonic clock on, what is read shows it. */
  readonly shownFrom: number;
  /** As it was read after it. */
  readonly after: JournalState | undefined;
}

/**
 * The last change of the same thing from this host that is so recent that a reading may be from before it; undefined where
 * there is none, or the journal cannot say. One of an agent to the same end makes no difference. `operation` is not counted.
 */
export async function recentChange(
  { action, target, wanted }: Pick<Intent, 'action' | 'target' | 'wanted'>,
  operation: string,
  { journal, clock }: JournalContext,
): Promise<RecentChange | undefined> {
  const { operations } = await journal
    .read({ since: sinceAgo(LOOKED_BACK, clock), about: { action, target } })
    .catch(() => ({ operations: [] }));
  const last = operations.find(
    (other) =>
      other.isOwn &&
      other.operation !== operation &&
      wasSent(other) &&
      mayHaveHappened(other) &&
      (other.steps[0].action === 'policy') === (action === 'policy') &&
      other.steps[0].target.id === target.id &&
      (action === 'policy' || !isSameValue(wantedBy(other), wanted)),
  );
  const step = last?.steps.at(-1);
  if (step === undefined) {
    return undefined;
  }
  const age = ageOf(step, clock);
  return age >= READS_LAG ? undefined : { shownFrom: clock.monotonic() + READS_LAG - age, after: step.after };
}
