import type { Sentence } from '../../lib/untrusted.ts';
import type { WriteStep } from '../../stores/base/write-step.ts';
import { READS_LAG } from '../../sync/writes/recent-change.ts';
import type { ReadingNotes } from './reading-notes.ts';

/** Says on standard error why a change that was sent is read again, and for how long. */
export function sayWaiting(
  { notes }: { readonly notes: Pick<ReadingNotes, 'notSeenYet' | 'notCertainYet'> },
  name: Sentence,
): (step: WriteStep) => void {
  return (step) => {
    if (step === 'not seen yet') {
      notes.notSeenYet(name, READS_LAG);
    } else if (step === 'not certain yet') {
      notes.notCertainYet(name, READS_LAG);
    }
  };
}
