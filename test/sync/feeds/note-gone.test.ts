import { expect, it } from 'vitest';

import { createStores } from '../../../src/stores/stores.ts';
import { createModelSync, SMALL_ORGANIZATION } from '../../helpers/model-sync.ts';
import { sampleAgent, sampleSession } from '../../helpers/sample-data.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const listed = (name: string, rows: readonly object[]) => ({
  [name]: rows,
  pagination: { limit: 200, offset: 0, total: rows.length, has_more: false },
});

it.each(['agents', 'sessions'] as const)('says how many %s went from the list of the server', async (tab) => {
  const clock = new VirtualClock();
  const stores = createStores();
  const told: string[] = [];
  let agents = Array.from({ length: 20 }, (_, index) => sampleAgent(`agent-${index}`).raw);
  let sessions = Array.from({ length: 20 }, (_, index) => sampleSession(`s${index}`, 60).raw);
  const { sync } = createModelSync({
    stores,
    clock,
    random: () => 1,
    note: (sentence) => told.push(sentence),
    answer: ({ endpoint }) => ({
      body:
        endpoint === 'listAgents'
          ? listed('agents', agents)
          : endpoint === 'listSessions'
            ? listed('sessions', sessions)
            : SMALL_ORGANIZATION[endpoint],
      takes: 50,
    }),
  });
  stores.view.setState({ tab });
  sync.start();
  await clock.advance(30_000);
  expect(told).toEqual([]);
  agents = tab === 'agents' ? agents.slice(0, 3) : agents;
  sessions = tab === 'sessions' ? sessions.slice(0, 3) : sessions;
  await clock.advance(30_000);
  expect(told).toEqual([`17 ${tab} are no longer in the server's list.`]);
  agents = tab === 'agents' ? agents.slice(1) : agents;
  sessions = tab === 'sessions' ? sessions.slice(1) : sessions;
  await clock.advance(30_000);
  expect(told.slice(1)).toEqual([`1 ${tab.slice(0, -1)} is no longer in the server's list.`]);
  sync.stop();
});
