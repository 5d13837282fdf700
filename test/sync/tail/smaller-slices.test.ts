import { expect, it } from 'vitest';

import { BoundsKnowledge } from '../../../src/sync/tail/bounds-knowledge.ts';
import { KnownEvents } from '../../../src/sync/tail/known-events.ts';
import { ListOrder } from '../../../src/sync/tail/list-order.ts';
import { ServerTime } from '../../../src/sync/tail/server-time.ts';
import { Slice } from '../../../src/sync/tail/slice.ts';
import { SmallerSlices } from '../../../src/sync/tail/smaller-slices.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const WINDOW = { since: 1000, until: 1010 };

/** The facets by which a slice is read that cannot be cut by time, of a server with those habits. */
function facetsOf({ isUnstable, isRounding }: { isUnstable: boolean; isRounding: boolean }) {
  const bounds = new BoundsKnowledge();
  if (isRounding) {
    bounds.noteTimes(WINDOW, [900_000, 901_000, 902_000]);
  }
  const order = new ListOrder();
  order.isUnstable = isUnstable;
  const smaller = new SmallerSlices({
    filter: {},
    serverTime: new ServerTime(new VirtualClock()),
    known: new KnownEvents(),
    bounds,
    order,
  });
  return smaller.byFacet(new Slice(WINDOW, 'live', 'new events'))?.map(({ facets }) => facets);
}

it('reads by facets what cannot be cut by time', () => {
  const facets = facetsOf({ isUnstable: false, isRounding: false });
  expect(facets).toContainEqual({ outcome: 'block' });
  expect(facets?.at(-1)).toEqual({});
});

it('reads it as it is where the server gives what lies outside a window, unless the order changes meanwhile', () => {
  expect(facetsOf({ isUnstable: false, isRounding: true })).toBeUndefined();
  expect(facetsOf({ isUnstable: true, isRounding: true })).toContainEqual({ outcome: 'block' });
});
