import { beforeEach, describe, expect, it } from 'vitest';

import type { Client } from '../../../src/api/client.ts';
import { getHealth } from '../../../src/api/health.ts';
import { getPolicy } from '../../../src/api/policy.ts';
import type { RateLimitHeaders } from '../../../src/api/answer-facts.ts';
import { variantsOf } from '../../../src/server/base/choices.ts';
import { createGovernor, type Governor } from '../../../src/sync/governor/governor.ts';
import { QuotaServer, type QuotaShape, type Units } from '../../bench/sync/quota-server.ts';
import {
  createFakeClient,
  type FakeAnswer,
  type FakeCall,
  type FakeClient,
} from '../../helpers/fake-client.ts';
import { samplePolicy } from '../../helpers/sample-data.ts';
import { userConsoles } from '../../helpers/user-consoles.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const MINUTE = 60_000;

let clock: VirtualClock;
let governor: Governor;
let client: FakeClient;
let feed: Client;
let person: Client;
let answer: (call: FakeCall) => FakeAnswer;

beforeEach(() => {
  clock = new VirtualClock(Date.parse('2026-03-02T09:00:17.300Z'));
  answer = () => ({});
  governor = createGovernor({ clock, random: () => 0.5 });
  client = createFakeClient(
    clock,
    (call) => ({
      takes: 100,
      body: call.endpoint === 'health' ? { status: 'ok' } : samplePolicy().raw,
      ...answer(call),
    }),
    (exchange) => void governor.note(exchange),
  );
  feed = governor.pace(client, 'feed');
  person = governor.pace(client, 'person-read');
});

/** Reads again and again as a feed does, as fast as it may. */
async function readFor(milliseconds: number, read: (client: Client) => Promise<unknown> = getPolicy) {
  const end = clock.monotonic() + milliseconds;
  void (async () => {
    while (clock.monotonic() < end) {
      await read(feed).catch(() => undefined);
    }
  })();
  await clock.advance(milliseconds);
}

/** Sends one request and lets time pass until it is over. */
async function ask(asking: Client): Promise<void> {
  const asked = getPolicy(asking).catch(() => undefined);
  await clock.advance(100);
  await asked;
}

const times = (from = 0) => client.calls.map(({ at }) => at).filter((at) => at >= from);
const learned = (topic: string) => governor.view.learned.find((finding) => finding.topic === topic)?.finding;

/** Answers as a server with that quota does. */
function serve(shape: Partial<QuotaShape>, units: Partial<Units> = {}): QuotaServer {
  const whole: QuotaShape = { kind: 'windows', limit: 60, length: MINUTE, others: 0, ...shape };
  const all: Units = {
    'rate-reset': 'epoch-seconds',
    'retry-after': 'seconds',
    'retry-after-when-free': 'zero',
    ...units,
  };
  const server = new QuotaServer(whole, all, () => 0.5, clock.now());
  answer = () => ({ ...server.request(clock.now()), date: Math.floor(clock.now() / 1000) * 1000 });
  return server;
}

/** Answers as a server does of whose sixty requests a minute only so many are left. */
function serveFrom(left: number, reset: Units['rate-reset']): QuotaServer {
  const server = serve({}, { 'rate-reset': reset });
  while (server.request(clock.now()).rateLimit.remaining !== left);
  return server;
}

/** Every answer has those headers. */
function say(rateLimit: Partial<RateLimitHeaders>, rest: FakeAnswer = {}): void {
  answer = () => ({ rateLimit, ...rest });
}

const REFUSED = { status: 429 } as const;

/** Lets one request be refused, and gives the times from the refusal to the next requests while it lasts. */
async function waitsAfterRefusal(
  rateLimit: Partial<RateLimitHeaders>,
  tries: number,
): Promise<readonly number[]> {
  say(rateLimit, { ...REFUSED, takes: 0 });
  for (let read = 0; read < tries; read++) {
    getPolicy(person).catch(() => undefined);
    for (let second = 0; second < 600 && client.calls.length <= read; second++) {
      await clock.advance(1000);
    }
  }
  return times()
    .map((time, index, all) => time - (all[index - 1] ?? time))
    .slice(1);
}

it('reckons with what a refusal asks to wait, however much is left', async () => {
  say({ limit: 60, remaining: 50, retryAfter: new Date(clock.now() + 40_000).toUTCString() }, REFUSED);
  await ask(person);
  expect(governor.timeFor(1)).toBeGreaterThan(35_000);
});

