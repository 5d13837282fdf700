import { ownValue } from '../../lib/own-value.ts';

const CAUSES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Make room on it',
  EDQUOT: 'your disk quota is used up. Make room on it',
  EIO: 'the disk or the terminal failed',
};

/** Why nothing can be written any more and what to do, as the rest of a sentence without its full stop. */
export function causeOfUnwritten({ code = '', message }: NodeJS.ErrnoException): string {
  return ownValue(CAUSES, code) ?? message;
}

/** That what a command prints could not all be written, and what to do. */
export function unwrittenSentence(problem: NodeJS.ErrnoException): string {
  return `What is printed cannot be written, and is not whole: ${causeOfUnwritten(problem)}.`;
}
