import { describe, expect, it } from 'vitest';

import { follow } from './followed-feed.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const NOTHING = { body: { events: [], pagination: { total: 0, limit: 100, offset: 0, has_more: false } } };

/** Follows a feed of two events a second, with an hour of one in ten seconds before that, polled every two seconds. */
async function followBusy() {
  const followed = follow({}, { begin: { since: 0 } });
  const { server, clock, poll, tail, add } = followed;
  add(360, 60 * MINUTE, MINUTE);
  add(120, MINUTE, 0);
  await poll();
  /** Polls for so long, and gives the doubt after every poll. */
  const pass = async (seconds: number) => {
    const doubts: (string | undefined)[] = [];
    for (let time = 0; time < seconds; time += 2) {
      await clock.advance(2 * SECOND);
      for (let count = 0; count < 4; count++) {
        server.add(`new-${clock.now()}-${count}`, { timestamp: clock.now() - count * 500 });
      }
      await poll();
      doubts.push(tail.state.doubt);
    }
    return doubts;
  };
  const answerNothing = (is: boolean) => {
    server.beforeAnswer = (_request, { endpoint }) => (is && endpoint !== 'health' ? NOTHING : undefined);
  };
  return { ...followed, pass, answerNothing };
}

describe('a server that lists nothing any more, and counts none', () => {
  it('is said to be unverified with the next poll, for as long as it does, and no longer', async () => {
    const { pass, answerNothing, tail, lacking } = await followBusy();
    await pass(20);
    expect(tail.state.completeThrough).toBeDefined();
    answerNothing(true);
    expect(new Set(await pass(100))).toEqual(new Set(['counts-fewer']));
    expect(tail.state.completeThrough).toBeUndefined();
    answerNothing(false);
    expect((await pass(60)).at(-1)).toBeUndefined();
    expect(lacking()).toEqual([]);
  });

  it('costs no more than three requests a poll', async () => {
    const { pass, answerNothing, client } = await followBusy();
    await pass(20);
    answerNothing(true);
    await pass(60);
    const before = client.calls.length;
    await pass(60);
    expect(client.calls.length - before).toBeLessThanOrEqual(3 * 30);
  });
});

/** Follows a feed of six days in which nothing has come in for so many minutes, polled every five seconds. */
async function followQuiet(minutes: number) {
  const followed = follow({}, { begin: { since: 0 } });
  const { server, clock, poll, tail, add, client } = followed;
  add(30, 6 * 24 * 60 * MINUTE, minutes * MINUTE);
  await poll();
  /** Polls for so long, and gives the doubts, and how many requests that took. */
  const pass = async (seconds: number) => {
    const doubts: (string | undefined)[] = [];
    const before = client.calls.length;
    for (let time = 0; time < seconds; time += 5) {
      await clock.advance(5 * SECOND);
      await poll();
      doubts.push(tail.state.doubt);
    }
    return { doubts, requests: client.calls.length - before };
  };
  const answerNothing = (is: boolean) => {
    server.beforeAnswer = (_request, { endpoint }) => (is && endpoint !== 'health' ? NOTHING : undefined);
  };
  return { ...followed, pass, answerNothing };
}

describe.each([
  ['three minutes', 3],
  ['two hours', 120],
  ['three days', 3 * 24 * 60],
])('a feed into which nothing has come for %s', (_age, minutes) => {
  it('is unverified with the next poll when nothing is listed any more, and verified a minute after that', async () => {
    const { pass, answerNothing, tail } = await followQuiet(minutes);
    // A request for each poll, and two audits a minute.
    expect((await pass(600)).requests).toBeLessThanOrEqual(120 + 20);
    answerNothing(true);
    const denied = await pass(300);
    expect(new Set(denied.doubts)).toEqual(new Set(['counts-fewer']));
    expect(denied.requests).toBeLessThanOrEqual(2 * 60);
    answerNothing(false);
    expect((await pass(60)).doubts.at(-1)).toBeUndefined();
    expect(tail.state.completeThrough).toBeDefined();
  });

  it('tells within a minute that its newest event was deleted, and is verified again', async () => {
    const { pass, server, tail } = await followQuiet(minutes);
    await pass(20);
    const { id = '' } = server.events.at(-1) ?? {};
    server.delete(id);
    const { doubts } = await pass(60);
    expect(doubts[0]).toBe('counts-fewer');
    expect(doubts.at(-1)).toBeUndefined();
    expect([...tail.state.gone]).toEqual([id]);
  });
});

describe('events that are deleted at the server', () => {
  it.each([
    ['just after they came', 2, 4],
    ['half an hour later', 150, 30 * 60],
  ])('%s are found within an audit, and all is verified again', async (_when, count, age) => {
    const { pass, server, clock, tail } = await followBusy();
    await pass(20);
    const old = server.events.filter(({ timestamp }) => timestamp <= clock.now() - (age - 2) * SECOND);
    const deleted = old
      .slice(-1 - (count % 100))
      .slice(0, 3)
      .map(({ id }) => id);
    deleted.forEach((id) => server.delete(id));
    const doubts = await pass(130);
    expect(doubts).toContain('counts-fewer');
    expect(doubts.at(-1)).toBeUndefined();
    expect([...tail.state.gone].sort()).toEqual([...deleted].sort());
  });
});
