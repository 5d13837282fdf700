import { beforeEach, describe, expect, it } from 'vitest';

import { closeDialog } from '../../../src/commands/base/command.ts';
import { selectedPageRow } from '../../../src/commands/base/entity-stack.ts';
import { openPageOf } from '../../../src/stores/entity/page-subject.ts';
import { selectPage } from '../../../src/stores/entity/select-page.ts';
import { selectVisibleEvents } from '../../../src/stores/events/select-events.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { listingOf, NOW, sampleAgent, sampleEvent } from '../../helpers/sample-data.ts';

let context: TestContext;

const view = () => context.stores.view.getState();

/** Presses the key of counting and takes a field. */
function countBy(field: string, command = 'list.count'): void {
  run(context, command);
  const { choices, choose } = openDialogOf(context, 'choice');
  expect(choices.map(({ value }) => value)).toContain(field);
  closeDialog(context);
  void choose(field);
}

const counted = () =>
  (selectPage(context.stores, NOW)?.rows ?? []).flatMap((row) =>
    row.kind === 'count' ? [[row.row.values[0], row.row.count]] : [],
  );

beforeEach(() => {
  context = createTestContext();
  receive(context.stores.agents, listingOf([sampleAgent('agent-1')]), NOW);
  const events = Array.from({ length: 12 }, (_, index) =>
    sampleEvent(`event-${index}`, 600 + index, {
      outcome: index < 3 ? 'block' : 'allow',
      client_id: `client-${index % 2}`,
      subject:
        index === 11 ? {} : { ecosystem: 'npm', package: index % 4 === 0 ? 'left pad' : `p${index % 4}` },
      payload: { reasons: [`score ${index} is below 20`] },
      timestamp: new Date(NOW - index * 3_600_000).toISOString(),
    }),
  );
  context.stores.events.apply(events, { at: NOW, fromHistory: false });
  context.stores.view.setState({ tab: 'events' });
});

describe('counts of the events that pass the filters', () => {
  it('are by the value of a field, the most frequent first, those with more blocks before', () => {
    countBy('package');
    expect(counted()).toEqual([
      ['left pad', 3],
      ['p1', 3],
      ['p2', 3],
      ['p3', 2],
      [undefined, 1],
    ]);
    expect(selectPage(context.stores, NOW)?.counted).toBe(12);
  });

  it('keep up with what arrives, and with the filters of the feed', () => {
    countBy('outcome');
    context.stores.events.apply([sampleEvent('event-99', 1, { outcome: 'block' })], {
      at: NOW,
      fromHistory: false,
    });
    expect(counted()).toEqual([
      ['allow', 9],
      ['block', 4],
    ]);
    context.stores.view.setState(({ events }) => ({ events: { ...events, outcomes: ['block'] } }));
    expect(counted()).toEqual([['block', 4]]);
  });

  it('are counted again inside a value, without the fields that have one already', () => {
    countBy('package');
    countBy('client', 'page.count');
    expect(openPageOf(view())?.subject).toEqual({
      kind: 'count',
      by: 'client',
      within: [{ field: 'package', value: 'left pad' }],
    });
    expect(counted()).toEqual([['client-0', 3]]);
    run(context, 'page.count');
    expect(openDialogOf(context, 'choice').choices.map(({ value }) => value)).not.toContain('package');
  });

  it.each([
    ['package', 'left pad'],
    ['package', undefined],
    ['client', 'client-1'],
    ['reason', 'score # is below #'],
    ['hour', undefined],
    ['day', undefined],
  ])('lead to just the events that were counted, by %s', (field, value) => {
    countBy(field);
    const rows = counted();
    const wanted = rows.findIndex(([name]) => value === undefined || name === value);
    const place = value === undefined && field === 'package' ? rows.length - 1 : wanted;
    for (let row = 0; row < place; row++) {
      run(context, 'page.down');
    }
    expect(selectedPageRow(context)?.kind).toBe('count');
    run(context, 'page.open');
    expect(openPageOf(view())).toBeUndefined();
    expect(selectVisibleEvents(context.stores).length).toBe(rows[place]?.[1]);
  });

  it('lead on beside the filters that the feed has', () => {
    context.stores.view.setState(({ events }) => ({ events: { ...events, text: 'client:client-0' } }));
    countBy('package');
    countBy('outcome', 'page.count');
    run(context, 'page.open');
    expect(view().events.text).toBe('client:client-0 package:"left pad" outcome:allow');
  });

  it('are of events alone', () => {
    context.stores.view.setState({ tab: 'agents' });
    run(context, 'list.count');
    expect(view().notice?.text).toBe('Only events are counted by a field.');
  });
});
