import { expect, it } from 'vitest';

import { selectAgentCounts } from '../../../src/stores/agents/agent-counts.ts';
import { createStores } from '../../../src/stores/stores.ts';
import { listingOf, NOW, sampleAgent, secondsAgo } from '../../helpers/sample-data.ts';

it('counts the agents of each kind, once for all frames of a minute', () => {
  const stores = createStores();
  expect(selectAgentCounts(stores, NOW)).toBeUndefined();
  stores.agents.setState({
    data: listingOf([
      sampleAgent('agent-1', { os: 'linux 6.1', clone_detected: true }),
      sampleAgent('agent-2', { os: 'linux 5.15', version: '1.0.0', last_seen_at: secondsAgo(90_000) }),
      sampleAgent('agent-3', { os: null, status: 'suspended', last_seen_at: secondsAgo(90_000) }),
    ]),
  });
  const counts = selectAgentCounts(stores, NOW);
  expect(counts).toMatchObject({
    agents: 3,
    clones: 1,
    silent: 1,
    byStatus: [
      ['active', 2],
      ['suspended', 1],
    ],
    byVersion: [
      ['1.2.3', 2],
      ['1.0.0', 1],
    ],
    bySystem: [
      ['linux', 2],
      [undefined, 1],
    ],
  });
  expect(selectAgentCounts(stores, NOW + 59_000)).toBe(counts);
  expect(selectAgentCounts(stores, NOW + 86_400_000)?.silent).toBe(2);
});
