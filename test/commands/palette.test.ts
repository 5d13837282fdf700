import { beforeEach, describe, expect, it } from 'vitest';

import { findCommands } from '../../src/commands/palette.ts';
import { COMMANDS } from '../../src/commands/registry.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../helpers/command-context.ts';

let context: TestContext;
const found = (search: string) => findCommands(context, COMMANDS, search).map(({ id }) => id);

beforeEach(() => {
  context = createTestContext();
  context.stores.view.setState({ tab: 'agents' });
});

describe('the palette', () => {
  it('finds a command by its title and by its id, the best match first', () => {
    expect(found('suspend or react')[0]).toBe('agents.change-status');
    expect(found('agents.change')[0]).toBe('agents.change-status');
    expect(found('rpan')).toContain('data.refresh');
  });

  it('offers what works here and nothing of other panes', () => {
    const here = found('');
    expect(here).toEqual(expect.arrayContaining(['agents.open', 'list.filter', 'tab.policy', 'help.open']));
    expect(here.filter((id) => id.startsWith('policy.') || id.startsWith('pager.'))).toEqual([]);
    expect(here).not.toContain('palette.open');
  });

  it('finds nothing for letters that no command has', () => {
    expect(found('zzzzqqq')).toEqual([]);
  });

  it('moves its cursor', () => {
    run(context, 'palette.open');
    run(context, 'palette.up');
    run(context, 'palette.down');
    run(context, 'palette.down');
    expect(openDialogOf(context, 'palette').cursor).toBe(2);
    run(context, 'palette.close');
    expect(context.stores.view.getState().dialogs).toEqual([]);
  });
});

it('scrolls help by lines and pages, and back to its beginning', () => {
  context.stores.view.setState({ rows: 24 });
  run(context, 'help.open');
  run(context, 'help.up');
  run(context, 'help.page-down');
  run(context, 'help.down');
  expect(openDialogOf(context, 'help').top).toBe(17);
  run(context, 'help.start');
  expect(openDialogOf(context, 'help').top).toBe(0);
  run(context, 'help.close');
  expect(context.stores.view.getState().dialogs).toEqual([]);
});