describe('in every unit of the two headers', () => {
  const variants = variantsOf('rate-reset').flatMap((reset) =>
    variantsOf('retry-after').flatMap((retry) =>
      variantsOf('retry-after-when-free').map((free) => [reset, retry, free] as const),
    ),
  );

  it.each(variants)('%s, %s, %s: the limit is spent and never exceeded', async (reset, retry, free) => {
    const server = serve({}, { 'rate-reset': reset, 'retry-after': retry, 'retry-after-when-free': free });
    let sentence = 0;
    void (async () => {
      while (clock.monotonic() < 5 * MINUTE) {
        await getPolicy(feed).catch(() => undefined);
        sentence += governor.view.waits.length;
      }
    })();
    await clock.advance(5 * MINUTE);
    expect(server.refused).toBe(0);
    expect(server.taken).toBeGreaterThan(5 * 51);
    // No good answer ever made it wait.
    expect(sentence).toBe(0);
  });

  it.each([
    ['epoch-seconds', 'epoch seconds'],
    ['epoch-milliseconds', 'epoch milliseconds'],
    ['delta-seconds', 'seconds that are left'],
    ['delta-milliseconds', 'milliseconds that are left'],
    ['window-seconds', 'the length of the window'],
    ['http-date', 'date'],
  ] as const)(
    '%s is told as what was learned, and the end of the window is right',
    async (reset, finding) => {
      serve({}, { 'rate-reset': reset });
      await readFor(90_000);
      expect(learned('X-RateLimit-Reset')).toBe(finding);
      const end = Date.parse('2026-03-02T09:02:00Z');
      const { resetsAt = 0 } = governor.view.budget ?? {};
      // Where no header tells it, it was seen between two answers.
      expect(Math.abs(resetsAt - end)).toBeLessThan(1500);
    },
  );

  it.each([
    ['seconds', 'seconds that are left'],
    ['milliseconds', 'milliseconds that are left'],
    ['epoch-seconds', 'epoch seconds'],
    ['http-date', 'date'],
  ] as const)('Retry-After in %s is known before it is needed, when it is told', async (retry, finding) => {
    serve({}, { 'retry-after': retry, 'retry-after-when-free': 'until-reset' });
    await readFor(10_000);
    expect(learned('Retry-After')).toBe(finding);
  });
});

describe('the end of the window', () => {
  it('is reckoned by the clock of the server, not by ours', async () => {
    const begun = clock.now();
    const serverDate = begun - 3_600_000;
    say(
      { limit: 60, remaining: 30, reset: String((serverDate + 15_000) / 1000) },
      { date: serverDate, takes: 0 },
    );
    await ask(person);
    expect(governor.view.budget?.resetsAt).toBe(begun + 15_000);
  });

  it.each([
    ['ahead', 400_000],
    ['hours behind', -20_000_000],
  ])('is reckoned by the time of /health where no answer is dated, with our clock %s', async (_name, off) => {
    const serverTime = () => clock.now() - off;
    const end = Math.ceil(serverTime() / 1000 + 30) * 1000;
    answer = ({ endpoint }) => ({
      date: null,
      takes: 10,
      ...(endpoint === 'health' ? { body: { timestamp: new Date(serverTime()).toISOString() } } : {}),
      rateLimit: { limit: 60, remaining: 50, reset: String(end / 1000) },
    });
    await ask(feed);
    expect(client.calls.map(({ endpoint }) => endpoint)).toEqual(['getPolicy', 'health']);
    // The first of them came before the time was known.
    await ask(feed);
    const { resetsAt = 0 } = governor.view.budget ?? {};
    expect(Math.abs(resetsAt - (end + off))).toBeLessThan(1500);
  });

  it('is reckoned by the Date of an answer, whatever time /health tells beside it', async () => {
    const other = new Date(clock.now() - 400_000).toISOString();
    answer = () => ({ date: clock.now(), body: { status: 'ok', timestamp: other } });
    const asked = getHealth(person);
    await clock.advance(100);
    await asked;
    expect(Math.abs((governor.serverNow ?? 0) - clock.now())).toBeLessThan(1500);
  });

  it('is not told where nothing says what time it is at the server, until a window was seen to begin', async () => {
    const served = serve({ limit: 30, length: 30_000 });
    const counted = answer;
    // Our clock is hours off, and nobody says so.
    answer = (call) => {
      const { rateLimit, ...rest } = counted(call);
      return { ...rest, date: null, rateLimit: { ...rateLimit, reset: String(1_700_000_000) } };
    };
    await readFor(10_000);
    expect(governor.view.budget?.limit).toBe(30);
    expect(governor.view.budget?.resetsAt).toBeUndefined();
    // It is asked for now and then, not all the time.
    expect(client.calls.filter(({ endpoint }) => endpoint === 'health')).toHaveLength(1);
    await readFor(2 * MINUTE);
    const length = 30_000;
    const { resetsAt = 0 } = governor.view.budget ?? {};
    const end = Math.ceil(clock.now() / length) * length;
    expect(Math.abs(resetsAt - end)).toBeLessThan(4000);
    expect(served.refused).toBe(0);
  });

  it('is found from Remaining alone when the header says nothing', async () => {
    const server = serve({ length: 30_000, limit: 30 });
    const counted = answer;
    answer = (call) => {
      const { rateLimit, ...rest } = counted(call);
      return { ...rest, rateLimit: { ...rateLimit, reset: '-1' } };
    };
    await readFor(5 * MINUTE);
    expect(server.refused).toBe(0);
    expect(server.taken).toBeGreaterThan(9 * 20);
  });

  it('is confirmed when Remaining jumps back up, where the header only tells a length', async () => {
    serve({}, { 'rate-reset': 'window-seconds' });
    await readFor(2 * MINUTE);
    const { resetsAt = 0 } = governor.view.budget ?? {};
    expect(Math.abs(resetsAt - Date.parse('2026-03-02T09:03:00Z'))).toBeLessThan(2500);
  });
});

