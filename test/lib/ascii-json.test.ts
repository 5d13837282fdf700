import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { asciiJson } from '../../src/lib/ascii-json.ts';

describe('JSON in ASCII', () => {
  it('escapes everything from U+007F up by units, lone surrogates too', () => {
    expect(asciiJson({ a: 'é\u007f\u2028\ud800x😀' })).toBe(
      '{"a":"\\u00e9\\u007f\\u2028\\ud800x\\ud83d\\ude00"}',
    );
  });

  it('is one printable line and reads as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.string({ unit: 'binary' }), (value, text) => {
        const line = asciiJson({ value, text });
        expect(line).toMatch(/^[\x20-\x7e]*$/);
        expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify({ value, text })));
      }),
    );
  });
});
