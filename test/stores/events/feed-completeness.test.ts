import { expect, it } from 'vitest';

import type { EventsState } from '../../../src/stores/events/events-store.ts';
import { feedCompleteness, selectListedCompleteness } from '../../../src/stores/events/feed-completeness.ts';
import { measureOf } from '../../../src/stores/base/completeness.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { NOW } from '../../helpers/sample-data.ts';

const DAMAGED = { index: 4, field: 'id', problem: 'expected a string', item: {} };
const GAP = { since: NOW / 1000 - 60, until: NOW / 1000, missing: 3 };

it.each<[string, Partial<EventsState>, string]>([
  ['is whole', {}, ''],
  ['was never found complete', { completeThrough: undefined }, ' so far (60)'],
  ['is still read', { toCome: 5 }, ' so far (60 of 65)'],
  ['has a gap', { gaps: [GAP] }, ' so far (60 of 63)'],
  ['has a damaged event', { damaged: [DAMAGED] }, ' so far (60 of 61)'],
  ['cannot be verified', { doubt: 'not-counted' }, ' (60 read, unverified)'],
])('a figure of a feed that %s says of how much it is', (_state, state, words) => {
  const events = createFilledContext().stores.events.getState();
  expect(measureOf(feedCompleteness({ ...events, ...state }))).toBe(words);
});

it.each<[EventsState['older'], string]>([
  ['reading', ' so far (60)'],
  ['given-up', ' (60 read)'],
  ['full', ' (60 read)'],
])('a list that is not read back to the time of its filters says whether more comes: %s', (older, words) => {
  const { stores } = createFilledContext();
  stores.events.setState({ coveredSince: NOW - 3_600_000, older });
  updatePane(stores.view, 'events', { text: 'since:7d' });
  expect(measureOf(selectListedCompleteness(stores))).toBe(words);
});
