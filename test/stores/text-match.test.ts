import { expect, it } from 'vitest';

import { createTextMatch, textWithin } from '../../src/stores/text-match.ts';

it('finds every word, in any order and case', () => {
  const match = createTextMatch(' Pad  LEFT');
  expect(match?.('the left-pad package')).toBe(true);
  expect(match?.('the right-pad package')).toBe(false);
});

it('is no test for a filter of nothing but spaces', () => {
  expect(createTextMatch(' \t ')).toBeUndefined();
});

it('collects the text of a value at any depth', () => {
  expect(textWithin({ a: ['x', { b: 7 }], c: null, d: false })).toBe('x 7  false');
});
