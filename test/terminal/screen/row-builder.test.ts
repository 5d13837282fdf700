import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { BOLD, INVERSE, PLAIN, inColour } from '../../../src/terminal/screen/attributes.ts';
import { frameText, type CellRow } from '../../../src/terminal/screen/cell-row.ts';
import { cellRowOf } from '../../../src/terminal/screen/row-builder.ts';

const RED = inColour(1);

function plainRow(text: string, columns: number, dropped?: { count: number }): CellRow {
  return cellRowOf([{ text, attributes: PLAIN }], columns, dropped);
}

/** Graphemes one by one, none of them beside another that could join it. */
function cellByCell(text: string, columns: number): readonly string[] {
  const alone = [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => plainRow(segment, 2).glyphs);
  const cells = alone.flatMap((glyphs, index) => {
    const isNothing =
      glyphs[0] === ' ' && [...new Intl.Segmenter('en').segment(text)][index]?.segment !== ' ';
    return isNothing ? [] : glyphs[1] === '' ? glyphs : glyphs.slice(0, 1);
  });
  const cut = cells
    .slice(0, columns)
    .map((cell, index) => (cells[index + 1] === '' && index === columns - 1 ? ' ' : cell));
  return [...cut, ...Array<string>(columns - cut.length).fill(' ')];
}

describe('a row made of pieces', () => {
  it('is padded with blanks, and cut', () => {
    expect(plainRow('abc', 5)).toEqual({ glyphs: ['a', 'b', 'c', ' ', ' '], attributes: [0, 0, 0, 0, 0] });
    expect(plainRow('abcdef', 3).glyphs).toEqual(['a', 'b', 'c']);
  });

  it('gives each cell the look of its piece, but no look to a blank that would not show it', () => {
    const row = cellRowOf(
      [
        { text: 'a b', attributes: RED | BOLD },
        { text: ' c', attributes: RED | INVERSE },
      ],
      6,
    );
    expect(row.attributes).toEqual([RED | BOLD, PLAIN, RED | BOLD, RED | INVERSE, RED | INVERSE, PLAIN]);
  });

  it('gives two cells to a wide grapheme, and a blank for one that would be cut', () => {
    expect(plainRow('a漢b', 4).glyphs).toEqual(['a', '漢', '', 'b']);
    expect(plainRow('a漢', 2).glyphs).toEqual(['a', ' ']);
  });

  it('keeps marks with their base, up to the last column', () => {
    expect(plainRow('ae\u0301b', 3).glyphs).toEqual(['a', 'e\u0301', 'b']);
    expect(plainRow('ae\u0301', 2).glyphs).toEqual(['a', 'e\u0301']);
    expect(plainRow('│\u0301x', 2).glyphs).toEqual(['│\u0301', 'x']);
  });

  it.each([
    ['a control character', 'a\u001b[31mb', 'a[31mb', 1],
    ['C1 controls', 'a\u009b\u0090b', 'ab', 2],
    ['a mark without a base', '\u0301a', 'a', 1],
    ['a lone surrogate', 'a\ud800b', 'ab', 1],
    ['a zero-width space', 'a\u200bb', 'ab', 1],
    ['a direction override', 'a\u202eb', 'ab', 1],
    ['a private character', 'a\ue000b', 'ab', 1],
    ['more marks than any letter has', `a${'\u0301'.repeat(40)}b`, 'b', 1],
    ['marks without end, and their letter', `a${'\u0301'.repeat(40)}`, '', 1],
    ['a line separator', 'a\u2028b', 'ab', 1],
  ])('leaves out %s, and counts it', (_, text, shown, count) => {
    const dropped = { count: 0 };
    expect(frameText([plainRow(text, 10, dropped)])).toEqual([shown]);
    expect(dropped.count).toBe(count);
  });

  it('is as wide as it should be, of cells alone, whatever it is made of', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ text: fc.string({ unit: 'binary' }), attributes: fc.constantFrom(PLAIN, RED) })),
        fc.nat(40),
        (pieces, columns) => {
          const { glyphs, attributes } = cellRowOf(pieces, columns);
          expect(glyphs).toHaveLength(columns);
          expect(attributes).toHaveLength(columns);
          expect(glyphs.join('')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
          expect(glyphs[0]).not.toBe('');
        },
      ),
    );
  });

  it('is the same whether the graphemes come together or one by one', () => {
    const unit = fc.constantFrom(
      'a',
      ' ',
      '│',
      '…',
      'Ж',
      '漢',
      '한',
      '\u0301',
      '\u0308',
      '👍',
      '\u0007',
      '\ud83d',
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 20 }), fc.integer({ min: 1, max: 20 }), (text, columns) => {
        expect(plainRow(text, columns).glyphs).toEqual(cellByCell(text, columns));
      }),
    );
  });
});
