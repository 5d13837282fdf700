import { describe, expect, it } from 'vitest';

import { certainFiltersOf, coveredFrom, serverFiltersOf } from '../../../src/stores/events/event-coverage.ts';
import { createViewStore } from '../../../src/stores/view/view-store.ts';
import { NOW } from '../../helpers/sample-data.ts';

const CLOCK = { now: NOW, zone: 'utc' } as const;
const OPEN = createViewStore().getState().events;
const filtersOf = (text: string, change: Partial<typeof OPEN> = {}) =>
  serverFiltersOf({ ...OPEN, ...change, text }, CLOCK);

describe('what a server is asked for', () => {
  it.each([
    ['outcome:BLOCK from:pip type:install', [{ outcome: 'block', ecosystem: 'pip', type: 'install' }]],
    ['outcome:block,review', [{ outcome: 'review' }, { outcome: 'block' }]],
    ['package:"lodash" react', [{ package: 'lodash' }]],
    ['package:lodash', [{ package: 'lodash' }]],
    ['package:PyYAML', [{ package: 'PyYAML' }, { package: 'pyyaml' }]],
    ['package:"a",b', [{ package: 'a' }, { package: 'b' }]],
    ['package:Flask package:"Flask"', [{ package: 'Flask' }]],
    [
      'package:Flask outcome:block,review',
      [
        { package: 'Flask', outcome: 'review' },
        { package: 'Flask', outcome: 'block' },
        { package: 'flask', outcome: 'review' },
        { package: 'flask', outcome: 'block' },
      ],
    ],
  ])('of %s is what it can tell apart', (text, expected) => {
    expect(filtersOf(text).map(({ filter }) => filter)).toEqual(expected);
  });

  it.each([
    ...[
      'package:lod*',
      'package:lodash,rea*',
      'package:a,b,c,d,e',
      '-package:"lodash"',
      'package:""',
      'outcome:bl*',
    ],
    ...['-outcome:block', 'outcome:block,quarantine', 'type:install,audit', 'host:ci-7', 'since:1h'],
  ])('leaves out %s, which it might read another way', (text) => {
    expect(filtersOf(text)).toEqual([{ filter: {}, until: undefined }]);
  });

  it.each([
    ['package:lodash', [{}]],
    ['package:lodash type:audit', [{ type: 'audit' }]],
    ['package:"lodash"', [{ package: 'lodash' }]],
    ['package:"a",b', [{}]],
  ])('is certain to hold all of %s only without a name that stands in no quotes', (text, expected) => {
    expect(certainFiltersOf({ ...OPEN, text }, CLOCK).map(({ filter }) => filter)).toEqual(expected);
  });

  it('is nothing when the outcomes exclude one another', () => {
    expect(filtersOf('outcome:allow', { outcomes: ['block'] })).toEqual([]);
  });

  it.each(['until:2d', 'time:..2d'])(
    'ends, where the end of the query moves on with the clock, a little later and for a while at the same time: %s',
    (text) => {
      const endAt = (later: number) =>
        serverFiltersOf({ ...OPEN, text }, { ...CLOCK, now: NOW + later })[0]?.until ?? 0;
      const twoDays = 2 * 86_400_000;
      expect(endAt(0)).toBeGreaterThanOrEqual(NOW - twoDays - 1);
      expect(endAt(0)).toBeLessThanOrEqual(NOW - twoDays + twoDays / 24);
      const ends = Array.from({ length: 120 }, (_, minute) => endAt(minute * 60_000));
      expect(new Set(ends).size).toBeLessThanOrEqual(2);
      expect(filtersOf('-until:1h')).toEqual([{ filter: {}, until: undefined }]);
    },
  );

  it('ends where the query ends', () => {
    const [filter] = filtersOf('type:audit until:2026-03-01T10:00');
    expect(filter).toEqual({ filter: { type: 'audit' }, until: Date.parse('2026-03-01T10:00:00Z') });
    const whole = Date.parse('2026-03-01T23:59:59.999Z');
    expect(filtersOf('time:2026-03-01')).toEqual([{ filter: {}, until: whole }]);
    expect(filtersOf('time:..2026-02-27,2026-03-01')).toEqual([{ filter: {}, until: whole }]);
    expect(filtersOf('-time:2026-03-01')).toEqual([{ filter: {}, until: undefined }]);
  });
});

describe('from when on all is here', () => {
  const before = NOW - 86_400_000;
  const state = {
    coveredSince: NOW,
    droppedThrough: undefined,
    coverage: [{ filter: { type: 'audit' as const }, since: 1000, until: before, incomplete: 0 }],
  };

  it('counts a part with an end for what ends within it, and for nothing else', () => {
    const from = (until: number | undefined, filter = { type: 'audit' as const }) =>
      coveredFrom(state, [{ filter, until }]);
    expect(from(before)).toBe(1000);
    expect(from(before - 1)).toBe(1000);
    expect(from(before + 1)).toBe(NOW);
    expect(from(undefined)).toBe(NOW);
    expect(coveredFrom(state, [{ filter: {}, until: before }])).toBe(NOW);
  });

  it('is after the newest row that was dropped, whatever was read', () => {
    const droppedThrough = NOW + 1000;
    const query = { filter: {}, until: undefined };
    expect(coveredFrom({ ...state, droppedThrough }, [query])).toBe(droppedThrough + 1);
    expect(coveredFrom({ ...state, droppedThrough: NOW - 1000 }, [query])).toBe(NOW);
  });
});
