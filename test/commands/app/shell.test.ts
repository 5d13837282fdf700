import { beforeEach, describe, expect, it } from 'vitest';

import { expireNotice } from '../../../src/commands/base/notices.ts';
import { setPageSize, setScreenSize } from '../../../src/commands/base/screen.ts';
import { notify } from '../../../src/commands/base/command.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { TABS } from '../../../src/stores/base/tab.ts';
import { createTestContext, run, type TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';

let context: TestContext;
const view = () => context.stores.view.getState();

beforeEach(() => {
  context = createTestContext();
});

describe('going to panes', () => {
  it.each(TABS)('shows %s', (tab) => {
    run(context, `tab.${tab}`);
    expect(view().tab).toBe(tab);
  });

  it('goes back and forth between the last two', () => {
    run(context, 'tab.agents');
    run(context, 'tab.policy');
    run(context, 'tab.last');
    expect(view().tab).toBe('agents');
    run(context, 'tab.last');
    expect(view().tab).toBe('policy');
  });

  it('does not forget where it came from when it stays', () => {
    run(context, 'tab.agents');
    run(context, 'tab.agents');
    run(context, 'tab.last');
    expect(view().tab).toBe('overview');
  });

  it('leaves the zoom behind, so that Esc has something to do in the next one', () => {
    run(context, 'tab.agents');
    run(context, 'detail.zoom');
    run(context, 'tab.llm');
    expect(view()).toMatchObject({ zoomed: false, focus: 'list' });
  });

  it('goes from the overview to the feed', () => {
    run(context, 'overview.open');
    expect(view()).toMatchObject({ tab: 'events', previousTab: 'overview' });
  });
});

describe('Esc', () => {
  beforeEach(() => {
    context.stores.view.setState({ tab: 'agents' });
  });

  it('leaves the zoom, then the detail, and in the end does nothing', () => {
    run(context, 'detail.toggle');
    run(context, 'focus.switch');
    run(context, 'detail.zoom');
    run(context, 'view.back');
    expect(view()).toMatchObject({ zoomed: false, focus: 'list', agents: { detail: true } });
    run(context, 'view.back');
    expect(view().agents.detail).toBe(false);
    const before = view();
    run(context, 'view.back');
    expect(view()).toEqual(before);
  });

  it('stops a long reading of the past first, and only where the filters of the feed want it', () => {
    const { view: viewStore, events } = context.stores;
    viewStore.setState({ tab: 'events', minute: context.clock.now() });
    updatePane(viewStore, 'events', { text: 'since:30d' });
    events.setState({ older: 'reading', coveredSince: context.clock.now() - 60_000 });
    run(context, 'view.back');
    expect(context.sync.calls).toContain('give up history');
    expect(view().events.text).toBe('since:30d');
    events.setState({ older: 'given-up' });
    run(context, 'view.back');
    expect(view().events.text).toBe('');
    events.setState({ older: 'reading' });
    run(context, 'view.back');
    expect(context.sync.calls.filter((call) => call === 'give up history')).toHaveLength(1);
  });

  it('clears the words, then the other filters of the pane, one after the other', () => {
    updatePane(context.stores.view, 'events', { text: 'lodash', outcomes: ['block'], ecosystem: 'npm' });
    context.stores.view.setState({ tab: 'events' });
    run(context, 'view.back');
    expect(view().events).toMatchObject({ text: '', outcomes: ['block'], ecosystem: 'npm' });
    run(context, 'view.back');
    expect(view().events).toMatchObject({ outcomes: ['allow', 'review', 'block'], ecosystem: 'npm' });
    run(context, 'view.back');
    expect(view().events.ecosystem).toBeUndefined();
  });

  it('leaves the focus of the detail before it closes it', () => {
    run(context, 'detail.toggle');
    run(context, 'focus.switch');
    run(context, 'view.back');
    expect(view()).toMatchObject({ focus: 'list', agents: { detail: true } });
  });

  it('clears the words of the filter', () => {
    updatePane(context.stores.view, 'agents', { text: 'ci' });
    run(context, 'view.back');
    expect(view().agents.text).toBe('');
  });

  it('closes a dialog and leaves all under it alone', () => {
    updatePane(context.stores.view, 'agents', { text: 'ci', detail: true });
    run(context, 'help.open');
    run(context, 'view.back');
    expect(view()).toMatchObject({ dialogs: [], agents: { text: 'ci', detail: true } });
  });
});

describe('the detail', () => {
  it('has the focus only while it is shown', () => {
    context.stores.view.setState({ tab: 'llm' });
    run(context, 'focus.switch');
    expect(view().focus).toBe('list');
    run(context, 'detail.toggle');
    run(context, 'focus.switch');
    expect(view().focus).toBe('detail');
    run(context, 'detail.toggle');
    expect(view()).toMatchObject({ focus: 'list', llm: { detail: false } });
  });

  it('is shown by the zoom', () => {
    context.stores.view.setState({ tab: 'llm' });
    run(context, 'detail.zoom');
    expect(view()).toMatchObject({ zoomed: true, focus: 'detail', llm: { detail: true } });
    run(context, 'detail.zoom');
    expect(view()).toMatchObject({ zoomed: false, focus: 'list' });
  });
});

describe('the rest', () => {
  it('quits, suspends and redraws', () => {
    for (const command of ['app.quit', 'app.quit-now', 'app.suspend', 'screen.redraw']) {
      run(context, command);
    }
    expect(context.asked).toEqual(['quit', 'quit', 'suspend', 'redraw']);
  });

  it('reads again', () => {
    run(context, 'data.refresh');
    expect(context.sync.calls).toEqual(['refresh']);
  });

  it('goes around the three ways to tell times', () => {
    const styles = ['local', 'age', 'utc'].map(() => {
      run(context, 'times.cycle');
      return view().timeStyle;
    });
    expect(styles).toEqual(['local', 'age', 'utc']);
  });

  it('shows a message for a while, longer for a longer one', async () => {
    notify(context, 'Saved');
    const short = (view().notice?.until ?? 0) - context.clock.now();
    notify(context, 'x'.repeat(500));
    expect((view().notice?.until ?? 0) - context.clock.now()).toBeGreaterThan(short);
    await context.clock.advance(14_999);
    expireNotice(context);
    expect(view().notice).toBeDefined();
    await context.clock.advance(1);
    expireNotice(context);
    expect(view().notice).toBeUndefined();
  });

  it('notes the sizes of screen and list, and changes nothing when they stay', () => {
    setScreenSize(context, 120, 40);
    setPageSize(context, 30);
    const before = view();
    expect(before).toMatchObject({ columns: 120, rows: 40, pageSize: 30 });
    setScreenSize(context, 120, 40);
    setPageSize(context, 30);
    expect(view()).toBe(before);
  });
});

describe('a detail that opens', () => {
  it.each(['detail.toggle', 'detail.zoom'])('holds the feed at the event that it shows: %s', (id) => {
    const context = createFilledContext();
    run(context, 'tab.events');
    run(context, id);
    expect(context.stores.view.getState().events).toMatchObject({ follow: false, cursor: 'event-00' });
  });

  it('keeps the cursor of a list on the row that it shows', () => {
    const context = createFilledContext();
    run(context, 'tab.sessions');
    run(context, 'detail.toggle');
    expect(context.stores.view.getState().sessions.cursor).toBe('s0');
  });
});

describe('a filter that Esc cleared', () => {
  it('comes back, the last one first, in its own list alone', () => {
    const { view } = context.stores;
    view.setState({ tab: 'events' });
    updatePane(view, 'events', { text: 'lodash', outcomes: ['block'], type: 'install' });
    const before = view.getState().events;
    for (let step = 0; step < 3; step++) {
      run(context, 'view.back');
    }
    expect(view.getState().events).toMatchObject({ text: '', type: undefined });
    expect(view.getState().events.outcomes).toHaveLength(3);
    view.setState({ tab: 'agents' });
    run(context, 'filter.bring-back');
    expect(view.getState().notice?.text).toBe('Esc has cleared no filter of this list.');
    view.setState({ tab: 'events' });
    run(context, 'filter.bring-back');
    expect(view.getState().events).toMatchObject({ text: '', type: 'install' });
    run(context, 'filter.bring-back');
    run(context, 'filter.bring-back');
    expect(view.getState().events).toEqual(before);
    run(context, 'filter.bring-back');
    expect(view.getState().events).toEqual(before);
  });
});
