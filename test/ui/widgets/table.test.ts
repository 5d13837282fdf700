import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createTheme } from '../../../src/ui/theme.ts';
import { untrusted, lineColumns, trusted, type Line } from '../../../src/ui/widgets/line.ts';
import {
  firstOfPlaced,
  headingLine,
  placeColumns,
  placeSideways,
  rowLine,
  type Column,
} from '../../../src/ui/widgets/table.ts';

const theme = createTheme({ colour: false, ascii: false });
const plain = (line: Line) => line.map(({ text }) => text).join('');

function column(title: string, width: number, options: Partial<Column<string>> = {}): Column<string> {
  return { title, width, grow: 0, rank: 0, cell: (row) => untrusted(row), ...options };
}

describe('the columns of a table', () => {
  it('go by their rank when there is no room, and those of rank 0 stay', () => {
    const columns = [column('A', 10), column('B', 10, { rank: 2 }), column('C', 10, { rank: 1 })];
    const titles = (width: number) => placeColumns(columns, width).map(({ column: { title } }) => title);
    expect(titles(40)).toEqual(['A', 'B', 'C']);
    expect(titles(35)).toEqual(['A', 'C']);
    expect(titles(20)).toEqual(['A']);
    expect(titles(3)).toEqual(['A']);
  });

  it('share out what is left over by their growth', () => {
    const columns = [column('A', 10, { grow: 1 }), column('B', 10, { grow: 3 }), column('C', 10)];
    expect(placeColumns(columns, 36 + 8).map((placed) => placed.columns)).toEqual([12, 16, 10]);
  });

  it('give what is left over first to what would be cut, by rank, and then to what grows', () => {
    const columns = [
      column('A', 10, { grow: 1 }),
      column('B', 10, { rank: 2, needs: 20 }),
      column('C', 10, { rank: 1, needs: 16, grow: 1 }),
    ];
    const given = (width: number) => placeColumns(columns, width).map((placed) => placed.columns);
    expect(given(36 + 4)).toEqual([10, 10, 14]);
    expect(given(36 + 11)).toEqual([10, 15, 16]);
    expect(given(36 + 20)).toEqual([12, 20, 18]);
  });

  it('are drawn at first at their places, as much of each as a narrower table has', () => {
    const columns = [column('ID', 4), column('NAME', 8, { grow: 1 }), column('HOST', 6, { rank: 1 })];
    const placed = firstOfPlaced(placeColumns(columns, 40), 16);
    const row = rowLine('letters-and-more', placed, { selected: false, theme });
    expect(plain(headingLine(placed, theme)).trimEnd()).toBe('  ID    NAME');
    expect(plain(row)).toBe(`  let…  ${'letters…'.padEnd(24)}  ${' '.repeat(6)}`);
  });

  it('fill the width exactly wherever one of them grows', () => {
    const any = fc.record({
      width: fc.integer({ min: 1, max: 20 }),
      needs: fc.nat(60),
      grow: fc.nat(4),
      rank: fc.nat(6),
    });
    fc.assert(
      fc.property(
        fc.array(any, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 40, max: 200 }),
        fc.string({ unit: fc.constantFrom('a', '語', '\u001b', '\n', '👩‍👩‍👧', ' ') }),
        fc.boolean(),
        (specs, width, text, selected) => {
          const columns = specs.map((spec, index) => column(`T${index}`, spec.width, spec));
          const placed = placeColumns(
            [column('FIRST', 20, { grow: 1 }), ...columns.map((one) => ({ ...one, rank: one.rank + 1 }))],
            width,
          );
          expect(lineColumns(headingLine(placed, theme))).toBe(width);
          expect(lineColumns(rowLine(text, placed, { selected, theme }))).toBe(width);
        },
      ),
    );
  });

  it('line up with their titles', () => {
    const placed = placeColumns([column('NAME', 6), column('COUNT', 7, { right: true })], 40);
    expect(plain(headingLine(placed, theme))).toBe('  NAME      COUNT');
    expect(plain(rowLine('abc', placed, { selected: false, theme }))).toBe('  abc         abc');
  });
});

it('places as many columns as a record has names for, wherever they are moved to', () => {
  const columns = Array.from({ length: 20_000 }, (_, index) => column(`C${index}`, 10, { rank: index }));
  const { placed, most } = placeSideways(columns, 120, 10);
  expect(placed).toHaveLength(10);
  expect(placeSideways(columns, 120, most).right).toBe(0);
  expect(placeSideways(columns, 120, most - 1).right).toBe(1);
});

describe('a selected row', () => {
  it('has a mark in its gutter and its main column inverse', () => {
    const placed = placeColumns(
      [column('A', 4), column('B', 4, { primary: true, cell: () => [trusted('x')] })],
      40,
    );
    const line = rowLine('a', placed, { selected: true, theme });
    expect(plain(line)).toBe('▌ a     x   ');
    expect(
      line
        .filter(({ style }) => style === 'inverse')
        .map(({ text }) => text)
        .join('')
        .trim(),
    ).toBe('x');
    expect(rowLine('a', placed, { selected: false, theme }).some(({ style }) => style === 'inverse')).toBe(
      false,
    );
  });
});
