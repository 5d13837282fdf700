import { beforeEach, describe, expect, it } from 'vitest';

import { selectVisibleEvents } from '../../../src/stores/events/select-events.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';

const live = { at: NOW, fromHistory: false };
let context: TestContext;

const view = () => context.stores.view.getState().events;
const visible = () => selectVisibleEvents(context.stores).map(({ id }) => id);

beforeEach(() => {
  context = createTestContext();
  context.stores.view.setState({ tab: 'events' });
  context.stores.events.apply(
    [
      sampleEvent('e1', 10),
      sampleEvent('e2', 20, { outcome: 'block' }),
      sampleEvent('e3', 30, { outcome: 'review', type: 'audit' }),
      sampleEvent('e4', 40, { subject: { ecosystem: 'cargo', package: 'serde' } }),
    ],
    live,
  );
});

describe('the outcome filter', () => {
  it('hides and shows one outcome', () => {
    run(context, 'events.toggle-allow');
    expect(visible()).toEqual(['e2', 'e3']);
    run(context, 'events.toggle-block');
    expect(visible()).toEqual(['e3']);
    run(context, 'events.toggle-allow');
    expect(visible()).toEqual(['e1', 'e3', 'e4']);
  });

  it('shows all again', () => {
    run(context, 'events.toggle-allow');
    run(context, 'events.toggle-review');
    run(context, 'events.show-all');
    expect(visible()).toHaveLength(4);
  });

  it('is chosen from a menu that begins at what is shown', () => {
    run(context, 'events.toggle-allow');
    run(context, 'events.choose-outcomes');
    const menu = openDialogOf(context, 'choice');
    expect(menu.choices.find(({ value }) => value === menu.initial)?.label).toBe('Block and review');
    void menu.choose('allow');
    expect(visible()).toEqual(['e1', 'e4']);
  });
});

describe('the menus of types and ecosystems', () => {
  it('narrow the feed to one value, and to none again', () => {
    run(context, 'events.choose-type');
    void openDialogOf(context, 'choice').choose('audit');
    expect(visible()).toEqual(['e3']);
    void openDialogOf(context, 'choice').choose('');
    run(context, 'events.choose-ecosystem');
    void openDialogOf(context, 'choice').choose('cargo');
    expect(visible()).toEqual(['e4']);
    void openDialogOf(context, 'choice').choose('');
    expect(visible()).toHaveLength(4);
  });
});

describe('the live edge', () => {
  it('is left by moving, and the cursor stays on its event while others arrive', () => {
    run(context, 'list.down');
    expect(view()).toMatchObject({ follow: false, cursor: 'e2' });
    context.stores.events.apply([sampleEvent('e0', 1)], live);
    expect(visible()).toEqual(['e1', 'e2', 'e3', 'e4']);
    run(context, 'list.down');
    expect(view().cursor).toBe('e3');
  });

  it('is left by typing a filter and by opening a detail', () => {
    run(context, 'list.filter');
    expect(view().follow).toBe(false);
    run(context, 'events.follow');
    run(context, 'events.open');
    expect(view()).toMatchObject({ follow: false, cursor: 'e1', detail: true });
  });

  it.each(['events.follow', 'list.first'])('is gone back to by %s', (command) => {
    run(context, 'list.last');
    context.stores.events.apply([sampleEvent('e0', 1)], live);
    run(context, command);
    expect(view()).toMatchObject({ follow: true, cursor: undefined });
    expect(visible()[0]).toBe('e0');
  });

  it('does not change when the feed is empty', () => {
    const empty = createTestContext();
    empty.stores.view.setState({ tab: 'events' });
    run(empty, 'list.down');
    expect(empty.stores.view.getState().events.cursor).toBeUndefined();
  });
});
