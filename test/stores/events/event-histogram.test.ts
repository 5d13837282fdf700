import fc from 'fast-check';
import { expect, it } from 'vitest';

import { bucketsOver, bucketsWithin, endOf } from '../../../src/stores/base/time-buckets.ts';
import {
  bucketsOnAxis,
  selectHistogram,
  selectShownTimes,
  type EventHistogram,
} from '../../../src/stores/events/event-histogram.ts';
import { selectVisibleEvents } from '../../../src/stores/events/select-events.ts';
import { createStores } from '../../../src/stores/stores.ts';
import { wholeSlices } from '../../helpers/whole-slices.ts';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const ODD = '2026-13-45T99:00:00Z';

type Sent = readonly [seconds: number, outcome: string, isOdd: boolean];

/** The histogram over the feed, as it is drawn on so many columns. */
function histogramOf(sent: readonly Sent[], text: string, most = 124) {
  const stores = createStores({ slices: wholeSlices });
  stores.view.setState(({ events }) => ({ minute: NOW, events: { ...events, text } }));
  stores.events.apply(
    sent.map(([seconds, outcome, isOdd], index) =>
      sampleEvent(`e${index}`, seconds, { outcome, ...(isOdd ? { timestamp: ODD } : {}) }),
    ),
    { at: NOW, fromHistory: false },
  );
  stores.events.setState({ coveredSince: NOW - 240 * HOUR, completeThrough: NOW });
  const times = selectShownTimes(stores, NOW);
  const histogram = selectHistogram(stores, bucketsOnAxis(times, most), times.named);
  return { stores, histogram };
}

const totalOf = ({ counts }: EventHistogram) => counts.reduce((sum, { total }) => sum + total, 0);

it.each([
  ['since:3d', 72, 124],
  ['since:24h', 24, 124],
  ['since:24h', 24, 44],
  ['since:3d until:1d', 72, 124],
])(
  'its axis begins with %s %i hours back, on %i columns, and holds nothing of before',
  (text, hours, most) => {
    const sent = Array.from({ length: 10 * 24 }, (_, hour): Sent => [hour * 3600 + 1, 'block', false]);
    const { stores, histogram } = histogramOf(sent, `${text} outcome:block`, most);
    const { since, step } = histogram.buckets;
    expect(since).toBeLessThanOrEqual(NOW - hours * HOUR);
    expect(since).toBeGreaterThan(NOW - hours * HOUR - step);
    expect(histogram.named.from).toBe(NOW - hours * HOUR);
    expect(histogram.counts.length).toBeLessThanOrEqual(most);
    expect(totalOf(histogram)).toBe(selectVisibleEvents(stores).length);
  },
);

it('counts each event that is listed and carries a time in one bucket, and says how many carry none', () => {
  const event = fc.tuple(
    fc.integer({ min: 0, max: 9 * 24 * 3600 }),
    fc.constantFrom('block', 'review', 'allow', 'quarantine'),
    fc.boolean(),
  );
  const text = fc.constantFrom(
    '',
    'since:3d',
    'since:90m',
    'since:5d until:2d',
    'until:30m',
    'outcome:block since:2d',
  );
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 60 }),
      text,
      fc.integer({ min: 8, max: 200 }),
      (sent, query, most) => {
        const { stores, histogram } = histogramOf(sent, query, most);
        const rows = selectVisibleEvents(stores).slice();
        const timed = rows.filter(({ isUntimed }) => !isUntimed);
        expect(totalOf(histogram)).toBe(timed.length);
        expect(histogram.untimed).toBe(rows.length - timed.length);
        for (const outcome of ['block', 'review', 'allow'] as const) {
          const inBars = histogram.counts.reduce((sum, { parts }) => sum + parts[outcome], 0);
          expect(inBars).toBe(timed.filter((row) => row.event.outcome === outcome).length);
        }
      },
    ),
  );
});

it('leaves what waits to be acknowledged and carries no time out of the bars', () => {
  const sent: readonly Sent[] = [
    [60, 'block', false],
    [0, 'block', true],
  ];
  const { stores } = histogramOf(sent, '');
  stores.view.setState(({ events }) => ({ events: { ...events, unacknowledged: true } }));
  const times = selectShownTimes(stores, NOW);
  const histogram = selectHistogram(stores, bucketsOnAxis(times, 60), times.named);
  expect([totalOf(histogram), histogram.untimed]).toEqual([1, 1]);
});

it('has no more buckets than fit, and the last ones of what is too long for them', () => {
  const range = { since: NOW - 3 * 365 * 24 * HOUR, until: NOW };
  const within = bucketsWithin(range, 8);
  expect(within.count).toBe(8);
  expect(endOf(within)).toBeGreaterThanOrEqual(NOW);
  const hour = { since: NOW - HOUR, until: NOW };
  expect(bucketsWithin(hour, 62)).toEqual({ since: NOW - HOUR, step: MINUTE, count: 60 });
  expect(bucketsOver(hour, 62)).toEqual({ since: NOW - HOUR - 2 * MINUTE, step: MINUTE, count: 62 });
});

it.each([
  ['since:1h', 1],
  ['until:1h', 0],
  ['time:>1h', 0],
  ['time:2020-01-01..2030-01-01', 0],
])(
  'what carries no time passes %s by when it was read, and is of no time that is asked for',
  (text, listed) => {
    const { stores } = histogramOf([[0, 'block', true]], text);
    expect(selectVisibleEvents(stores).length).toBe(listed);
  },
);
