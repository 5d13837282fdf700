import { describe, expect, it } from 'vitest';

import { seededRandom } from '../../../src/server/base/random.ts';
import { EventTail, type TailOptions } from '../../../src/sync/tail/event-tail.ts';
import { createFakeClient } from '../../helpers/fake-client.ts';
import { ModelEventServer, type EventDialect } from '../../helpers/model-event-server.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';
import { follow } from './followed-feed.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A Date header is cut to whole seconds, and a poll takes a while. */
const ROUGH = 2 * SECOND;

/** A feed that is polled every two seconds, and the requests that began after the present time of a server's clock. */
function watch(dialect: Partial<EventDialect>, begin: TailOptions['begin'] = { since: 0 }) {
  const following = follow(dialect, { begin });
  const { clock, server } = following;
  const watched = {
    ...following,
    /** What the slowest of the server's clocks is behind ours. */
    behind: 0,
    beyond: 0,
    /** Called before each request with its number since the beginning. */
    before: (_request: number): void => undefined,
    pollFor: async (milliseconds: number): Promise<void> => {
      for (const end = clock.now() + milliseconds; clock.now() < end;) {
        await clock.advance(2 * SECOND);
        await following.poll();
      }
    },
  };
  server.beforeAnswer = (request, { query }) => {
    watched.before(request);
    const since = query?.['since'] === undefined ? 0 : Date.parse(String(query['since']));
    watched.beyond += since > clock.now() - watched.behind + ROUGH ? 1 : 0;
  };
  return watched;
}

/** Feeds whose server tells its time in /health alone, at the address of one or of two replicas that are 5 s apart. */
const REPLICAS = [
  { replicas: 'one server', apart: 0 },
  { replicas: 'two replicas 5 s apart', apart: 5 * SECOND },
];

describe.each(REPLICAS)('a clock that only /health tells, of $replicas', ({ apart }) => {
  /** Followed long enough for both replicas to be asked; `step` sets their clocks. */
  async function followUndated() {
    const watched = watch({ date: 'health' });
    const { add, server, clock, pollFor } = watched;
    let ahead = 0;
    let beyondSince = 0;
    const random = seededRandom(3);
    watched.before = () => {
      server.ahead = ahead - (random() < 0.5 ? apart : 0);
    };
    watched.behind = apart;
    add(200, HOUR, MINUTE);
    await pollFor(70 * SECOND);
    return {
      ...watched,
      step: (milliseconds: number) => {
        ahead = milliseconds;
        watched.behind = apart - milliseconds;
        beyondSince = watched.beyond;
        server.ahead = milliseconds;
      },
      /** Requests for what is after the present time since the clock was set. */
      beyond: () => watched.beyond - beyondSince,
      slowest: () => clock.now() + ahead - apart,
    };
  }

  it('is followed within 10 s when it steps back by 90 s: words are withdrawn, and what comes in is shown', async () => {
    const { clock, server, tail, pollFor, lacking, step, beyond, slowest } = await followUndated();
    expect(tail.state.completeThrough).toBeGreaterThan(clock.now() - 15 * SECOND);
    step(-90 * SECOND);
    await pollFor(10 * SECOND);
    const { completeThrough = 0 } = tail.state;
    expect(completeThrough).toBeLessThanOrEqual(slowest() + apart);
    const before = beyond();
    for (let polls = 0; polls < 30; polls++) {
      server.add(`by the new clock ${polls}`, { timestamp: slowest() });
      await pollFor(2 * SECOND);
      expect(lacking()).toEqual([]);
    }
    expect(beyond()).toBe(before);
    expect(tail.state.doubt).toBeUndefined();
    expect(tail.state.completeThrough).toBeGreaterThan(slowest() - 10 * SECOND);
  });

  it('is no doubt while it goes on as it did, for a request in five seconds', async () => {
    const { client, tail, pollFor, beyond } = await followUndated();
    const before = client.calls.length;
    for (let polls = 0; polls < 150; polls++) {
      await pollFor(2 * SECOND);
      expect(tail.state.doubt).toBeUndefined();
    }
    expect(beyond()).toBe(0);
    const asked = client.calls.slice(before).filter(({ endpoint }) => endpoint === 'health').length;
    expect(asked).toBeLessThanOrEqual(60);
  });
});

describe('an answer of /health that does not come', () => {
  it('keeps no newer event waiting', async () => {
    const { client, clock, server, tail, pollFor, lacking, add } = watch({ date: 'health' });
    add(50, HOUR, MINUTE);
    await pollFor(10 * SECOND);
    server.beforeAnswer = (_request, { endpoint }) =>
      endpoint === 'health' ? { status: 500, takes: HOUR } : undefined;
    for (let polls = 0; polls < 10; polls++) {
      server.add(`new ${polls}`, { timestamp: clock.now() });
      const polled = tail.poll(new AbortController().signal);
      await clock.advance(3 * SECOND);
      await polled;
      expect(lacking()).toEqual([]);
    }
    expect(client.calls.filter(({ endpoint }) => endpoint === 'health')).toHaveLength(3);
  });
});

