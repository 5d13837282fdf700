import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { colourOf } from '../../../../src/terminal/screen/attributes.ts';
import { createTheme, type Theme } from '../../../../src/ui/theme.ts';
import { groupedInto } from '../../../../src/ui/widgets/charts/amount.ts';
import { barLine } from '../../../../src/ui/widgets/charts/bar.ts';
import { heatMapLines, heatMapWeeks } from '../../../../src/ui/widgets/charts/heat-map.ts';
import {
  columnsOfBucket,
  histogramLines,
  mergedCounts,
  scaleOf,
} from '../../../../src/ui/widgets/charts/histogram.ts';
import {
  LARGE_FIGURE_ROWS,
  largeFigureColumns,
  largeFigureLines,
} from '../../../../src/ui/widgets/charts/large-figure.ts';
import { sparkLines } from '../../../../src/ui/widgets/charts/spark-line.ts';
import { lineColumns, type Line } from '../../../../src/ui/widgets/line.ts';

const unicode = createTheme({ colour: true, ascii: false });
const ascii = createTheme({ colour: true, ascii: true });
const textOf = (line: Line) => line.map(({ text }) => text).join('');
const textsOf = (lines: readonly Line[]) => lines.map(textOf);

/** Whatever may come out of a sum of what a server sent. */
const value = fc.oneof(
  fc.nat(1000),
  fc.double(),
  fc.constantFrom(0, 1, -1, Number.NaN, Infinity, -Infinity, Number.MAX_VALUE, Number.MIN_VALUE),
);
const values = fc.array(value, { maxLength: 60 });
const columns = fc.integer({ min: 0, max: 50 });
const rows = fc.integer({ min: 0, max: 8 });
const isSomething = (number: number) => number > 0;

/** Both forms of a chart: of the same size, and the one of them in nothing but ASCII. */
function bothForms(draw: (theme: Theme) => readonly Line[]): readonly Line[] {
  const lines = draw(unicode);
  const plain = draw(ascii);
  expect(plain.map(lineColumns)).toEqual(lines.map(lineColumns));
  expect(textsOf(plain).join('')).toMatch(/^[ -~]*$/);
  return lines;
}

describe('a spark line', () => {
  it('is as wide as there are values, and never wider than asked, whatever they are', () => {
    fc.assert(
      fc.property(values, columns, rows, (numbers, width, height) => {
        const lines = bothForms((theme) => sparkLines(numbers, { columns: width, rows: height, theme }));
        expect(lines).toHaveLength(height);
        for (const line of lines) {
          expect(lineColumns(line)).toBe(Math.min(width, numbers.length));
        }
      }),
    );
  });

  it('shows everything that is more than nothing, and nothing else', () => {
    fc.assert(
      fc.property(values, (numbers) => {
        const options = { columns: numbers.length, rows: 1, theme: unicode };
        const bars = [...textsOf(sparkLines(numbers, options)).join('')];
        expect(bars.map((bar) => bar !== ' ')).toEqual(numbers.map(isSomething));
      }),
    );
  });

  it('loses no peak when values share a bar', () => {
    const lines = sparkLines([1, 1, 1, 8, 1, 1], { columns: 2, rows: 1, theme: unicode });
    expect(textsOf(lines)).toEqual(['▁▇']);
  });

  it('shows what is not known by a sign, and not as nothing', () => {
    const values = [undefined, undefined, 0, 2];
    const lines = (options: Parameters<typeof sparkLines>[1]) => textsOf(sparkLines(values, options));
    expect(lines({ columns: 4, rows: 1, theme: unicode })).toEqual(['┈┈ ▇']);
    expect(lines({ columns: 2, rows: 2, theme: unicode })).toEqual([' █', '┈█']);
  });

  it('takes the style of each bar from whom it is asked', () => {
    const [line = []] = sparkLines([1, 2], {
      columns: 2,
      rows: 1,
      theme: unicode,
      styleOf: (index) => (index === 1 ? 'block' : 'dim'),
    });
    expect(line.map(({ style }) => style)).toEqual(['dim', 'block']);
  });
});

describe('a bar', () => {
  it('is exactly as wide as asked, for any share', () => {
    fc.assert(
      fc.property(value, columns, (share, width) => {
        const [line = []] = bothForms((theme) => [barLine(share, { columns: width, theme, style: 'key' })]);
        expect(lineColumns(line)).toBe(width);
      }),
    );
  });

  it('tells something from nothing, and all from nearly all', () => {
    const drawn = (share: number) => textOf(barLine(share, { columns: 4, theme: unicode, style: 'key' }));
    expect([0, 0.000_1, 0.5, 0.9999, 1, 7].map(drawn)).toEqual([
      '    ',
      '▏   ',
      '██  ',
      '███▉',
      '████',
      '████',
    ]);
  });
});

