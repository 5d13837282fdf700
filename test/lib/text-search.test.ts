import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createSearch } from '../../src/lib/text-search.ts';

describe('a search', () => {
  it('finds a text whatever the case, at places in the original', () => {
    const places = [...'İx BLOCK and block'.matchAll(createSearch('Block') ?? /$^/g)].map(
      ({ index }) => index,
    );
    expect(places).toEqual([3, 13]);
  });

  it('takes every sign for itself', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.string({ unit: 'grapheme' }),
        (wanted, before) => {
          expect((before + wanted).search(createSearch(wanted) ?? /$^/)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
    expect('axb'.search(createSearch('a.b') ?? /$^/)).toBe(-1);
  });

  it('is none for an empty text', () => {
    expect(createSearch('')).toBeUndefined();
  });
});
