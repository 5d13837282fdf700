import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readJsonDocument, type JsonDocument } from '../../src/lib/json-document.ts';

const DOCUMENT = `{
  "rules": { "a\\"b": 1, "list": ["x", {"y": [true]},
    "z"] },
  "rules.list": 2, "": null
}`;

function documentOf(text: string): JsonDocument {
  const read = readJsonDocument(text);
  if ('problems' in read) {
    throw new Error(read.problems[0].problem);
  }
  return read;
}

/** The problems of a text, each with its place before it. */
function problemsOf(text: string): readonly string[] {
  const read = readJsonDocument(text);
  return 'problems' in read
    ? read.problems.map(({ problem, position }) => `${position?.line}:${position?.column} ${problem}`)
    : [];
}

describe('a place in a document', () => {
  it.each([
    [[], '1:1'],
    [['rules'], '2:12'],
    [['rules', 'a"b'], '2:22'],
    [['rules', 'list', 0], '2:34'],
    [['rules', 'list', 1], '2:39'],
    [['rules', 'list', 2], '3:5'],
    [['rules.list'], '4:17'],
    [[''], '4:24'],
  ] as const)('is found of %j at %s', (path, place) => {
    const { line, column } = documentOf(DOCUMENT).placeOf(path) ?? {};
    expect(`${line}:${column}`).toBe(place);
  });

  it('is none where nothing stands', () => {
    const { placeOf } = documentOf(DOCUMENT);
    expect(placeOf(['rules', 'list', 3])).toBeUndefined();
    expect(placeOf(['absent'])).toBeUndefined();
  });
});

describe('a text that is no document', () => {
  it.each([
    ['', '1:1 is not JSON: unexpected end of JSON input'],
    ['{"a":\n  1,}', '2:5 is not JSON: expected double-quoted property name'],
    ['{"a": 1\n "b": 2}', "2:2 is not JSON: expected ',' or '}' after property value"],
    ['[1,\n 2,,3]', "2:4 is not JSON: unexpected token ','"],
    ['{}\n// why', '2:1 is not JSON: unexpected non-whitespace character after JSON'],
    ['{"a": nil}', "1:7 is not JSON: unexpected token 'i'"],
  ])('%j says where and why', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });

  it('says which names stand twice in one object, and where', () => {
    const text = '{"rules": {"a": 1},\n "b": [{"c": 1, "\\u0063": 2}],\n "rules": {"a": 2}}';
    expect(problemsOf(text)).toEqual([
      expect.stringMatching(/^2:17 has "c" a second time in one object, first in line 2/),
      expect.stringMatching(/^3:2 has "rules" a second time in one object, first in line 1/),
    ]);
  });

  it('may be nested without an end', () => {
    const deep = 100_000;
    expect(problemsOf(`${'['.repeat(deep)}${']'.repeat(deep)}`)).toEqual([
      expect.stringContaining('nested too deeply'),
    ]);
  });
});

it('takes every text that is JSON, with every number as it was written', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(documentOf(text).value).toEqual(JSON.parse(text));
    }),
  );
  expect(JSON.stringify(documentOf('[9007199254740993]').value)).toBe('[9007199254740993]');
});
