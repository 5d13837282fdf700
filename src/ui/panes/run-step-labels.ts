import { formatAge } from '../../lib/format-time.ts';
import type { WriteProgress, WriteStep } from '../../stores/base/write-step.ts';

const STEPS: Readonly<Record<WriteStep, readonly [brief: string, more: string, next: string]>> = {
  reading: ['1 of 3, reading', ' how it is', 'then it is sent'],
  sending: ['2 of 3, sending', ' it and waiting for the answer', 'then it is read again'],
  'reading again': ['3 of 3, reading again', ' what became of it', 'then the verdict'],
  'not certain yet': [
    '3 of 3, looking again',
    ', since an older answer would look the same',
    'then the verdict',
  ],
  'not seen yet': ['3 of 3, not seen yet', ', reading again for up to 7s', 'then the verdict'],
};

/** What is said of a step; in fewer words, and what comes after it. */
export interface RunStepLabels {
  readonly now: string;
  readonly brief: string;
  readonly next: string;
}

/** Where a write is, for how long by now, and what comes next; undefined before it has begun. */
export function runStepLabels(step: WriteProgress | undefined, now: number): RunStepLabels | undefined {
  if (step === undefined) {
    return undefined;
  }
  const [brief, more, next] = STEPS[step.kind];
  // What is drawn knows the time in whole seconds.
  const since = Math.floor(step.since / 1000) * 1000;
  const age = formatAge(Math.max(0, now - since));
  return {
    now: `${brief}${more}: ${age}`,
    brief: `${brief}: ${age}`,
    next: step.isStopped === true ? 'then it ends, with nothing sent' : next,
  };
}
