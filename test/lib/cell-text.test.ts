import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  columnsOf,
  cutEnd,
  cutMiddle,
  endThatFits,
  startThatFits,
  wrapLine,
} from '../../src/lib/cell-text.ts';

fc.configureGlobal({ seed: 20_260_302 });

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const graphemesOf = (text: string) => [...graphemes.segment(text)].map((part) => part.segment);

/** Text as it is after it was made safe: no control characters. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('a', 'b', 'é', 'e\u0301', ' ', '  ', '漢', '字', '한', 'ж', '\u{1f600}', '-'),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join('').replace(/\p{C}/gu, ''));
const columns = fc.integer({ min: 0, max: 30 });

describe('columnsOf', () => {
  it.each([
    ['', 0],
    ['left-pad', 8],
    ['é', 1],
    ['e\u0301', 1],
    ['漢字', 4],
    ['한국', 4],
    ['\u{1f600}', 2],
  ])('%j takes %d', (input, width) => {
    expect(columnsOf(input)).toBe(width);
  });
});

describe('startThatFits and endThatFits', () => {
  it.each([
    ['abcdef', 3, 'abc', 'def'],
    ['abc', 9, 'abc', 'abc'],
    ['abc', 0, '', ''],
    ['abc', -1, '', ''],
    ['漢字漢', 3, '漢', '漢'],
    ['漢字漢', 4, '漢字', '字漢'],
    ['ae\u0301', 2, 'ae\u0301', 'ae\u0301'],
    ['be\u0301a', 2, 'be\u0301', 'e\u0301a'],
  ])('%j in %d columns', (input, room, start, end) => {
    expect(startThatFits(input, room)).toBe(start);
    expect(endThatFits(input, room)).toBe(end);
  });

  it('are the longest that fit, and cut no grapheme', () => {
    fc.assert(
      fc.property(text, columns, (input, room) => {
        const parts = graphemesOf(input);
        const start = startThatFits(input, room);
        const count = graphemesOf(start).length;
        expect(parts.slice(0, count).join('')).toBe(start);
        expect(columnsOf(start)).toBeLessThanOrEqual(room);
        if (count < parts.length) {
          expect(columnsOf(parts.slice(0, count + 1).join(''))).toBeGreaterThan(room);
        }
        const end = endThatFits(input, room);
        const endCount = graphemesOf(end).length;
        expect(parts.slice(parts.length - endCount).join('')).toBe(end);
        expect(columnsOf(end)).toBeLessThanOrEqual(room);
        if (endCount < parts.length) {
          expect(columnsOf(parts.slice(parts.length - endCount - 1).join(''))).toBeGreaterThan(room);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('cutEnd and cutMiddle', () => {
  it.each([
    ['left-pad', 8, 'left-pad', 'left-pad'],
    ['left-pad', 7, 'left-p…', 'lef…pad'],
    ['left-pad', 4, 'lef…', 'le…d'],
    ['left-pad', 1, '…', 'l'],
    ['left-pad', 0, '', ''],
    ['漢字漢字', 7, '漢字漢…', '漢…字'],
  ])('%j in %d columns', (input, room, end, middle) => {
    expect(cutEnd(input, room)).toBe(end);
    expect(cutMiddle(input, room)).toBe(middle);
  });

  it('take another mark', () => {
    expect(cutEnd('left-pad', 6, '...')).toBe('lef...');
    expect(cutEnd('left-pad', 2, '...')).toBe('..');
    expect(cutMiddle('left-pad', 5, '~')).toBe('le~ad');
  });

  it('are never wider than asked, and leave alone what fits', () => {
    fc.assert(
      fc.property(text, columns, fc.constantFrom('…', '~', '...'), (input, room, mark) => {
        for (const cut of [cutEnd(input, room, mark), cutMiddle(input, room, mark)]) {
          expect(columnsOf(cut)).toBeLessThanOrEqual(room);
          if (columnsOf(input) <= room) {
            expect(cut).toBe(input);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('wrapLine', () => {
  it.each([
    ['', 10, ['']],
    ['one two', 10, ['one two']],
    ['one two three', 7, ['one two', 'three']],
    ['one two three', 8, ['one two', 'three']],
    ['one twothree', 7, ['one', 'twothre', 'e']],
    ['a bbbbbbbbb', 8, ['a bbbbbb', 'bbb']],
    ['abcdef', 2, ['ab', 'cd', 'ef']],
    ['abcd', 0, ['a', 'b', 'c', 'd']],
    ['one  two', 4, ['one ', 'two']],
    ['  indented', 20, ['  indented']],
    ['漢字漢字漢', 4, ['漢字', '漢字', '漢']],
    ['漢字漢字漢', 5, ['漢字', '漢字', '漢']],
    ['漢字 漢字', 5, ['漢字', '漢字']],
    ['жук ползёт', 6, ['жук', 'ползёт']],
    ['漢字', 1, ['漢', '字']],
    ['e\u0301e\u0301e\u0301', 2, ['e\u0301e\u0301', 'e\u0301']],
  ])('%j in %d columns', (line, room, pieces) => {
    expect(wrapLine(line, room)).toEqual(pieces);
  });

  it('loses nothing but single spaces at breaks', () => {
    fc.assert(
      fc.property(text, columns, (line, room) => {
        const pieces = wrapLine(line, room).map((piece) => piece.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
        expect(line).toMatch(new RegExp(`^${pieces.join(' ?')}$`));
      }),
      { numRuns: 2000 },
    );
  });

  it('has no piece wider than asked, but a grapheme that is wider alone', () => {
    fc.assert(
      fc.property(text, columns, (line, room) => {
        for (const piece of wrapLine(line, room)) {
          if (columnsOf(piece) > Math.max(1, room)) {
            expect(graphemesOf(piece)).toHaveLength(1);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('wraps a line as long as a block may be, in whatever script', () => {
    const line = '漢e\u0301'.repeat(21_845);
    const pieces = wrapLine(line, 80);
    expect(pieces.join('')).toBe(line);
    expect(pieces.every((piece) => columnsOf(piece) <= 80)).toBe(true);
  });
});
