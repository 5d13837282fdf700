import { beforeEach, describe, expect, it } from 'vitest';

import { BEFORE_ALL_TIMES } from '../../../src/lib/format-time.ts';
import { seededRandom } from '../../../src/server/base/random.ts';
import { EventTail, type FoundEvent } from '../../../src/sync/tail/event-tail.ts';
import { createFakeClient, type FakeClient } from '../../helpers/fake-client.ts';
import { ModelEventServer, type EventDialect } from '../../helpers/model-event-server.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const signal = new AbortController().signal;

let clock: VirtualClock;
let server: ModelEventServer;
let client: FakeClient;
let tail: EventTail;
let found: FoundEvent[];

function follow(dialect: Partial<EventDialect> = {}): void {
  clock = new VirtualClock();
  server = new ModelEventServer(clock, dialect, seededRandom(3));
  client = createFakeClient(clock, server.answer);
  found = [];
  tail = new EventTail({ client, clock, begin: { newest: 20 }, sink: (events) => found.push(...events) });
  for (let index = 0; index < 3000; index++) {
    server.add(`e${index}`, { timestamp: clock.now() - index * 3 * MINUTE - 1 });
  }
}

/** Ids of events from a time on that were not given out. */
function lackingSince(time: number): readonly string[] {
  const ids = new Set<string>(found.map(({ event }) => event.id));
  return server.events.filter((event) => event.shown > time && !ids.has(event.id)).map(({ id }) => id);
}

describe.each(['ascending', 'descending', 'arrival', 'hash', 'reshuffled'] as const)(
  'scrolling back on a server whose order is %s',
  (order) => {
    beforeEach(async () => {
      follow({ order });
      await tail.poll(signal);
    });

    it('reads what is older, without a hole between it and what was known', async () => {
      const before = tail.state.coveredSince ?? 0;
      await tail.readOlder(200, client, signal);
      const { coveredSince = 0 } = tail.state;
      expect(coveredSince).toBeLessThan(before);
      expect(lackingSince(coveredSince)).toEqual([]);
      expect(found.filter(({ time = 0 }) => time < before).length).toBeGreaterThanOrEqual(200);
    });

    it('comes to the beginning in the end, every event read as history and once', async () => {
      for (let reads = 0; tail.state.coveredSince !== BEFORE_ALL_TIMES; reads++) {
        expect(reads).toBeLessThan(40);
        await tail.readOlder(500, client, signal);
      }
      expect(lackingSince(0)).toEqual([]);
      const first = found.filter(({ kind }) => kind !== 'known');
      expect(first).toHaveLength(3000);
      expect(new Set(first.map(({ kind }) => kind))).toEqual(new Set(['history']));
    });
  },
);

describe.each(['ascending', 'descending', 'hash'] as const)('events before 1970 in order %s', (order) => {
  const OLD = [
    '0001-01-01T00:00:00Z',
    '1904-01-01T12:00:00Z',
    '1969-12-31T23:59:59Z',
    '1970-01-01T00:00:00Z',
  ];

  function addOld(): void {
    OLD.forEach((text, index) => server.add(`old-${index}`, { timestamp: Date.parse(text) }));
    server.add('last', { timestamp: Date.parse('9999-12-31T23:59:59Z') });
  }

  it('are read before it is said that all are here', async () => {
    follow({ order });
    addOld();
    await tail.poll(signal);
    for (let reads = 0; tail.state.coveredSince !== BEFORE_ALL_TIMES; reads++) {
      expect(reads).toBeLessThan(40);
      await tail.readOlder(500, client, signal);
    }
    expect(lackingSince(Number.NEGATIVE_INFINITY)).toEqual([]);
    expect(tail.state.gaps).toEqual([]);
  });

  it('are among the first that are read where there are few', async () => {
    clock = new VirtualClock();
    server = new ModelEventServer(clock, { order }, seededRandom(3));
    client = createFakeClient(clock, server.answer);
    found = [];
    tail = new EventTail({ client, clock, begin: { newest: 20 }, sink: (events) => found.push(...events) });
    addOld();
    await tail.poll(signal);
    expect(tail.state.coveredSince).toBe(BEFORE_ALL_TIMES);
    expect(found).toHaveLength(5);
    expect(client.calls[0]?.query?.['since']).toBeUndefined();
  });

  it('are read from a time on that is asked for', async () => {
    clock = new VirtualClock();
    server = new ModelEventServer(clock, { order, since: 'exclusive' }, seededRandom(3));
    client = createFakeClient(clock, server.answer);
    found = [];
    const since = Date.parse('1900-01-01T00:00:00Z');
    tail = new EventTail({ client, clock, begin: { since }, sink: (events) => found.push(...events) });
    addOld();
    await tail.poll(signal);
    expect(found.map(({ event }) => event.id)).toEqual(['old-1', 'old-2', 'old-3', 'last']);
    expect(tail.state.completeThrough).toBeDefined();
  });
});

