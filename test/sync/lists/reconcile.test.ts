import { expect, it } from 'vitest';

import { reconcileListing } from '../../../src/sync/lists/reconcile.ts';
import { listingOf, sampleAgent } from '../../helpers/sample-data.ts';

const damaged = (problem: string) => ({ index: 1, field: 'id', problem, item: { id: 7 } });

it('keeps a list that is read again with the same rows, unless other rows are damaged', () => {
  const held = { ...listingOf([sampleAgent('a')]), damaged: [damaged('It is a number.')] };
  const same = { ...listingOf([sampleAgent('a')]), damaged: [damaged('It is a number.')] };
  expect(reconcileListing(held, same)).toBe(held);
  const other = { ...same, damaged: [damaged('It is missing.')] };
  expect(reconcileListing(held, other)).toBe(other);
  const whole = { ...same, damaged: [] };
  expect(reconcileListing(held, whole)).toBe(whole);
});
