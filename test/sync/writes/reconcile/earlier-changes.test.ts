import { expect, it } from 'vitest';

import { receive } from '../../../../src/stores/base/resource-store.ts';
import { createStores } from '../../../../src/stores/stores.ts';
import { EarlierChanges } from '../../../../src/sync/writes/reconcile/earlier-changes.ts';
import { createFakeClient } from '../../../helpers/fake-client.ts';
import { createMemoryJournal } from '../../../helpers/memory-journal.ts';
import { listingOf, sampleAgent } from '../../../helpers/sample-data.ts';
import { settle, VirtualClock } from '../../../helpers/virtual-clock.ts';

const MINUTE = 60_000;

it.each([
  ['set back by three hours', 180],
  ['set back by ten minutes', 10],
  ['right', 0],
  ['set on by three hours', -180],
])(
  'what an earlier start left contradicted is judged again by what is read first, the clock since then %s',
  async (_what, minutes) => {
    const clock = new VirtualClock();
    const stores = createStores();
    const agent = { id: 'agent-1', hostname: 'build-1', generation: 1 };
    const time = new Date(clock.now() + minutes * MINUTE - 1000).toISOString();
    const about = { time, operation: 'w1', action: 'suspend', target: agent } as const;
    const journal = createMemoryJournal([
      { ...about, step: 'intent', after: { status: 'suspended' } },
      { ...about, step: 'sending', before: { status: 'active' } },
      {
        ...about,
        step: 'verdict',
        verdict: 'contradicted',
        sentence: 'As it was.',
        after: { status: 'active' },
      },
    ]);
    const told: string[] = [];
    const client = createFakeClient(clock, () => ({ status: 500 }));
    const earlier = new EarlierChanges({ client, clock, journal, stores, notify: (text) => told.push(text) });
    const stop = earlier.start();
    await clock.advance(1000);
    receive(
      stores.agents,
      listingOf([sampleAgent('agent-1', { ...agent, status: 'suspended' })]),
      clock.now(),
    );
    await settle();
    stop();
    expect(told).toEqual([
      expect.stringMatching(/^Confirmed late: build-1 is suspended\. It was contradicted at/),
    ]);
    expect(journal.steps.at(-1)).toBe('verdict confirmed');
  },
);

it('says by its id which agent an earlier start left something of, while no agents were read yet', async () => {
  const clock = new VirtualClock();
  const stores = createStores();
  const target = { id: 'agent-1', hostname: 'build-1', generation: 1 };
  const time = new Date(clock.now() - 1000).toISOString();
  const journal = createMemoryJournal(
    [
      {
        time,
        operation: 'w1',
        action: 'suspend',
        target,
        step: 'intent',
        pid: 4711,
        after: { status: 'suspended' },
      },
    ],
    () => true,
  );
  const told: string[] = [];
  const client = createFakeClient(clock, () => ({ status: 500 }));
  const tell = (text: string) => told.push(text);
  const stop = new EarlierChanges({ client, clock, journal, stores, notify: tell }).start();
  await clock.advance(1000);
  stop();
  expect(told).toEqual([
    expect.stringMatching(/^Nothing was sent: .*suspend of build-1.* The agent is build-1 \(agent-1\)\.$/),
  ]);
});