const amounts = fc.array(value, { maxLength: 60 });
const counts = fc.array(fc.nat(500), { maxLength: 60 });

describe('a histogram', () => {
  it('has as many lines as asked, each as wide as asked', () => {
    fc.assert(
      fc.property(amounts, columns, rows, (list, width, height) => {
        const lines = bothForms((theme) =>
          histogramLines(list, { columns: width, rows: height, theme, style: 'key' }),
        );
        expect(lines).toHaveLength(height);
        for (const line of lines) {
          expect(lineColumns(line)).toBe(width);
        }
      }),
    );
  });

  it('keeps all counts when buckets are put together', () => {
    fc.assert(
      fc.property(counts, columns, (list, most) => {
        const merged = mergedCounts(list, most);
        const sum = (of: readonly number[]) => of.reduce((total, one) => total + one, 0);
        expect(merged.length).toBe(Math.min(list.length, most));
        if (most > 0) {
          expect(sum(merged)).toBe(sum(list));
        }
      }),
    );
  });

  it('shows whatever there is, and nothing where there is nothing', () => {
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 8 }), (list, height) => {
        const lines = textsOf(
          histogramLines(list, { columns: list.length, rows: height, theme: unicode, style: 'key' }),
        );
        for (const [place, count] of list.entries()) {
          expect([...(lines.at(-1) ?? '')][place] !== ' ').toBe(count > 0);
        }
      }),
    );
  });

  it('draws no bar higher than one that counts more', () => {
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 4 }), (list, height) => {
        const lines = textsOf(
          histogramLines(list, { columns: list.length, rows: height, theme: unicode, style: 'key' }),
        );
        const heights = list.map((_, place) =>
          lines.reduce((sum, line) => sum + unicode.rising.indexOf([...line][place] ?? ' '), 0),
        );
        for (const [left, count] of list.entries()) {
          for (const [right, other] of list.entries()) {
            expect(count < other && (heights[left] ?? 0) > (heights[right] ?? 0)).toBe(false);
          }
        }
      }),
    );
  });

  it('has a scale that a burst does not own, and says that it is cut', () => {
    const usual = Array.from({ length: 20 }, (_, index) => 5 + (index % 6));
    expect(scaleOf(usual)).toEqual({ top: 10, isCut: false });
    expect(scaleOf([...usual, 2000])).toEqual({ top: 20, isCut: true });
    const [line = ''] = textsOf(
      histogramLines([...usual, 2000], { columns: 21, rows: 1, theme: unicode, style: 'key' }),
    );
    expect(line).toMatch(/^[▂▃▄]{20}█$/);
    expect(scaleOf([1, 1, 1, 500])).toEqual({ top: 500, isCut: false });
    expect(scaleOf([0, 0, 0])).toEqual({ top: 0, isCut: false });
  });

  it('stands at the right edge', () => {
    const lines = histogramLines([1, 1, 1], { columns: 8, rows: 1, theme: unicode, style: 'key' });
    expect(textsOf(lines)).toEqual(['  ██████']);
  });

  it('says which columns belong to a bucket, so that none belongs to two', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 80 }), (count, width) => {
        let end = 0;
        for (let place = 0; place < count; place++) {
          const [first, behind] = columnsOfBucket(place, count, width);
          expect(behind).toBeLessThanOrEqual(width);
          expect(behind).toBeGreaterThan(first);
          expect(count <= width ? place === 0 || first === end : first >= end - 1).toBe(true);
          end = behind;
        }
        expect(end).toBe(width);
      }),
    );
  });
});

