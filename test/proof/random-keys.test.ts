import { afterEach, expect, it } from 'vitest';

import { listAgents } from '../../src/api/agents.ts';
import { getPolicy } from '../../src/api/policy.ts';
import { seededRandom } from '../../src/server/base/random.ts';
import { receive } from '../../src/stores/base/resource-store.ts';
import { createSync } from '../../src/sync/create-sync.ts';
import type { Sync } from '../../src/sync/sync.ts';
import { createTestContext } from '../helpers/command-context.ts';
import { countedIds, createMemoryJournal } from '../helpers/memory-journal.ts';
import { KEYS, renderConsole } from '../helpers/rendered-console.tsx';
import { VirtualClock } from '../helpers/virtual-clock.ts';
import { startRecordedService, type RecordedService } from './recorded-service.ts';

const AGENTS = 8;
const MINUTE = 60_000;
const SEEDS = [1, 2, 3, 4];

/** What a person may press, the ways to a write the most often. */
const PRESSED: readonly (readonly string[])[] = [
  ...['1', '2', '3', '3', '3', '4', '5', '6', '6', '6'].map((key) => [key]),
  ...['j', 'k', 'g', 'G', ' ', '*', 'U', 'o', 'p', 'z', '-', '+', 'y', 'n', 'w', 'W', 'Z', 'B', 'D', 'u'].map(
    (key) => [key],
  ),
  ...[KEYS.enter, KEYS.enter, KEYS.enter, KEYS.escape, KEYS.escape, KEYS.up, KEYS.down, KEYS.tab].map(
    (key) => [key],
  ),
  ...[
    ['3', 'S', 'x', KEYS.enter],
    ['3', 'U', 'S', 'x', KEYS.enter],
    ['3', 'U', 'S', 'y'],
    ['3', '*', 'S', 'x', KEYS.enter, 'y'],
    ['3', 'D', 'd', 'e', 'l', 'e', 't', 'e', KEYS.enter],
    ['6', '+', 'W', 'w', 'y', KEYS.enter],
    ['6', '-', 'W', KEYS.enter, 'w'],
    ['3', ':', 's', 'u', 's', 'p', KEYS.enter, 'x', KEYS.enter],
  ].map((keys) => [KEYS.escape, KEYS.escape, KEYS.escape, ...keys]),
];

let service: RecordedService | undefined;
let sync: Sync | undefined;

afterEach(async () => {
  sync?.stop();
  await service?.stop();
});

/** Presses keys at random for a minute, with every seed anew, and gives what became of it. */
async function pressKeys(mode: 'write' | 'read-only') {
  const clock = new VirtualClock();
  const running = await startRecordedService({ clock, agents: AGENTS });
  service = running;
  const looking = running.connect();
  const steps: string[] = [];
  for (const seed of SEEDS) {
    const context = { ...createTestContext(), clock };
    const journal = createMemoryJournal();
    sync = createSync({
      stores: context.stores,
      clock,
      random: () => 0.5,
      journal,
      newId: countedIds(),
      createClient: (onExchange) => running.connect({ readOnly: mode === 'read-only', onExchange }),
    });
    context.stores.view.setState({ mode });
    receive(context.stores.agents, { ...(await listAgents(looking)).value, total: AGENTS }, clock.now());
    receive(context.stores.policy, (await getPolicy(looking)).value, clock.now());
    const console = await renderConsole({ ...context, sync: { ...context.sync, ...sync } });
    const random = seededRandom(seed);
    const end = clock.now() + MINUTE;
    while (clock.now() < end) {
      for (const key of PRESSED[Math.floor(random() * PRESSED.length)] ?? []) {
        await console.press(key);
        // A dialog takes no key for a while.
        await clock.advance(random() < 0.2 ? 50 : 450);
      }
    }
    await clock.advance(MINUTE);
    await console.draw();
    steps.push(...journal.steps);
  }
  return { audit: running.audit(), steps };
}

it('no key writes for a minute while nothing may be written', async () => {
  expect(await pressKeys('read-only')).toEqual({ audit: [], steps: [] });
});

it('the same keys do write where that is allowed', async () => {
  const { audit, steps } = await pressKeys('write');
  expect(audit.length).toBeGreaterThan(0);
  expect(steps).toContain('sending');
});
