import { expect, it } from 'vitest';

import { comeBack, leftView, readForComeback } from '../../../src/commands/app/left-view.ts';
import { openDialog } from '../../../src/commands/base/command.ts';
import { leaveFor } from '../../../src/commands/base/back-stack.ts';
import { openPage } from '../../../src/commands/base/entity-stack.ts';
import { goToTab } from '../../../src/commands/base/tabs.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { run } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';

it('leaves out what was allowed, asked and said, and what the screen is', () => {
  const context = createFilledContext();
  const { view } = context.stores;
  view.setState({ mode: 'write', columns: 61, title: 'the first one' });
  run(context, 'help.open');
  const other = createFilledContext();
  const before = other.stores.view.getState();
  comeBack(other.stores, leftView(view));
  const { mode, columns, title, dialogs, notice, messages, access } = other.stores.view.getState();
  expect({ mode, columns, title, dialogs, notice, messages, access }).toEqual({
    mode: before.mode,
    columns: before.columns,
    title: before.title,
    dialogs: [],
    notice: before.notice,
    messages: before.messages,
    access: before.access,
  });
});

it('asks anew for the transcript that was open, and for what an open page needs', () => {
  const first = createFilledContext();
  run(first, 'tab.sessions');
  run(first, 'sessions.open');
  const { pager } = first.stores.view.getState();
  expect(pager).toBeDefined();
  const again = createFilledContext();
  comeBack(again.stores, leftView(first.stores.view));
  readForComeback(again);
  expect(again.sync.calls).toContain(`open ${pager?.sessionId}`);
});

it('keeps the pages that lie over a pane', () => {
  const first = createFilledContext();
  openPage(first, { kind: 'package', ecosystem: undefined, name: asUntrusted('left-pad') });
  const again = createFilledContext();
  comeBack(again.stores, leftView(first.stores.view));
  const { tab, pages } = again.stores.view.getState();
  expect(pages[tab].map(({ subject }) => subject)).toEqual([
    { kind: 'package', ecosystem: undefined, name: 'left-pad' },
  ]);
});

it('lets a feed go on that only a dialog had stopped', () => {
  const first = createFilledContext();
  run(first, 'tab.events');
  run(first, 'palette.open');
  expect(first.stores.view.getState().events).toMatchObject({ follow: false, held: true });
  const again = createFilledContext();
  comeBack(again.stores, leftView(first.stores.view));
  expect(again.stores.view.getState().events).toMatchObject({
    follow: true,
    held: false,
    cursor: undefined,
  });
});

it('goes back to where a hit was followed from, but not to hits that are gone', () => {
  const first = createFilledContext();
  openDialog(first, { kind: 'session-search', cursor: 'message 7', search: '' });
  leaveFor(first, () => goToTab(first, 'agents'));
  const again = createFilledContext();
  comeBack(again.stores, leftView(first.stores.view));
  run(again, 'view.back');
  expect(again.stores.view.getState()).toMatchObject({ tab: 'overview', dialogs: [] });
});
