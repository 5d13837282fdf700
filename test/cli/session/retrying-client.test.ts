import { expect, it } from 'vitest';

import { retryingClient } from '../../../src/cli/session/retrying-client.ts';
import { createFakeClient } from '../../helpers/fake-client.ts';
import { samplePolicy } from '../../helpers/sample-data.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const SECOND = 1000;

it.each([
  ['20', 20 * SECOND],
  ['3600', 60 * SECOND],
])('reads again after a change that was refused with Retry-After: %s', async (retryAfter, wait) => {
  const clock = new VirtualClock();
  const held: number[] = [];
  const client = createFakeClient(clock, ({ endpoint }) =>
    endpoint === 'updatePolicy' ? { status: 429, rateLimit: { retryAfter } } : { body: samplePolicy().raw },
  );
  const patient = retryingClient(client, {
    clock,
    random: () => 0.5,
    signal: new AbortController().signal,
    patience: { failing: 30 * SECOND, rateLimited: 600 * SECOND },
    report: () => undefined,
    waiting: () => ({ for: 'pace' }),
    onLastAnswer: () => undefined,
    onHold: (_reason, until) => held.push(until - clock.now()),
    onGivenUp: () => undefined,
  });
  await expect(patient.call('updatePolicy', {}, () => 0)).rejects.toMatchObject({ status: 429 });
  await clock.through(patient.call('getPolicy', {}, () => 0));
  expect(held).toEqual([wait]);
  expect(client.calls.map(({ at }) => at)).toEqual([0, wait]);
});
