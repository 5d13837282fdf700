import type { WriteStep } from '../../stores/write-step.ts';
import { READS_LAG } from '../../sync/writes/recent-change.ts';
import type { ReadingNotes } from './reading-notes.ts';

/** Says on standard error that a change which was sent is not seen yet, what is done about it, and for how long. */
export function sayWaiting(
  { notes }: { readonly notes: Pick<ReadingNotes, 'notSeenYet'> },
  name: string,
): (step: WriteStep) => void {
  return (step) => {
    if (step === 'not seen yet') {
      notes.notSeenYet(name, READS_LAG);
    }
  };
}
