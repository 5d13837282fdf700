import { beforeEach, expect, it } from 'vitest';

import { Retries } from '../../../src/sync/retry/retrying-client.ts';
import { createFakeClient, type FakeAnswer, type FakeClient } from '../../helpers/fake-client.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

let clock: VirtualClock;
let client: FakeClient;
let answer: (request: number) => FakeAnswer;
let retries: Retries;
let changes: number;

beforeEach(() => {
  clock = new VirtualClock();
  changes = 0;
  client = createFakeClient(clock, () => answer(client.calls.length));
  retries = new Retries({ clock, random: () => 1, onChange: () => changes++ });
});

/** Asks for the policy; gives what came of it once that is known. */
function ask(signal?: AbortSignal): { came: unknown } {
  const outcome = { came: undefined as unknown };
  retries
    .over(client, 'older events')
    .call('getPolicy', { signal }, () => 'read')
    .then(
      ({ value }) => (outcome.came = value),
      (error: unknown) => (outcome.came = error),
    );
  return outcome;
}

const times = () => client.calls.map(({ at }) => at);

it('pauses between tries, ever longer, and shows the failure of the last one', async () => {
  answer = () => ({ status: 500 });
  const outcome = ask();
  await clock.advance(60_000);
  expect(times()).toEqual([0, 500, 1000, 1500, 2500, 4500]);
  expect(outcome.came).toMatchObject({ status: 500 });
});

it('says what is read again, why and when, for as long as that is so', async () => {
  answer = (request) => (request === 1 ? { status: 500 } : {});
  const outcome = ask();
  await clock.advance(100);
  expect(retries.waits).toEqual([
    {
      what: 'older events',
      reason: 'The server failed (500).',
      until: clock.now() + 400,
      next: 'then it is read again',
    },
  ]);
  await clock.advance(400);
  expect(outcome.came).toBe('read');
  expect(retries.waits).toEqual([]);
  expect(changes).toBe(2);
});

it.each<[string, FakeAnswer]>([
  ['a refusal', { status: 404 }],
  ['a certificate that is not trusted', { problem: 'tls' }],
  ['a long answer that breaks off', { unusable: 'truncated', bytes: 2_000_000 }],
])('does not ask again after %s', async (_what, failure) => {
  answer = () => failure;
  const outcome = ask();
  await clock.advance(60_000);
  expect(times()).toEqual([0]);
  expect(outcome.came).toBeInstanceOf(Error);
});

it('asks no more once it is given up', async () => {
  answer = () => ({ status: 500 });
  const controller = new AbortController();
  const outcome = ask(controller.signal);
  await clock.advance(100);
  controller.abort();
  await clock.advance(60_000);
  expect(times()).toEqual([0]);
  expect(outcome.came).toMatchObject({ name: 'AbortedError' });
  expect(retries.waits).toEqual([]);
});
