import fc from 'fast-check';
import { expect, it } from 'vitest';

import { findJsonPosition } from '../../src/lib/json-position.ts';

const DOCUMENT = `{
  "rules": { "a\\"b": 1, "list": ["x", {"y": [true]},
    "z"] },
  "rules.list": 2, "": null
}`;

it.each([
  [[], '1:1'],
  [['rules'], '2:12'],
  [['rules', 'a"b'], '2:22'],
  [['rules', 'list', 0], '2:34'],
  [['rules', 'list', 1, 'y', 0], '2:46'],
  [['rules', 'list', 2], '3:5'],
  [['rules.list'], '4:17'],
  [[''], '4:24'],
] as const)('finds %j at %s', (path, place) => {
  const { line, column } = findJsonPosition(DOCUMENT, path) ?? {};
  expect(`${line}:${column}`).toBe(place);
});

it('finds nothing where nothing stands, and of two fields of a name the last', () => {
  expect(findJsonPosition(DOCUMENT, ['rules', 'list', 3])).toBeUndefined();
  expect(findJsonPosition(DOCUMENT, ['absent'])).toBeUndefined();
  expect(findJsonPosition('{"a": 1,\n"a": 2}', ['a'])).toEqual({ line: 2, column: 6 });
});

it('finds every value of every document at the place where it begins', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), fc.constantFrom(undefined, 2), (json, indent) => {
      const value = JSON.parse(json) as unknown;
      const text = JSON.stringify(value, null, indent);
      for (const [path, expected] of valuesOf(value)) {
        const position = findJsonPosition(text, path);
        const line = text.split('\n').slice((position?.line ?? 1) - 1);
        const rest = [line[0]?.slice((position?.column ?? 1) - 1), ...line.slice(1)].join('\n');
        const shown = JSON.stringify(expected, null, indent);
        // Deeper lines are indented by what stands around them.
        expect(rest.replaceAll(/\s/g, '').startsWith(shown.replaceAll(/\s/g, ''))).toBe(true);
      }
    }),
  );
});

function* valuesOf(
  value: unknown,
  path: readonly (string | number)[] = [],
): Generator<readonly [readonly (string | number)[], unknown]> {
  yield [path, value];
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield* valuesOf(item, [...path, index]);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, field] of Object.entries(value)) {
      yield* valuesOf(field, [...path, name]);
    }
  }
}
