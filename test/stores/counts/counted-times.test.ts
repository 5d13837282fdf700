import { describe, expect, it } from 'vitest';

import { selectCountedTimes } from '../../../src/stores/counts/counted-times.ts';
import type { CountedListId } from '../../../src/stores/counts/count-measures.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { NOW } from '../../helpers/sample-data.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function timesOf(of: CountedListId, text: string) {
  const { stores } = createFilledContext();
  stores.view.setState((view) => ({ minute: NOW, [of]: { ...view[of], text } }));
  return selectCountedTimes(stores, of, NOW);
}

describe('the times of the small bars of counts', () => {
  it.each([
    ['events', '', 'LAST 24 H', DAY - MINUTE, -MINUTE],
    ['events', 'since:6h', 'LAST 6 H', 6 * HOUR, -MINUTE],
    ['events', 'since:3d', 'LAST 3 D', 3 * DAY, -MINUTE],
    ['events', 'since:90m', 'LAST 90 MIN', 90 * MINUTE, -MINUTE],
    ['events', 'time:>=2026-03-02T07:01:30', 'since 03-02', 2 * HOUR - 1.5 * MINUTE, -MINUTE],
    ['events', 'time:07:00..08:30', '07:00 to 08:30', 2 * HOUR, 29 * MINUTE],
    ['events', 'time:02-20..02-22', '02-20 to 02-22', 10 * DAY + 9 * HOUR, 7 * DAY + 9 * HOUR],
    ['events', 'time:02-20', '02-20', 10 * DAY + 9 * HOUR, 9 * DAY + 9 * HOUR],
    ['events', 'time:2024-02-20', '2024-02-20', 741 * DAY + 9 * HOUR, 740 * DAY + 9 * HOUR],
    ['sessions', '', 'LAST 30 D', 30 * DAY - MINUTE, -MINUTE],
    ['sessions', 'modified:02-20..02-22', '02-20 to 02-22', 10 * DAY + 9 * HOUR, 7 * DAY + 9 * HOUR],
    ['llm', 'since:2d', 'LAST 2 D', 2 * DAY, -MINUTE],
  ] as const)('of %s under the filter "%s" are called "%s"', (of, text, title, from, to) => {
    expect(timesOf(of, text)).toMatchObject({ title, since: NOW - from, until: NOW - to });
  });

  it('are those of a chosen range of the feed, too, and of no other list', () => {
    const { stores } = createFilledContext();
    const range = { since: NOW - 5 * DAY, until: NOW - 2 * DAY };
    stores.view.setState(({ events }) => ({ minute: NOW, events: { ...events, range } }));
    expect(selectCountedTimes(stores, 'events', NOW)).toMatchObject(range);
    expect(selectCountedTimes(stores, 'llm', NOW)).toMatchObject({ title: 'LAST 24 H' });
  });

  it('are none of agents, which say only when each was seen last', () => {
    expect(timesOf('agents', 'since:6h')).toBeUndefined();
  });

  it('are the same object until the next minute', () => {
    const { stores } = createFilledContext();
    const now = (ahead: number) => selectCountedTimes(stores, 'events', NOW + ahead);
    expect(now(10)).toBe(now(20));
  });
});