describe('a request after the end of the window, which looks whether a new one began', () => {
  it.each([
    ['takes longer than others did lately', 100, 1000],
    ['is on a server that is slow', 1500, 4500],
  ])('is followed by another one soon when it %s', async (_when, takes, patience) => {
    const end = Math.ceil(clock.now() / MINUTE) * MINUTE;
    let remaining = 60;
    answer = () => ({ takes, rateLimit: { limit: 60, remaining: --remaining, reset: String(end / 1000) } });
    await readFor(20_000);
    await clock.advance(end - clock.now() + 1);
    answer = () => ({ takes: 15_000, problem: 'timeout' });
    const before = client.calls.length;
    for (const id of ['a', 'b', 'c']) {
      void feed.call('getTranscript', { id }, () => 0).catch(() => undefined);
    }
    await clock.advance(20_000);
    const looks = client.calls.slice(before).map(({ at }) => at);
    expect(looks).toHaveLength(3);
    expect(looks.slice(1).map((at, index) => Math.round(at - (looks[index] ?? 0)))).toEqual([
      patience,
      patience,
    ]);
  });
});

describe('the pace of feeds', () => {
  it('is one request every two seconds while the server says nothing, and grows slowly', async () => {
    await readFor(10 * MINUTE);
    const sent = times();
    expect(sent.slice(0, 3)).toEqual([0, 1950, 3850].map((time) => expect.closeTo(time, -2) as number));
    const inFirstMinute = sent.filter((time) => time < MINUTE).length;
    expect(inFirstMinute).toBeGreaterThan(30);
    expect(inFirstMinute).toBeLessThan(65);
    const gaps = sent.slice(1).map((time, index) => time - (sent[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(250);
    expect(gaps.at(-1)).toBeLessThan(400);
  });

  it('is quicker for what a person waits for while the server says nothing, until it refuses', async () => {
    const ask = (id: string) => void feed.call('getAgent', { id }, () => 0).catch(() => undefined);
    await readFor(10_000);
    const before = client.calls.length;
    const askThree = async () => {
      governor.hurry(3);
      ['a', 'b', 'c'].forEach(ask);
      await clock.advance(1300);
    };
    await askThree();
    expect(client.calls.length - before).toBe(3);
    answer = () => ({ status: 429 });
    await readFor(MINUTE);
    answer = () => ({});
    await readFor(MINUTE);
    const after = client.calls.length;
    await askThree();
    expect(client.calls.length - after).toBeLessThan(3);
  });

  it('waits for no request that failed or hangs while nothing was answered, for the first screens', async () => {
    let asked = 0;
    const ask = () => void feed.call('getAgent', { id: `${asked++}` }, () => 0).catch(() => undefined);
    answer = () => ({ status: 502 });
    ask();
    ask();
    await clock.advance(100);
    answer = () => ({ problem: 'timeout', takes: 15_000 });
    ask();
    await clock.advance(100);
    answer = () => ({});
    ask();
    await clock.advance(1000);
    // One that was answered tells that the limit is not told.
    ask();
    await clock.advance(10_000);
    expect(times()).toEqual([0, 100, 200, 600, 2552]);
  });

  it('is halved by a 429, once for all the requests that meet it, and grows back', async () => {
    await readFor(MINUTE);
    const gap = () => {
      const [before = 0, last = 0] = times().slice(-2);
      return last - before;
    };
    const before = gap();
    answer = ({ at }) => (at < MINUTE + 5000 ? { ...REFUSED } : {});
    await readFor(15_000);
    expect(gap()).toBeGreaterThan(before * 1.5);
    expect(gap()).toBeLessThan(before * 2.1);
    await readFor(2 * MINUTE);
    expect(gap()).toBeLessThan(before * 1.4);
  });

  it('is even over a window, and leaves the reserve to a person', async () => {
    clock = new VirtualClock(Date.parse('2026-03-02T09:00:00Z'));
    const sent: number[] = [];
    let remaining = 24;
    governor = createGovernor({ clock, random: () => 0.5 });
    client = createFakeClient(
      clock,
      () => {
        sent.push(clock.monotonic());
        return {
          takes: 10,
          body: samplePolicy().raw,
          rateLimit: {
            limit: 60,
            remaining: --remaining,
            reset: String(Date.parse('2026-03-02T09:01:00Z') / 1000),
          },
        };
      },
      (exchange) => void governor.note(exchange),
    );
    feed = governor.pace(client, 'feed');
    person = governor.pace(client, 'person-read');
    await readFor(59_000);
    // Those of the first screen leave at once; what they took is made up for little by little.
    const paced = sent.slice(6);
    const gaps = paced.slice(1).map((time, index) => time - (paced[index] ?? 0));
    const steps = gaps.slice(1).map((gap, index) => gap / (gaps[index] ?? 0));
    expect(steps.length).toBeGreaterThan(10);
    expect(Math.min(...steps)).toBeGreaterThan(0.9);
    expect(Math.max(...steps)).toBeLessThan(1.1);
    expect(remaining).toBeGreaterThanOrEqual(3);
    expect(remaining).toBeLessThanOrEqual(4);
    expect(governor.wait('person-read')).toBe(0);
  });

  it('keeps a twentieth of a large limit in reserve', async () => {
    say({ limit: 1000, remaining: 50, reset: String(clock.now() / 1000 + 600) });
    await readFor(1000);
    expect(governor.wait('feed')).toBeGreaterThan(500_000);
    expect(governor.wait('person-write')).toBe(0);
  });

  it('lets the first screens fill at once when plenty remains, and not when little does', async () => {
    const reset = String(clock.now() / 1000 + 60);
    say({ limit: 60, remaining: 58, reset });
    await readFor(100);
    for (let page = 0; page < 9; page++) {
      void feed.call('listEvents', { query: { offset: page } }, () => undefined);
    }
    await clock.advance(10);
    expect(client.calls.length).toBeGreaterThanOrEqual(10);
    governor.hurry(9);
    say({ limit: 60, remaining: 20, reset });
    await ask(person);
    expect(governor.wait('feed')).toBeGreaterThan(0);
  });

  it('counts requests that are under way', async () => {
    say({ limit: 60, remaining: 5, reset: String(clock.now() / 1000 + 60) }, { takes: 0 });
    await ask(person);
    say({}, { takes: 50_000 });
    for (let page = 0; page < 5; page++) {
      void person.call('listEvents', { query: { offset: page } }, () => undefined);
    }
    await clock.advance(100);
    expect(governor.view.budget?.remaining).toBe(0);
    void person.call('listEvents', { query: { offset: 9 } }, () => undefined);
    await clock.advance(1000);
    expect(client.calls).toHaveLength(6);
  });
});

describe('a start in a window that is nearly spent', () => {
  const UNTIL_END = 40_000;

  const isAmount = (reset: string) => /delta|window/.test(reset);
  // After the last one an amount of time of an unknown unit is tried out, which is a matter of refusals.
  const cases = variantsOf('rate-reset').flatMap((reset) =>
    [1, 3, 5].filter((left) => left > 1 || !isAmount(reset)).map((left) => [reset, left] as const),
  );

  it.each(cases)(
    'is never refused, says what it waits for, and reads all in the next one (%s, %i left)',
    async (reset, left) => {
      clock = new VirtualClock(Date.parse('2026-03-02T09:00:20Z'));
      const server = serveFrom(left, reset);
      governor = createGovernor({ clock, random: () => 0.5 });
      client = createFakeClient(
        clock,
        () => ({ takes: 100, body: samplePolicy().raw, ...answer({} as FakeCall) }),
        (exchange) => void governor.note(exchange),
      );
      feed = governor.pace(client, 'feed');
      let read = 0;
      for (let page = 0; page < 8; page++) {
        void feed.call('listEvents', { query: { offset: page } }, () => read++).catch(() => undefined);
      }
      await clock.advance(10_000);
      if (left <= 3) {
        expect(governor.view.waits.map(({ reason }) => reason)).toEqual([expect.any(String)]);
      }
      // What amounts of time stand for is not known yet, so that the end is looked for.
      await clock.advance(UNTIL_END - 10_000 + (isAmount(reset) ? MINUTE : 25_000));
      expect(read).toBe(8);
      expect(server.refused).toBe(0);
    },
  );
});

describe('the first screen', () => {
  it.each([[20], [40]])(
    'does not wait for the pace where %i of 60 a minute are left, which one of ten consoles leaves to the others',
    async (remaining) => {
      const begun = (consoles: number) => {
        governor = createGovernor({ clock, random: () => 0.5, consoles: userConsoles(() => consoles) });
        client = createFakeClient(
          clock,
          () => ({
            takes: 100,
            body: samplePolicy().raw,
            rateLimit: {
              limit: 60,
              remaining: remaining - client.calls.length,
              reset: String(clock.now() / 1000 + 50),
            },
          }),
          (exchange) => void governor.note(exchange),
        );
        feed = governor.pace(client, 'feed');
        for (let page = 0; page < 6; page++) {
          void feed.call('listEvents', { query: { offset: page } }, () => undefined).catch(() => undefined);
        }
      };
      begun(1);
      await clock.advance(1000);
      expect(client.calls).toHaveLength(6);
      begun(10);
      await clock.advance(1000);
      expect(client.calls.length).toBeLessThan(4);
    },
  );
});

describe('what others take', () => {
  it('is seen in Remaining, shown a minute, and left to them', async () => {
    const server = serve({ others: 20 / MINUTE });
    await readFor(5 * MINUTE);
    expect(governor.view.budget?.othersPerMinute).toBeGreaterThan(12);
    expect(governor.view.budget?.othersPerMinute).toBeLessThan(36);
    expect(server.refused).toBe(0);
  });

  it('is never more than the quota allows, however much of it came at once', async () => {
    const reset = String(Date.parse('2026-03-02T09:01:00Z') / 1000);
    say({ limit: 600, remaining: 599, reset });
    await ask(person);
    say({ limit: 600, remaining: 15, reset });
    await ask(person);
    const { othersPerMinute = 0 } = governor.view.budget ?? {};
    expect(othersPerMinute).toBeGreaterThan(300);
    expect(othersPerMinute).toBeLessThanOrEqual(600);
  });

  it('is nothing when nobody does', async () => {
    serve({});
    await readFor(3 * MINUTE);
    expect(governor.view.budget?.othersPerMinute).toBe(0);
  });
});

describe('consoles of one user', () => {
  it('are counted where they share, and one alone is not', async () => {
    say({ limit: 60, remaining: 30, reset: '30' });
    await ask(person);
    expect(governor.view.budget?.consoles).toBeUndefined();
    governor = createGovernor({ clock, random: () => 0.5, consoles: userConsoles(() => 3) });
    await ask(governor.pace(client, 'person-read'));
    expect(governor.view.budget?.consoles).toBe(3);
  });
});

describe('a command at a prompt', () => {
  it('reads at once down to the reserve, and says then that the limit is what it waits for', async () => {
    const server = serve({ limit: 400, length: 60 * MINUTE });
    const command = governor.pace(client, 'command');
    void (async () => {
      for (let page = 0; clock.monotonic() < 2 * MINUTE; page++) {
        await command.call('listEvents', { query: { offset: page } }, () => 0).catch(() => undefined);
      }
    })();
    await clock.advance(20_000);
    const quick = server.taken;
    expect(quick).toBeGreaterThan(150);
    expect(governor.waiting('command').for).toBe('answer');
    await clock.advance(100_000);
    // A twentieth is left for what a person does beside it.
    expect(governor.view.budget?.remaining).toBe(20);
    expect(governor.waiting('command')).toMatchObject({
      for: 'turn',
      reason: 'The limit is used up but for what is kept for actions.',
    });
    expect(server.refused).toBe(0);
    expect(governor.wait('person-write')).toBe(0);
  });

  it('is told from a feed, which waits for its own pace', async () => {
    const reset = String(clock.now() / 1000 + 3600);
    say({ limit: 400, remaining: 100, reset });
    await ask(person);
    void feed.call('listEvents', {}, () => 0);
    await clock.advance(100);
    void feed.call('listEvents', { query: { offset: 1 } }, () => 0);
    await clock.advance(5000);
    expect(governor.waiting('feed')).toEqual({ for: 'pace' });
    expect(governor.wait('command')).toBe(0);
  });
});

describe('windows of a second', () => {
  it.each([
    'epoch-seconds',
    'delta-seconds',
    'delta-milliseconds',
    'window-seconds',
    'http-date',
    'none',
  ] as const)('are spent for the most part, and told as what they are (%s)', async (reset) => {
    const server = serve({ limit: 12, length: 1000 }, { 'rate-reset': reset });
    for (const name of ['a', 'b', 'c', 'd']) {
      void (async () => {
        while (clock.monotonic() < MINUTE) {
          await feed.call('listEvents', { query: { package: name } }, () => 0).catch(() => undefined);
        }
      })();
    }
    await clock.advance(MINUTE);
    expect(server.taken).toBeGreaterThan(0.5 * 12 * 60);
    expect(server.refused).toBe(0);
    expect(governor.view.budget?.refillPerMinute ?? 12).not.toBe(0);
  });
});

describe('a bucket that refills continuously', () => {
  it('is recognized, and spent as fast as it refills', async () => {
    const server = serve({ kind: 'bucket' });
    await readFor(5 * MINUTE);
    expect(learned('quota')).toContain('continuously');
    expect(governor.view.budget?.refillPerMinute).toBeGreaterThan(50);
    expect(governor.view.budget?.refillPerMinute).toBeLessThan(70);
    expect(server.refused).toBe(0);
    expect(server.taken).toBeGreaterThan(330);
  });

  it('is not said to refill with nothing where nothing is taken that could come back', async () => {
    // The end moves on with every answer, as it does where all comes back bit by bit.
    answer = () => ({
      rateLimit: { limit: 60, remaining: 59, reset: String(Math.ceil(clock.now() / 1000) + 20) },
    });
    for (let read = 0; read < 6; read++) {
      await clock.advance(3000);
      await ask(person);
    }
    expect(learned('quota')).toContain('continuously');
    expect(governor.view.budget?.refillPerMinute).not.toBe(0);
  });

  it('is not seen in windows', async () => {
    serve({ length: 10_000, limit: 20 });
    await readFor(3 * MINUTE);
    expect(learned('quota')).toBeUndefined();
  });
});

describe('a 429', () => {
  it('holds everybody back, then lets one request try, then everybody', async () => {
    say({ retryAfter: String(Math.ceil(clock.now() / 1000) + 7) }, REFUSED);
    await ask(person);
    answer = () => ({ takes: 3000 });
    const reads = ['a', 'b', 'c'].map((name) =>
      person.call('listEvents', { query: { package: name } }, () => 0),
    );
    await clock.advance(6000);
    expect(client.calls).toHaveLength(1);
    expect(governor.view.heldUntil).toBeGreaterThan(clock.now());
    await clock.advance(1700);
    expect(client.calls).toHaveLength(2);
    await clock.advance(3200);
    await Promise.race(reads);
    expect(client.calls).toHaveLength(4);
    expect(governor.view.waits).toEqual([]);
  });

  it('lasts a second at the least, even after Retry-After 0 or none, then twice as long each time', async () => {
    const waits = await waitsAfterRefusal({ retryAfter: '0' }, 6);
    expect(waits[0]).toBeGreaterThanOrEqual(1000);
    expect(waits.map((wait) => Math.round(wait / 1000))).toEqual([1, 2, 4, 8, 16]);
  });

  it('lasts twice as long each time also where the server says how long, and is over when one request is answered', async () => {
    answer = () => ({
      ...REFUSED,
      rateLimit: { retryAfter: new Date(clock.now() + 1000).toUTCString() },
      takes: 0,
    });
    const untilNext = async () => {
      await ask(person);
      const wait = governor.wait('person-read');
      await clock.advance(wait);
      return Math.round(wait / 1000);
    };
    expect([await untilNext(), await untilNext(), await untilNext(), await untilNext()]).toEqual([
      1, 2, 4, 8,
    ]);
    const refused = answer;
    answer = () => ({});
    await ask(person);
    answer = refused;
    expect(await untilNext()).toBe(1);
  });

  it('while the unit is open waits for the shorter reading, tries once, and doubles', async () => {
    const waits = await waitsAfterRefusal({ retryAfter: '20000' }, 2);
    expect(waits.map((wait) => Math.round(wait / 1000))).toEqual([20]);
    expect(await waitsAfterRefusal({ retryAfter: '20000' }, 3)).toHaveLength(2);
  });

  it('lasts as long as Retry-After says in the unit in which it is the end of the window that is told with it', async () => {
    const reset = String(Math.ceil(clock.now() / 1000) + 20);
    const waits = await waitsAfterRefusal({ limit: 60, remaining: 0, reset, retryAfter: '20' }, 2);
    expect(waits.map((wait) => Math.round(wait / 1000))).toEqual([20]);
  });

  it('never lasts longer than a minute without a request that tries, then twice as long each time that says the same', async () => {
    const in12Minutes = String(Math.ceil(clock.now() / 1000) + 720);
    const waits = await waitsAfterRefusal({ retryAfter: in12Minutes }, 5);
    expect(waits.map((wait) => Math.round(wait / 60_000))).toEqual([1, 2, 4, 5]);
  });

  it('lasts a minute again without a request that tries once one was answered', async () => {
    const inAnHour = () => ({
      ...REFUSED,
      rateLimit: { retryAfter: new Date(clock.now() + 60 * MINUTE).toUTCString() },
    });
    const untilNext = async () => {
      await ask(person);
      const wait = governor.wait('person-read');
      await clock.advance(wait);
      return Math.round(wait / MINUTE);
    };
    answer = inAnHour;
    expect([await untilNext(), await untilNext()]).toEqual([1, 2]);
    answer = () => ({});
    await ask(person);
    answer = inAnHour;
    expect(await untilNext()).toBe(1);
  });

  it('lasts until the reset when nothing remains and Retry-After says nothing', async () => {
    const reset = String(Math.ceil(clock.now() / 1000) + 20);
    const [wait = 0] = await waitsAfterRefusal({ limit: 60, remaining: 0, reset }, 2);
    expect(Math.round(wait / 1000)).toBeGreaterThanOrEqual(20);
    expect(Math.round(wait / 1000)).toBeLessThanOrEqual(22);
  });

  it('that says nothing lasts a second, then twice as long each time, where an earlier answer left requests', async () => {
    say({ limit: 300, remaining: 250, reset: String(Math.ceil(clock.now() / 1000) + 50) });
    await ask(person);
    const waits = await waitsAfterRefusal({}, 5);
    expect(waits.slice(1).map((wait) => Math.round(wait / 1000))).toEqual([1, 2, 4]);
  });

  it('is one event for all the requests that were under way', async () => {
    say({}, { ...REFUSED, takes: 100 });
    const reads = Array.from({ length: 5 }, (_, page) =>
      person.call('listEvents', { query: { offset: page } }, () => 0).catch(() => undefined),
    );
    await clock.advance(100);
    await Promise.all(reads);
    expect((governor.view.heldUntil ?? 0) - clock.now()).toBe(1000);
  });

  it('is not ended by a good answer to an earlier request', async () => {
    answer = ({ query }) =>
      query?.['offset'] === 0 ? { takes: 500 } : { ...REFUSED, rateLimit: { retryAfter: '0' }, takes: 100 };
    void person.call('listEvents', { query: { offset: 0 } }, () => 0);
    person.call('listEvents', { query: { offset: 1 } }, () => 0).catch(() => undefined);
    await clock.advance(600);
    expect(governor.wait('person-write')).toBe(500);
  });

  it('is tried again when the request that tried got no answer', async () => {
    answer = ({ at }) => (at === 0 ? REFUSED : { problem: 'reset' });
    getPolicy(person).catch(() => undefined);
    await clock.advance(200);
    getPolicy(person).catch(() => undefined);
    await clock.advance(2000);
    expect(client.calls).toHaveLength(2);
    answer = () => ({});
    void getPolicy(person);
    void person.call('listEvents', {}, () => 0);
    await clock.advance(10);
    expect(client.calls).toHaveLength(3);
    await clock.advance(200);
    expect(client.calls).toHaveLength(4);
  });
});

describe('Retry-After on a good answer', () => {
  it.each(['30', '30000', 'date'])('is ignored while requests remain: %s', async (value) => {
    const retryAfter = value === 'date' ? new Date(clock.now() + 30_000).toUTCString() : value;
    say({ limit: 60, remaining: 30, reset: String(clock.now() / 1000 + 30), retryAfter });
    await ask(person);
    expect(governor.wait('person-read')).toBe(0);
    expect(governor.view.heldUntil).toBeUndefined();
  });

  it('counts when nothing remains, and the end of the window bounds it', async () => {
    const in10 = String(Math.ceil(clock.now() / 1000) + 10);
    const in50 = String(Math.ceil(clock.now() / 1000) + 50);
    say({ limit: 60, remaining: 0, reset: in10, retryAfter: in50 });
    await ask(person);
    expect(governor.wait('person-write')).toBeGreaterThan(8000);
    expect(governor.wait('person-write')).toBeLessThan(12_000);
    expect(governor.view.waits[0]?.reason).toBe('The requests of this window are used up.');
  });
});

describe('what a request cost', () => {
  it('is one request, and nothing for a refused key, a 429, or one that never left', async () => {
    const costs: unknown[] = [];
    const answers: FakeAnswer[] = [{}, { status: 404 }, { status: 401 }, REFUSED, { problem: 'connect' }];
    const noting = createFakeClient(
      clock,
      () => ({ body: samplePolicy().raw, ...answers[costs.length] }),
      (exchange) => costs.push(governor.note(exchange)),
    );
    while (costs.length < answers.length) {
      governor
        .pace(noting, 'person-read')
        .call('getPolicy', {}, () => 0)
        .catch(() => 0);
      await clock.advance(2000);
    }
    expect(costs).toEqual([
      { cost: 1, outcome: 'answered' },
      { cost: 1, outcome: 'refused' },
      { cost: 0, outcome: 'refused' },
      { cost: 0, outcome: 'rate limited' },
      { cost: 0, outcome: 'no answer' },
    ]);
  });

  it('is nothing for one that never left since something else than the network failed', async () => {
    say({ limit: 60, remaining: 50 });
    await ask(person);
    const call = () => Promise.reject(new RangeError('It cannot be put together.'));
    const asked = getPolicy(governor.pace({ ...client, call }, 'person-read'));
    await expect(asked).rejects.toBeInstanceOf(RangeError);
    expect(governor.view.budget?.remaining).toBe(50);
  });

  it('is nothing for the health check once it was seen to be free', async () => {
    let remaining = 60;
    answer = ({ endpoint }) => ({
      takes: 10,
      rateLimit: {
        limit: 60,
        // As a server does that does not know whose health check it is.
        remaining: endpoint === 'health' ? 60 : --remaining,
        reset: String(Date.parse('2026-03-02T09:01:00Z') / 1000),
      },
    });
    for (const read of [getPolicy, getHealth, getPolicy]) {
      const done = read(person);
      await clock.advance(10);
      await done;
    }
    expect(learned('GET /health')).toBe('takes nothing from the quota');
    expect(governor.view.budget?.remaining).toBe(58);
  });

  it('is its own where others left in the same moment for the same purpose', async () => {
    let remaining = 60;
    const costs: string[] = [];
    const noting = createFakeClient(
      clock,
      ({ endpoint }) => ({
        takes: endpoint === 'health' ? 20 : 10,
        body: endpoint === 'health' ? { status: 'ok' } : samplePolicy().raw,
        rateLimit: {
          limit: 60,
          remaining: endpoint === 'health' ? 60 : --remaining,
          reset: String(Date.parse('2026-03-02T09:01:00Z') / 1000),
        },
      }),
      (exchange) => costs.push(`${exchange.path} ${governor.note(exchange).cost}`),
    );
    const asking = governor.pace(noting, 'person-read');
    for (const read of [getPolicy, getHealth, getPolicy]) {
      void read(asking);
      await clock.advance(20);
    }
    costs.length = 0;
    void getHealth(asking, undefined, 'both');
    void asking.call('getPolicy', { purpose: 'both' }, () => 0);
    await clock.advance(20);
    expect(costs).toEqual(['/policy 1', '/health 0']);
  });

  it('is told of a request that was sent around it, too', () => {
    const facts = {
      status: 200,
      rateLimit: { limit: 60, remaining: 12, reset: undefined, retryAfter: undefined },
      serverDate: undefined,
      bytes: 0,
      milliseconds: 5,
    };
    const request = {
      method: 'GET',
      path: '/policy',
      query: '',
      purpose: 'x',
      ticket: undefined,
      at: clock.now(),
      milliseconds: 5,
    };
    expect(governor.note({ ...request, facts, error: undefined })).toEqual({ cost: 1, outcome: 'answered' });
    expect(governor.view.budget?.remaining).toBe(12);
  });
});
