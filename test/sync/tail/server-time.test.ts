import { describe, expect, it } from 'vitest';

import type { AnswerFacts } from '../../../src/api/answer-facts.ts';
import { ServerTime } from '../../../src/sync/tail/server-time.ts';
import { createFakeClient } from '../../helpers/fake-client.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const signal = new AbortController().signal;

function answered(serverDate: number | undefined, milliseconds = 0): AnswerFacts {
  const rateLimit = { limit: undefined, remaining: undefined, reset: undefined, retryAfter: undefined };
  return { status: 200, rateLimit, serverDate, bytes: 0, milliseconds };
}

describe('the time of the server', () => {
  it('is that of the Date header, less the time that the answer took', () => {
    const clock = new VirtualClock();
    const time = new ServerTime(clock);
    expect(time.take(answered(clock.now() - HOUR, 1500))).toBe(clock.now() - HOUR - 1500);
  });

  it('goes on between answers, however wrong our own clock is', async () => {
    const clock = new VirtualClock();
    const time = new ServerTime(clock);
    time.take(answered(clock.now() - HOUR));
    await clock.advance(10 * SECOND);
    expect(time.now()).toBe(clock.now() - HOUR);
  });

  it('does not follow a Date that jumps until it was repeated, and takes the earlier of the two until then', async () => {
    const clock = new VirtualClock();
    const time = new ServerTime(clock);
    const before = () => clock.now() - 2 * HOUR;
    const after = () => clock.now() - HOUR;
    time.take(answered(before()));
    await clock.advance(SECOND);
    expect(time.take(answered(after()))).toBe(before());
    expect(time.take(answered(before()))).toBe(before());
    expect(time.take(answered(before() - HOUR))).toBe(before() - HOUR);
    expect(time.now()).toBe(before());
    for (let answers = 0; answers < 3; answers++) {
      time.take(answered(after()));
    }
    expect(time.take(answered(after()))).toBe(after());
  });

  it.each([
    ['is our own at the latest where only the Date header is hours ahead', 0, 0],
    ['is hours ahead of ours where /health says the same', 3 * HOUR, 3 * HOUR],
  ])('%s', async (_what, healthAhead, expected) => {
    const clock = new VirtualClock();
    const time = new ServerTime(clock);
    const timestamp = new Date(clock.now() + healthAhead).toISOString();
    const client = createFakeClient(clock, () => ({ body: { status: 'ok', timestamp } }));
    const ahead = answered(clock.now() + 3 * HOUR);
    await time.learn(client, ahead, signal);
    await time.learn(client, ahead, signal);
    expect(client.calls).toHaveLength(1);
    expect(time.take(ahead)).toBe(clock.now() + expected);
    expect(time.now()).toBe(clock.now() + expected);
  });

  it('is asked of /health, once, where answers carry no Date', async () => {
    const clock = new VirtualClock();
    const time = new ServerTime(clock);
    const told = new Date(clock.now() - HOUR).toISOString();
    const client = createFakeClient(clock, () => ({ body: { status: 'ok', timestamp: told }, date: null }));
    await time.learn(client, answered(undefined), signal);
    await time.learn(client, answered(undefined), signal);
    expect(client.calls.map(({ endpoint }) => endpoint)).toEqual(['health']);
    expect(time.take(answered(undefined, 200))).toBe(clock.now() - HOUR - 200);
  });

  it('is asked of /health again after a second, twice as long each time, and at most a minute, while that fails', async () => {
    const clock = new VirtualClock();
    const time = new ServerTime(clock);
    const client = createFakeClient(clock, () => ({ status: 500 }));
    const asked: number[] = [];
    for (let second = 0; second < 250; second++) {
      const before = client.calls.length;
      await time.learn(client, answered(undefined), signal);
      if (client.calls.length > before) {
        asked.push(second);
      }
      await clock.advance(SECOND);
    }
    expect(asked).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243]);
  });

  it('is asked of /health again soon when that failed, and every five seconds after it was told', async () => {
    const clock = new VirtualClock();
    const time = new ServerTime(clock);
    let isFailing = true;
    const client = createFakeClient(clock, () =>
      isFailing
        ? { status: 500 }
        : { body: { status: 'ok', timestamp: new Date(clock.now() + HOUR).toISOString() }, date: null },
    );
    await time.learn(client, answered(undefined), signal);
    isFailing = false;
    await clock.advance(SECOND);
    await time.learn(client, answered(undefined), signal);
    // Nothing else tells the time: it counts although it is ahead of ours.
    expect(time.now()).toBe(clock.now() + HOUR);
    await clock.advance(4 * SECOND);
    await time.learn(client, answered(undefined), signal);
    expect(client.calls).toHaveLength(2);
    await clock.advance(SECOND);
    await time.learn(client, answered(undefined), signal);
    expect(client.calls).toHaveLength(3);
  });

  it('is asked of /health every five seconds at least when that told it before and fails', async () => {
    const clock = new VirtualClock();
    const time = new ServerTime(clock);
    let isFailing = false;
    const client = createFakeClient(clock, () =>
      isFailing ? { status: 500 } : { body: { timestamp: new Date(clock.now()).toISOString() }, date: null },
    );
    await time.learn(client, answered(undefined), signal);
    isFailing = true;
    for (let second = 0; second < 60; second++) {
      await clock.advance(SECOND);
      await time.learn(client, answered(undefined), signal);
    }
    expect(client.calls.length).toBeGreaterThanOrEqual(12);
    expect(client.calls.length).toBeLessThanOrEqual(16);
  });

  it('is not asked of /health where an answer was dated just now, and is after five seconds without one', async () => {
    const clock = new VirtualClock();
    const time = new ServerTime(clock);
    const client = createFakeClient(clock, () => ({ body: { status: 'ok' } }));
    time.noteOther(answered(clock.now()));
    time.note(answered(undefined));
    await clock.advance(4 * SECOND);
    await time.keep(client, signal);
    expect(client.calls).toHaveLength(0);
    await clock.advance(SECOND);
    await time.keep(client, signal);
    expect(client.calls).toHaveLength(1);
    time.note(answered(clock.now()));
    await clock.advance(HOUR);
    await time.keep(client, signal);
    expect(client.calls).toHaveLength(1);
  });

  it('does not go back by what an answer of /health was under way or is cut to, and does when a clock was set', async () => {
    const clock = new VirtualClock();
    const time = new ServerTime(clock);
    let ahead = 0;
    let takes = 0;
    const client = createFakeClient(clock, () => {
      const timestamp = new Date(Math.floor((clock.now() + ahead) / SECOND) * SECOND).toISOString();
      return { body: { status: 'ok', timestamp }, date: null, takes };
    });
    const ask = async () => {
      await clock.advance(10 * SECOND);
      const asked = time.learn(client, answered(undefined), signal);
      await clock.advance(takes);
      await asked;
    };
    await ask();
    const offset = () => time.now() - clock.monotonic();
    const before = offset();
    takes = 3 * SECOND + 500;
    await ask();
    takes = 700;
    await ask();
    expect(offset()).toBe(before);
    ahead = -5 * SECOND;
    takes = 0;
    await ask();
    expect(offset()).toBeLessThanOrEqual(before - 4 * SECOND);
    expect(offset()).toBeGreaterThanOrEqual(before - 6 * SECOND);
  });

  it('is our own less a wide margin where nothing tells it', async () => {
    const clock = new VirtualClock();
    const time = new ServerTime(clock);
    const client = createFakeClient(clock, () => ({ body: { status: 'ok' }, date: null }));
    await time.learn(client, answered(undefined), signal);
    expect(time.take(answered(undefined))).toBe(clock.now() - 60 * SECOND);
  });
});
