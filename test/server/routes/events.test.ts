import { afterEach, describe, expect, it } from 'vitest';

import { parsePage } from '../../../src/contract/pagination.ts';
import { eventSchema } from '../../../src/contract/event.ts';
import type { EventRecord } from '../../../src/server/base/records.ts';
import {
  column,
  rowsOf,
  startTestService,
  stopTestServices,
  TEST_AMOUNTS,
  type TestService,
} from '../../helpers/test-service.ts';
import { tinyEvent } from '../../helpers/tiny-organization.ts';

afterEach(stopTestServices);

/** The stored events, the newest first: of two with one timestamp, the later stored. */
function stored({ clock }: TestService): readonly EventRecord[] {
  const settings = { ...TEST_AMOUNTS, eventsPerSecond: 0, policySyncSeconds: 1, until: clock.now() };
  return Array.from({ length: TEST_AMOUNTS.events }, (_, index) => tinyEvent(settings, index))
    .map((event, index) => ({ event, index }))
    .sort((left, right) => right.event.timestamp - left.event.timestamp || right.index - left.index)
    .map(({ event }) => event);
}

const ids = (events: readonly EventRecord[]) => events.map((event) => event.id);
const shown = (event: EventRecord) => `${new Date(event.timestamp).toISOString().slice(0, 19)}Z`;