describe('events of machines whose clocks are 400 s ahead', () => {
  it.each([
    { share: 1, order: 'descending', date: 'header' },
    { share: 0.3, order: 'descending', date: 'header' },
    { share: 0.3, order: 'hash', date: 'header' },
    { share: 1, order: 'ascending', date: 'health' },
    { share: 1, order: 'descending', date: 'none' },
  ] as const)(
    'are shown within 10 s, for few requests: $share of all, $order, $date',
    async ({ share, order, date }) => {
      const { add, clock, server, client, poll, lacking, tail } = watch({ order, date });
      add(100, HOUR, MINUTE);
      await poll();
      const before = client.calls.length;
      const missing: string[] = [];
      let added = 0;
      for (let polls = 0; polls < 60; polls++) {
        const old = server.events.filter(({ arrivedAt }) => arrivedAt <= clock.now() - 8 * SECOND);
        await clock.advance(2 * SECOND);
        for (let index = 0; index < 5; index++, added++) {
          const isAhead = (added * share) % 1 < share;
          server.add(`e${added}`, { timestamp: clock.now() + (isAhead ? 400 * SECOND : 0) });
        }
        await poll();
        const lack = new Set(lacking());
        missing.push(...old.filter(({ id }) => lack.has(id)).map(({ id }) => id));
      }
      expect(missing).toEqual([]);
      expect(tail.state).toMatchObject({ doubt: undefined, gaps: [] });
      // A poll and a look, or a few more where what is new stands among what is known.
      expect(client.calls.length - before).toBeLessThan(60 * (order === 'descending' ? 3 : 9));
    },
  );
});

describe('a walk that is under way when the clock of the server steps back by 90 s', () => {
  it.each(['descending', 'hash', 'reshuffled'] as const)(
    'is given up with the first answer that says so (%s)',
    async (order) => {
      const watched = watch({ order, page: 'clamp-20' });
      const { add, clock, server, client, pollFor, poll, lacking, tail } = watched;
      add(300, HOUR, MINUTE);
      await pollFor(30 * SECOND);
      expect(tail.state.completeThrough).toBeGreaterThan(clock.now() - 10 * SECOND);
      await clock.advance(10 * SECOND);
      add(300, 8 * SECOND, 0);
      const begun = server.requests;
      watched.before = (request) => {
        if (request === begun + 4) {
          server.ahead = -90 * SECOND;
          watched.behind = 90 * SECOND;
        }
      };
      await poll();
      expect(client.calls.length).toBeGreaterThan(begun + 4);
      expect(watched.beyond).toBe(1);
      expect(tail.state.completeThrough ?? 0).toBeLessThanOrEqual(server.now);
      server.add('by the new clock', { timestamp: server.now });
      await pollFor(4 * SECOND);
      expect(lacking()).toEqual([]);
      expect(tail.state.completeThrough).toBeGreaterThan(server.now - 10 * SECOND);
    },
  );
});

describe('a clock of the server that steps back by ten minutes', () => {
  it.each([{ since: 0 }, { newest: 50 }])(
    'has late events found as soon as before, where reading began with %j',
    async (begin) => {
      const { add, clock, server, pollFor, tail } = watch({}, begin);
      add(300, 5 * MINUTE, 0);
      await pollFor(30 * SECOND);
      server.ahead = -10 * MINUTE;
      await pollFor(MINUTE);
      server.add('late', { timestamp: server.now - 40 * SECOND, arrivesAt: clock.now() });
      await pollFor(40 * SECOND);
      expect(tail.has('late')).toBe(true);
      expect(tail.state.lateEvents).toBe(1);
    },
  );

  it('has nothing read again that lies after now', async () => {
    const watched = watch({ page: 'clamp-20' });
    const { add, server, client, pollFor } = watched;
    add(300, 4 * MINUTE, 0);
    const isRereading = () => client.calls.at(-1)?.purpose === 'whether events changed';
    for (let polls = 0; polls < 60 && !isRereading(); polls++) {
      await pollFor(2 * SECOND);
    }
    expect(isRereading()).toBe(true);
    server.ahead = -10 * MINUTE;
    watched.behind = 10 * MINUTE;
    await pollFor(20 * SECOND);
    expect(watched.beyond).toBe(1);
  });
});

