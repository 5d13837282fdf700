import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import { asciiJson } from '../../src/lib/ascii-json.ts';
import { isExactNumber, keepNumberForms, parseExactJson } from '../../src/lib/exact-json.ts';

describe('JSON with exact numbers', () => {
  it.each([
    '9007199254740993',
    '-12345678901234567890',
    '0.12345678901234567891',
    '12345678.1234567890123',
    '1e400',
    '-1.5E+999',
    '1e-400',
  ])('keeps %s, which a number cannot hold, as it was written', (source) => {
    const value = parseExactJson(source);
    expect(isExactNumber(value)).toBe(true);
    expect(JSON.stringify({ value })).toBe(`{"value":${source}}`);
  });

  it.each(['9007199254740992', '0.1000000000000000055', '1.50', '10000000000000000000000', '1e21', '-0.00'])(
    'reads %s as a number when that is what JavaScript would write for it, or wherever nothing is lost',
    (source) => {
      const value = parseExactJson(source);
      expect(JSON.parse(JSON.stringify(value))).toBe(Number(source) === 0 ? 0 : Number(source));
    },
  );

  it('distinguishes ids that are the same number to JavaScript', () => {
    expect(JSON.stringify(parseExactJson('[9007199254740992,9007199254740993]'))).toBe(
      '[9007199254740992,9007199254740993]',
    );
  });

  it('reads everything else as JSON.parse does, fields named __proto__ included', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseExactJson(text)).toEqual(JSON.parse(text));
      }),
    );
    const text = '{"__proto__":{"a":1},"n":12345678901234567890}';
    expect(JSON.stringify(parseExactJson(text))).toBe(text);
  });

  it('writes every whole number again as it was', () => {
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        expect(JSON.stringify(parseExactJson(String(value)))).toBe(String(value));
      }),
    );
  });

  it('throws for what is not JSON', () => {
    expect(() => parseExactJson('{"n":12345678901234567890')).toThrow(SyntaxError);
  });

  it.each([
    '[12345678901234567890]',
    '[1, 12345678901234567890]',
    '[0,-12345678901234567890]',
    '{"a":\n\t12345678901234567890}',
    '{"a": -1.5e-999}',
  ])('finds the number in %j, wherever one may stand', (text) => {
    expect(JSON.stringify(parseExactJson(text))).toBe(text.replace(/\s/g, ''));
  });

  it('takes digits within text for text', () => {
    const text = '{"a":"x: 12345678901234567890, 1e999","cl_12345678901234567890":[7]}';
    expect(parseExactJson(text)).toEqual(JSON.parse(text));
  });
});

it('keeps the way in which a number was written beside it, for what is printed as it was sent', () => {
  const text = '{"a":1.0,"b":[0.50,1e3,-0,-0.0,10000000000000000000000],"c":{"d":"1.0","e":1.5},"f":12}';
  keepNumberForms();
  const value = parseExactJson(text);
  expect(value).toEqual(JSON.parse(text));
  expect(asciiJson(value)).toBe(text);
  expect(asciiJson({ ...(value as object), g: 1 })).toContain('"g":1');
});

it('looks at each number only where one may be written another way', () => {
  keepNumberForms();
  const parse = vi.spyOn(JSON, 'parse');
  parseExactJson('{"id":"a-1.0","n":1.5,"m":[10,20.25,0],"t":"2026-03-02T09:47:31.120Z"}');
  expect(parse.mock.lastCall).toHaveLength(1);
  parseExactJson('{"n":1.50}');
  expect(parse.mock.lastCall).toHaveLength(2);
  parse.mockRestore();
});
