import { afterEach, describe, expect, it, vi } from 'vitest';

import { EVENT_QUERY } from '../../../src/stores/events/events-view.ts';
import { parseQuery } from '../../../src/stores/query/parse-query.ts';
import type { QueryClock } from '../../../src/stores/query/query-time.ts';
import { testOfRecords } from '../../../src/stores/query/row-query.ts';
import { SESSION_QUERY } from '../../../src/stores/sessions/sessions-view.ts';
import { NOW } from '../../helpers/sample-data.ts';

const UTC: QueryClock = { now: NOW, zone: 'utc' };

afterEach(() => {
  vi.unstubAllEnvs();
});

function passes(text: string, record: object, query = SESSION_QUERY, clock = UTC): boolean {
  expect(parseQuery(text, query, Object.keys(record)).problems).toEqual([]);
  return testOfRecords(text, query, clock)?.(record) ?? true;
}

describe('a range of numbers', () => {
  it.each([
    ['messages:3..5', [3, 4, 5]],
    ['messages:3..', [3, 4, 5, 6, 7]],
    ['messages:..5', [1, 2, 3, 4, 5]],
    ['messages:>3', [4, 5, 6, 7]],
    ['messages:>=3', [3, 4, 5, 6, 7]],
    ['messages:<3', [1, 2]],
    ['messages:<=3', [1, 2, 3]],
    ['messages:3', [3]],
    ['messages:1..2,6..', [1, 2, 6, 7]],
    ['-messages:2..6', [1, 7]],
    // A field that the list has no name for.
    ['message_count:3..5', [3, 4, 5]],
    ['message_count:>3', [4, 5, 6, 7]],
    ['message_count:..2', [1, 2]],
  ])('holds its ends where it names them: %s', (text, found) => {
    const numbers = [1, 2, 3, 4, 5, 6, 7];
    expect(numbers.filter((message_count) => passes(text, { message_count }))).toEqual(found);
  });

  it.each([
    ['size:1m', [1e6]],
    ['size:>1M', [1.5e6, 1e9]],
    ['size:999k..1m', [999e3, 1e6]],
    ['size:>=1.5m', [1.5e6, 1e9]],
    ['size:1g', [1e9]],
    ['size:<1m', [1e3, 999e3]],
    ['size:1k', [1e3]],
  ])('takes sizes as they are written: %s', (text, found) => {
    const sizes = [1e3, 999e3, 1e6, 1.5e6, 1e9];
    expect(sizes.filter((size_bytes) => passes(text, { size_bytes }))).toEqual(found);
  });

  it.each([
    ['messages:5..3', 'Nothing is both: the larger end stands first. Type messages:3..5.'],
    ['messages:..', 'is no number'],
    ['messages:3..10:30', 'is no number'],
    ['payload.x:3..', undefined],
  ])('%s is understood, or said to be none', (text, problem) => {
    const { problems } = parseQuery(text, SESSION_QUERY);
    expect(problems.map(({ sentence }) => sentence)).toEqual(
      problem === undefined ? [] : [expect.stringContaining(problem)],
    );
  });

  it('of numbers and times at once is refused, and a text in quotes', () => {
    const { problems } = parseQuery('score:3..10:30', SESSION_QUERY, ['score']);
    expect(problems.map(({ sentence }) => sentence)).toEqual([
      'A range is of two numbers or of two times, and 3 to 10:30 is none. Quote it to look for it: "3..10:30".',
    ]);
    expect(passes('raw.score:"3..10:30"', { raw: { score: '3..10:30' } })).toBe(true);
    expect(passes('raw.score:"3..10:30"', { raw: { score: 5 } })).toBe(false);
  });
});

describe('a range of times', () => {
  const times = ['08:59:59.999', '09:00:00', '09:30:59.999', '09:31:00', '10:00:59', '10:01:00'];
  const found = (text: string) =>
    times.filter((time) => passes(text, { timestamp: `2026-03-01T${time}Z` }, EVENT_QUERY));

  it.each([
    ['time:2026-03-01T09:00..2026-03-01T09:30', times.slice(1, 3)],
    ['time:2026-03-01T09:31..', times.slice(3)],
    ['time:..2026-03-01T09:30', times.slice(0, 3)],
    ['time:>2026-03-01T09:30', times.slice(3)],
    ['time:>=2026-03-01T09:30', times.slice(2)],
    ['time:<2026-03-01T09:30', times.slice(0, 2)],
    ['time:<=2026-03-01T09:30', times.slice(0, 3)],
    ['time:2026-03-01T09:30', [times[2]]],
    ['time:2026-03-01', times],
  ])('holds all of the minute or the day that an end names: %s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each([
    ['2026-03-01T10:30+05:30', '2026-03-01T05:00Z'],
    ['2026-03-01T10:30-03:30', '2026-03-01T14:00Z'],
    ['2026-03-01T10:30+0545', '2026-03-01T04:45Z'],
    ['2026-03-01T10:30+02', '2026-03-01T08:30Z'],
    ['2026-03-01T10:30-00:00:30', '2026-03-01T10:30:30Z'],
    ['2026-03-01T10:30Z', '2026-03-01T10:30Z'],
  ])('takes the minutes of an offset: %s', (typed, meant) => {
    const at = (add: number) => ({ timestamp: new Date(Date.parse(meant) + add).toISOString() });
    const of = (add: number) => passes(`time:${typed}`, at(add), EVENT_QUERY);
    expect([of(-1), of(0), of(59_999), of(60_000)]).toEqual([false, true, true, false]);
  });

  it.each([
    ['UTC', '2026-03-01T00:00Z'],
    ['Asia/Kolkata', '2026-02-28T18:30Z'],
    ['America/New_York', '2026-03-01T05:00Z'],
  ])('reads a day without a year in the zone that is shown: %s', (zone, begin) => {
    vi.stubEnv('TZ', zone);
    const local: QueryClock = { now: NOW, zone: 'local' };
    const at = (time: number) => ({ timestamp: new Date(time).toISOString() });
    const start = Date.parse(begin);
    for (const [time, isIn] of [
      [start - 1, false],
      [start, true],
      [start + 86_399_999, true],
      [start + 86_400_000, false],
    ] as const) {
      expect(passes('time:03-01', at(time), EVENT_QUERY, local)).toBe(isIn);
    }
    // With a Z it is that of UTC, as lists print it, wherever somebody sits.
    const ofUtc = (time: string) => passes('time:"03-01 10:30Z"', { timestamp: time }, EVENT_QUERY, local);
    expect([ofUtc('2026-03-01T10:30:30Z'), ofUtc('2026-03-01T10:31:00Z')]).toEqual([true, false]);
    const ofZone = passes('time:"03-01 10:30"', at(start + 10.5 * 3_600_000), EVENT_QUERY, local);
    expect(ofZone).toBe(true);
  });

  it('reads a day without a year as the last one that began, at its own end in the zone', () => {
    vi.stubEnv('TZ', 'Pacific/Auckland');
    const local: QueryClock = { now: Date.parse('2026-03-01T12:00Z'), zone: 'local' };
    const timestamp = '2026-03-01T11:30:00Z';
    // There it is the second of March already.
    expect(passes('time:03-02', { timestamp }, EVENT_QUERY, local)).toBe(true);
    expect(passes('time:03-02', { timestamp: '2025-03-02T11:30:00Z' }, EVENT_QUERY, local)).toBe(false);
  });
});
