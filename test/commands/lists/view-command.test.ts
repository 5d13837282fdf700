import { execFileSync } from 'node:child_process';

import { beforeEach, describe, expect, it } from 'vitest';

import { openPage } from '../../../src/commands/base/entity-stack.ts';
import { copyView } from '../../../src/commands/lists/copy-view.ts';
import { viewCommands } from '../../../src/commands/lists/view-command.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { parseQuery } from '../../../src/stores/query/parse-query.ts';
import { LISTS } from '../../../src/stores/view/lists.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { createTestContext, type TestContext } from '../../helpers/command-context.ts';
import { NOW } from '../../helpers/sample-data.ts';

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

const words = () => wordsOf(viewCommands(context).console);

describe('what is shown as a command', () => {
  it('names the pane, and nothing else where nothing is filtered', () => {
    expect(viewCommands(context)).toEqual({
      console: 'vigil --tab events',
      printed: 'vigil events count --by package',
      left: [],
    });
    context.stores.view.setState({ tab: 'overview' });
    expect(viewCommands(context)).toEqual({ console: 'vigil --tab overview', printed: undefined, left: [] });
  });

  it('shows the same organization again, without its key', () => {
    const started = { ...context, startedWith: ['--profile', 'acme corp'] };
    expect(viewCommands(started).console).toBe(`vigil --profile 'acme corp' --tab events`);
  });

  it('has the filters that a query can say, and names the others', () => {
    updatePane(context.stores.view, 'events', {
      text: 'lodash',
      outcomes: ['block'],
      type: 'install',
      range: { since: NOW - 1000, until: NOW },
      suspicious: true,
    });
    const { left } = viewCommands(context);
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
    expect(left).toEqual(['suspicious']);
  });

  it.each([
    [[], [], ['outcomes']],
    [['allow'], ['--filter', '-outcome:review -outcome:block'], []],
  ])('of the outcomes %j has %j and lacks %j', (outcomes, filter, left) => {
    updatePane(context.stores.view, 'events', { outcomes: outcomes as never });
    expect(words()).toEqual(['--tab', 'events', ...filter]);
    expect(viewCommands(context).left).toEqual(left);
  });

  it('says, where it is copied, which filter it lacks', () => {
    copyView(context);
    expect(context.stores.view.getState().notice).toBeUndefined();
    updatePane(context.stores.view, 'events', { suspicious: true });
    copyView(context);
    expect(context.stores.view.getState().notice?.text).toBe(
      'The command lacks a filter that no query can say: suspicious.',
    );
  });

  it.each([`it's "a b"`, '$(rm -rf /)', '`id`; echo !$ & | > x', 'a\\b', '-x -- --'])(
    'is one word of a shell whatever is looked for: %s',
    (text) => {
      updatePane(context.stores.view, 'events', { text });
      expect(words()).toEqual(['--tab', 'events', '--filter', text]);
    },
  );

  it('stays on one line, and has no sign that acts on a terminal', () => {
    updatePane(context.stores.view, 'events', { text: 'a\nb\u001b[2J\u202e' });
    const { console } = viewCommands(context);
    expect(console).toBe(`vigil --tab events --filter 'a?b?[2J?'`);
  });

  it('of counts says what they are counted by and inside which values', () => {
    openPage(context, {
      ...{ kind: 'count', of: 'events', by: 'host' },
      within: [{ field: 'package', value: asUntrusted('left pad') }],
    });
    const { console, printed } = viewCommands(context);
    expect(wordsOf(console)).toEqual(['--tab', 'events', '--filter', 'package:"left pad"']);
    expect(wordsOf(printed ?? '')).toEqual([
      ...['events', 'count', '--by', 'host', '--filter', 'package:"left pad"'],
    ]);
  });

  it('of agents has their flag where that is a term', () => {
    context.stores.view.setState({ tab: 'agents' });
    updatePane(context.stores.view, 'agents', { flag: 'suspended' });
    expect(words()).toEqual(['--tab', 'agents', '--filter', 'status:suspended']);
    updatePane(context.stores.view, 'agents', { flag: 'clone' });
    expect(words()).toEqual(['--tab', 'agents', '--filter', 'clone:true']);
    updatePane(context.stores.view, 'agents', { flag: 'silent' });
    expect(viewCommands(context)).toMatchObject({ console: 'vigil --tab agents', left: ['flag'] });
  });
});
