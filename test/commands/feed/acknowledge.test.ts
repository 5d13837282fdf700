import { beforeEach, describe, expect, it } from 'vitest';

import { selectUnacknowledgedBlocks } from '../../../src/stores/events/acknowledged.ts';
import { selectFeedRows, selectVisibleEvents } from '../../../src/stores/events/select-events.ts';
import { createStores } from '../../../src/stores/stores.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { ManualSlices } from '../../helpers/manual-slices.ts';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';

const live = { at: NOW, fromHistory: false };
let context: TestContext;

const view = () => context.stores.view.getState().events;
const waiting = () => selectUnacknowledgedBlocks(context.stores).map(({ id }) => id);
const visible = () => selectVisibleEvents(context.stores).map(({ id }) => id);

beforeEach(() => {
  context = createTestContext();
  context.stores.view.setState({ tab: 'events' });
  context.stores.events.apply(
    [
      sampleEvent('b1', 10, { outcome: 'block' }),
      sampleEvent('b2', 20, { outcome: 'block' }),
      sampleEvent('a1', 30),
      sampleEvent('b3', 40, { outcome: 'block' }),
    ],
    live,
  );
});

describe('acknowledging', () => {
  it('is about all events of the row under the cursor, and is taken back by the same key', async () => {
    run(context, 'events.acknowledge');
    expect(waiting()).toEqual(['b3']);
    expect(selectFeedRows(context.stores).slice(0, 1)).toMatchObject([{ count: 2, attention: 'done' }]);
    updatePane(context.stores.view, 'events', { cursor: 'b1' });
    await context.clock.advance(1000);
    run(context, 'events.acknowledge');
    expect(waiting()).toEqual(['b1', 'b2', 'b3']);
  });

  it('is never taken back by a key that is held down, nor is what was taken back acknowledged by it', async () => {
    updatePane(context.stores.view, 'events', { folded: false });
    const hold = async () => {
      for (let repeats = 0; repeats < 9; repeats++) {
        run(context, 'events.acknowledge');
        await context.clock.advance(repeats === 0 ? 600 : 33);
      }
    };
    await hold();
    expect(waiting()).toEqual([]);
    expect(context.stores.view.getState().notice?.text).toContain('Acknowledged already.');
    await context.clock.advance(1000);
    await hold();
    expect(waiting()).toEqual(['b3']);
  });

  it('is about the marked events when there are any, and about no others of their rows', () => {
    updatePane(context.stores.view, 'events', { marks: new Set(['b2', 'b3', 'gone']), cursor: 'a1' });
    run(context, 'events.acknowledge');
    expect(waiting()).toEqual(['b1']);
    expect(context.stores.acknowledged.has('a1')).toBe(false);
  });

  it('acknowledges what is left before it takes anything back', () => {
    context.stores.acknowledged.acknowledge([context.stores.events.get('b2')!]);
    run(context, 'events.acknowledge');
    expect(waiting()).toEqual(['b3']);
  });

  it('keeps what arrives from moving under the key', () => {
    run(context, 'events.acknowledge');
    expect(view()).toMatchObject({ follow: false, cursor: 'b3' });
  });

  it('says why not when nothing is listed', () => {
    updatePane(context.stores.view, 'events', { outcomes: [] });
    run(context, 'events.acknowledge');
    expect(context.stores.view.getState().notice?.text).toMatch(/no event/);
  });
});

describe('acknowledging very many', () => {
  const many = Array.from({ length: 5000 }, (_, index) => `m${index}`);

  it('is done in slices, tells how many in the end, and is taken back as a whole', async () => {
    const slices = new ManualSlices();
    context = { ...context, stores: createStores({ slices }) };
    const { stores } = context;
    stores.view.setState({ tab: 'events' });
    stores.events.apply(
      many.map((id, index) => sampleEvent(id, index, { outcome: 'block' })),
      live,
    );
    updatePane(stores.view, 'events', { marks: new Set(many) });
    const press = () => {
      run(context, 'events.acknowledge');
      for (let turns = 0; slices.isWaiting; turns++) {
        slices.run();
        expect(turns).toBeLessThan(many.length);
      }
    };
    press();
    expect(waiting()).toEqual([]);
    expect(stores.view.getState().notice?.text).toContain('5,000 events acknowledged');
    await context.clock.advance(1000);
    press();
    expect(waiting()).toHaveLength(many.length);
    await context.clock.advance(1000);
    // The last of them are acknowledged, and the first ones not.
    stores.acknowledged.acknowledge(many.slice(1000).map((id) => stores.events.get(id)!));
    press();
    expect(waiting()).toEqual([]);
  });
});

