import { describe, expect, it } from 'vitest';

import { askServerTime } from '../../../src/sync/feeds/ask-server-time.ts';
import { createFakeClient, type FakeAnswer } from '../../helpers/fake-client.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const MINUTE = 60_000;

async function timeAt(answer: FakeAnswer, stopping = new AbortController()): Promise<number> {
  const clock = new VirtualClock();
  const asking = askServerTime(
    createFakeClient(clock, () => answer),
    clock,
    stopping.signal,
  );
  asking.catch(() => undefined);
  await clock.advance(10_000);
  return (await asking) - new VirtualClock().now();
}

describe('the time of the server', () => {
  it('is its Date header, else the time that it tells in its health', async () => {
    const now = new VirtualClock().now();
    const body = { timestamp: new Date(now + 3 * MINUTE).toISOString() };
    expect(await timeAt({ date: now + 2 * MINUTE, body })).toBe(2 * MINUTE);
    expect(await timeAt({ date: null, body })).toBe(3 * MINUTE);
  });

  it.each<FakeAnswer>([
    { status: 500 },
    { problem: 'connect' },
    { date: null, body: {} },
    { date: null, body: 'not an object', status: 404 },
  ])('is ours when it is not told (%j)', async (answer) => {
    expect(await timeAt(answer)).toBe(0);
  });

  it('is ours when it takes more than five seconds', async () => {
    expect(await timeAt({ takes: 60_000, body: {} })).toBe(5000);
  });

  it('is not waited for after being told to stop', async () => {
    const stopping = new AbortController();
    stopping.abort(new Error('told to'));
    await expect(timeAt({ body: {} }, stopping)).rejects.toThrow('told to');
  });
});
