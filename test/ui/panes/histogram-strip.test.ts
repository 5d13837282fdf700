import { describe, expect, it } from 'vitest';

import type { EventHistogram } from '../../../src/stores/events/event-histogram.ts';
import {
  chartColumns,
  createStripPainter,
  histogramStrip,
  stepWords,
  stripRows,
  type AxisMarks,
} from '../../../src/ui/panes/histogram-strip.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { lineColumns } from '../../../src/ui/widgets/line.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-03-02T09:00:00Z');
const MINUTE = 60_000;
const COLUMNS = 100;
const ALL = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
const NO_MARKS: AxisMarks['policies'] = [];

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
    { buckets, counts, coveredFrom: 0, named: ALL, untimed: 0, ...change },
    { shown: undefined, cursor: undefined, policies: [], ...marks },
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
    const histogram = { buckets, counts, coveredFrom: 0, named: ALL, untimed: 0 };
    const looks = {
      columns: COLUMNS,
      rows: 3,
      now: NOW,
      timeStyle: 'utc',
      theme: createTheme({ colour: false, ascii: false }),
    } as const;
    const paint = createStripPainter();
    const at = (cursor: number, of = histogram) => {
      const marks = {
        shown: { since: NOW - 9 * MINUTE, until: NOW - 5 * MINUTE },
        cursor,
        policies: NO_MARKS,
      };
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
    const counts = Array.from({ length: 60 }, (_, index) => ({
      total: 100 + index,
      parts: { block: index === 7 ? 3 : 0, review: 0, allow: 100 },
    }));
    const [all = '', block = '', axis = ''] = strip({ counts });
    expect(all).toMatch(/^ {3}all +most +159 /);
    expect(all).toMatch(/ per 1 min$/);
    expect(block).toMatch(/^ ✖ block +most +3 +█ /);
    expect(axis).toMatch(/^ *08:00:00Z /);
    expect(axis).toMatch(/ 09:00:00Z$/);
  });

  it('says where bars are cut, and what the highest of them counts', () => {
    const [all = ''] = strip();
    expect(all).toMatch(/^ {3}all +most +1,234 .* cut at 2$/);
  });

  it('has rows of their own for reviews and blocks where there is room, and more for all', () => {
    const labels = (rows: number) =>
      strip({}, {}, { rows })
        .slice(0, -1)
        .map((line) => line.slice(0, 20).trim().split(/ +/)[0]);
    expect(labels(2)).toEqual(['all']);
    expect(labels(3)).toEqual(['all', '✖']);
    expect(labels(4)).toEqual(['all', '▲', '✖']);
    expect(labels(5)).toEqual(['all', '', '▲', '✖']);
    expect(strip({}, {}, { rows: 4 }).join('\n')).toContain('✖ block  none');
  });

  it('marks on the axis when versions of the policy began, with their numbers where there is room', () => {
    const at = (minutes: number, version: number | undefined) => ({ since: NOW - minutes * MINUTE, version });
    const axis = (...policies: AxisMarks['policies']) => strip({}, { policies }).at(-1) ?? '';
    expect(axis(at(30, 8))).toMatch(/─┴ policy 8 ─/);
    expect(axis(at(30, 8), at(28, 9))).toMatch(/─┴─┴ policy 9 ─/);
    expect(axis(at(30, undefined))).toMatch(/─┴───/);
    expect(axis(at(90, 7))).toBe(axis());
    expect(axis(at(1, 10))).toMatch(/─┴ 09:00:00Z$/);
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

  it('begins and ends at the times that were named, and is as long as they are', () => {
    const buckets = { since: NOW - HOUR, step: 10 * MINUTE, count: 6 };
    const counts = Array.from({ length: 6 }, () => ({ total: 2, parts: { block: 0, review: 0, allow: 2 } }));
    const named = { from: NOW - 58 * MINUTE, to: NOW - 5 * MINUTE };
    const axis = strip({ buckets, counts, named }).at(-1) ?? '';
    expect(axis).toMatch(/^ +08:02:00Z ─{60} 08:55:00Z$/);
    // A dialog may show more than what was named.
    const wide = { ...named, from: NOW - 38 * MINUTE };
    expect(strip({ buckets, counts, named: wide }).at(-1)).toMatch(/^ +08:22:00Z ─{40} 08:55:00Z$/);
    expect(strip({ buckets, counts, named: { from: NOW, to: NOW + HOUR } }).at(-1)).toMatch(
      /08:00:00Z ─{60} 09/,
    );
  });

  it('says how many events are in no bar since they carry no time, and nothing of none', () => {
    expect(strip({ untimed: 12 }, {}, { rows: 4 }).join('\n')).toMatch(/12 no time$/m);
    expect(strip({ untimed: 12_345 }, {}, { rows: 2 })[0]).toMatch(/12k no time$/);
    expect(strip({}, {}, { rows: 4 }).join('\n')).not.toContain('no time');
  });

  it('is of one outcome alone where there is no other', () => {
    const counts = Array.from({ length: 60 }, (_, index) => ({
      total: index,
      parts: { block: index, review: 0, allow: 0 },
    }));
    const [first = '', second = ''] = strip({ counts });
    expect(first).toMatch(/^ ✖ block +most +59 /);
    expect(second).toMatch(/^ {20} *▁/);
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
    expect([12, 17, 18, 28, 36].map((rows) => stripRows(rows, false))).toEqual([0, 0, 3, 4, 5]);
    expect(stripRows(26, true)).toBe(0);
    expect(chartColumns(20)).toBe(8);
  });

  it.each([
    [10_000, '10 s'],
    [75_000, '75 s'],
    [5 * MINUTE, '5 min'],
    [90 * MINUTE, '90 min'],
    [36 * HOUR, '36 h'],
    [2 * HOUR, '2 h'],
    [24 * HOUR, '1 d'],
  ])('calls %i milliseconds %s', (step, words) => {
    expect(stepWords(step)).toBe(words);
  });
});
