import { expect, it } from 'vitest';

import {
  feedStatus,
  statusSentence,
  statusWords,
  type FeedFacts,
} from '../../../src/stores/events/feed-status.ts';
import { selectFeedStatus } from '../../../src/stores/events/select-feed-status.ts';
import { createStores } from '../../../src/stores/stores.ts';
import { NOW } from '../../helpers/sample-data.ts';

const SECOND = 1000;
const LIVE: FeedFacts = {
  completeThrough: NOW,
  doubt: undefined,
  toCome: 0,
  gaps: [],
  receivedAt: NOW,
};

it.each<[Partial<FeedFacts>, string, string | undefined, string]>([
  [{}, 'live', undefined, 'Complete through 2026-03-02 09:00:00Z.'],
  [{ receivedAt: NOW - 8.9 * SECOND }, 'live', undefined, 'Complete through 2026-03-02 09:00:00Z.'],
  [
    { receivedAt: NOW - 9 * SECOND },
    'as of 9s ago',
    undefined,
    'Complete through 2026-03-02 09:00:00Z, but last read 9s ago.',
  ],
  [
    { receivedAt: NOW - 26 * SECOND, silentSince: NOW - 17 * SECOND },
    'as of 26s ago',
    'no answer for 15s',
    'Complete through 2026-03-02 09:00:00Z, but last read 26s ago.',
  ],
  [
    { silentSince: NOW - 14 * SECOND, receivedAt: NOW - 4 * SECOND, toCome: 3 },
    'behind',
    'no answer for 10s',
    'Complete through 2026-03-02 09:00:00Z, but no answer for 10s.',
  ],
  [{ silentSince: NOW - 4 * SECOND }, 'live', undefined, 'Complete through 2026-03-02 09:00:00Z.'],
  [
    { toCome: 1200 },
    'behind',
    '1,200 still to come',
    'Complete through 2026-03-02 09:00:00Z, but 1,200 still to come.',
  ],
  [
    { gaps: [{ missing: 3 }, { missing: 4 }] },
    'behind',
    '7 missing',
    'Complete through 2026-03-02 09:00:00Z, but 7 missing.',
  ],
  [
    { completeThrough: undefined },
    'behind',
    'reading the first events',
    'Not known to be complete through any time yet.',
  ],
  [
    { completeThrough: undefined, toCome: 281, rows: { length: 100 }, receivedAt: NOW - 120 * SECOND },
    'behind',
    'reading the first events, 100 of 381',
    'Not known to be complete through any time yet.',
  ],
  [
    {
      completeThrough: undefined,
      toCome: 281,
      rows: { length: 100 },
      receivedAt: NOW - 120 * SECOND,
      failure: 'the server failed',
    },
    'as of 2m ago',
    undefined,
    'Not known to be complete through any time yet.',
  ],
  [
    {
      completeThrough: undefined,
      toCome: 281,
      rows: { length: 100 },
      silentSince: NOW - 6 * SECOND,
    },
    'behind',
    'no answer for 5s',
    'Not known to be complete through any time yet.',
  ],
  [
    { doubt: 'exceeds-rows', toCome: 3 },
    'unverified',
    'the server counts more events than it gives',
    'Completeness is unverified: the server counts more events than it gives.',
  ],
  [{ receivedAt: undefined }, 'blind', 'no events read yet', 'Nothing was read yet.'],
  [
    { receivedAt: NOW - 300 * SECOND, doubt: 'exceeds-rows' },
    'blind',
    'last read 5m ago',
    'Nothing was read for 5m.',
  ],
])('says what the feed is from %j', (facts, word, why, sentence) => {
  const standing = feedStatus({ ...LIVE, ...facts }, NOW);
  expect(statusWords(standing)).toEqual({ word, why });
  expect(statusSentence(standing, 'utc')).toBe(sentence);
});

it.each([
  [0, 'live', 'Complete through 2026-03-02 09:00:00Z.'],
  [40_000, 'terminal 40s behind', 'Complete through 2026-03-02 09:00:00Z, but the terminal is 40s behind.'],
  [
    undefined,
    'terminal yet to answer',
    'Complete through 2026-03-02 09:00:00Z, but the terminal is yet to answer.',
  ],
])('is not live on a terminal that is behind by %s', (terminalDelay, word, sentence) => {
  const stores = createStores();
  stores.events.setState({ completeThrough: NOW, receivedAt: NOW });
  stores.view.setState({ terminalDelay });
  const standing = selectFeedStatus(stores, NOW);
  expect(statusWords(standing)).toEqual({ word, why: undefined });
  expect(statusSentence(standing, 'utc')).toBe(sentence);
  expect(selectFeedStatus(stores, NOW + 11_000).kind).toBe('behind');
});

it.each(['silentSince', 'feedSilentSince'] as const)('is not live on any pane with %s 5 s ago', (since) => {
  const stores = createStores();
  stores.events.setState({ completeThrough: NOW, receivedAt: NOW - 5 * SECOND });
  stores.view.setState({ tab: 'policy', terminalDelay: 0 });
  stores.connection.setState({ [since]: NOW - 4 * SECOND });
  expect(selectFeedStatus(stores, NOW).kind).toBe('live');
  expect(statusWords(selectFeedStatus(stores, NOW + SECOND))).toEqual({
    word: 'behind',
    why: 'no answer for 5s',
  });
});

it.each(['policy', 'events'] as const)('is as old on the pane %s as on every other one', (tab) => {
  const stores = createStores();
  stores.events.setState({ completeThrough: NOW, receivedAt: NOW - 25 * SECOND });
  stores.view.setState({ tab, terminalDelay: 0 });
  expect(statusWords(selectFeedStatus(stores, NOW))).toEqual({ word: 'as of 25s ago', why: undefined });
});
