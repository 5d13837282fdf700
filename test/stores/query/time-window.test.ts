import { describe, expect, it } from 'vitest';

import { selectShownTimes } from '../../../src/stores/events/event-histogram.ts';
import { EVENT_QUERY } from '../../../src/stores/events/events-view.ts';
import { parseQuery } from '../../../src/stores/query/parse-query.ts';
import { windowOf } from '../../../src/stores/query/time-bounds.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';

const HOUR = 3_600_000;
const at = (time: string) => Date.parse(`2026-03-02T${time}Z`);

const windowIn = (text: string) =>
  windowOf(parseQuery(text, EVENT_QUERY), 'timestamp', { now: NOW, zone: 'utc' });

describe('the times that a query names', () => {
  it.each([
    ['lodash', -Infinity, Infinity],
    ['since:2h', NOW - 2 * HOUR, Infinity],
    ['time:07:00..08:30', at('07:00:00'), at('08:31:00')],
    ['time:>=07:00', at('07:00:00'), Infinity],
    ['time:<08:00', -Infinity, at('08:00:00')],
    ['since:2h time:08:30..09:00', at('08:30:00'), at('09:01:00')],
    ['-time:07:00..08:00', -Infinity, Infinity],
    // The evening of the day before, to this morning.
    ['time:23:00..01:00', at('23:00:00') - 24 * HOUR, at('01:01:00')],
    // It began the day before, and goes on.
    ['time:22:00..10:00', at('22:00:00') - 24 * HOUR, at('10:01:00')],
    ['time:08:00..10:00', at('08:00:00'), at('10:01:00')],
    ['time:12-30..04-02', Date.parse('2025-12-30T00:00Z'), Date.parse('2026-04-03T00:00Z')],
    ['time:07:00,08:00', at('07:00:00'), at('08:01:00')],
  ])('are those of %s', (text, from, to) => {
    expect(windowIn(text)).toEqual({ from, to });
  });

  it('are those of the axis over the feed, up to now', () => {
    const { stores } = createFilledContext();
    const type = (text: string) => stores.view.setState(({ events }) => ({ events: { ...events, text } }));
    stores.view.setState({ minute: NOW });
    const before = selectShownTimes(stores, NOW);
    type('time:07:00..08:30');
    expect(selectShownTimes(stores, NOW)).toMatchObject({ since: at('07:00:00'), until: at('08:31:00') });
    type('since:30m');
    expect(selectShownTimes(stores, NOW)).toMatchObject({ since: NOW - HOUR / 2, until: before.until });
    type('until:01:00 since:02:00');
    const { since, until } = selectShownTimes(stores, NOW);
    expect(until).toBeGreaterThan(since);
  });

  it('leave out what a clock that is wrong dates far ahead of now', () => {
    const { stores } = createFilledContext();
    stores.view.setState({ minute: NOW });
    const add = (id: string, ago: number) =>
      stores.events.apply([sampleEvent(id, ago)], { at: NOW, fromHistory: false });
    const { until } = selectShownTimes(stores, NOW);
    expect(until).toBe(NOW + 1);
    add('a little ahead', -120);
    expect(selectShownTimes(stores, NOW).until).toBe(NOW + 120_000 + 1);
    add('of another year', -400 * 24 * 3600);
    expect(selectShownTimes(stores, NOW).until).toBe(NOW + 300_000 + 1);
  });
});