describe('acknowledging all that match', () => {
  it('asks with their number, and takes nothing that arrives meanwhile', () => {
    updatePane(context.stores.view, 'events', { outcomes: ['block'] });
    run(context, 'events.acknowledge-all');
    const dialog = openDialogOf(context, 'confirm');
    expect(dialog.title).toContain('3 events');
    context.stores.events.apply([sampleEvent('b0', 1, { outcome: 'block' })], live);
    dialog.confirm();
    expect(waiting()).toEqual(['b0']);
  });

  it('asks nothing when all are acknowledged already', () => {
    run(context, 'events.acknowledge-all');
    openDialogOf(context, 'confirm').confirm();
    context.stores.view.setState({ dialogs: [] });
    run(context, 'events.acknowledge-all');
    expect(context.stores.view.getState().dialogs).toEqual([]);
  });
});

describe('showing only what waits', () => {
  it('leaves out what is acknowledged, and the cursor goes on to the next', () => {
    updatePane(context.stores.view, 'events', { folded: false });
    run(context, 'events.toggle-unacknowledged');
    expect(visible()).toEqual(['b1', 'b2', 'b3']);
    run(context, 'list.down');
    run(context, 'events.acknowledge');
    expect(visible()).toEqual(['b1', 'b3']);
    const rows = selectFeedRows(context.stores);
    expect(rows.idAt(rows.indexOf(view().cursor!))).toBe('b3');
  });

  it('shows blocks that were hidden', () => {
    run(context, 'events.toggle-block');
    run(context, 'events.toggle-unacknowledged');
    expect(visible()).toEqual(['b1', 'b2', 'b3']);
    run(context, 'events.toggle-unacknowledged');
    expect(visible()).toHaveLength(4);
  });
});

describe('acknowledging one after the other', () => {
  it('goes on to the next block below that waits, and stays where there is none', () => {
    updatePane(context.stores.view, 'events', { folded: false });
    run(context, 'events.acknowledge');
    expect(view().cursor).toBe('b2');
    run(context, 'events.acknowledge');
    expect(view().cursor).toBe('b3');
    run(context, 'events.acknowledge');
    expect(view().cursor).toBe('b3');
    expect(waiting()).toEqual([]);
  });

  it('leaves the cursor where somebody moved it while the next block was looked for', () => {
    const slices = new ManualSlices();
    context = createTestContext({ slices });
    const { stores } = context;
    stores.view.setState({ tab: 'events' });
    const last = 20_000;
    stores.events.apply(
      Array.from({ length: last + 1 }, (_, index) =>
        sampleEvent(`m${index}`, index, {
          outcome: index === 0 || index === last ? 'block' : 'allow',
          subject: { package: `p${index}` },
        }),
      ),
      live,
    );
    const press = (moveTo?: string) => {
      updatePane(stores.view, 'events', { folded: false, cursor: 'm0' });
      selectFeedRows(stores);
      slices.runAll();
      run(context, 'events.acknowledge');
      expect(slices.isWaiting).toBe(true);
      if (moveTo !== undefined) {
        updatePane(stores.view, 'events', { cursor: moveTo });
      }
      slices.runAll();
      return view().cursor;
    };
    expect(press('m7')).toBe('m7');
    run(context, 'events.acknowledge');
    stores.acknowledged.withdraw([stores.events.get('m0')!]);
    slices.runAll();
    expect(press()).toBe(`m${last}`);
  });

  it('does not move when it takes something back, nor with marks', () => {
    updatePane(context.stores.view, 'events', { folded: false, marks: new Set(['b1']), cursor: 'a1' });
    run(context, 'events.acknowledge');
    expect(view().cursor).toBe('a1');
    updatePane(context.stores.view, 'events', { marks: new Set(), cursor: 'b1' });
    run(context, 'events.acknowledge');
    expect(view().cursor).toBe('b1');
    expect(waiting()).toEqual(['b1', 'b2', 'b3']);
  });
});
