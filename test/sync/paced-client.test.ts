import { beforeEach, describe, expect, it } from 'vitest';

import { getHealth } from '../../src/api/health.ts';
import { Budget } from '../../src/sync/budget.ts';
import { paceClient } from '../../src/sync/paced-client.ts';
import { createFakeClient, type FakeClient } from '../helpers/fake-client.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';

let clock: VirtualClock;
let budget: Budget;
let client: FakeClient;

beforeEach(() => {
  clock = new VirtualClock();
  budget = new Budget(clock);
  client = createFakeClient(
    clock,
    () => ({ body: { status: 'ok' } }),
    () => undefined,
  );
});

const times = () => client.calls.map(({ at }) => at);

describe('a paced client', () => {
  it('sends calls that were made together one after the other, as far apart as the budget says', async () => {
    const paced = paceClient(client, budget, clock, 'feed');
    const answers = Promise.all([getHealth(paced), getHealth(paced), getHealth(paced)]);
    await clock.advance(2000);
    await answers;
    expect(times()).toEqual([0, 500, 1000]);
  });

  it('holds a person back only for what the server said', async () => {
    const answers = Promise.all([1, 2].map(() => getHealth(paceClient(client, budget, clock, 'person'))));
    await answers;
    expect(times()).toEqual([0, 0]);
    budget.note({
      status: 429,
      limit: undefined,
      remaining: undefined,
      reset: undefined,
      retryAfter: '4',
      serverDate: undefined,
    });
    const held = getHealth(paceClient(client, budget, clock, 'person'));
    await clock.advance(3999);
    expect(times()).toEqual([0, 0]);
    await clock.advance(1);
    await held;
    expect(times()).toEqual([0, 0, 4000]);
  });

  it('sends nothing for a call that was given up while it waited', async () => {
    budget.noteSent();
    const controller = new AbortController();
    const given = getHealth(paceClient(client, budget, clock, 'feed'), controller.signal);
    controller.abort(new Error('no longer wanted'));
    await expect(given).rejects.toThrow('no longer wanted');
    await clock.advance(10_000);
    expect(times()).toEqual([]);
  });

  it('is the client in everything else', () => {
    const paced = paceClient(client, budget, clock, 'feed');
    expect(paced.baseUrl).toBe(client.baseUrl);
    expect(paced.isReadOnly).toBe(client.isReadOnly);
  });
});
