import { execFileSync } from 'node:child_process';

import { beforeEach, describe, expect, it } from 'vitest';

import { openPage, updatePage } from '../../../src/commands/base/entity-stack.ts';
import { copyView } from '../../../src/commands/lists/copy-view.ts';
import { viewCommands } from '../../../src/commands/lists/view-command.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { parseQuery } from '../../../src/stores/query/parse-query.ts';
import { LISTS } from '../../../src/stores/view/lists.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { createTestContext, type TestContext } from '../../helpers/command-context.ts';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';

let context: TestContext;

beforeEach(() => {
  context = createTestContext();
  context.stores.view.setState({ tab: 'events' });
});

/** The words that a shell makes of a command. */
function wordsOf(command: string): readonly string[] {
  const print = `printf '%s\\0' ${command.replace(/^vigil /, '')}`;
  return execFileSync('/bin/sh', ['-c', print], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

const commandsNow = () => viewCommands(context).map(({ command }) => command);
const words = () => wordsOf(commandsNow()[0] ?? '');

/** The entries of the menu that is open, the last left aside. */
function entries(): readonly string[] {
  const dialog = context.stores.view.getState().dialogs.at(-1);
  return dialog?.kind === 'choice' ? dialog.choices.slice(0, -1).map(({ label }) => label) : [];
}

describe('what is shown as a command', () => {
  it('names the pane, and nothing else where nothing is filtered', () => {
    expect(commandsNow()).toEqual(['vigil --tab events', 'vigil events', 'vigil events count --by package']);
    context.stores.view.setState({ tab: 'overview' });
    expect(commandsNow()).toEqual(['vigil --tab overview']);
  });

  it('shows the same organization again, without its key', () => {
    const started = { ...context, startedWith: ['--profile', 'acme corp'] };
    expect(viewCommands(started).map(({ command }) => command)).toEqual([
      `vigil --profile 'acme corp' --tab events`,
      `vigil events --profile 'acme corp'`,
      `vigil events count --profile 'acme corp' --by package`,
    ]);
  });

  it('has the filters that a query can say, and names the others', () => {
    updatePane(context.stores.view, 'events', {
      text: 'lodash',
      outcomes: ['block'],
      type: 'install',
      range: { since: NOW - 1000, until: NOW },
      suspicious: true,
    });
    const [{ left } = { left: [] }] = viewCommands(context);
    const [, , , query = ''] = words();
    expect(query).toContain('lodash');
    for (const term of [
      '-outcome:allow',
      '-outcome:review',
      'type:install',
      'since:2026-03-02T08:59:59.000Z',
      // The range ends before its end, and a query with it.
      'until:2026-03-02T08:59:59.999Z',
    ]) {
      expect(query.split(' ')).toContain(term);
    }
    expect(parseQuery(query, LISTS.events.query).problems).toEqual([]);
    expect(left).toEqual(['“suspicious”']);
  });

  it.each([
    [[], [], ['outcomes']],
    [['allow'], ['--filter', '-outcome:review -outcome:block'], []],
  ])('of the outcomes %j has %j and lacks %j', (outcomes, filter, left) => {
    updatePane(context.stores.view, 'events', { outcomes: outcomes as never });
    expect(words()).toEqual(['--tab', 'events', ...filter]);
    expect(viewCommands(context)[0]?.left).toEqual(left);
  });

  it('says in the menu what each command lacks', () => {
    updatePane(context.stores.view, 'events', { suspicious: true });
    copyView(context);
    expect(entries()).toEqual([
      'in a console, without “suspicious”  vigil --tab events',
      'printed, without “suspicious”  vigil events',
      'counted, without “suspicious”  vigil events count --by package',
    ]);
  });

  it('prints and counts from the time on from which the feed shows all', () => {
    const since = Date.parse('2026-02-20T00:00:00Z');
    context.stores.events.apply([sampleEvent('a', 60)], { at: NOW, fromHistory: false });
    context.stores.events.setState({ coveredSince: since });
    expect(commandsNow().slice(1)).toEqual([
      'vigil events --since 2026-02-19T23:59:59.999Z',
      'vigil events count --by package --since 2026-02-19T23:59:59.999Z',
    ]);
    updatePane(context.stores.view, 'events', { text: 'since:1h' });
    expect(commandsNow()[1]).toBe('vigil events --filter since:1h');
    updatePane(context.stores.view, 'events', { text: '', follow: false, frozenAt: 5 });
    expect(commandsNow()[1]).toBe(
      'vigil events --since 2026-02-19T23:59:59.999Z --until 2026-03-02T08:59:00.001Z',
    );
  });

  it.each([`it's "a b"`, '$(rm -rf /)', '`id`; echo !$ & | > x', 'a\\b', '-x -- --'])(
    'is one word of a shell whatever is looked for: %s',
    (text) => {
      updatePane(context.stores.view, 'events', { text });
      expect(words()).toEqual(['--tab', 'events', '--filter', text]);
    },
  );

  it('stays on one line, has no sign that acts on a terminal, and finds the same', () => {
    const text = `package:"a\nb\u001b]0;it's\\\u0007\u202e3"`;
    updatePane(context.stores.view, 'events', { text });
    const [command = ''] = commandsNow();
    expect(command).toMatch(/^[ -~]+$/);
    const read = execFileSync('bash', [
      '-c',
      `printf '%s' ${command.replace('vigil --tab events --filter ', '')}`,
    ]);
    expect(read.toString()).toBe(text);
  });

  it('says that it cannot be copied where no command line holds it', () => {
    updatePane(context.stores.view, 'events', { text: 'a\0b' });
    copyView(context);
    expect(context.stores.view.getState().dialogs).toEqual([]);
    expect(context.stores.view.getState().notice?.text).toBe(
      'This cannot be copied as a command: its filter holds a character that no command line can hold.',
    );
  });

  it('of counts says what they are counted by and inside which values', () => {
    openPage(context, {
      ...{ kind: 'count', of: 'events', by: 'host' },
      within: [{ field: 'package', value: asUntrusted('left pad') }],
    });
    const [console = '', printed = ''] = commandsNow();
    expect(wordsOf(console)).toEqual(['--tab', 'events', '--filter', 'package:"left pad"']);
    expect(wordsOf(printed)).toEqual([
      ...['events', 'count', '--by', 'host', '--filter', 'package:"left pad"'],
    ]);
    expect(viewCommands(context)[0]?.left).toEqual(['the counts']);
    updatePage(context, { sort: { column: 'MACHINES', descending: true } });
    expect(commandsNow()[1]).toContain('--sort machines');
  });

  it('of the details of a package is about its events, and says that the page is not copied', () => {
    openPage(context, { kind: 'package', ecosystem: asUntrusted('npm'), name: asUntrusted('lodahs') });
    copyView(context);
    expect(entries()).toEqual([
      `its events in a console, without the page  vigil --tab events --filter 'package:"lodahs" ecosystem:npm'`,
      `its events printed, without the page  vigil events --filter 'package:"lodahs" ecosystem:npm'`,
    ]);
  });

  it('of sessions says that a console would list them without those of subagents', () => {
    context.stores.view.setState({ tab: 'sessions' });
    updatePane(context.stores.view, 'sessions', {
      text: 'messages:>5',
      subagents: true,
      date: '2026-03-01',
      dateZone: 'utc',
      sort: { column: 'SIZE', descending: true },
    });
    copyView(context);
    expect(entries()).toEqual([
      `in a console, without the day, those of subagents, the sorting  vigil --tab sessions --filter 'messages:>5'`,
      `printed, without the sorting  vigil sessions list --date 2026-03-01 --subagents --filter 'messages:>5'`,
    ]);
  });

  it('of LLM calls prints them, or what they add up to', () => {
    context.stores.view.setState({ tab: 'llm' });
    updatePane(context.stores.view, 'llm', { text: 'model:x' });
    expect(commandsNow()).toEqual(['vigil --tab llm --filter model:x', 'vigil llm --filter model:x']);
    updatePane(context.stores.view, 'llm', { shows: 'totals' });
    expect(commandsNow()[1]).toBe('vigil llm --by model --filter model:x');
  });

  it('of agents has their flag where that is a term', () => {
    context.stores.view.setState({ tab: 'agents' });
    updatePane(context.stores.view, 'agents', { flag: 'suspended' });
    expect(words()).toEqual(['--tab', 'agents', '--filter', 'status:suspended']);
    updatePane(context.stores.view, 'agents', { flag: 'clone' });
    expect(words()).toEqual(['--tab', 'agents', '--filter', 'clone:true']);
    updatePane(context.stores.view, 'agents', { flag: 'silent' });
    expect(viewCommands(context)).toMatchObject([
      { command: 'vigil --tab agents', left: ['flag silent'] },
      { command: 'vigil agents list', left: ['flag silent'] },
    ]);
  });
});
