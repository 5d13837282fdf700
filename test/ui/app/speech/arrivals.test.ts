import { beforeEach, expect, it } from 'vitest';

import { Arrivals } from '../../../../src/ui/app/speech/arrivals.ts';
import type { Stores } from '../../../../src/stores/stores.ts';
import { createFilledContext } from '../../../helpers/filled-context.ts';
import { NOW, sampleEvent } from '../../../helpers/sample-data.ts';

let stores: Stores;
let arrivals: Arrivals;

beforeEach(() => {
  ({ stores } = createFilledContext());
  arrivals = new Arrivals(stores);
});

/** What is said of an event that comes in, or comes again, as it is now. */
function said(id: string, outcome: string, fromHistory = false): readonly string[] {
  const subject = { package: id, ecosystem: 'npm' };
  stores.events.apply([sampleEvent(id, -1, { outcome, subject })], { at: NOW, fromHistory });
  arrivals.note();
  return arrivals.take(true).map((line) => line.map(({ text }) => text).join(''));
}

it('names a block of the present, and none that is read back', () => {
  expect(said('old', 'block', true)).toEqual([]);
  expect(said('new', 'block')).toEqual([expect.stringMatching(/^BLOCK new on /)]);
});

it('names an event again only where it has become a block', () => {
  expect(said('left-pad', 'allow')).toEqual(['1 other came.']);
  expect(said('left-pad', 'review')).toEqual([]);
  expect(said('left-pad', 'block')).toEqual([expect.stringMatching(/^BLOCK left-pad on /)]);
  expect(said('left-pad', 'block')).toEqual([]);
});
