import { beforeEach, expect, it } from 'vitest';

import { updatePane } from '../../../../src/stores/view/view-store.ts';
import { Arrivals } from '../../../../src/ui/app/speech/arrivals.ts';
import type { TestContext } from '../../../helpers/command-context.ts';
import { createFilledContext } from '../../../helpers/filled-context.ts';
import { NOW, sampleEvent } from '../../../helpers/sample-data.ts';

let context: TestContext;
let arrivals: Arrivals;

beforeEach(() => {
  context = createFilledContext();
  arrivals = new Arrivals(context.stores);
});

function arrive(outcome: string, ids: readonly string[], fromHistory = false): void {
  const events = ids.map((id) =>
    sampleEvent(id, -1, { outcome, client_id: 'client-1', subject: { package: id, ecosystem: 'npm' } }),
  );
  context.stores.events.apply(events, { at: NOW, fromHistory });
  arrivals.note();
}

const heard = () => arrivals.take().map((line) => line.map(({ text }) => text).join(''));

it('names a block with its host whatever is open, once, and interrupts for it', () => {
  arrive('block', ['left-pad']);
  expect(arrivals.isUrgent).toBe(true);
  expect(heard()).toEqual(['BLOCK left-pad on build-01']);
  expect(arrivals.isWaiting).toBe(false);
  expect(heard()).toEqual([]);
});

it('passes over what is muted', () => {
  context.stores.mutes.mute({ text: 'package:left-pad', at: NOW, until: NOW + 60_000 });
  arrive('block', ['left-pad', 'right-pad']);
  expect(heard()).toEqual(['BLOCK right-pad on build-01']);
});

it('names three blocks and counts the rest', () => {
  arrive('block', ['one', 'two', 'three', 'four', 'five']);
  expect(heard()).toEqual([
    expect.stringMatching(/^BLOCK /),
    expect.stringMatching(/^BLOCK /),
    expect.stringMatching(/^BLOCK /),
    'and 2 more BLOCK',
  ]);
});

it('names reviews and counts what is harmless, and interrupts nobody for it', () => {
  arrive('allow', ['left-pad', 'right-pad']);
  expect(arrivals.isUrgent).toBe(false);
  expect(heard()).toEqual(['2 others came.']);
  arrive('review', ['down-pad']);
  expect(arrivals.isUrgent).toBe(false);
  expect(heard()).toEqual(['REVIEW down-pad on build-01']);
});

it('says the same whatever pane is open, and where the feed stands still or lists something else', () => {
  context.stores.view.setState({ tab: 'overview' });
  updatePane(context.stores.view, 'events', { follow: false, text: 'package:other', outcomes: ['block'] });
  arrive('review', ['left-pad']);
  arrive('block', ['right-pad']);
  arrive('allow', ['up-pad']);
  expect(heard()).toEqual(['BLOCK right-pad on build-01', 'REVIEW left-pad on build-01', '1 other came.']);
});

it('says nothing of what is long past, and of an event that turns into a block that it is one', () => {
  arrive('block', ['left-pad'], true);
  expect(heard()).toEqual([]);
  arrive('review', ['right-pad']);
  heard();
  arrive('block', ['right-pad']);
  expect(heard()).toEqual(['BLOCK right-pad on build-01']);
});

it('keeps blocks where more has come than is kept, and says of the rest that it is at least so much', () => {
  arrive('block', ['left-pad']);
  arrive(
    'allow',
    Array.from({ length: 5000 }, (_, index) => `package-${index}`),
  );
  expect(heard()).toEqual(['BLOCK left-pad on build-01', 'at least 2,000 others came.']);
});
