import { beforeEach, describe, expect, it } from 'vitest';

import { setAgentStatus } from '../../../src/api/agents.ts';
import type { Client } from '../../../src/api/client.ts';
import { OverdueError, ReadOnlyError } from '../../../src/api/errors.ts';
import { createGovernor, type Governor } from '../../../src/sync/governor/governor.ts';
import { createFakeClient, type FakeAnswer, type FakeClient } from '../../helpers/fake-client.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const MINUTE = 60_000;

let clock: VirtualClock;
let governor: Governor;
let client: FakeClient;
let writing: Client;
let answer: () => FakeAnswer;

beforeEach(() => {
  clock = new VirtualClock();
  governor = createGovernor({ clock, random: () => 0.5 });
  answer = () => ({});
  client = createFakeClient(
    clock,
    () => answer(),
    (exchange) => governor.note(exchange),
  );
  writing = governor.pace(client, 'person-write');
});

const suspend = (leaveBy?: number) =>
  setAgentStatus(writing, 'a', { status: 'suspended' }, { leaveBy }).catch((error: unknown) => error);

/** The answer of a server whose window ends in half a minute. */
function asksToWait(): FakeAnswer {
  const end = new Date(clock.now() + 30_000).toUTCString();
  return { status: 429, rateLimit: { limit: 10, remaining: 0, retryAfter: end, reset: end } };
}

describe('a write of a person', () => {
  it.each<[string, FakeAnswer]>([
    ['a broken connection', { problem: 'reset' }],
    ['a timeout', { problem: 'timeout' }],
    ['no connection', { problem: 'connect' }],
    ['a fault of the server', { status: 500 }],
    ['a fault of a proxy', { status: 502 }],
    ['a server that asks to wait', { status: 429, rateLimit: { retryAfter: '1' } }],
  ])('is sent once, whatever time goes by, after %s', async (_what, given) => {
    answer = () => given;
    expect(await suspend()).toBeInstanceOf(Error);
    await clock.advance(10 * MINUTE);
    expect(client.calls.filter(({ endpoint }) => endpoint === 'setAgentStatus')).toHaveLength(1);
  });

  it('waits for as long as the server asks for before it is sent anew', async () => {
    answer = asksToWait;
    await suspend();
    answer = () => ({});
    const again = suspend();
    await clock.advance(29_000);
    expect(client.calls).toHaveLength(1);
    await clock.advance(10_000);
    expect(client.calls).toHaveLength(2);
    expect(await again).not.toBeInstanceOf(Error);
  });

  it('does not leave when that takes longer than it may', async () => {
    answer = asksToWait;
    await suspend();
    answer = () => ({});
    const late = suspend(clock.monotonic() + 5000);
    await clock.advance(MINUTE);
    expect(await late).toBeInstanceOf(OverdueError);
    expect(client.calls).toHaveLength(1);
  });

  it('does not leave when writing is locked while it waits', async () => {
    answer = asksToWait;
    await suspend();
    const late = suspend();
    client.setWritable(undefined);
    await clock.advance(MINUTE);
    expect(await late).toBeInstanceOf(ReadOnlyError);
    expect(client.calls).toHaveLength(1);
  });

  it('that was held back here is no failure of the server, and keeps nobody waiting', async () => {
    client.setWritable(undefined);
    for (let tries = 0; tries < 10; tries++) {
      await suspend();
    }
    expect(governor.view).toMatchObject({ state: 'waiting', problem: undefined, waits: [] });
    expect(governor.wait('feed')).toBe(0);
  });
});