describe('GET /events', () => {
  it('gives the newest 50 by default, with the fields of the specification', async () => {
    const test = await startTestService();
    const body = await test.get('/events');
    expect(Object.keys(body)).toEqual(['events', 'pagination']);
    expect(body['pagination']).toEqual({ limit: 50, offset: 0, total: 60, has_more: true });
    expect(column(body, 'events', 'id')).toEqual(ids(stored(test)).slice(0, 50));
    const newest = stored(test)[0];
    expect(rowsOf(body, 'events')[0]).toEqual({ ...newest, timestamp: newest && shown(newest) });
    expect(parsePage(body, 'events', eventSchema).damaged).toEqual([]);
  });

  it('pages without gaps or repeats and says when more follows', async () => {
    const test = await startTestService();
    const first = await test.get('/events?limit=25');
    const second = await test.get('/events?limit=25&offset=25');
    const third = await test.get('/events?limit=25&offset=50');
    expect([first, second, third].map((body) => body['pagination'])).toEqual([
      { limit: 25, offset: 0, total: 60, has_more: true },
      { limit: 25, offset: 25, total: 60, has_more: true },
      { limit: 25, offset: 50, total: 60, has_more: false },
    ]);
    expect([first, second, third].flatMap((body) => column(body, 'events', 'id'))).toEqual(ids(stored(test)));
    expect((await test.get('/events?limit=10&offset=50'))['pagination']).toMatchObject({ has_more: false });
    expect(await test.get('/events?offset=60')).toEqual({
      events: [],
      pagination: { limit: 50, offset: 60, total: 60, has_more: false },
    });
  });

  it.each<[string, (event: EventRecord) => boolean]>([
    ['type=audit', (event) => event.type === 'audit'],
    ['type=install', (event) => event.type === 'install'],
    ['outcome=block', (event) => event.outcome === 'block'],
    ['outcome=review', (event) => event.outcome === 'review'],
    ['ecosystem=go', (event) => event.subject.ecosystem === 'go'],
    ['package=%40scope%2Fx', (event) => event.subject.package === '@scope/x'],
    ['package=requests', () => false],
    ['type=install&outcome=block', (event) => event.type === 'install' && event.outcome === 'block'],
    [
      'type=install&outcome=allow&ecosystem=npm&package=serde',
      (event) =>
        event.type === 'install' &&
        event.outcome === 'allow' &&
        event.subject.ecosystem === 'npm' &&
        event.subject.package === 'serde',
    ],
  ])('filters by %s', async (query, matches) => {
    const test = await startTestService();
    const expected = stored(test).filter(matches);
    const body = await test.get(`/events?limit=100&${query}`);
    expect(column(body, 'events', 'id')).toEqual(ids(expected));
    expect(body['pagination']).toMatchObject({ total: expected.length, has_more: false });
  });

  it('counts every pair of bounds as the events themselves say', async () => {
    const test = await startTestService();
    const events = stored(test);
    for (const [newer, older] of [
      [0, 59],
      [10, 20],
      [10, 11],
      [30, 30],
      [5, 44],
    ] as const) {
      const since = shown(events[older] as EventRecord);
      const until = shown(events[newer] as EventRecord);
      const expected = events.filter((event) => shown(event) > since && shown(event) < until);
      for (const [query, matching] of [
        [`since=${since}&until=${until}`, expected],
        [`since=${since}`, events.filter((event) => shown(event) > since)],
        [`until=${until}`, events.filter((event) => shown(event) < until)],
        [
          `since=${since}&until=${until}&outcome=block`,
          expected.filter((event) => event.outcome === 'block'),
        ],
        [
          `since=${since}&package=serde`,
          events.filter((event) => shown(event) > since && event.subject.package === 'serde'),
        ],
      ] as const) {
        const body = await test.get(`/events?limit=100&${query}`);
        expect(column(body, 'events', 'id'), query).toEqual(ids(matching));
        expect(body['pagination'], query).toMatchObject({ total: matching.length });
      }
    }
  });

  it('reads bounds in other time zones and finds nothing in a window turned around', async () => {
    const test = await startTestService();
    const inUtc = await test.get('/events?since=2026-03-02T05:00:00Z');
    expect(await test.get('/events?since=2026-03-02T07:00:00%2B02:00')).toEqual(inUtc);
    expect(rowsOf(inUtc, 'events').length).toBeGreaterThan(0);
    const turned = await test.get('/events?since=2026-03-02T05:00:00Z&until=2026-03-01T05:00:00Z');
    expect(turned['pagination']).toMatchObject({ total: 0, has_more: false });
  });

  it.each([
    ['limit=abc', 'limit must be a whole number of 1 or more'],
    ['limit=0', 'limit must be a whole number of 1 or more'],
    ['limit=-5', 'limit must be a whole number of 1 or more'],
    ['limit=1.5', 'limit must be a whole number of 1 or more'],
    ['limit=', 'limit must be a whole number of 1 or more'],
    ['limit=99999999999999999999', 'limit must be a whole number of 1 or more'],
    ['limit=5&limit=6', 'limit is given 2 times; give it once'],
    ['offset=-1', 'offset must be a whole number of 0 or more'],
    ['type=login', 'type must be one of install, audit'],
    ['outcome=deny', 'outcome must be one of allow, review, block'],
    ['outcome=', 'outcome must be one of allow, review, block'],
    ['ecosystem=maven', 'ecosystem must be one of npm, pip, go, cargo'],
    ['package=', 'package must be text that is not empty'],
    ['since=yesterday', 'since must be an ISO 8601 time such as 2026-01-31T09:30:00Z'],
    ['since=2026-02-30T00:00:00Z', 'since must be an ISO 8601 time such as 2026-01-31T09:30:00Z'],
    ['until=2026-03-02', 'until must be an ISO 8601 time such as 2026-01-31T09:30:00Z'],
    ['package=%zz', 'The address holds a malformed escape; write % as %25'],
  ])('refuses %s', async (query, error) => {
    const test = await startTestService();
    const reply = await test.call('GET', `/events?${query}`);
    expect([reply.status, reply.body]).toEqual([400, { error }]);
  });

  it('ignores parameters that it does not know', async () => {
    const test = await startTestService();
    expect(await test.get('/events?colour=red')).toEqual(await test.get('/events'));
  });
});

