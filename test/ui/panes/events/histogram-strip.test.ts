import { describe, expect, it } from 'vitest';

import type { EventHistogram } from '../../../../src/stores/events/event-histogram.ts';
import {
  chartColumns,
  createStripPainter,
  histogramStrip,
  stepWords,
  stripRows,
  type AxisMarks,
} from '../../../../src/ui/panes/events/histogram-strip.ts';
import { createTheme } from '../../../../src/ui/theme.ts';
import { lineColumns } from '../../../../src/ui/widgets/line.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-03-02T09:00:00Z');
const MINUTE = 60_000;
const COLUMNS = 88;

function strip(
  change: Partial<EventHistogram> = {},
  marks: Partial<AxisMarks> = {},
  { ascii = false, rows = 3 } = {},
): readonly string[] {
  const buckets = { since: NOW - HOUR, step: MINUTE, count: 60 };
  const counts = Array.from({ length: 60 }, (_, index) => ({
    total: index === 30 ? 1234 : 1,
    parts: { block: 0, review: 0, allow: index === 30 ? 1234 : 1 },
  }));
  const lines = histogramStrip(
    { buckets, counts, coveredFrom: 0, ...change },
    { shown: undefined, cursor: undefined, ...marks },
    { columns: COLUMNS, rows, now: NOW, timeStyle: 'utc', theme: createTheme({ colour: false, ascii }) },
  );
  expect(lines).toHaveLength(rows);
  for (const line of lines) {
    expect(lineColumns(line)).toBeLessThanOrEqual(COLUMNS);
  }
  return lines.map((line) => line.map(({ text }) => text).join(''));
}

describe('the strip over the feed', () => {
  it('is drawn anew where it looks another way, and is otherwise the same lines', () => {
    const buckets = { since: NOW - HOUR, step: MINUTE, count: 60 };
    const counts = Array.from({ length: 60 }, (_, index) => ({
      total: index,
      parts: { block: 0, review: 0, allow: index },
    }));
    const histogram = { buckets, counts, coveredFrom: 0 };
    const looks = {
      columns: COLUMNS,
      rows: 3,
      now: NOW,
      timeStyle: 'utc',
      theme: createTheme({ colour: false, ascii: false }),
    } as const;
    const paint = createStripPainter();
    const at = (cursor: number, of = histogram) => {
      const marks = { shown: { since: NOW - 9 * MINUTE, until: NOW - 5 * MINUTE }, cursor };
      const lines = paint(of, marks, looks);
      expect(lines).toEqual(histogramStrip(of, marks, looks));
      return lines;
    };
    const first = at(NOW - 7 * MINUTE);
    const sameMinute = at(NOW - 7 * MINUTE + 1000);
    expect(sameMinute.map((line, index) => line === first[index])).toEqual([true, true, true]);
    const nextMinute = at(NOW - 6 * MINUTE);
    expect(nextMinute.map((line, index) => line === first[index])).toEqual([true, true, false]);
    at(NOW - 6 * MINUTE, { ...histogram, counts: counts.toReversed() });
  });

  it('says how many the highest bar stands for, how long each is, and when they begin and end', () => {
    const [first = '', , axis = ''] = strip();
    expect(first).toMatch(/^ *most 1,234 /);
    expect(first).toMatch(/ per 1 min$/);
    expect(axis).toMatch(/^ *08:00:00Z /);
    expect(axis).toMatch(/ 09:00:00Z$/);
  });

  it('marks the times that the list shows, the cursor, and what was not read, each with its own sign', () => {
    const plain = strip().at(-1);
    const unread = strip({ coveredFrom: NOW - HOUR / 2 }).at(-1);
    const shown = strip({}, { shown: { since: NOW - 10 * MINUTE, until: NOW - 5 * MINUTE } }).at(-1);
    const cursor = strip({}, { cursor: NOW - 7 * MINUTE }).at(-1);
    expect(new Set([plain, unread, shown, cursor]).size).toBe(4);
    const signs = [unread, shown, cursor].map((axis) =>
      [...(axis ?? '')].find((glyph, at) => glyph !== plain?.[at]),
    );
    expect(new Set(signs).size).toBe(3);
  });

  it('names the outcome where there is one alone, as its bars do not show the sign', () => {
    const counts = Array.from({ length: 60 }, (_, index) => ({
      total: index,
      parts: { block: index, review: 0, allow: 0 },
    }));
    const [first = '', second = ''] = strip({ counts });
    expect(first).toMatch(/^ *✖ most 59 .*▁▁/);
    expect(second).toMatch(/^ *BLOCK /);
    expect(strip({ counts }, {}, { rows: 2 })[0]).toMatch(/^ *✖ most 59 +▁/);
    expect(strip()[0]).not.toContain('✖');
  });

  it('marks nothing for times that it does not show', () => {
    const far = { shown: { since: NOW - 9 * HOUR, until: NOW - 8 * HOUR }, cursor: NOW - 9 * HOUR };
    expect(strip({}, far)).toEqual(strip());
  });

  it('is ASCII where only that is drawn', () => {
    const marks = { shown: { since: NOW - 10 * MINUTE, until: NOW }, cursor: NOW - MINUTE };
    expect(strip({ coveredFrom: NOW - HOUR / 2 }, marks, { ascii: true }).join('')).toMatch(/^[ -~]*$/);
  });

  it('has rows only where the list keeps enough of them', () => {
    expect([12, 16, 19, 36].map((rows) => stripRows(rows, false))).toEqual([0, 2, 3, 4]);
    expect(stripRows(26, true)).toBe(0);
    expect(chartColumns(20)).toBe(8);
  });

  it.each([
    [10_000, '10 s'],
    [5 * MINUTE, '5 min'],
    [2 * HOUR, '2 h'],
    [24 * HOUR, '1 d'],
  ])('calls %i milliseconds %s', (step, words) => {
    expect(stepWords(step)).toBe(words);
  });
});
