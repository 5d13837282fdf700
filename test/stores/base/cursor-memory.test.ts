import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import { CursorMemory } from '../../../src/stores/base/cursor-memory.ts';
import { visibleRows } from '../../../src/stores/base/visible-rows.ts';

const rows = (text: string) => visibleRows([...text].map((id) => ({ id })));

let places: CursorMemory;
const FILTERS = ['words'];

/** The row that stands as the selected one. */
function selected(text: string, cursor = 'c'): string | undefined {
  const list = rows(text);
  return list.idAt(places.indexOf('list', list, cursor));
}

function see(text: string, filters: readonly unknown[] | 'not done' = FILTERS): void {
  places.see('list', rows(text), 'c', filters === 'not done' ? undefined : filters);
}

function isUnseen(text: string, filters: readonly unknown[] = FILTERS): boolean {
  return places.isUnseen('list', rows(text), 'c', filters);
}

beforeEach(() => {
  places = new CursorMemory();
});

describe('the place of the selected row', () => {
  it('is its own for as long as it is listed, wherever it moves', () => {
    see('abcde');
    expect(selected('xyabcde')).toBe('c');
    expect(selected('edcba')).toBe('c');
  });

  it('is that of the next row when it is gone', () => {
    see('abcde');
    expect(selected('abde')).toBe('d');
    expect(selected('xyzabde')).toBe('d');
    expect(selected('abe')).toBe('e');
  });

  it('is the last one when all rows behind it are gone, too', () => {
    see('abcde');
    expect(selected('ab')).toBe('b');
    expect(selected('a')).toBe('a');
  });

  it('is behind the row before it where what came next is new', () => {
    see('abcde');
    expect(selected('abx')).toBe('x');
  });

  it('is at the same height when everything is another', () => {
    see('abcde');
    expect(selected('uvwxyz')).toBe('w');
    expect(selected('u')).toBe('u');
  });

  it('is that of the neighbour from then on, until the row comes back', () => {
    see('abcde');
    see('abde');
    expect(selected('daeb')).toBe('d');
    expect(selected('eb')).toBe('e');
    expect(selected('edcba')).toBe('c');
  });

  it('is at the same height for the first row, which has no row before it, not even the last one', () => {
    const counted = (text: string) => ({ ...rows(text), idAt: (index: number) => [...text].at(index) });
    places.see('list', counted('cdefghijklmnopqrstuvwxyz'), 'c', FILTERS);
    expect(selected('123z')).toBe('1');
  });

  it('outlasts a list without any row', () => {
    see('abcde');
    see('');
    expect(selected('abde')).toBe('d');
  });

  it('is the first one of a row that was never seen, and without a cursor', () => {
    expect(selected('abde')).toBe('a');
    see('abcde');
    expect(selected('abde', 'q')).toBe('a');
    expect(places.find('list', rows('ab'), undefined)).toBeUndefined();
    expect(places.find('other', rows('ab'), 'c')).toBeUndefined();
  });

  it('is a place of the list, and its own where it is listed, whatever happens to the list', () => {
    const list = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 });
    fc.assert(
      fc.property(fc.array(list, { minLength: 1, maxLength: 6 }), (lists) => {
        places = new CursorMemory();
        see('abcdefghij');
        for (const ids of lists) {
          const text = ids.join('');
          const index = places.indexOf('list', rows(text), 'c');
          expect(index).toBeLessThan(Math.max(1, text.length));
          if (text.includes('c')) {
            expect(text[index]).toBe('c');
          }
          see(text);
        }
      }),
    );
  });
});

describe('a row that nobody saw take the place', () => {
  it('is one that came there without a key, before it is drawn and after', () => {
    see('abcde');
    expect(isUnseen('abcde')).toBe(false);
    expect(isUnseen('abde')).toBe(true);
    see('abde');
    expect(isUnseen('abde')).toBe(true);
    expect(isUnseen('')).toBe(true);
  });

  it('is none once the selected row is back', () => {
    see('abcde');
    see('abde');
    see('abcde');
    expect(isUnseen('abcde')).toBe(false);
  });

  it('is none when somebody filtered the selected row away', () => {
    see('abcde');
    see('de', ['other words']);
    expect(isUnseen('de', ['other words'])).toBe(false);
    expect(isUnseen('e', ['other words'])).toBe(true);
    expect(isUnseen('cde', ['other words'])).toBe(true);
  });

  it('is none while a filter is not done, and what it comes to is not either', () => {
    see('abcde');
    see('d', 'not done');
    expect(isUnseen('de')).toBe(false);
    see('cd');
    expect(isUnseen('cd')).toBe(false);
  });

  it('is none once it was told of', () => {
    see('abcde');
    places.accept('list', rows('abde'), 'c');
    expect(isUnseen('abde')).toBe(false);
    expect(isUnseen('abe')).toBe(true);
  });
});
