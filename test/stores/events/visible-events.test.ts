import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import type { SecurityEvent } from '../../../src/contract/event.ts';
import { OUTCOMES } from '../../../src/contract/values.ts';
import type { EventRow } from '../../../src/stores/events/events-store.ts';
import { selectHostByClient } from '../../../src/stores/agents/select-agents.ts';
import {
  selectFiltering,
  selectFreshEvents,
  selectVisibleEvents,
} from '../../../src/stores/events/select-events.ts';
import { createStores, type Stores } from '../../../src/stores/stores.ts';
import { textWithin } from '../../../src/stores/base/text-within.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import type { EventsView } from '../../../src/stores/events/events-view.ts';
import { ManualSlices } from '../../helpers/manual-slices.ts';
import { listingOf, NOW, sampleAgent, sampleEvent } from '../../helpers/sample-data.ts';

const live = { at: NOW, fromHistory: false };

function ids(rows: Iterable<EventRow>): readonly string[] {
  return Array.from(rows, ({ id }) => id);
}

/** What the selectors promise, found by looking at every row. */
function expected(stores: Stores): { readonly shown: readonly string[]; readonly fresh: object } {
  const view = stores.view.getState().events;
  const hosts = selectHostByClient(stores);
  const words = view.text.toLowerCase().split(/\s+/);
  const passing = stores.events
    .getState()
    .rows.filter(
      ({ event }) =>
        (view.outcomes.length === OUTCOMES.length ||
          (view.outcomes as readonly string[]).includes(event.outcome ?? '')) &&
        (view.type === undefined || event.type === view.type) &&
        (view.ecosystem === undefined || event.subject?.ecosystem === view.ecosystem) &&
        words.every((word) =>
          `${textWithin(event.raw)} ${hosts.get(event.client_id ?? '') ?? ''}`.toLowerCase().includes(word),
        ),
    );
  const isFresh = (row: EventRow) => !view.follow && row.batch > view.frozenAt && !row.fromHistory;
  const fresh = passing.filter(isFresh);
  return {
    shown: ids(passing.filter((row) => !isFresh(row))),
    fresh: { count: fresh.length, blocks: fresh.filter(({ event }) => event.outcome === 'block').length },
  };
}

const eventArbitrary = fc
  .record({
    id: fc.stringMatching(/^[a-f][0-4]$/),
    ago: fc.integer({ min: -5, max: 40 }),
    client: fc.constantFrom('client-1', 'client-2', null),
    fields: fc.record(
      {
        outcome: fc.constantFrom('allow', 'review', 'block', 'quarantine'),
        type: fc.constantFrom('install', 'audit'),
        subject: fc.constantFrom(
          { ecosystem: 'pip', package: 'Requests', version: '2.0' },
          { ecosystem: 'npm', package: 'left-pad', version: 7 },
        ),
        payload: fc.constantFrom({ reasons: ['Known MALWARE', 3] }, { score: 0.5 }, null),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ id, ago, client, fields }) => sampleEvent(id, ago, { client_id: client, ...fields }));

type Step = (stores: Stores) => void;

const setView = (change: Partial<EventsView>) => (stores: Stores) =>
  updatePane(stores.view, 'events', change);

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  fc
    .record({
      events: fc.array(eventArbitrary, { maxLength: 8 }),
      fromHistory: fc.boolean(),
      isLate: fc.boolean(),
    })
    .map(
      ({ events, ...facts }): Step =>
        (stores) =>
          void stores.events.apply(events, { at: NOW, ...facts }),
    ),
  fc.array(eventArbitrary, { maxLength: 4 }).map(
    (events): Step =>
      (stores) =>
        stores.events.update(events),
  ),
  fc.subarray([...OUTCOMES]).map((outcomes) => setView({ outcomes })),
  fc.constantFrom(undefined, 'install' as const, 'audit' as const).map((type) => setView({ type })),
  fc.constantFrom(undefined, 'npm' as const, 'pip' as const).map((ecosystem) => setView({ ecosystem })),
  fc
    .constantFrom('', 'malware', 'LEFT-pad', 'req 2.0', 'build-2', '7', '2026-03-02T08:59', 'a1', 'nothing')
    .map((text) => setView({ text })),
  fc.constantFrom<Step>(
    setView({ cursor: 'a1' }),
    setView({ follow: true }),
    (stores) => setView({ follow: false, frozenAt: stores.events.getState().batch })(stores),
    (stores) => setView({ follow: false, frozenAt: Math.max(0, stores.events.getState().batch - 2) })(stores),
    (stores) => stores.agents.setState({ data: listingOf([sampleAgent('agent-1')]) }),
    (stores) =>
      stores.agents.setState({
        data: listingOf([sampleAgent('agent-1', { hostname: 'malware' }), sampleAgent('agent-2')]),
      }),
  ),
);

