import { effectiveVerdict } from '../../../stores/journal/effective-verdict.ts';
import type { Journal, JournalOperation } from '../journal.ts';
import type { JournalClock } from '../journal-clock.ts';
import { Operation } from '../operation.ts';

/**
 * Puts down of a change that was confirmed that it is otherwise since, once. What was read when it was confirmed stays what
 * the journal has of it. Rejects with the journal's sentence.
 */
export async function correctJournal(
  operation: JournalOperation,
  sentence: string,
  context: { readonly journal: Journal; readonly clock: JournalClock },
): Promise<void> {
  const verdict = effectiveVerdict(operation.steps);
  if (verdict?.verdict === 'confirmed' && !isCorrected(operation)) {
    const [first] = operation.steps;
    const entry = new Operation(operation.operation, { ...first, isUndo: first.undo }, context);
    await entry.end({ kind: 'confirmed', sentence, status: verdict.status }, verdict.after);
  }
}

/** Whether it is recorded of a change that it is otherwise since it was confirmed. */
export function isCorrected({ steps }: JournalOperation): boolean {
  return steps.filter(({ verdict }) => verdict === 'confirmed').length > 1;
}
