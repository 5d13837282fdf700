import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { bucketsOver, bucketsWithin, endOf } from '../../../src/stores/base/time-buckets.ts';
import {
  bucketsOnAxis,
  selectHistogram,
  selectShownTimes,
  type EventHistogram,
} from '../../../src/stores/events/event-histogram.ts';
import { selectVisibleEvents } from '../../../src/stores/events/select-events.ts';
import { createStores } from '../../../src/stores/stores.ts';
import { chartColumns, stepWords } from '../../../src/ui/panes/histogram-strip.ts';
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

/** Columns of the bars at 160x45, 100x30 and 80x24. */
const CHARTS = [160, 100, 80].map(chartColumns);

describe('the bars of a time that was named', () => {
  it('use most of the columns, and none of them is of before or after that time, however odd it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom(...CHARTS), fc.integer({ min: 40, max: 260 })),
        fc.integer({ min: 0, max: 40 * 24 * HOUR }),
        // As many short ones as long ones.
        fc.double({ min: Math.log(MINUTE), max: Math.log(400 * 24 * HOUR), noNaN: true }),
        (columns, before, length) => {
          const until = NOW - before;
          const range = { since: until - Math.round(Math.exp(length)), until };
          const buckets = bucketsWithin(range, columns);
          const { since, step, count } = buckets;
          expect(Math.floor(columns / count) * count).toBeGreaterThanOrEqual(0.8 * columns);
          // A bar is a second at least, so that those of a minute or two may be few and wide.
          const isShort = until - range.since < 5 * MINUTE;
          expect(count).toBeGreaterThanOrEqual(columns / (isShort ? 12 : 8));
          expect([since <= range.since, since > range.since - step]).toEqual([true, true]);
          expect([endOf(buckets) >= until, endOf(buckets) < until + step]).toEqual([true, true]);
          expect([since % step, step % 1000]).toEqual([0, 0]);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['since:3h', ['90 s', '3 min', '5 min']],
    ['since:24h', ['12 min', '25 min', '40 min']],
    ['since:30d', ['6 h', '12 h', '20 h']],
  ])('are as short as they can be: %s', (text, steps) => {
    const found = CHARTS.map((columns) => stepWords(histogramOf([], text, columns).histogram.buckets.step));
    expect(found).toEqual(steps);
  });

  it('are of the same length while the time goes on', () => {
    for (const columns of CHARTS) {
      const steps = Array.from({ length: 200 }, (_, place) => {
        const until = NOW + place * 7 * MINUTE;
        return bucketsWithin({ since: until - 3 * HOUR, until }, columns).step;
      });
      expect(new Set(steps).size).toBe(1);
    }
  });
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
