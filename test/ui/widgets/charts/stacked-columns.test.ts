import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createTheme } from '../../../../src/ui/theme.ts';
import { partLook, stackedColumnLines } from '../../../../src/ui/widgets/charts/stacked-columns.ts';
import { lineColumns, type Line } from '../../../../src/ui/widgets/line.ts';

const theme = createTheme({ colour: false, ascii: true });
const plain = (line: Line) => line.map(({ text }) => text).join('');
const drawn = (parts: readonly (readonly number[])[], columns: number, rows: number) =>
  stackedColumnLines(parts, { columns, rows, theme }).lines.map(plain);

describe('stacked columns', () => {
  it('stand on each other, each part with a sign of its own', () => {
    expect(
      drawn(
        [
          [2, 0, 1],
          [2, 4, 0],
        ],
        3,
        4,
      ),
    ).toEqual(['== ', '== ', '#= ', '#=#']);
  });

  it('show what is little as one cell, with the sign of what most of it is', () => {
    expect(
      drawn(
        [
          [100, 1],
          [0, 2],
        ],
        2,
        2,
      ),
    ).toEqual(['# ', '#=']);
  });

  it('are as wide as there is room', () => {
    expect(drawn([[1, 2]], 7, 2)).toEqual(['   ###', '######']);
  });

  it('are cut where one would flatten all others', () => {
    const days = [4, 3, 4, 2, 4, 3, 4, 100, 4, 2];
    const { lines, scale, most } = stackedColumnLines([days], { columns: 10, rows: 4, theme });
    expect(lines.map(plain)).toEqual(['       #  ', '       #  ', '### ##### ', '##########']);
    expect({ ...scale, most }).toEqual({ top: 8, isCut: true, most: 100 });
  });

  it('have signs of their own in every mode', () => {
    for (const ascii of [true, false]) {
      const signs = [0, 1, 2, 3, 4].map((place) => partLook(place, { ascii }).sign);
      expect(new Set(signs).size).toBe(5);
    }
  });

  it('keep to their room whatever they show', () => {
    const values = fc.array(fc.double({ min: 0, max: 1e12, noNaN: true }), { maxLength: 30 });
    fc.assert(
      fc.property(
        fc.array(values, { maxLength: 5 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 9 }),
        (parts, columns, rows) => {
          const { lines } = stackedColumnLines(parts, { columns, rows, theme });
          expect(lines).toHaveLength(rows);
          for (const line of lines) {
            expect(lineColumns(line)).toBeLessThanOrEqual(columns);
          }
        },
      ),
    );
  });
});
