import { beforeEach, describe, expect, it } from 'vitest';

import { getHealth } from '../../../src/api/health.ts';
import {
  RetryingPolling,
  type ReadingReport,
  type RetryingPollingOptions,
} from '../../../src/sync/retry/retry-loop.ts';
import { createFakeClient, type FakeAnswer, type FakeClient } from '../../helpers/fake-client.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const GOOD: FakeAnswer = { body: {} };

let clock: VirtualClock;
let client: FakeClient;
let answer: FakeAnswer;
let reports: ReadingReport[];
let stopping: AbortController;
let wakeUp: () => void;

beforeEach(() => {
  clock = new VirtualClock();
  client = createFakeClient(clock, () => answer);
  answer = GOOD;
  reports = [];
  stopping = new AbortController();
});

function createPolling(options: Pick<RetryingPollingOptions, 'waiting'> = {}): RetryingPolling {
  return new RetryingPolling({
    clock,
    random: () => 0.999,
    signal: stopping.signal,
    report: (report) => reports.push(report),
    onWake: (restart) => (wakeUp = restart),
    ...options,
  });
}

/** Asks until there is an answer, and tells how it went. */
function ask(polling: RetryingPolling) {
  const outcome: { error?: unknown; isOver: boolean } = { isOver: false };
  const asking = polling.run(
    async (signal) => {
      await getHealth(client, signal);
      polling.noteAnswer();
    },
    () => undefined,
  );
  asking.catch((error: unknown) => (outcome.error = error)).finally(() => (outcome.isOver = true));
  return outcome;
}

describe('patient polling', () => {
  it('tries again with pauses that double up to half a minute, and tells when it is over', async () => {
    answer = { status: 503 };
    const outcome = ask(createPolling());
    await clock.advance(3 * MINUTE);
    const times = client.calls.map(({ at }) => at);
    const pauses = times.slice(1).map((at, index) => Math.round((at - (times[index] ?? 0)) / 100) / 10);
    expect(pauses).toEqual([0.5, 0.5, 0.5, 1, 2, 4, 8, 16, 30, 30, 30, 30]);
    answer = GOOD;
    await clock.advance(MINUTE);
    expect(outcome).toEqual({ isOver: true });
    expect(reports.at(-1)).toMatchObject({ kind: 'answered' });
  });

  it.each<[string, FakeAnswer]>([
    ['429', { status: 429 }],
    ['500', { status: 500 }],
    ['a name that is not found', { problem: 'name' }],
    ['no connection', { problem: 'connect' }],
    ['a timeout', { problem: 'timeout' }],
    ['a reset', { problem: 'reset' }],
    ['what is not HTTP', { problem: 'not-http' }],
    ['a request that was taken before', { status: 404 }],
  ])('outlasts %s', async (_what, failure) => {
    const polling = createPolling();
    ask(polling);
    await clock.advance(0);
    answer = failure;
    const outcome = ask(polling);
    await clock.advance(10 * MINUTE);
    expect(outcome.isOver).toBe(false);
    answer = GOOD;
    await clock.advance(MINUTE);
    expect(outcome).toEqual({ isOver: true });
  });

  it.each<[string, FakeAnswer]>([
    ['401', { status: 401 }],
    ['403', { status: 403 }],
    ['a certificate that is not trusted', { problem: 'tls' }],
    ['a path that was never there', { status: 404 }],
    ['a parameter that was never taken', { status: 400 }],
  ])('ends on %s at once', async (_what, failure) => {
    answer = failure;
    const outcome = ask(createPolling());
    await clock.advance(0);
    expect(outcome.error).toBeInstanceOf(Error);
    expect(client.calls).toHaveLength(1);
    expect(reports).toEqual([]);
  });

  it('tells that nothing comes while a request hangs', async () => {
    answer = { ...GOOD, takes: 25 * SECOND };
    const outcome = ask(createPolling());
    const since = clock.now();
    await clock.advance(9 * SECOND);
    expect(reports).toEqual([]);
    await clock.advance(15 * SECOND);
    expect(reports).toEqual([
      { kind: 'silent', since },
      { kind: 'silent', since },
    ]);
    await clock.advance(MINUTE);
    expect(outcome).toEqual({ isOver: true });
    expect(reports).toHaveLength(2);
  });

  it('tells what is waited for: the answer since its request left, the own pace, or its turn', async () => {
    answer = { ...GOOD, takes: 45 * SECOND };
    const begun = clock.now();
    let waiting: ReturnType<NonNullable<RetryingPollingOptions['waiting']>> = { for: 'pace' };
    ask(createPolling({ waiting: () => waiting }));
    await clock.advance(11 * SECOND);
    expect(reports).toEqual([{ kind: 'paced', since: begun }]);
    waiting = { for: 'turn', reason: 'It is not its turn.', until: undefined };
    await clock.advance(9 * SECOND);
    expect(reports).toHaveLength(1);
    const until = begun + 60 * SECOND;
    waiting = { for: 'turn', reason: 'It is not its turn.', until };
    await clock.advance(SECOND);
    expect(reports.splice(1)).toEqual([{ kind: 'held', reason: 'It is not its turn.', until }]);
    waiting = { for: 'answer', since: begun + 21 * SECOND };
    await clock.advance(9 * SECOND);
    // The request left less than ten seconds ago.
    expect(reports).toHaveLength(1);
    await clock.advance(SECOND);
    expect(reports[1]).toEqual({ kind: 'silent', since: begun + 21 * SECOND });
  });

  it('leaves it to others to tell what a server that asks to wait is waited for', async () => {
    answer = { status: 429 };
    const outcome = ask(createPolling());
    await clock.advance(2 * SECOND);
    expect(client.calls.length).toBeGreaterThan(1);
    answer = GOOD;
    await clock.advance(MINUTE);
    expect(outcome).toEqual({ isOver: true });
    expect(reports).toMatchObject([{ kind: 'answered' }]);
  });

  it('begins anew at once what was under way while the machine slept', async () => {
    answer = { takes: 10 * MINUTE, body: {} };
    const outcome = ask(createPolling());
    await clock.advance(SECOND);
    answer = GOOD;
    wakeUp();
    await clock.advance(0);
    expect(outcome).toEqual({ isOver: true });
    expect(client.calls).toHaveLength(2);
    expect(reports).toEqual([]);
  });

  it('stops in the middle of a wait', async () => {
    answer = { status: 503 };
    const outcome = ask(createPolling());
    await clock.advance(10 * SECOND);
    stopping.abort('told to');
    await clock.advance(0);
    expect(outcome.error).toBe('told to');
  });

  it('does not try again after a fault of our own', async () => {
    const fault = new TypeError('not an error of a request');
    const running = createPolling().run(
      () => Promise.reject(fault),
      () => undefined,
    );
    await expect(running).rejects.toBe(fault);
  });
});
