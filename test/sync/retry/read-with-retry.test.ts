import { beforeEach, expect, it } from 'vitest';

import { getHealth } from '../../../src/api/health.ts';
import { StatusError } from '../../../src/api/errors.ts';
import { RetryEndedError } from '../../../src/sync/retry/retry-ended-error.ts';
import type { ReadingReport } from '../../../src/sync/retry/retry-loop.ts';
import { readWithRetry } from '../../../src/sync/retry/read-with-retry.ts';
import { createFakeClient, type FakeAnswer, type FakeClient } from '../../helpers/fake-client.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const SECOND = 1000;

let clock: VirtualClock;
let client: FakeClient;
let answer: FakeAnswer;
let reports: ReadingReport['kind'][];
let stopping: AbortController;

beforeEach(() => {
  clock = new VirtualClock();
  client = createFakeClient(clock, () => answer);
  reports = [];
  stopping = new AbortController();
});

function read() {
  const outcome: { value?: unknown; error?: unknown } = {};
  readWithRetry(async (signal) => (await getHealth(client, signal)).value, {
    clock,
    random: () => 0.999,
    signal: stopping.signal,
    report: ({ kind }) => reports.push(kind),
    patience: { failing: 30 * SECOND, rateLimited: 600 * SECOND },
  }).then(
    (value) => (outcome.value = value),
    (error: unknown) => (outcome.error = error),
  );
  return outcome;
}

it('waits out what fails, and tells when it is over', async () => {
  answer = { status: 503 };
  const outcome = read();
  await clock.advance(20 * SECOND);
  expect(outcome).toEqual({});
  answer = { body: { status: 'ok' } };
  await clock.advance(20 * SECOND);
  expect(outcome.value).toMatchObject({ status: 'ok' });
  expect(reports.at(0)).toBe('failing');
  expect(reports.at(-1)).toBe('answered');
});

it.each([{ status: 503 }, { problem: 'connect' }] as const)(
  'gives up after its patience with the reason of the last failure, and asks no more: %j',
  async (given) => {
    answer = given;
    const outcome = read();
    await clock.advance(30 * SECOND - 1);
    expect(outcome).toEqual({});
    await clock.advance(1);
    const error = outcome.error as RetryEndedError;
    expect(error).toBeInstanceOf(RetryEndedError);
    expect(error.message).toContain('status' in given ? '503' : 'connect');
    expect([error.waited, error.tries]).toEqual([30 * SECOND, client.calls.length]);
    const asked = client.calls.length;
    await clock.advance(90 * SECOND);
    expect(client.calls).toHaveLength(asked);
  },
);

it('waits for a request that is under way when its patience ends, and begins no other', async () => {
  answer = { takes: 40 * SECOND, body: { status: 'ok' } };
  const slow = read();
  await clock.advance(40 * SECOND);
  expect(slow.value).toMatchObject({ status: 'ok' });
  answer = { takes: 40 * SECOND, problem: 'timeout' };
  const silent = read();
  await clock.advance(40 * SECOND);
  expect(silent.error).toMatchObject({ name: 'RetryEndedError', waited: 40 * SECOND, tries: 1 });
});

it('waits longer for a server that asks to wait, and from then on anew for one that fails', async () => {
  answer = { status: 429 };
  const asked = read();
  await clock.advance(300 * SECOND);
  answer = { problem: 'connect' };
  const before = client.calls.length;
  await clock.advance(29 * SECOND);
  expect(asked).toEqual({});
  expect(client.calls.length).toBeGreaterThan(before);
  await clock.advance(60 * SECOND);
  expect(asked.error).toMatchObject({ name: 'RetryEndedError', waited: 30 * SECOND });
  answer = { status: 429 };
  const forever = read();
  await clock.advance(600 * SECOND);
  expect(forever.error).toMatchObject({ name: 'RetryEndedError', waited: 600 * SECOND });
});

it.each([401, 403, 404])('does not wait for a %d to go away', async (status) => {
  answer = { status };
  const outcome = read();
  await clock.advance(0);
  expect(outcome.error).toBeInstanceOf(StatusError);
  expect(client.calls).toHaveLength(1);
});

it('ends with the reason of the signal', async () => {
  answer = { status: 503 };
  const outcome = read();
  await clock.advance(SECOND);
  stopping.abort(130);
  await clock.advance(SECOND);
  expect(outcome.error).toBe(130);
});
