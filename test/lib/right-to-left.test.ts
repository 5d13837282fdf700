import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { heldInPlace } from '../../src/lib/right-to-left.ts';

fc.configureGlobal({ seed: 20_260_302 });

const LETTER = /[A-Za-z\u0400-\u04ff\u2800]/;
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;

/**
 * The cells that a terminal might turn around with text from right to left (UAX #9 without isolates): from its first letter
 * to the last one, or the last digit, before a letter from left to right.
 */
function turned(row: string): readonly (readonly [start: number, end: number])[] {
  const runs: [number, number][] = [];
  let open: [number, number] | undefined;
  for (const [index, cell] of [...row].entries()) {
    if (RIGHT_TO_LEFT.test(cell)) {
      open ??= [index, index];
      open[1] = index;
    } else if (open !== undefined && /\d/.test(cell)) {
      open[1] = index;
    } else if (open !== undefined && LETTER.test(cell)) {
      runs.push(open);
      open = undefined;
    }
  }
  return open === undefined ? runs : [...runs, open];
}

const cells = (texts: readonly string[]) =>
  texts.flatMap((text, index) => (index === 0 ? [{ text }] : [{ text: '  ' }, { text }]));
const shown = (texts: readonly string[]) =>
  heldInPlace(cells(texts))
    .map(({ text }) => text)
    .join('');

describe('text from right to left in a row of cells', () => {
  it.each([
    ['a digit in the next cell', ['npm', 'שלום', '12:05']],
    ['the same text in the next cell', ['12', 'שלום', 'שלום', '7']],
    ['Arabic digits in two cells', ['npm', '٣', '٤', '5']],
    ['a border behind it', ['npm', 'שלום │', '│ 12']],
  ])('stays within its cell beside %s', (_what, texts) => {
    const row = shown(texts);
    expect(row.replaceAll('\u2800', ' ')).toBe(texts.join('  '));
    expect(turned(row).every(([start, end]) => !row.slice(start, end).includes('  '))).toBe(true);
    expect(
      turned(texts.join('  ')).some(([start, end]) => texts.join('  ').slice(start, end).includes('  ')),
    ).toBe(true);
  });

  it('is not the first letter of a row that a terminal might go by', () => {
    expect(heldInPlace([{ text: '  ' }, { text: 'שלום' }]).map(({ text }) => text)).toEqual([
      ' \u2800',
      'שלום',
    ]);
    expect(heldInPlace([{ text: 'npm ' }, { text: 'שלום' }]).map(({ text }) => text)).toEqual([
      'npm ',
      'שלום',
    ]);
  });

  it('stays within its cell whatever stands beside it', () => {
    const cell = fc.string({ unit: fc.constantFrom('א', 'م', '٣', '7', '-', '.', 'a', '│'), minLength: 1 });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), (texts) => {
        const row = shown(texts);
        expect(row.replaceAll('\u2800', ' ')).toBe(texts.join('  '));
        for (const [start, end] of turned(row)) {
          expect(row.slice(start, end)).not.toContain(' ');
        }
      }),
    );
  });

  it('changes nothing of a row without it', () => {
    const row = cells(['npm', 'Захват', '12']);
    expect(heldInPlace(row)).toBe(row);
  });
});
