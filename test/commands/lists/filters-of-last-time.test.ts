import { beforeEach, describe, expect, it, vi } from 'vitest';

import { reportFiltersOfLastTime } from '../../../src/commands/lists/filters-of-last-time.ts';
import { notify } from '../../../src/commands/base/notices.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { createTestContext, type TestContext } from '../../helpers/command-context.ts';

let context: TestContext;

beforeEach(() => {
  context = createTestContext();
});

const told = () => {
  reportFiltersOfLastTime(context);
  return context.stores.view.getState().notice?.text;
};

describe('filters of last time', () => {
  it('are told in words, with what takes them away', () => {
    const { view } = context.stores;
    updatePane(view, 'events', {
      text: 'package:react ',
      outcomes: ['block', 'review'],
      ecosystem: 'npm',
      unacknowledged: true,
    });
    updatePane(view, 'agents', { flag: 'clone' });
    updatePane(view, 'sessions', { clientId: 'c1' });
    expect(told()).toBe(
      'Filters of last time are in force: events: only block and review, only ecosystem npm, only unacknowledged blocks, / package:react; agents: only agents flagged clone; sessions: only client c1. Esc in the pane clears them.',
    );
  });

  it('leave in sight that settings do not count, whose message they take the place of', () => {
    updatePane(context.stores.view, 'agents', { flag: 'clone' });
    reportFiltersOfLastTime(context, undefined, 3);
    expect(context.stores.view.getState().notice?.text).toBe(
      '3 settings do not count: see :messages. Filters of last time are in force: agents: only agents flagged clone. Esc in the pane clears them.',
    );
  });

  it('are told with the zone of a day, and names by what lists show', () => {
    vi.stubEnv('TZ', 'Asia/Kolkata');
    updatePane(context.stores.view, 'sessions', { date: '2026-03-02', dateZone: 'local', project: 'аpi' });
    expect(told()).toContain(
      String.raw`sessions: only 2026-03-02 (Asia/Kolkata), only project \u{430}pi. Esc`,
    );
    vi.unstubAllEnvs();
  });

  it('are not those of a list whose filter was given just now', () => {
    updatePane(context.stores.view, 'events', { text: 'outcome:block' });
    reportFiltersOfLastTime(context, 'events');
    expect(context.stores.view.getState().notice).toBeUndefined();
    updatePane(context.stores.view, 'agents', { flag: 'clone' });
    reportFiltersOfLastTime(context, 'events');
    expect(context.stores.view.getState().notice?.text).toBe(
      'Filters of last time are in force: agents: only agents flagged clone. Esc in the pane clears them.',
    );
  });

  it('that hide every outcome are told', () => {
    updatePane(context.stores.view, 'events', { outcomes: [] });
    expect(told()).toContain('events: no outcomes');
  });

  it('that hide nothing are not told', () => {
    updatePane(context.stores.view, 'events', { folded: false, histogram: false, text: ' ' });
    updatePane(context.stores.view, 'sessions', { subagents: true, dateZone: 'local' });
    expect(told()).toBeUndefined();
  });

  it('do not push away what went wrong', () => {
    updatePane(context.stores.view, 'events', { text: 'x' });
    notify(context, 'Two keys clash.', 'bad');
    expect(told()).toBe('Two keys clash.');
    expect(context.stores.view.getState().waiting).toHaveLength(1);
  });
});