describe('two servers under one address', () => {
  it.each([20, 40, 400])(
    'withdraw what was said by the clock that is %s s ahead, and no request goes beyond the slower one',
    async (seconds) => {
      const watched = watch({});
      const { add, clock, server, client, pollFor, lacking, tail } = watched;
      const behind = seconds * SECOND;
      add(200, HOUR, MINUTE);
      await pollFor(20 * SECOND);
      expect(tail.state.completeThrough).toBeGreaterThan(clock.now() - 10 * SECOND);
      let isOther = false;
      watched.behind = behind;
      watched.before = () => {
        isOther = !isOther;
        server.ahead = isOther ? -behind : 0;
      };
      const before = client.calls.length;
      await pollFor(8 * SECOND);
      expect(tail.state).toMatchObject({ completeThrough: undefined, doubt: 'clocks-differ' });
      // The one of which the answer told the other clock.
      expect(watched.beyond).toBeLessThanOrEqual(1);
      for (let polls = 0; polls < 30; polls++) {
        server.add(`slow-${polls}`, { timestamp: clock.now() - behind });
        server.add(`fast-${polls}`, { timestamp: clock.now() });
        await pollFor(2 * SECOND);
        expect(tail.state).toMatchObject({ completeThrough: undefined, doubt: 'clocks-differ' });
        expect(tail.state.readThrough).toBeLessThanOrEqual(clock.now() - behind);
        expect(lacking()).toEqual([]);
      }
      expect(watched.beyond).toBeLessThanOrEqual(1);
      expect(client.calls.length - before).toBeLessThan(34 * 3);

      // The slower one is gone.
      watched.before = () => {
        server.ahead = 0;
      };
      await pollFor(MINUTE + 4 * SECOND);
      expect(tail.state.doubt).toBeUndefined();
      expect(tail.state.completeThrough).toBeLessThanOrEqual(clock.now() - behind);
      await pollFor(10 * MINUTE);
      expect(tail.state.completeThrough).toBeGreaterThan(clock.now() - 10 * SECOND);
    },
  );
});

describe('a clock of a server that dates half of its answers, and steps back by ten minutes', () => {
  it.each([4, 5, 6])('has nothing read after now once an answer says so (%d)', async (seed) => {
    const random = seededRandom(seed);
    const clock = new VirtualClock();
    const server = new ModelEventServer(clock, {}, random);
    const beyond: unknown[] = [];
    let isTold = false;
    const client = createFakeClient(clock, (call) => {
      const { since, until } = call.query ?? {};
      // Where much is dated after now, polls end a minute after it.
      const isBeyond = timeOf(since) > server.now + ROUGH || timeOf(until) > server.now + MINUTE + ROUGH;
      if (isTold && isBeyond) {
        beyond.push([call.purpose, since, until]);
      }
      const answer = server.answer(call);
      const isDated = random() < 0.5;
      isTold ||= isDated && server.ahead !== 0;
      return isDated ? answer : { ...answer, date: null };
    });
    const tail = new EventTail({ client, clock, begin: { newest: 200 }, sink: () => undefined });
    const pollFor = async (milliseconds: number) => {
      for (const end = clock.now() + milliseconds; clock.now() < end;) {
        await clock.advance(2 * SECOND);
        server.add(`${clock.now()}`, { timestamp: server.now });
        await tail.poll(new AbortController().signal);
      }
    };
    for (let index = 0; index < 300; index++) {
      server.add(`before-${index}`, { timestamp: clock.now() - 10 * SECOND * index });
    }
    await pollFor(2 * MINUTE);
    server.ahead = -10 * MINUTE;
    await pollFor(2 * MINUTE);
    expect(isTold).toBe(true);
    expect(beyond).toEqual([]);
  });

  it('is known from what another one was answered', async () => {
    const { clock, server, pollFor, tail, client } = watch({ date: 'none' });
    server.add('one', { timestamp: clock.now() - MINUTE });
    const serverDate = clock.now();
    const rateLimit = { limit: undefined, remaining: undefined, reset: undefined, retryAfter: undefined };
    const told = { status: 200, rateLimit, bytes: 0, milliseconds: 0 };
    tail.noteAnswer({ ...told, serverDate });
    await pollFor(10 * SECOND);
    tail.noteAnswer({ ...told, serverDate: serverDate - 10 * MINUTE });
    const before = client.calls.length;
    await pollFor(10 * SECOND);
    for (const { query } of client.calls.slice(before)) {
      expect(timeOf(query?.['since'])).toBeLessThanOrEqual(clock.now() - 10 * MINUTE);
    }
  });
});

function timeOf(bound: string | number | boolean | undefined): number {
  return bound === undefined ? Number.NEGATIVE_INFINITY : Date.parse(String(bound));
}