describe('a heat map', () => {
  const now = Date.parse('2026-03-04T12:00:00Z');
  const day = fc.record({
    date: fc.oneof(
      fc
        .integer({ min: -200, max: 5 })
        .map((days) => new Date(now + days * 86_400_000).toISOString().slice(0, 10)),
      fc.constantFrom('', 'not a date', '2026-13-45', '99999-01-01'),
    ),
    count: fc.option(value, { nil: undefined }),
  });

  it('has seven lines, or eight with the months, none wider than asked, whatever the days are', () => {
    fc.assert(
      fc.property(
        fc.array(day, { maxLength: 40 }),
        columns,
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom(now, Number.NaN, -8.64e15, 8.64e15),
        (days, width, months, figures, time) => {
          const lines = bothForms((theme) =>
            heatMapLines(days, { columns: width, theme, now: time, months, figures }),
          );
          expect(lines).toHaveLength(months ? 8 : 7);
          for (const line of lines) {
            expect(lineColumns(line)).toBeLessThanOrEqual(width);
          }
        },
      ),
    );
  });

  it('draws each day in its week and on its weekday, and what counts anything darker than what does not', () => {
    const days = [
      { date: '2026-02-23', count: 1 },
      { date: '2026-03-02', count: 1000 },
      { date: '2026-03-04', count: 0 },
    ];
    const lines = textsOf(heatMapLines(days, { columns: 10, theme: unicode, now }));
    expect(lines.map((line) => line.slice(6))).toEqual([
      '░ █ ',
      '· · ',
      '· · ',
      '·   ',
      '·   ',
      '·   ',
      '·   ',
    ]);
    expect(lines.map((line) => line.slice(1, 4))).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
  });

  it('adds up a day that is listed twice', () => {
    const lines = (days: readonly { date: string; count: number }[]) =>
      textsOf(heatMapLines(days, { columns: 10, theme: unicode, now }));
    const other = { date: '2026-03-02', count: 4 };
    expect(lines([{ date: '2026-03-03', count: 2 }, { date: '2026-03-03', count: 2 }, other])).toEqual(
      lines([{ date: '2026-03-03', count: 4 }, other]),
    );
  });

  it('shows the day under the cursor inverse, with and without colours', () => {
    const lines = heatMapLines([{ date: '2026-03-03', count: 2 }], {
      columns: 10,
      theme: unicode,
      now,
      selected: '2026-03-03',
    });
    const inverse = lines.flatMap((line, row) =>
      line.some(({ style }) => style === 'inverse') ? [row] : [],
    );
    expect(inverse).toEqual([1]);
    expect(colourOf(unicode.attributesOf('inverse'))).toBeUndefined();
  });

  it('has counts beside the shades where half a year of them has room, and else as many weeks as without', () => {
    const days = [
      { date: '2026-02-16', count: 7 },
      { date: '2026-02-23', count: 1234 },
      { date: '2026-03-02', count: 12 },
    ];
    const monday = (columns: number, figures = true) =>
      textsOf(heatMapLines(days, { columns, theme: unicode, now, figures }))[0];
    expect(monday(165)).toMatch(/^ Mon {2}.* ░7 {4}█1\.2k ░12 {3}$/);
    // A figure that has no room is left out and not cut.
    expect(monday(140)).toMatch(/^ Mon {2}.* ░7 {3}█ {4}░12 {2}$/);
    expect(monday(100)).toEqual(monday(100, false));
  });

  it('names a month over the first of its weeks', () => {
    const [line = []] = heatMapLines([], { columns: 40, theme: unicode, now, months: true });
    const weeks = heatMapWeeks(40, now);
    const column = textOf(line).indexOf('Feb');
    expect(weeks[(column - 6) / 2]?.[0]).toBe('2026-02-02');
  });
});

it('a bar with a track shows what is left of the whole, too', () => {
  const drawn = (share: number, theme: Theme) =>
    textOf(barLine(share, { columns: 8, theme, style: 'key', hasTrack: true }));
  expect([0, 0.5, 1].map((share) => drawn(share, unicode))).toEqual(['········', '████····', '████████']);
  expect([0, 0.5, 1].map((share) => drawn(share, ascii))).toEqual(['........', '####....', '########']);
});

describe('a figure in large digits', () => {
  it('has five lines as wide as it says, the same in ASCII', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\dk,.-]{0,8}$/), (figure) => {
        const lines = bothForms((theme) => largeFigureLines(figure, { theme, style: 'block' }));
        expect(lines).toHaveLength(LARGE_FIGURE_ROWS);
        for (const line of lines) {
          expect(lineColumns(line)).toBe(largeFigureColumns(figure));
        }
      }),
    );
  });

  it('looks different for each digit', () => {
    const shapes = [...'0123456789'].map((digit) =>
      textsOf(largeFigureLines(digit, { theme: unicode, style: 'plain' })).join('\n'),
    );
    expect(new Set(shapes).size).toBe(10);
  });
});

it('groups neighbours evenly, each once and in their order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 30 }), (items, groups) => {
      const grouped = groupedInto(items, groups);
      expect(grouped.flat()).toEqual(items);
      const sizes = grouped.map((group) => group.length);
      expect(Math.max(0, ...sizes) - Math.min(...sizes, Infinity)).toBeLessThanOrEqual(1);
    }),
  );
});
