import { eventSchema, type SecurityEvent } from '../../../src/contract/event.ts';
import type { Slices } from '../../../src/lib/slices.ts';
import {
  selectFiltering,
  selectFreshEvents,
  selectVisibleEvents,
  selectFeedRows,
} from '../../../src/stores/events/select-events.ts';
import { selectNewestBlocks } from '../../../src/stores/events/select-newest-events.ts';
import { createStores, type Stores } from '../../../src/stores/stores.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import type { EventsView } from '../../../src/stores/events/events-view.ts';
import { seeRows } from '../../../src/stores/view/active-cursor.ts';
import { selectedIndex } from '../../../src/stores/base/cursor.ts';
import { inMilliseconds, median, say, timed, timesAsMuch, worked } from './measure.ts';
import { TimedSlices } from './timed-slices.ts';

const FEW = 2000;
const ROUNDS = 101;
const LIVE = { at: 0, fromHistory: false };

const VIEWS: readonly (readonly [string, Partial<EventsView>])[] = [
  ['following', {}],
  ['frozen', { follow: false, frozenAt: 1_000_000 }],
  ['blocks only', { outcomes: ['block'] }],
  ['frozen, with words', { follow: false, frozenAt: 1_000_000, text: 'react' }],
];

function readEvents(events: readonly object[]): readonly SecurityEvent[] {
  return events.map((event) => eventSchema.parse(event));
}

function storesWith(events: readonly object[], slices: Slices): Stores {
  const stores = createStores({ slices });
  for (let start = 0; start < events.length; start += 1000) {
    stores.events.apply(readEvents(events.slice(start, start + 1000)), LIVE);
  }
  return stores;
}

/** All that a frame asks of the events. */
function frame(stores: Stores): void {
  selectVisibleEvents(stores);
  selectFreshEvents(stores);
  selectFiltering(stores);
  selectNewestBlocks(stores);
  selectedIndex(stores, 'events', selectFeedRows(stores));
  seeRows(stores, selectFeedRows(stores), false);
}

/** What a cursor move and a batch of live events cost over all events, beside what they cost over few. */
export function measureFrames(events: readonly object[]): void {
  const newer = readEvents(events.slice(-ROUNDS * 20)).map(({ raw }, index) =>
    eventSchema.parse({
      ...raw,
      id: `live-${index}`,
      timestamp: new Date(Date.UTC(2030, 0, 1) + index * 100).toISOString(),
    }),
  );
  const measure = (held: readonly object[], change: Partial<EventsView>) => {
    const slices = new TimedSlices();
    const stores = storesWith(held, slices);
    updatePane(stores.view, 'events', change);
    frame(stores);
    slices.runAll();
    const rows = selectVisibleEvents(stores);
    const moves: number[] = [];
    const batches: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      updatePane(stores.view, 'events', { cursor: rows.at((round * 7919) % rows.length)?.id });
      moves.push(timed(() => frame(stores)));
      const live = newer.slice(round * 20, round * 20 + 20);
      batches.push(
        timed(() => {
          stores.events.apply(live, LIVE);
          frame(stores);
        }),
      );
    }
    slices.runAll();
    return { move: median(moves), batch: median(batches) };
  };
  say(`a frame over ${events.length} events`, 'cursor moved', `of ${FEW}`, '20 arrived', `of ${FEW}`);
  for (const [name, change] of VIEWS) {
    const few = measure(events.slice(-FEW), change);
    const all = measure(events, change);
    say(
      `  ${name}`,
      inMilliseconds(all.move),
      timesAsMuch(all.move, few.move),
      inMilliseconds(all.batch),
      timesAsMuch(all.batch, few.batch),
    );
  }
}

/** How long another filter takes: until the first rows are there, in all, and the longest that a key has to wait. */
export function measureFilters(events: readonly object[]): void {
  const slices = new TimedSlices();
  const stores = storesWith(events, slices);
  const parse = timed(() => void JSON.parse(JSON.stringify(events.slice(-10_000))));
  say(
    `another filter over ${events.length} events`,
    'first rows',
    'all rows',
    'of JSON.parse*',
    'longest piece',
  );
  const filters: readonly Partial<EventsView>[] = [
    { outcomes: ['block', 'review'] },
    { outcomes: ['allow', 'review', 'block'], text: 'r' },
    { text: 're' },
    { text: 'react' },
    { text: 'react 18 main' },
    { text: '2026-03-02' },
    { text: 'nothing like it' },
    { text: 'package:re*' },
    { text: 'package:re* -ecosystem:pip host:ci-*' },
    { text: 'reason:*malware* -version:1.* command:npm*react*' },
    { text: 'payload.score:<4 time:>=7d' },
  ];
  for (const change of filters) {
    slices.times.length = 0;
    updatePane(stores.view, 'events', change);
    const first = worked(() => frame(stores));
    slices.runAll();
    const all = slices.times.reduce((sum, time) => sum + time, first);
    say(
      `  ${JSON.stringify(change)}`,
      inMilliseconds(first),
      inMilliseconds(all),
      timesAsMuch(all, (parse * events.length) / 10_000),
      inMilliseconds(Math.max(first, ...slices.times)),
    );
  }
  process.stdout.write('  * writing and reading all of these events as JSON\n');
}
