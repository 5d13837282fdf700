import { expect, it } from 'vitest';

import { textWithin } from '../../../src/stores/base/text-within.ts';

it('collects the text of a value at any depth', () => {
  expect(textWithin({ a: ['x', { b: 7 }], c: null, d: false })).toBe('x 7  false');
});
