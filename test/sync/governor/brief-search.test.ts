import { expect, it } from 'vitest';

import { BriefSearch } from '../../../src/sync/governor/brief-search.ts';

/** Searches in a quota of which so many of those requests come back from one answer to the next; gives how many left. */
function search(limit: number, backOf: (own: number) => number): { sent: number; search: BriefSearch } {
  const search = new BriefSearch();
  let sent = 0;
  search.begin(0);
  for (let now = 0; now < 20_000; sent++) {
    const gap = search.gap(now, limit, limit);
    if (gap === undefined) {
      break;
    }
    now += gap;
    search.note({ own: 1, back: backOf(1), limit, now });
  }
  return { sent, search };
}

it('finds windows of a second of any limit, in ever more requests', () => {
  for (const limit of [12, 60, 300]) {
    const { search: found, sent } = search(limit, (own) => own);
    expect(found.isFound).toBe(true);
    expect(sent).toBeLessThan(3 * limit);
  }
});

it('ends with one request where nothing comes back, and is not begun again at once', () => {
  const { search: ended, sent } = search(60, () => 0);
  expect([ended.isFound, sent]).toEqual([false, 1]);
  ended.begin(2000);
  expect(ended.gap(2000, 60, 60)).toBeUndefined();
});

it('takes no quota for one of seconds that gives back a request a second', () => {
  const { search: ended, sent } = search(60, () => 0.3);
  expect(ended.isFound).toBe(false);
  expect(sent).toBeLessThan(6);
});
