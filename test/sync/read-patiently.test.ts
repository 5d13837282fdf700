import { beforeEach, expect, it } from 'vitest';

import { getHealth } from '../../src/api/health.ts';
import { StatusError } from '../../src/api/errors.ts';
import { PatienceEndedError } from '../../src/sync/follow-events.ts';
import type { ReadingReport } from '../../src/sync/patient-polling.ts';
import { readPatiently } from '../../src/sync/read-patiently.ts';
import { createFakeClient, type FakeAnswer, type FakeClient } from '../helpers/fake-client.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';

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
  readPatiently(async (signal) => (await getHealth(client, signal)).value, {
    clock,
    random: () => 0.999,
    signal: stopping.signal,
    report: ({ kind }) => reports.push(kind),
    patience: 90 * SECOND,
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

it('gives up after its patience with the reason of the last failure, and asks no more', async () => {
  answer = { status: 503 };
  const outcome = read();
  await clock.advance(90 * SECOND);
  expect(outcome.error).toBeInstanceOf(PatienceEndedError);
  expect((outcome.error as Error).message).toContain('503');
  const asked = client.calls.length;
  await clock.advance(90 * SECOND);
  expect(client.calls).toHaveLength(asked);
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
