import { describe, expect, it } from 'vitest';

import { openMenu } from '../../../src/commands/base/command.ts';
import { COMMANDS } from '../../../src/commands/app/registry.ts';
import { runCommand } from '../../../src/commands/base/run-command.ts';
import { TABS } from '../../../src/stores/base/tab.ts';
import { createTestContext } from '../../helpers/command-context.ts';
import { KEYS, renderConsole } from '../../helpers/rendered-console.tsx';

it('sorting LLM calls of an organization without any says that there is no column, and opens nothing', async () => {
  const context = createTestContext();
  const console = await renderConsole(context);
  await console.press('5', 's');
  expect(context.stores.view.getState().dialogs).toEqual([]);
  expect(console.text).toContain('No LLM call is listed');
  await console.press(KEYS.enter);
  expect(context.stores.faults.all).toEqual([]);
});

it('a menu without entries does not open, and says what there is nothing to choose for', () => {
  const context = createTestContext();
  openMenu(context, {
    title: 'Sort by',
    choices: [],
    initial: undefined,
    choose: () => {},
  });
  const { dialogs, notice } = context.stores.view.getState();
  expect(dialogs).toEqual([]);
  expect(notice?.text).toBe('There is nothing to choose from: Sort by');
});

describe('on an organization of which nothing is known', () => {
  it.each(COMMANDS.map(({ id }) => id))('%s fails nowhere, whatever is pressed in its dialog', async (id) => {
    const command = COMMANDS.find((each) => each.id === id);
    const context = createTestContext();
    const { view } = context.stores;
    const tab = TABS.find((each) => each === command?.scope);
    view.setState({ tab: tab ?? 'events' });
    if (command !== undefined) {
      void runCommand(context, command);
    }
    if (view.getState().dialogs.length > 0) {
      const console = await renderConsole(context);
      await context.clock.advance(60_000);
      await console.press(KEYS.down, KEYS.up, KEYS.enter, 'j', 'k', KEYS.tab, KEYS.enter, KEYS.escape);
    }
    expect(context.stores.faults.all).toEqual([]);
  });
});
