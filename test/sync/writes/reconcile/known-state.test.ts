import { expect, it } from 'vitest';

import type { Listing } from '../../../../src/stores/base/listing.ts';
import type { Agent } from '../../../../src/contract/agent.ts';
import { createStores } from '../../../../src/stores/stores.ts';
import { knownState } from '../../../../src/sync/writes/reconcile/known-state.ts';
import { writeOf } from '../../../../src/sync/writes/write-of-steps.ts';
import { createFakeClient } from '../../../helpers/fake-client.ts';
import { operationsFrom } from '../../../helpers/journal-entries.ts';
import { listingOf, sampleAgent } from '../../../helpers/sample-data.ts';
import { VirtualClock } from '../../../helpers/virtual-clock.ts';

it.each<[string, Partial<Listing<Agent>>, 'gone' | undefined]>([
  ['read whole', {}, 'gone'],
  ['of which the server counts more', { total: 3 }, undefined],
  ['that is still being read', { reading: { read: 1, of: 1 } }, undefined],
  ['of which nobody can tell whether it is whole', { total: undefined, doubt: 'denies-rows' }, undefined],
])('knows of an agent that it is gone by a list %s: %s', (_which, part, known) => {
  const stores = createStores();
  stores.agents.setState({ data: { ...listingOf([sampleAgent('other')]), ...part } });
  const target = { id: 'agent-1', hostname: 'build-1' };
  const [operation] = operationsFrom({ operation: 'one', step: 'intent', action: 'hard-delete', target });
  if (operation === undefined) {
    throw new Error('The journal has no operation.');
  }
  const client = createFakeClient(new VirtualClock(), () => ({}));
  expect(knownState(stores, operation, writeOf(client, operation))).toBe(known);
});
