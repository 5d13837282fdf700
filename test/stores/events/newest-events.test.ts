import fc from 'fast-check';
import { expect, it } from 'vitest';

import { asUntrusted } from '../../../src/lib/untrusted.ts';
import type { EventRow } from '../../../src/stores/events/events-store.ts';
import { selectNewestBlocks, selectNewestEventsOf } from '../../../src/stores/events/select-newest-events.ts';
import { createStores } from '../../../src/stores/stores.ts';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';

const MOST = 100;

function ids(rows: readonly EventRow[]): readonly string[] {
  return rows.map(({ id }) => id);
}

const batch = fc
  .record({
    first: fc.nat({ max: 400 }),
    count: fc.integer({ min: 1, max: 150 }),
    outcome: fc.constantFrom('allow', 'block'),
    client_id: fc.constantFrom('client-1', 'client-2'),
    isUpdate: fc.boolean(),
  })
  .map(({ first, count, isUpdate, ...fields }) => ({
    isUpdate,
    events: Array.from({ length: count }, (_, index) =>
      sampleEvent(`e${first + index}`, first + index, fields),
    ),
  }));

it('are the newest of all that are held, however they came, changed and went', () => {
  fc.assert(
    fc.property(fc.array(batch, { maxLength: 12 }), fc.constantFrom(50, 300, 1000), (batches, mostEvents) => {
      const stores = createStores({ mostEvents });
      for (const { events, isUpdate } of batches) {
        if (isUpdate) {
          stores.events.update(events);
        } else {
          stores.events.apply(events, { at: NOW, fromHistory: false });
        }
        const { rows } = stores.events.getState();
        const blocks = rows.filter(({ event }) => event.outcome === 'block');
        expect(ids(selectNewestBlocks(stores))).toEqual(ids(blocks.slice(0, MOST)));
        for (const client of ['client-1', 'client-2'].map(asUntrusted)) {
          const own = rows.filter(({ event }) => event.client_id === client);
          expect(ids(selectNewestEventsOf(stores, client))).toEqual(ids(own.slice(0, MOST)));
        }
      }
      expect(selectNewestEventsOf(stores, undefined)).toEqual([]);
    }),
  );
});

it('are the same list while nothing about them changes', () => {
  const stores = createStores();
  const apply = (id: string, outcome: string) =>
    stores.events.apply([sampleEvent(id, 10, { outcome })], { at: NOW, fromHistory: false });
  apply('a', 'block');
  const before = selectNewestBlocks(stores);
  apply('b', 'allow');
  expect(selectNewestBlocks(stores)).toBe(before);
});
