import { beforeEach, describe, expect, it } from 'vitest';

import { findEntries, runEntry } from '../../../src/commands/app/palette.ts';
import { COMMANDS } from '../../../src/commands/app/registry.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';

let context: TestContext;
const entries = (search: string) => findEntries(context, COMMANDS, search);
const found = (search: string) => entries(search).map(({ command }) => command.id);
const entry = (search: string, id: string) =>
  entries(search).find(({ command }) => command.id === id) ?? expect.fail(`${id} was not found`);
const view = () => context.stores.view.getState();

beforeEach(() => {
  context = createTestContext();
  context.stores.view.setState({ tab: 'agents' });
});

describe('the palette', () => {
  it('finds a command by its title and by its id, the best match first', () => {
    expect(found('suspend or react')[0]).toBe('agents.change-status');
    expect(found('agents.change')[0]).toBe('agents.change-status');
    expect(found('rpa')).toContain('data.refresh');
    expect(found('sag')).toContain('agents.change-status');
    expect(found('ack')[0]).toBe('events.acknowledge');
    expect(found('cal')[0]).toBe('sessions.choose-day');
  });

  it('tells which letters of a title were found', () => {
    const { command, found: places } = entry('scr anew', 'screen.redraw');
    expect(places.map((place) => command.title[place]).join('')).toBe('scranew');
  });

  it('offers the commands of every pane, those of the current one first', () => {
    const all = found('');
    expect(all.indexOf('agents.open')).toBeLessThan(all.indexOf('data.refresh'));
    expect(all.indexOf('data.refresh')).toBeLessThan(all.indexOf('events.follow'));
    expect(all).toEqual(expect.arrayContaining(['policy.review', 'sessions.choose-day']));
    expect(new Set(all).size).toBe(all.length);
  });

  it('offers nothing that makes no sense where the user is', () => {
    expect(found('').filter((id) => /^(pager|palette|confirm|text|help\.(?!open))/.test(id))).toEqual([]);
    context.stores.view.setState({ tab: 'overview' });
    expect(found('').filter((id) => /^(list|marks|detail)\./.test(id))).toEqual([]);
  });

  it('goes to the pane of a command before it runs it', () => {
    context = createFilledContext();
    context.stores.view.setState({ tab: 'overview' });
    const chosen = entry('show or hide the sessions of sub', 'sessions.toggle-subagents');
    expect(chosen.tab).toBe('sessions');
    void runEntry(context, chosen);
    expect(view()).toMatchObject({ tab: 'sessions', previousTab: 'overview', sessions: { subagents: true } });
  });

  it('says why a command cannot be run, and runs it not', () => {
    context.stores.view.setState({ mode: 'read-only' });
    const chosen = entry('suspend or react', 'agents.change-status');
    expect(chosen.reason).toContain('no agent under the cursor');
    void runEntry(context, chosen);
    expect(view()).toMatchObject({ dialogs: [], notice: { text: chosen.reason } });
  });

  it('puts what was run last first', () => {
    void runEntry(context, entry('draw the screen', 'screen.redraw'));
    void runEntry(context, entry('read this pane', 'data.refresh'));
    expect(found('').slice(0, 2)).toEqual(['data.refresh', 'screen.redraw']);
    expect(context.asked).toEqual(['redraw']);
  });

  it.each(['xyzzy', 'zzzzqqq', 'relod', 'overlook', 'screen anwe', 'ndo', 'tpd'])(
    'finds nothing for %s, which no command is called',
    (search) => {
      expect(found(search)).toEqual([]);
    },
  );

  it('puts a command of the very name before all that hold it', () => {
    const called = (id: string, title: string) =>
      ({ id, title, scope: 'global', run: () => undefined }) as const;
    const commands = [
      ...COMMANDS,
      called('writes.unlock', 'Unlock writing'),
      called('writes.lock', 'Lock writing'),
    ];
    for (const word of ['unlock', 'lock']) {
      expect(findEntries(context, commands, word)[0]?.command.id).toBe(`writes.${word}`);
    }
    expect(findEntries(context, commands, 'locks')).toEqual([]);
  });

  it('moves its cursor', () => {
    run(context, 'palette.open');
    run(context, 'palette.up');
    run(context, 'palette.down');
    run(context, 'palette.down');
    expect(openDialogOf(context, 'palette').cursor).toBe(2);
    run(context, 'palette.close');
    expect(view().dialogs).toEqual([]);
  });

  it('goes to an agent by its name, and clears filters that hide it', () => {
    context = createFilledContext();
    context.stores.view.setState(({ agents }) => ({ agents: { ...agents, flag: 'clone' } }));
    const chosen = entries('build-07').find(({ command }) => command.subject === 'build-07');
    expect(chosen).toBeDefined();
    void runEntry(context, chosen ?? expect.fail('there is no such agent'));
    expect(view()).toMatchObject({ tab: 'agents', agents: { cursor: 'agent-7', flag: undefined } });
    expect(view().recentCommands).toEqual([]);
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
  expect(view().dialogs).toEqual([]);
});
