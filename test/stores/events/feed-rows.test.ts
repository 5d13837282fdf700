import { beforeEach, describe, expect, it } from 'vitest';

import { selectEventFacts, selectEventsUnderCursor } from '../../../src/stores/events/event-facts.ts';
import {
  selectFeedRows,
  selectFreshEvents,
  selectVisibleEvents,
} from '../../../src/stores/events/select-events.ts';
import { createStores, type Stores } from '../../../src/stores/stores.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { ManualSlices } from '../../helpers/manual-slices.ts';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';

const live = { at: NOW, fromHistory: false };
let stores: Stores;

/** The rows as `id×count`. */
function shown(): readonly string[] {
  const rows = selectFeedRows(stores);
  return rows.slice(0, rows.length).map(({ id, count }) => (count === 1 ? id : `${id}×${count}`));
}

beforeEach(() => {
  stores = createStores();
  stores.events.apply(
    [
      sampleEvent('a1', 10),
      sampleEvent('a2', 20),
      sampleEvent('a3', 30),
      sampleEvent('b1', 40, { outcome: 'block' }),
      sampleEvent('a4', 50),
    ],
    live,
  );
});

describe('neighbours that repeat each other', () => {
  it('are one row, which counts them', () => {
    expect(shown()).toEqual(['a1×3', 'b1', 'a4']);
    expect(selectFeedRows(stores).events).toBe(5);
  });

  it('count only what was looked at while very many are being folded', () => {
    const slices = new ManualSlices();
    stores = createStores({ slices });
    const events = Array.from({ length: 3000 }, (_, index) =>
      sampleEvent(`e${index}`, index, { client_id: `client-${Math.floor(index / 2)}` }),
    );
    stores.events.apply(events, live);
    const counts = () => {
      const rows = selectFeedRows(stores);
      return new Set(rows.slice(0, rows.length).map(({ count }) => count));
    };
    expect(Math.max(0, ...counts())).toBeLessThanOrEqual(2);
    slices.run();
    expect(Math.max(0, ...counts())).toBeLessThanOrEqual(2);
    slices.runAll();
    expect(counts()).toEqual(new Set([2]));
    expect(selectFeedRows(stores)).toHaveLength(1500);
  });

  it('are rows of their own when folding is off', () => {
    updatePane(stores.view, 'events', { folded: false });
    expect(shown()).toEqual(['a1', 'a2', 'a3', 'b1', 'a4']);
  });

  it.each([
    ['another machine', { client_id: 'client-2' }],
    ['another type', { type: 'audit' }],
    ['another outcome', { outcome: 'review' }],
    ['another package', { subject: { ecosystem: 'npm', package: 'lodash', version: '1.3.0' } }],
    ['another version', { subject: { ecosystem: 'npm', package: 'left-pad', version: '1.3.1' } }],
    ['another reason', { payload: { reasons: ['odd'] } }],
    ['another command', { actor: { command: 'pnpm', args: ['install', 'left-pad'] } }],
    ['other arguments', { actor: { command: 'npm', args: ['install', 'left-pad', '-g'] } }],
  ])('are none with %s', (_, fields) => {
    stores.events.apply([sampleEvent('new', 5, fields)], live);
    expect(shown()).toEqual(['new', 'a1×3', 'b1', 'a4']);
  });

  it('are joined when what stood between them is filtered away, changes or is dropped', () => {
    updatePane(stores.view, 'events', { outcomes: ['allow'] });
    expect(shown()).toEqual(['a1×4']);
    updatePane(stores.view, 'events', { outcomes: ['allow', 'review', 'block'] });
    stores.events.apply([sampleEvent('b1', 40)], live);
    expect(shown()).toEqual(['a1×5']);
  });

  it('are parted by what comes in between later', () => {
    expect(shown()[0]).toBe('a1×3');
    stores.events.apply([sampleEvent('late', 25, { outcome: 'review' })], { ...live, isLate: true });
    expect(shown()).toEqual(['a1×2', 'late', 'a3', 'b1', 'a4']);
  });

  it('are counted on while they come in', () => {
    const before = selectFeedRows(stores).slice(1, 2)[0];
    stores.events.apply([sampleEvent('a0', 5)], live);
    expect(shown()).toEqual(['a0×4', 'b1', 'a4']);
    expect(selectFeedRows(stores).slice(1, 2)[0]).toBe(before);
  });

  it('have one place for all of them, and the cursor stays on its own', () => {
    updatePane(stores.view, 'events', { follow: false, frozenAt: 9, cursor: 'a2' });
    const rows = selectFeedRows(stores);
    expect(['a1', 'a2', 'a3', 'b1', 'a4'].map((id) => rows.indexOf(id))).toEqual([0, 0, 0, 1, 2]);
    expect(rows.indexOf('nobody')).toBe(-1);
    expect(selectEventFacts(stores)).toMatchObject({ event: { id: 'a2' }, row: { id: 'a1', count: 3 } });
    expect(selectEventsUnderCursor(stores).map(({ id }) => id)).toEqual(['a1', 'a2', 'a3']);
    updatePane(stores.view, 'events', { folded: false });
    expect(selectFeedRows(stores).indexOf('a2')).toBe(1);
    expect(selectEventFacts(stores)).toMatchObject({ event: { id: 'a2' }, row: { id: 'a2', count: 1 } });
  });
});

describe('a row of blocks that repeat each other', () => {
  const attention = () => {
    const rows = selectFeedRows(stores);
    return rows.slice(0, rows.length).map(({ id, count, attention: of }) => [id, count, of]);
  };
  const block = (id: string, ago: number) => sampleEvent(id, ago, { outcome: 'block' });

  it('waits while any of them does, and is done once all are acknowledged', () => {
    stores = createStores();
    stores.events.apply([block('seen', 20)], { at: NOW, fromHistory: true });
    expect(attention()).toEqual([['seen', 1, undefined]]);
    stores.events.apply([block('late', 30)], { ...live, isLate: true });
    expect(attention()).toEqual([['seen', 2, 'open']]);
    const rowOf = (id: string) => stores.events.get(id) ?? expect.fail(id);
    stores.acknowledged.acknowledge([rowOf('late')]);
    expect(attention()).toEqual([['seen', 2, undefined]]);
    stores.acknowledged.acknowledge([rowOf('seen')]);
    expect(attention()).toEqual([['seen', 2, 'done']]);
  });
});

describe('a range of times', () => {
  const range = { since: NOW - 40_000, until: NOW - 10_000 };

  it('narrows the feed, its first moment included and its last one not', () => {
    updatePane(stores.view, 'events', { range });
    expect(selectVisibleEvents(stores).map(({ id }) => id)).toEqual(['a2', 'a3', 'b1']);
    expect(shown()).toEqual(['a2×2', 'b1']);
  });

  it('composes with the other filters', () => {
    updatePane(stores.view, 'events', { range, outcomes: ['block'] });
    expect(shown()).toEqual(['b1']);
  });

  it('lets only that count as new that is in it', () => {
    updatePane(stores.view, 'events', { range, follow: false, frozenAt: stores.events.getState().batch });
    stores.events.apply(
      [sampleEvent('now', 1), sampleEvent('in', 15, { outcome: 'block' }), sampleEvent('before', 60)],
      live,
    );
    expect(selectFreshEvents(stores)).toEqual({ count: 1, blocks: 1 });
  });
});
