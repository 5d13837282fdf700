import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createEventsStore, newestFirst, type EventsStore } from '../../../src/stores/events/events-store.ts';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';

const live = { at: NOW, fromHistory: false };

function ids(store: EventsStore): readonly string[] {
  return store.getState().rows.map((row) => row.id);
}

describe('the store of events', () => {
  it('keeps the newest first, equal times by id', () => {
    const store = createEventsStore();
    store.apply([sampleEvent('b', 10), sampleEvent('d', 30), sampleEvent('c', 10)], live);
    store.apply([sampleEvent('a', 20), sampleEvent('e', 10)], live);
    expect(ids(store)).toEqual(['e', 'c', 'b', 'a', 'd']);
  });

  it('keeps the newest first as finely as times were sent, before and after some are changed', () => {
    const store = createEventsStore();
    const at = (id: string, fraction: string, outcome = 'allow') =>
      sampleEvent(id, 0, { timestamp: `2026-03-02T09:00:00.123${fraction}Z`, outcome });
    store.apply([at('c', ''), at('a', '456789'), at('b', '456788'), at('e', '4')], live);
    store.apply([at('d', '45679')], live);
    expect(ids(store)).toEqual(['d', 'a', 'b', 'e', 'c']);
    store.apply([at('b', '456788', 'block'), at('a', '1')], live);
    expect(ids(store)).toEqual(['d', 'b', 'e', 'a', 'c']);
  });

  it('has no minute for what carries no time, until it does', () => {
    const store = createEventsStore();
    const sums = () =>
      [store.perMinute, store.blocksPerMinute].map((counted) =>
        [...counted.values()].reduce((a, b) => a + b, 0),
      );
    store.apply(
      ['a', 'b'].map((id) => sampleEvent(id, 0, { outcome: 'block', timestamp: '2026-13-45T99:00:00Z' })),
      live,
    );
    expect(sums()).toEqual([0, 0]);
    expect(store.get('a')?.isUntimed).toBe(true);
    store.apply([sampleEvent('a', 10, { outcome: 'block' })], live);
    expect(sums()).toEqual([1, 1]);
    expect(store.get('a')?.isUntimed).toBe(false);
    store.apply([sampleEvent('a', 0, { timestamp: 12 })], live);
    expect(sums()).toEqual([0, 0]);
  });

  it('takes an event once, however often and in however many pages it comes', () => {
    const store = createEventsStore();
    expect(store.apply([sampleEvent('a', 10), sampleEvent('a', 10)], live)).toBe(1);
    expect(store.apply([sampleEvent('a', 10), sampleEvent('b', 5)], live)).toBe(1);
    expect(ids(store)).toEqual(['b', 'a']);
  });

  it('shows what a changed event says now, and counts it as known', () => {
    const store = createEventsStore();
    store.apply([sampleEvent('a', 10, { outcome: 'review' }), sampleEvent('b', 20)], live);
    expect(store.apply([sampleEvent('a', 10, { outcome: 'block' })], live)).toBe(0);
    expect(store.getState().rows.map((row) => row.event.outcome)).toEqual(['block', 'allow']);
    expect(store.get('a')?.event.outcome).toBe('block');
  });

  it('counts a changed event by minute as what it says now, and as nothing else', () => {
    const store = createEventsStore();
    const now = Math.floor(NOW / 60_000) * 60_000;
    const counts = () =>
      [store.perMinute, store.blocksPerMinute].map((counted) => [
        counted.get(now - 60_000),
        counted.get(now),
      ]);
    const at = (time: number, outcome: string) =>
      sampleEvent('a', 0, { outcome, timestamp: new Date(time).toISOString() });
    store.apply([at(now - 1, 'block')], live);
    expect(counts()).toEqual([
      [1, undefined],
      [1, undefined],
    ]);
    store.apply([at(now + 1, 'block')], live);
    expect(counts()).toEqual([
      [0, 1],
      [0, 1],
    ]);
    store.update([at(now + 1, 'allow')]);
    expect(counts()).toEqual([
      [0, 1],
      [0, 0],
    ]);
  });

  it('shows the last of two versions that came in one page', () => {
    const store = createEventsStore();
    store.apply(
      [sampleEvent('a', 10, { outcome: 'review' }), sampleEvent('a', 10, { outcome: 'block' })],
      live,
    );
    expect(store.getState().rows.map((row) => row.event.outcome)).toEqual(['block']);
  });

  it('changes nothing, not even a reference, when nothing is new', () => {
    const store = createEventsStore();
    store.apply([sampleEvent('a', 10), sampleEvent('b', 20)], live);
    const before = store.getState();
    let told = 0;
    store.subscribe(() => told++);
    expect(store.apply([sampleEvent('b', 20), sampleEvent('a', 10)], live)).toBe(0);
    expect(store.getState()).toBe(before);
    expect(told).toBe(0);
  });

  it('keeps the rows that did not change as the same objects', () => {
    const store = createEventsStore();
    store.apply([sampleEvent('a', 10), sampleEvent('b', 20)], live);
    const kept = store.get('b');
    store.apply([sampleEvent('a', 10, { outcome: 'block' }), sampleEvent('c', 5)], live);
    expect(store.getState().rows.at(2)).toBe(kept);
  });

  it('drops the oldest past its bound and still counts them by minute', () => {
    const store = createEventsStore(2);
    store.apply(
      [sampleEvent('a', 200), sampleEvent('b', 10), sampleEvent('c', 5), sampleEvent('d', 1)],
      live,
    );
    expect(ids(store)).toEqual(['d', 'c']);
    expect(store.has('a')).toBe(false);
    expect(store.get('b')).toBeUndefined();
    const minute = (ago: number) => Math.floor((NOW - ago * 1000) / 60_000) * 60_000;
    expect(store.perMinute.get(minute(200))).toBe(1);
    expect(store.perMinute.get(minute(10))).toBe(3);
  });

  it('knows through when rows were dropped, also once older ones come and are dropped', () => {
    const store = createEventsStore(2);
    store.apply([sampleEvent('b', 10), sampleEvent('c', 5), sampleEvent('d', 1)], live);
    expect(store.getState().droppedThrough).toBe(NOW - 10_000);
    store.apply([sampleEvent('a', 200)], live);
    expect(ids(store)).toEqual(['d', 'c']);
    expect(store.getState().droppedThrough).toBe(NOW - 10_000);
  });

  it('drops the oldest past its bound of text, with all that they kept, and counts what repeats once', () => {
    const MOST = 20_000_000;
    const store = createEventsStore(200_000, MOST);
    const large = (id: number, text: string) =>
      sampleEvent(`e${id}`, 10_000 - id, { payload: { text: text.repeat(65_000) } });
    const differing = Array.from({ length: 800 }, (_, id) => large(id, String.fromCharCode(0x4e00 + id)));
    for (let start = 0; start < differing.length; start += 100) {
      store.apply(differing.slice(start, start + 100), live);
    }
    const { rows, droppedThrough } = store.getState();
    expect(rows.length).toBeGreaterThan(200);
    expect(rows.length * 65_000).toBeLessThanOrEqual(MOST);
    expect(ids(store)).toEqual(
      differing
        .slice(-rows.length)
        .map(({ id }) => id)
        .toReversed(),
    );
    expect(droppedThrough).toBe(NOW - (10_000 - (799 - rows.length)) * 1000);
    expect(store.has('e0')).toBe(false);
    expect(store.isFull()).toBe(true);
    // The rows that went are kept by nothing that tells of what changed, either.
    expect(store.changes.after(store.changes.count - 1)).toBeUndefined();

    const alike = createEventsStore(200_000, MOST);
    alike.apply(
      Array.from({ length: 800 }, (_, id) => large(id, 'x')),
      live,
    );
    expect(alike.getState().rows.length).toBe(800);
    expect(alike.isFull()).toBe(false);
  });

  it('is one row where that alone is more, and the newest', () => {
    const store = createEventsStore(200_000, 1000);
    const large = (id: string, age: number) => sampleEvent(id, age, { payload: { text: id.repeat(5000) } });
    store.apply([large('old', 20)], live);
    expect(ids(store)).toEqual(['old']);
    store.apply([large('new', 10)], live);
    expect(ids(store)).toEqual(['new']);
  });

  it('gives room back that changed events and large ones took, whatever their shape', () => {
    const MOST = 20_000_000;
    const store = createEventsStore(200_000, MOST);
    const list = Array.from({ length: 2000 }, () => 'y'.repeat(1000));
    store.apply(
      Array.from({ length: 30 }, (_, id) => sampleEvent(`small${id}`, 20)),
      live,
    );
    for (let version = 0; version < 30; version++) {
      store.apply([sampleEvent('same', 10, { payload: { version, list } })], live);
    }
    expect(store.getState().rows.length).toBe(31);
    expect(store.getState().droppedThrough).toBeUndefined();
    const named = (id: number) =>
      Object.fromEntries(Array.from({ length: 900 }, (_, name) => [`${'n'.repeat(1000)}${id}.${name}`, 1]));
    store.apply(
      Array.from({ length: 40 }, (_, id) => sampleEvent(`n${id}`, 5 - id / 1000, { payload: named(id) })),
      live,
    );
    expect(store.getState().rows.length).toBeLessThan(25);
    expect(store.get('n39')?.event.raw['payload']).toEqual(named(39));
  });

  it('gives an event without a readable time the time of its arrival', () => {
    const store = createEventsStore();
    store.apply(
      [sampleEvent('a', 0, { timestamp: 'yesterday' }), sampleEvent('b', 0, { timestamp: null })],
      live,
    );
    expect(store.getState().rows.map((row) => row.time)).toEqual([NOW, NOW]);
    store.apply([sampleEvent('a', 0, { timestamp: 'yesterday', outcome: 'block' })], {
      ...live,
      at: NOW + 5000,
    });
    expect(store.get('a')?.time).toBe(NOW);
  });

  it('numbers the batches, so that a view can stay at one', () => {
    const store = createEventsStore();
    store.apply([sampleEvent('a', 10)], live);
    store.apply([sampleEvent('b', 5)], live);
    expect(store.getState().rows.map((row) => row.batch)).toEqual([2, 1]);
    expect(store.getState().batch).toBe(2);
  });

  it('holds every event once and in order, whatever pages it arrives in', () => {
    const event = fc.record({
      id: fc.stringMatching(/^[a-f]{1,2}$/),
      ago: fc.integer({ min: -5, max: 5 }),
      outcome: fc.constantFrom('allow', 'block'),
    });
    fc.assert(
      fc.property(fc.array(fc.array(event, { maxLength: 12 }), { maxLength: 8 }), (pages) => {
        const store = createEventsStore();
        const outcomes = new Map<string, string>();
        for (const page of pages) {
          store.apply(
            page.map(({ id, ago, outcome }) => sampleEvent(id, ago, { outcome })),
            live,
          );
          page.forEach(({ id, outcome }) => outcomes.set(id, outcome));
        }
        const { rows } = store.getState();
        expect(ids(store)).toEqual(
          rows
            .slice()
            .toSorted(newestFirst)
            .map(({ id }) => id),
        );
        expect(new Map(rows.map((row) => [row.id, row.event.outcome]))).toEqual(outcomes);
        expect(rows).toHaveLength(outcomes.size);
      }),
    );
  });

  it('keeps the newest of all that came, whatever its bound', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 20 }),
        (bound, ages) => {
          const store = createEventsStore(bound);
          ages.forEach((ago) => store.apply([sampleEvent(`event-${ago}`, ago)], live));
          const newest = ages.toSorted((left, right) => left - right).slice(0, bound);
          expect(ids(store)).toEqual(newest.map((ago) => `event-${ago}`));
        },
      ),
    );
  });
});
