import { beforeEach, describe, expect, it } from 'vitest';

import { selectMarked } from '../../../src/stores/view/count-marks.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import { selectFeedRows } from '../../../src/stores/events/select-events.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { isRowMarked } from '../../../src/stores/base/visible-rows.ts';
import { run, type TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { listingOf, NOW, sampleAgent, sampleEvent } from '../../helpers/sample-data.ts';

let context: TestContext;
const view = () => context.stores.view.getState();
const marks = () => [...view()[view().tab].marks];

beforeEach(() => {
  context = createFilledContext();
  context.stores.view.setState({ tab: 'agents' });
});

async function markAll(): Promise<void> {
  run(context, 'marks.add-all');
  await Promise.resolve();
  await Promise.resolve();
}

describe('marks', () => {
  it('are set and taken away row by row, going on to the next one', () => {
    run(context, 'marks.toggle');
    run(context, 'marks.toggle');
    expect(marks()).toHaveLength(2);
    const [first = ''] = marks();
    run(context, 'list.first');
    run(context, 'marks.toggle');
    expect(marks()).not.toContain(first);
    expect(marks()).toHaveLength(1);
  });

  it('are set on all rows that pass the filters, and told of', async () => {
    updatePane(context.stores.view, 'agents', { text: 'build-0' });
    await markAll();
    expect(marks()).toHaveLength(10);
    expect(view().notice?.text).toBe('10 rows marked: all that pass the filters');
  });

  it('stay on their rows when the filters change and when the list is read again', async () => {
    await markAll();
    updatePane(context.stores.view, 'agents', { text: 'build-11' });
    expect(selectMarked(context.stores, 'agents')).toBe(12);
    receive(context.stores.agents, listingOf([sampleAgent('agent-3', { hostname: 'other' })]), NOW + 1000);
    expect(selectMarked(context.stores, 'agents')).toBe(1);
    expect(marks()).toHaveLength(12);
  });

  it('are all taken away at once, with how many there were', async () => {
    await markAll();
    run(context, 'marks.clear');
    expect(marks()).toEqual([]);
    expect(view().notice?.text).toBe('12 unmarked');
    run(context, 'marks.clear');
    expect(view().notice?.text).toBe('Nothing was marked.');
  });

  it('in the feed freeze it, so that the mark is on the event that was seen', () => {
    context.stores.view.setState({ tab: 'events' });
    run(context, 'marks.toggle');
    expect(view().events.follow).toBe(false);
    expect(marks()).toEqual(['event-00']);
    context.stores.events.apply([sampleEvent('event-new', -5)], { at: NOW, fromHistory: false });
    run(context, 'list.first');
    expect(selectMarked(context.stores, 'events')).toBe(1);
    expect(marks()).toEqual(['event-00']);
  });

  it('in the feed are on every event of a row, and show on it whatever event becomes its newest', () => {
    const { stores } = context;
    const apply = (id: string, ago: number) =>
      stores.events.apply([sampleEvent(id, ago)], { at: NOW, fromHistory: false });
    stores.view.setState({ tab: 'events' });
    updatePane(stores.view, 'events', { text: 'id:same-*' });
    apply('same-1', 900);
    apply('same-2', 901);
    run(context, 'marks.toggle');
    expect(marks()).toEqual(['same-1', 'same-2']);
    updatePane(stores.view, 'events', { follow: true });
    apply('same-0', 899);
    const rows = selectFeedRows(stores);
    expect(rows.slice(0, 1)).toMatchObject([{ id: 'same-0', count: 3 }]);
    expect(isRowMarked(rows, 0, view().events.marks)).toBe(true);
    run(context, 'list.first');
    run(context, 'marks.toggle');
    expect(marks()).toEqual([]);
    expect(isRowMarked(selectFeedRows(stores), 0, view().events.marks)).toBe(false);
  });

  it('are those of what was read so far while a list is still read', async () => {
    const { agents } = context.stores;
    const { data } = agents.getState();
    agents.setState({ data: data && { ...data, total: 20_000 } });
    updatePane(context.stores.view, 'agents', { text: 'build-0' });
    await markAll();
    expect(view().notice?.text).toMatch(
      /^10 rows marked: those that pass the filters \(\d+ of 20,000 read\)$/,
    );
  });

  it('in the feed are counted as events', async () => {
    const { stores } = context;
    stores.view.setState({ tab: 'events' });
    stores.events.apply(
      [1, 2, 3].map((index) => sampleEvent(`same-${index}`, 900 + index)),
      { at: NOW, fromHistory: false },
    );
    updatePane(stores.view, 'events', { text: 'id:same-*' });
    await markAll();
    expect(view().notice?.text).toBe('3 events marked: all that pass the filters');
    expect(selectMarked(stores, 'events')).toBe(3);
  });

  it('belong to one list each', async () => {
    await markAll();
    context.stores.view.setState({ tab: 'sessions' });
    expect(marks()).toEqual([]);
  });

  it('are none in a pane whose rows are no things', () => {
    context.stores.view.setState({ tab: 'policy' });
    run(context, 'marks.toggle');
    expect(view().notice?.text).toBe('This pane has nothing to mark.');
  });
});
