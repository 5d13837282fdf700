import { asUntrusted, type Untrusted } from '../../lib/untrusted.ts';

/** Stands for a number in the template of a reason. */
export const ANY_NUMBER = '#';

/**
 * Whole numbers, decimals and versions: whatever is made of digits with points or commas between them. Digits within a word
 * are a part of a name, as those of an advisory are.
 */
const NUMBERS = /(?<![\w-])\d+(?:[.,]\d+){0,50}(?![\w-])/g;

/** A reason with its numbers left open: `scorecard 3.7 is below 4.0` becomes `scorecard # is below #`. */
export function reasonTemplate(reason: string): Untrusted {
  return asUntrusted(reason.replace(NUMBERS, ANY_NUMBER));
}
