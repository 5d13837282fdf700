import { effectiveVerdict } from '../../../stores/journal/effective-verdict.ts';
import type { JournalOperation } from '../journal.ts';
import type { JournalContext } from '../journal-clock.ts';
import { Operation } from '../operation.ts';

/**
 * Records of a change that was confirmed that it is otherwise since, once. What was read when it was confirmed stays what
 * the journal has of it. Rejects with the journal's sentence.
 */
export async function correctJournal(
  operation: JournalOperation,
  sentence: string,
  context: JournalContext,
): Promise<void> {
  const verdict = effectiveVerdict(operation.steps);
  if (verdict?.verdict === 'confirmed' && !isCorrected(operation)) {
    const entry = Operation.again(operation, context);
    await entry.end({ kind: 'confirmed', sentence, status: verdict.status }, verdict.after);
  }
}

/** Waits until something is recorded; resolves with what to say where it could not be, with a space before it. */
export async function unrecordedText(recording: Promise<void>): Promise<string> {
  return recording.then(
    () => '',
    (error: unknown) =>
      ` The journal does not say so yet: ${error instanceof Error ? error.message : String(error)}`,
  );
}

/** Whether it is recorded of a change that it is otherwise since it was confirmed. */
export function isCorrected({ steps }: JournalOperation): boolean {
  return steps.filter(({ verdict, end }) => verdict === 'confirmed' && end === undefined).length > 1;
}