describe('scrolling back', () => {
  beforeEach(async () => {
    follow({ order: 'hash', page: 'clamp-20' });
    await tail.poll(signal);
  });

  it('never asks by offset from the live edge: every window that it reads is closed', async () => {
    const before = client.calls.length;
    await tail.readOlder(300, client, signal);
    const queries = client.calls.slice(before).map(({ query }) => query);
    expect(queries.length).toBeGreaterThan(10);
    expect(queries.every((query) => query?.['until'] !== undefined)).toBe(true);
  });

  it('shows what cannot be had of what is older', async () => {
    const before = tail.state.coveredSince ?? 0;
    const hidden = server.events.filter(({ shown }) => shown < before)[100];
    server.spoil = (body) => ({ ...body, events: body.events.filter(({ id }) => id !== hidden?.id) });
    await tail.readOlder(300, client, signal);
    expect(tail.state.coveredSince).toBeLessThan(hidden?.shown ?? 0);
    await tail.poll(signal);
    expect(tail.state.gaps).toMatchObject([{ missing: 1 }]);
  });

  it('does not disturb the tail: what comes in meanwhile is read by the polls, and certified', async () => {
    const reading = tail.readOlder(2000, client, signal);
    server.add('new', { timestamp: clock.now() });
    await clock.advance(2000);
    await tail.poll(signal);
    expect(found.find(({ event }) => event.id === 'new')?.kind).toBe('new');
    expect(tail.state.completeThrough).toBe(clock.now());
    await reading;
    expect(lackingSince(tail.state.coveredSince ?? 0)).toEqual([]);
  });

  it('keeps what it read when a request fails, and goes on from the same place', async () => {
    const before = tail.state.coveredSince;
    let requests = 0;
    server.beforeAnswer = () => (++requests === 6 ? { status: 500 } : undefined);
    await expect(tail.readOlder(300, client, signal)).rejects.toThrow('500');
    expect(tail.state.coveredSince).toBe(before);
    await tail.readOlder(300, client, signal);
    expect(tail.state.coveredSince).toBeLessThan(before ?? 0);
    expect(lackingSince(tail.state.coveredSince ?? 0)).toEqual([]);
    expect(tail.state.lateEvents).toBe(0);
  });

  it('counts what is older in the audits from then on', async () => {
    await tail.readOlder(400, client, signal);
    const { coveredSince = 0 } = tail.state;
    expect(clock.now() - coveredSince).toBeGreaterThan(15 * HOUR);
    server.add('late', { timestamp: coveredSince + HOUR });
    for (let polls = 0; polls < 4; polls++) {
      await clock.advance(31 * MINUTE);
      while ((await tail.poll(signal)).more) {
        // A slice at a time.
      }
    }
    expect(found.find(({ event }) => event.id === 'late')?.kind).toBe('late');
  });
});
