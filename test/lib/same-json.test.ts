import fc from 'fast-check';
import { expect, it } from 'vitest';

import { parseExactJson } from '../../src/lib/exact-json.ts';
import { isSameJson } from '../../src/lib/same-json.ts';

it('says of any two JSON values what writing them out would', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (left, right) => {
      const [one, other] = [JSON.stringify(left), JSON.stringify(right)];
      expect(isSameJson(JSON.parse(one), JSON.parse(other))).toBe(one === other);
      expect(isSameJson(JSON.parse(one), JSON.parse(one))).toBe(true);
    }),
  );
});

it.each([
  ['{"a":1,"b":2}', '{"b":2,"a":1}'],
  ['{"a":null}', '{}'],
  ['[]', '{}'],
  ['[1]', '[1,1]'],
  ['"1"', '1'],
  ['9007199254740993', '9007199254740995'],
  ['9007199254740993', '{}'],
  ['{"__proto__":1}', '{"__proto__":2}'],
])('distinguishes %s from %s', (left, right) => {
  expect(isSameJson(parseExactJson(left), parseExactJson(right))).toBe(false);
  expect(isSameJson(parseExactJson(left), parseExactJson(left))).toBe(true);
});