describe('the visible events', () => {
  it('are what all rows together say, whatever came before', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(stepArbitrary, fc.boolean()), { maxLength: 30 }),
        fc.integer({ min: 3, max: 30 }),
        (steps, mostEvents) => {
          const slices = new ManualSlices();
          const stores = createStores({ mostEvents, slices });
          for (const [step, isLookedAt] of steps) {
            step(stores);
            if (isLookedAt) {
              expect({ shown: ids(selectVisibleEvents(stores)), fresh: selectFreshEvents(stores) }).toEqual(
                expected(stores),
              );
            }
          }
          expect({ shown: ids(selectVisibleEvents(stores)), fresh: selectFreshEvents(stores) }).toEqual(
            expected(stores),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('many events', () => {
  const MANY = 10_000;
  let stores: Stores;
  let slices: ManualSlices;

  function applyMany(): void {
    const many: SecurityEvent[] = Array.from({ length: MANY }, (_, index) =>
      sampleEvent(`e${index}`, 100 + index, { outcome: index % 2 === 0 ? 'allow' : 'block' }),
    );
    for (let start = 0; start < MANY; start += 1000) {
      stores.events.apply(many.slice(start, start + 1000), live);
    }
  }

  beforeEach(() => {
    slices = new ManualSlices();
    stores = createStores({ slices });
    // Folding has slices of its own.
    updatePane(stores.view, 'events', { folded: false });
    applyMany();
  });

  it('are looked through in slices, and what passes is there as it is found, the newest first', () => {
    updatePane(stores.view, 'events', { outcomes: ['block'] });
    const first = selectVisibleEvents(stores);
    expect(first.at(0)?.id).toBe('e1');
    expect(first.length).toBeGreaterThan(100);
    expect(first.length).toBeLessThan(MANY / 2);
    expect(selectFiltering(stores)).toEqual({ looked: first.length * 2, of: MANY });
    let told = 0;
    stores.visibleEvents.subscribe(() => told++);
    slices.run();
    expect(told).toBe(1);
    const second = selectVisibleEvents(stores);
    expect(second.length).toBeGreaterThan(first.length);
    expect(ids(second).slice(0, first.length)).toEqual(ids(first));
    slices.runAll();
    expect(selectVisibleEvents(stores)).toHaveLength(MANY / 2);
    expect(selectFiltering(stores)).toBeUndefined();
    expect(stores.visibleEvents.getState()).toEqual({ turns: told });
  });

  it('make way for another filter that is set meanwhile', () => {
    updatePane(stores.view, 'events', { text: 'e12' });
    selectVisibleEvents(stores);
    updatePane(stores.view, 'events', { text: 'e123' });
    selectVisibleEvents(stores);
    slices.runAll();
    expect(ids(selectVisibleEvents(stores))).toEqual(expected(stores).shown);
    expect(selectVisibleEvents(stores)).toHaveLength(11);
  });

  it('take in what arrived, changed and was dropped while they were looked through', () => {
    updatePane(stores.view, 'events', { outcomes: ['block'] });
    selectVisibleEvents(stores);
    stores.events.apply(
      [
        sampleEvent('newest', 1, { outcome: 'block' }),
        sampleEvent('e1', 101, { outcome: 'allow' }),
        sampleEvent('e9998', 100 + 9998, { outcome: 'block' }),
      ],
      live,
    );
    selectVisibleEvents(stores);
    slices.runAll();
    expect(ids(selectVisibleEvents(stores))).toEqual(expected(stores).shown);
    expect(selectVisibleEvents(stores).at(0)?.id).toBe('newest');
  });

  it('stay what they were while hosts get other names, until all were looked at again', () => {
    stores.agents.setState({ data: listingOf([sampleAgent('agent-1', { hostname: 'alpha' })]) });
    updatePane(stores.view, 'events', { text: 'alpha' });
    selectVisibleEvents(stores);
    slices.runAll();
    expect(selectVisibleEvents(stores)).toHaveLength(MANY);
    stores.agents.setState({ data: listingOf([sampleAgent('agent-1', { hostname: 'beta' })]) });
    expect(selectVisibleEvents(stores)).toHaveLength(MANY);
    expect(selectFiltering(stores)).toBeUndefined();
    slices.runAll();
    expect(selectVisibleEvents(stores)).toHaveLength(0);
  });

  it('are told to be unknown still when hosts get other names while they are looked through', () => {
    stores.agents.setState({ data: listingOf([sampleAgent('agent-1', { hostname: 'alpha' })]) });
    updatePane(stores.view, 'events', { text: 'alpha' });
    selectVisibleEvents(stores);
    stores.agents.setState({ data: listingOf([sampleAgent('agent-1', { hostname: 'alphabet' })]) });
    expect(selectVisibleEvents(stores).length).toBeLessThan(MANY);
    expect(selectFiltering(stores)).toMatchObject({ of: MANY });
    slices.runAll();
    expect(selectVisibleEvents(stores)).toHaveLength(MANY);
  });

  it('are the same list for a cursor that moves, and for a frozen view while live ones arrive', () => {
    updatePane(stores.view, 'events', { text: 'left-pad', follow: false, frozenAt: 10 });
    selectVisibleEvents(stores);
    slices.runAll();
    const before = selectVisibleEvents(stores);
    updatePane(stores.view, 'events', { cursor: 'e500', detail: true });
    expect(selectVisibleEvents(stores)).toBe(before);
    stores.events.apply([sampleEvent('newest', 1, { outcome: 'block' })], live);
    expect(selectVisibleEvents(stores)).toBe(before);
    expect(selectFreshEvents(stores)).toEqual({ count: 1, blocks: 1 });
    expect(slices.isWaiting).toBe(false);
  });

  it('are all looked at again by who was away for too long', () => {
    updatePane(stores.view, 'events', { outcomes: ['block'] });
    selectVisibleEvents(stores);
    slices.runAll();
    for (let batch = 0; batch < 100; batch++) {
      stores.events.apply([sampleEvent(`later${batch}`, 50 - batch / 2, { outcome: 'block' })], live);
    }
    selectVisibleEvents(stores);
    slices.runAll();
    expect(ids(selectVisibleEvents(stores))).toEqual(expected(stores).shown);
    expect(selectVisibleEvents(stores)).toHaveLength(MANY / 2 + 100);
  });
});
