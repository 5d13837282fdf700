import { beforeEach, describe, expect, it } from 'vitest';

import {
  isHistoryWanted,
  selectFreshEvents,
  selectServerFilters,
  selectVisibleEvents,
  selectFeedRows,
  wantsOlderEvents,
} from '../../../src/stores/events/select-events.ts';
import { createStores, type Stores } from '../../../src/stores/stores.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { selectedIndex } from '../../../src/stores/base/cursor.ts';
import { listingOf, NOW, sampleAgent, sampleEvent } from '../../helpers/sample-data.ts';

const live = { at: NOW, fromHistory: false };
let stores: Stores;

function visible(): readonly string[] {
  return selectVisibleEvents(stores).map((row) => row.id);
}

beforeEach(() => {
  stores = createStores();
  stores.agents.setState({ data: listingOf([sampleAgent('agent-1', { hostname: 'ci-runner' })]) });
  stores.events.apply(
    [
      sampleEvent('allowed', 10),
      sampleEvent('blocked', 20, { outcome: 'block', payload: { reasons: ['Known MALWARE'] } }),
      sampleEvent('audited', 30, { outcome: 'review', type: 'audit', client_id: 'client-9' }),
      sampleEvent('wheel', 40, { subject: { ecosystem: 'pip', package: 'requests', version: '2.0' } }),
      sampleEvent('odd', 50, { outcome: 'quarantine' }),
    ],
    live,
  );
});

describe('the events that are visible', () => {
  it('are all of them without a filter, in the very list of the store', () => {
    expect(selectVisibleEvents(stores)).toBe(stores.events.getState().rows);
    expect(visible()).toContain('odd');
  });

  it('are those of the chosen outcomes', () => {
    updatePane(stores.view, 'events', { outcomes: ['block', 'review'] });
    expect(visible()).toEqual(['blocked', 'audited']);
    updatePane(stores.view, 'events', { outcomes: [] });
    expect(visible()).toEqual([]);
  });

  it('are those of one type and one ecosystem', () => {
    updatePane(stores.view, 'events', { type: 'audit' });
    expect(visible()).toEqual(['audited']);
    updatePane(stores.view, 'events', { type: undefined, ecosystem: 'pip' });
    expect(visible()).toEqual(['wheel']);
  });

  it.each(['since:3h until:2h', 'time:3h..2h', 'time:05:59..07:00', 'time:05:59..06:40,07:00'])(
    'are those of the times that the filter names, which are wanted and may have been read by themselves: %s',
    (text) => {
      stores.view.setState({ minute: NOW, tab: 'events' });
      stores.events.apply([sampleEvent('past', 2.5 * 3600)], { at: NOW, fromHistory: true });
      const state = { coveredSince: NOW - 3_600_000, older: 'reading' as const };
      stores.events.setState(state);
      updatePane(stores.view, 'events', { text });
      expect(visible()).toEqual([]);
      expect([isHistoryWanted(stores), wantsOlderEvents(stores)]).toEqual([true, true]);
      const [part] = selectServerFilters(stores);
      expect(part?.until).toBeLessThanOrEqual(NOW - 1.9 * 3_600_000);
      const since = NOW - 4 * 3_600_000;
      stores.events.setState({ coverage: [{ filter: {}, until: part?.until ?? 0, since, incomplete: 0 }] });
      expect(visible()).toEqual(['past']);
      expect(isHistoryWanted(stores)).toBe(false);
    },
  );

  it('hold every word of the text filter somewhere, whatever its case', () => {
    updatePane(stores.view, 'events', { text: 'malware LEFT-pad' });
    expect(visible()).toEqual(['blocked']);
    updatePane(stores.view, 'events', { text: '  ' });
    expect(visible()).toHaveLength(5);
  });

  it('can be found by the host of their client', () => {
    updatePane(stores.view, 'events', { text: 'ci-runner' });
    expect(visible()).toEqual(['allowed', 'blocked', 'wheel', 'odd']);
  });

  it('pass only when every filter lets them', () => {
    updatePane(stores.view, 'events', { outcomes: ['allow'], text: 'requests', ecosystem: 'npm' });
    expect(visible()).toEqual([]);
    updatePane(stores.view, 'events', { ecosystem: 'pip' });
    expect(visible()).toEqual(['wheel']);
  });

  it('are the same list as long as nothing changed', () => {
    updatePane(stores.view, 'events', { outcomes: ['block'] });
    const before = selectVisibleEvents(stores);
    stores.view.setState({ notice: undefined, pageSize: 3 });
    expect(selectVisibleEvents(stores)).toBe(before);
    stores.events.apply([sampleEvent('newer', 1, { outcome: 'block' })], live);
    expect(selectVisibleEvents(stores)).not.toBe(before);
  });
});

describe('a frozen view', () => {
  beforeEach(() => {
    updatePane(stores.view, 'events', { follow: false, frozenAt: stores.events.getState().batch });
    stores.events.apply([sampleEvent('newer', 1, { outcome: 'block' }), sampleEvent('late', 35)], live);
  });

  it('hides what arrived since, wherever it stands', () => {
    expect(visible()).toEqual(['allowed', 'blocked', 'audited', 'wheel', 'odd']);
  });

  it('shows what was scrolled back to', () => {
    stores.events.apply([sampleEvent('old', 900)], { at: NOW, fromHistory: true });
    expect(visible()).toEqual(['allowed', 'blocked', 'audited', 'wheel', 'odd', 'old']);
  });

  it('counts what it hides, blocks apart', () => {
    stores.events.apply([sampleEvent('old', 900, { outcome: 'block' })], { at: NOW, fromHistory: true });
    expect(selectFreshEvents(stores)).toEqual({ count: 2, blocks: 1 });
  });

  it('hides and counts nothing once it follows again', () => {
    updatePane(stores.view, 'events', { follow: true });
    expect(visible()).toHaveLength(7);
    expect(selectFreshEvents(stores)).toEqual({ count: 0, blocks: 0 });
  });
});

describe('the cursor in the feed', () => {
  const place = (id: string) => {
    updatePane(stores.view, 'events', {
      follow: false,
      frozenAt: stores.events.getState().batch,
      cursor: id,
    });
    return selectedIndex(stores, 'events', selectFeedRows(stores));
  };

  it('is where its event is', () => {
    expect(['allowed', 'blocked', 'audited', 'wheel', 'odd'].map(place)).toEqual([0, 1, 2, 3, 4]);
  });

  it('stays where its event would stand when a filter hides it', () => {
    updatePane(stores.view, 'events', { outcomes: ['allow', 'block'] });
    expect(visible()).toEqual(['allowed', 'blocked', 'wheel']);
    expect(place('audited')).toBe(2);
    expect(place('odd')).toBe(2);
  });

  it('is the first row for an id that nobody knows, and when nothing is visible', () => {
    expect(place('never seen')).toBe(0);
    updatePane(stores.view, 'events', { outcomes: [] });
    expect(place('allowed')).toBe(0);
    expect(selectFeedRows(stores).idAt(0)).toBeUndefined();
  });
});
