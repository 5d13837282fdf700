import { asUntrusted, joinUntrusted, untrustedText, type Untrusted } from '../../lib/untrusted.ts';

/** Stands for a number in the template of a reason. */
const ANY_NUMBER = '#';

/**
 * Whole numbers, decimals and versions: whatever is made of digits with points or commas between them. Digits within a word
 * are a part of a name, as those of an advisory are.
 */
const NUMBERS = /(?<![\w-])\d+(?:[.,]\d+){0,50}(?![\w-])/g;

/** A reason with its numbers left open: `scorecard 3.7 is below 4.0` becomes `scorecard # is below #`. */
export function reasonTemplate(reason: string): Untrusted {
  return asUntrusted(reason.replace(NUMBERS, ANY_NUMBER));
}

/** A value in a query, to the letter. */
export function quoted(value: Untrusted): Untrusted {
  const escaped = asUntrusted(value.replace(/[\\"]/g, String.raw`\$&`));
  return untrustedText`"${escaped}"`;
}

/** A template in a query: what is not a number to the letter, and any text in the place of each number. */
export function anyNumbers(template: Untrusted): Untrusted {
  const pieces = template.split(ANY_NUMBER).map((text) => (text === '' ? '' : quoted(asUntrusted(text))));
  return joinUntrusted(pieces, '*');
}
