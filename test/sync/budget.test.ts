import { beforeEach, describe, expect, it } from 'vitest';

import { Budget, type RateLimitFacts } from '../../src/sync/budget.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';

let clock: VirtualClock;
let budget: Budget;

beforeEach(() => {
  clock = new VirtualClock();
  budget = new Budget(clock);
});

function note(facts: Partial<RateLimitFacts>): void {
  budget.note({
    status: 200,
    limit: undefined,
    remaining: undefined,
    reset: undefined,
    retryAfter: undefined,
    serverDate: undefined,
    ...facts,
  });
}

/** Sends as a feed does, as early as it may; gives the times at which each request left. */
async function sendFor(milliseconds: number): Promise<readonly number[]> {
  const sent: number[] = [];
  const end = clock.monotonic() + milliseconds;
  while (clock.monotonic() + budget.wait('feed') < end) {
    await clock.advance(budget.wait('feed'));
    sent.push(clock.monotonic());
    budget.noteSent();
  }
  return sent;
}

describe('the pace of feeds', () => {
  it('is even while the server says nothing of a limit', async () => {
    expect(await sendFor(2000)).toEqual([0, 500, 1000, 1500]);
  });

  it('spends the last part of a window evenly and leaves the reserve to a person', async () => {
    note({ limit: 60, remaining: 23, reset: '60' });
    const sent = await sendFor(60_000);
    const gaps = sent.slice(1).map((time, index) => time - (sent[index] ?? 0));
    expect(sent.length).toBeGreaterThanOrEqual(19);
    expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThan(10);
    expect(budget.view?.remaining).toBeGreaterThanOrEqual(3);
    expect(budget.wait('person')).toBe(0);
  });

  it('lets the first screens fill at once when the window is full', async () => {
    note({ limit: 60, remaining: 60, reset: '60' });
    const sent = await sendFor(1000);
    expect(sent.filter((time) => time === 0).length).toBeGreaterThanOrEqual(9);
  });

  it('keeps a twentieth of a large limit in reserve', async () => {
    note({ limit: 1000, remaining: 52, reset: '10' });
    const sent = await sendFor(10_000);
    expect(sent.length).toBeGreaterThanOrEqual(1);
    expect(budget.view?.remaining).toBeGreaterThanOrEqual(50);
  });

  it('stops at the reserve until the window ends, and goes on in the next', async () => {
    note({ limit: 60, remaining: 3, reset: '10' });
    budget.noteSent();
    expect(budget.wait('feed')).toBe(10_000);
    expect(budget.wait('person')).toBe(0);
    await clock.advance(10_000);
    expect(budget.wait('feed')).toBe(0);
  });

  it('never lets the remaining requests fall below zero', () => {
    note({ limit: 2, remaining: 1, reset: '10' });
    budget.noteSent();
    budget.noteSent();
    expect(budget.view?.remaining).toBe(0);
  });
});

describe('what the server holds back', () => {
  it('holds everybody back for as long as a 429 says', async () => {
    note({ status: 429, retryAfter: '7' });
    expect([budget.wait('person'), budget.wait('feed')]).toEqual([7000, 7000]);
    expect(budget.heldUntil).toBe(clock.now() + 7000);
    await clock.advance(7000);
    expect(budget.wait('person')).toBe(0);
    expect(budget.heldUntil).toBeUndefined();
  });

  it('lasts a second at the least, even after Retry-After 0 or none', () => {
    note({ status: 429, retryAfter: '0' });
    expect(budget.wait('person')).toBe(1000);
    note({ status: 429 });
    expect(budget.wait('person')).toBe(1000);
  });

  it('lasts a minute at the most without asking again', () => {
    note({ status: 429, retryAfter: '3600' });
    expect(budget.wait('person')).toBe(60_000);
  });

  it('lasts until the reset when a 429 carries no Retry-After', () => {
    note({ status: 429, limit: 60, remaining: 0, reset: '20' });
    expect(budget.wait('person')).toBe(20_000);
  });

  it('ignores Retry-After on an answer that leaves requests', () => {
    note({ status: 200, limit: 60, remaining: 12, reset: '30', retryAfter: '30' });
    expect(budget.wait('person')).toBe(0);
  });

  it('believes Retry-After on an answer that leaves none', () => {
    note({ status: 200, limit: 60, remaining: 0, reset: '30', retryAfter: '12' });
    expect(budget.wait('person')).toBe(12_000);
  });

  it('reckons epochs by the clock of the server, not by ours', () => {
    const serverDate = clock.now() - 3_600_000;
    note({ limit: 60, remaining: 30, reset: String((serverDate + 15_000) / 1000), serverDate });
    expect(budget.view?.resetsAt).toBe(clock.now() + 15_000);
  });

  it('lasts its time, since a good answer may belong to a request from before it', () => {
    note({ status: 429, retryAfter: '30' });
    note({ status: 200, limit: 60, remaining: 60, reset: '60' });
    expect(budget.wait('person')).toBe(30_000);
  });

  it('is not ended by an error of the server', () => {
    note({ status: 429, retryAfter: '30' });
    note({ status: 503 });
    expect(budget.wait('person')).toBe(30_000);
  });
});
