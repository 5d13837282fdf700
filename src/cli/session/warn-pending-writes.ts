import { effectiveVerdict, isOpenVerdict } from '../../stores/journal/effective-verdict.ts';
import { wasSent, type JournalOperation } from '../../sync/writes/journal.ts';
import { ageOfOperation, sinceAgo, OUTCOME_OPEN_FOR } from '../../sync/writes/journal-clock.ts';
import type { CommandSession } from './command-session.ts';
import { say } from '../output/say.ts';
import type { Seen } from './report-settled-writes.ts';

/** Changes that may still be carried out are named one by one up to so many. */
const MOST_NAMED = 3;

/**
 * Says before a command changes something which earlier changes of it by this user were not confirmed and may still be carried out
 * over what is done now. What has landed by what was `seen` has been said and recorded before.
 */
export async function warnPendingWrites(
  { clock, journal }: Pick<CommandSession, 'clock' | 'journal'>,
  { agents, policy }: Seen,
): Promise<void> {
  const { operations } = await journal
    .read({ since: sinceAgo(OUTCOME_OPEN_FOR, clock) })
    .catch(() => ({ operations: [] }));
  const ids = new Set<string>(agents?.rows.map(({ id }) => id));
  const pending = operations
    .filter((each) => isPending(each) && ageOfOperation(each, clock) <= OUTCOME_OPEN_FOR)
    .filter(({ steps: [{ action, target }] }) =>
      action === 'policy' ? policy !== undefined : ids.has(target.id ?? ''),
    );
  for (const { steps } of pending.slice(0, MOST_NAMED)) {
    const [{ action, target, time }] = steps;
    const what =
      action === 'policy' ? 'the policy' : `${target.hostname ?? target.id ?? 'an agent'} (${action})`;
    say(
      `The change of ${what} of ${time.slice(11, 19)}Z was never confirmed: the server may still apply it after this change.`,
    );
  }
}

function isPending(operation: JournalOperation): boolean {
  return operation.isOwn && wasSent(operation) && isOpenVerdict(effectiveVerdict(operation.steps)?.verdict);
}
