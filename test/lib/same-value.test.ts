import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isSameValue } from '../../src/lib/same-value.ts';

describe('isSameValue', () => {
  it.each([
    [['b', 'a'], ['a', 'b'], true],
    [{ name: 'x', since: 1 }, { since: 1, name: 'x' }, true],
    [[{ b: 1, a: [2, 1] }], [{ a: [1, 2], b: 1 }], true],
    [['a', 'a'], ['a'], false],
    [['a'], 'a', false],
    [{ a: undefined }, {}, false],
    [undefined, null, false],
    ['1', 1, false],
  ])('compares %j with %j: %s', (left, right, same) => {
    expect(isSameValue(left, right)).toBe(same);
  });

  it('holds for whatever is shuffled, and for nothing that gained an element', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (list) => {
        expect(isSameValue(list, list.toReversed())).toBe(true);
        expect(isSameValue(list, [...list, 'more'])).toBe(false);
      }),
    );
  });
});