describe('choices of GET /events', () => {
  async function order(variant: string) {
    const test = await startTestService({ choose: [`event-order=${variant}`] });
    const list = async () => column(await test.get('/events?limit=100'), 'events', 'id');
    return { first: await list(), second: await list(), newestFirst: ids(stored(test)) };
  }

  it('event-order=oldest-first', async () => {
    const { first, newestFirst } = await order('oldest-first');
    expect(first).toEqual([...newestFirst].reverse());
  });

  it('event-order=arrival', async () => {
    const { first } = await order('arrival');
    expect(first).toEqual(Array.from({ length: 60 }, (_, index) => `event-3-${59 - index}`));
  });

  it('event-order=id-hash is the same each time and not by time', async () => {
    const { first, second, newestFirst } = await order('id-hash');
    expect(first).toEqual(second);
    expect(first).not.toEqual(newestFirst);
    expect([...first].sort()).toEqual([...newestFirst].sort());
  });

  it('event-order=reshuffled is another one each time', async () => {
    const { first, second } = await order('reshuffled');
    expect(first).not.toEqual(second);
    expect([...first].sort()).toEqual([...second].sort());
  });

  it.each([
    ['clamp-20', '', 20],
    ['clamp-20', '?limit=1000', 20],
    ['clamp-100', '?limit=101', 100],
    ['clamp-1000', '?limit=5000', 1000],
    ['reject-100', '?limit=100', 100],
    ['reject-1000', '?limit=1000', 1000],
  ])('page-maximum=%s applies to %j', async (variant, query, limit) => {
    const test = await startTestService({ choose: [`page-maximum=${variant}`] });
    expect((await test.get(`/events${query}`))['pagination']).toMatchObject({ limit });
  });

  it.each([
    ['reject-100', 101],
    ['reject-1000', 1001],
  ])('page-maximum=%s refuses %i', async (variant, limit) => {
    const test = await startTestService({ choose: [`page-maximum=${variant}`] });
    const reply = await test.call('GET', `/events?limit=${limit}`);
    expect([reply.status, reply.body]).toEqual([
      400,
      { error: `limit must be a whole number from 1 to ${limit - 1}` },
    ]);
  });

  it('time-precision=milliseconds', async () => {
    const test = await startTestService({ choose: ['time-precision=milliseconds'] });
    const [newest] = stored(test);
    const body = await test.get('/events?limit=1');
    expect(column(body, 'events', 'timestamp')).toEqual([newest && new Date(newest.timestamp).toISOString()]);
  });

  it.each([
    ['since-bound=exclusive', 'since', false],
    ['since-bound=inclusive', 'since', true],
    ['until-bound=exclusive', 'until', false],
    ['until-bound=inclusive', 'until', true],
  ])('%s', async (choice, bound, included) => {
    const test = await startTestService({ choose: [choice] });
    const event = stored(test)[20] as EventRecord;
    const body = await test.get(`/events?limit=100&${bound}=${shown(event)}`);
    expect(column(body, 'events', 'id').includes(event.id)).toBe(included);
  });

  it('bound-precision=second reads a bound as its whole second', async () => {
    const choose = ['time-precision=milliseconds', 'bound-precision=second'];
    const test = await startTestService({ choose });
    const event = stored(test).find((candidate) => candidate.timestamp % 1000 === 400) as EventRecord;
    const behind = new Date(event.timestamp + 100).toISOString();
    const body = await test.get(`/events?limit=100&since=${behind}`);
    expect(column(body, 'events', 'id')).toContain(event.id);
  });

  it.each([
    ['exact', 'requests', []],
    ['exact', 'Requests', ['Requests']],
    ['ignore-case', 'requests', ['Requests']],
    ['substring', 'REQUEST', ['Requests', 'requests-oauth']],
    ['substring', '%25', []],
  ])('package-match=%s finds for %s', async (variant, name, expected) => {
    const test = await startTestService({ choose: [`package-match=${variant}`] });
    const body = await test.get(`/events?limit=100&package=${name}`);
    const found = rowsOf(body, 'events').map((event) => (event['subject'] as { package: string }).package);
    expect([...new Set(found)].sort()).toEqual(expected);
    expect(body['pagination']).toMatchObject({ total: found.length });
  });
});
