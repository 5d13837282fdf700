import type { Problem } from './query.ts';
import type { ScannedValue } from './scan-terms.ts';
import { nameText } from './value-text.ts';

/** A comparison or a range that ends with a whole number. */
const BOUNDED = /^(?:([<>]=?)|([+-]?\d+(?:\.\d+)?)\.\.)([+-]?\d+)$/;
const WHOLE = /^\d+$/;

/**
 * That a comma was meant for a decimal point, as in `score:>0,9`: a comma means “or”, and the number behind it is one that
 * the comparison before it lets through anyway. `score:>5,0` is no such thing.
 */
export function decimalComma(
  text: string,
  field: string,
  values: readonly ScannedValue[],
): Problem | undefined {
  for (const [index, value] of values.entries()) {
    const next = values[index + 1];
    const [before = '', sign, least, bound] = BOUNDED.exec(text.slice(value.start, value.end)) ?? [];
    const decimals = next === undefined ? '' : text.slice(next.start, next.end);
    if (next !== undefined && bound !== undefined && WHOLE.test(decimals)) {
      const isIn = sign === undefined ? isBetween(least, decimals, bound) : isPast(decimals, sign, bound);
      if (isIn) {
        const sentence = `A comma means “or”, and ${before} holds ${decimals} anyway. A number has a point: type ${nameText(field)}:${before}.${decimals}.`;
        return { start: value.start, end: next.end, sentence };
      }
    }
  }
  return undefined;
}

function isBetween(least: string | undefined, number: string, most: string): boolean {
  return Number(least) <= Number(number) && Number(number) <= Number(most);
}

function isPast(number: string, sign: string, bound: string): boolean {
  const difference = Number(number) - Number(bound);
  return (sign.startsWith('>') ? difference > 0 : difference < 0) || (difference === 0 && sign.endsWith('='));
}
