import { beforeEach, describe, expect, it } from 'vitest';

import { chooseRowValue, rowValueChoices } from '../../../src/commands/base/value-filter.ts';
import { showEvents } from '../../../src/commands/feed/show-events.ts';
import { filterDialog } from '../../../src/commands/base/filter-field.ts';
import { recallFilter, savedFilterCommands } from '../../../src/commands/lists/saved-filters.ts';
import { openFieldOf } from '../../../src/commands/app/open-field.ts';
import { topDialog } from '../../../src/commands/base/command.ts';
import { commandById } from '../../../src/commands/app/registry.ts';
import type { EditedText } from '../../../src/lib/text-editing.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import { selectVisibleAgents } from '../../../src/stores/agents/select-agents.ts';
import { selectVisibleEvents } from '../../../src/stores/events/select-events.ts';
import type { Tab } from '../../../src/stores/base/tab.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import {
  listingOf,
  NOW,
  sampleAgent,
  sampleCall,
  sampleEvent,
  samplePolicy,
} from '../../helpers/sample-data.ts';

const live = { at: NOW, fromHistory: false };
let context: TestContext;

const view = () => context.stores.view.getState();
const visible = () => selectVisibleEvents(context.stores).map(({ id }) => id);
const edit = (edited: EditedText) =>
  filterDialog.field?.edit(context, openDialogOf(context, 'filter'), edited);
const type = (text: string) => openFieldOf(context)?.type(text);
const field = () => topDialog(context, 'filter');
const history = () => context.stores.filterMemory.getState().history;

function typeAndKeep(text: string): void {
  run(context, 'list.filter');
  edit({ text, cursor: text.length });
  run(context, 'filter.keep');
}

beforeEach(() => {
  context = createTestContext();
  context.stores.view.setState({ tab: 'events' });
  context.stores.events.apply(
    [
      sampleEvent('e1', 10),
      sampleEvent('e2', 20, { outcome: 'block', payload: { reasons: ['known malware'] } }),
      sampleEvent('e3', 30, { outcome: 'review', type: 'audit' }),
      sampleEvent('e4', 40, { subject: { ecosystem: 'cargo', package: 'serde', version: '1.0' } }),
    ],
    live,
  );
});

describe('the filter field', () => {
  it('applies while it is typed, and Enter keeps it', () => {
    run(context, 'list.filter');
    type('ser');
    expect(visible()).toEqual(['e4']);
    type('de ');
    run(context, 'filter.keep');
    expect(view().events.text).toBe('serde');
    expect(view().dialogs).toEqual([]);
  });

  it('brings back what was there before', () => {
    typeAndKeep('left');
    run(context, 'list.filter');
    expect(field()?.edited).toEqual({ text: 'left', cursor: 4 });
    type(' and something else');
    expect(visible()).toEqual([]);
    run(context, 'filter.close');
    expect(view()).toMatchObject({ dialogs: [], events: { text: 'left' } });
  });

  it('leaves the last good query in force while one is wrong, says why, and does not keep that', () => {
    run(context, 'list.filter');
    type('package:serde');
    expect(visible()).toEqual(['e4']);
    type(' hots:x');
    expect(visible()).toEqual(['e4']);
    expect(field()?.query.problems[0]?.sentence).toContain('Did you mean host:?');
    run(context, 'filter.keep');
    expect(field()).toBeDefined();
    run(context, 'filter.close');
    expect(visible()).toHaveLength(4);
  });

  it('holds the feed while it is open, and lets it follow again', () => {
    run(context, 'list.filter');
    expect(view().events.follow).toBe(false);
    run(context, 'filter.keep');
    expect(view().events.follow).toBe(true);
  });

  it.each([
    ['policy', 'rule:*scorecard', ['min_scorecard', 'review_scorecard']],
    ['policy', 'value:>=14', ['review_on_new_package_days']],
  ] as const)('filters the list of %s: %s', async (tab, text, expected) => {
    receive(context.stores.policy, samplePolicy(), NOW);
    context.stores.view.setState({ tab });
    typeAndKeep(text);
    const { selectPolicyFields } = await import('../../../src/stores/policy/select-policy.ts');
    expect(selectPolicyFields(context.stores).map(({ id }) => id)).toEqual(expected);
  });

  it('knows the fields that the data has', () => {
    receive(
      context.stores.llmCalls,
      listingOf([sampleCall({ id: 'c1', tokens: 12, usage: { cost: 2 } })]),
      NOW,
    );
    context.stores.view.setState({ tab: 'llm' });
    run(context, 'list.filter');
    type('tokens:>10 usage.cost:2');
    expect(field()?.query.problems).toEqual([]);
    type(' modle:x');
    expect(field()?.query.problems).toHaveLength(1);
  });
});

describe('the history', () => {
  it('is gone through with the arrows, down to what was being typed, by list', () => {
    typeAndKeep('one');
    typeAndKeep('two');
    run(context, 'list.filter');
    edit({ text: 'thr', cursor: 3 });
    const shown = (command: string) => {
      run(context, command);
      return field()?.edited.text;
    };
    expect(['filter.older', 'filter.older', 'filter.older'].map(shown)).toEqual(['two', 'one', 'one']);
    expect(['filter.newer', 'filter.newer', 'filter.newer'].map(shown)).toEqual(['two', 'thr', 'thr']);
    run(context, 'filter.close');
    context.stores.view.setState({ tab: 'agents' });
    run(context, 'list.filter');
    expect(shown('filter.older')).toBe('');
  });

  it('holds each query once, the newest first, and none that is wrong', () => {
    ['a', 'b', 'a', 'since:', '  '].forEach(typeAndKeep);
    expect(history().events).toEqual(['a', 'b']);
  });
});

describe('Tab', () => {
  const completed = (text: string, times = 1) => {
    run(context, 'list.filter');
    edit({ text, cursor: text.length });
    Array.from({ length: times }, () => run(context, 'filter.complete'));
    const now = field()?.edited.text;
    run(context, 'filter.close');
    return now;
  };

  it.each([
    ['pa', 'package:'],
    ['x -pac', 'x -package:'],
    ['package:ser', 'package:"serde"'],
    ['from:car', 'from:cargo'],
    ['outcome:allow,bl', 'outcome:allow,block'],
    ['reason:know', 'reason:"known malware"'],
    ['payload.rea', 'payload.reasons:'],
    ['since:', 'since:15m'],
    ['nothinglikeit', 'nothinglikeit'],
  ])('makes %s to %s', (text, expected) => {
    expect(completed(text)).toBe(expected);
  });

  it('goes on to what else fits, and round', () => {
    const [first, second] = [completed('outcome:', 1), completed('outcome:', 2)];
    expect(first).not.toBe(second);
    expect(completed('outcome:', 4)).toBe(first);
  });

  it('completes in the midst of a text', () => {
    run(context, 'list.filter');
    edit({ text: 'hos left', cursor: 3 });
    run(context, 'filter.complete');
    expect(field()?.edited).toEqual({ text: 'host: left', cursor: 5 });
  });
});

describe('a value of the row', () => {
  const choose = (label: string) => {
    run(context, 'list.choose-value');
    const menu = openDialogOf(context, 'choice');
    const choice = menu.choices.find((other) => other.label.startsWith(label));
    context.stores.view.setState({ dialogs: [] });
    void menu.choose(choice?.value ?? label);
  };

  it('narrows the list to it, or to all without it', () => {
    run(context, 'list.last');
    choose('only package serde');
    expect(view().events.text).toBe('package:"serde"');
    expect(visible()).toEqual(['e4']);
    choose('without package serde');
    expect(view().events.text).toBe('-package:"serde"');
    expect(visible()).toEqual(['e1', 'e2', 'e3']);
    expect(history().events[0]).toBe('-package:"serde"');
  });

  it('tells how many rows have it', () => {
    run(context, 'list.choose-value');
    const labels = openDialogOf(context, 'choice').choices.map(({ label }) => label);
    expect(labels).toEqual(
      expect.arrayContaining(['only package left-pad  (3)', 'without package left-pad  (1)']),
    );
  });

  it('is offered in the order in which events are followed, hosts by their names', () => {
    const { stores } = context;
    receive(
      stores.agents,
      listingOf([sampleAgent('agent-1', { hostname: 'ci-7', client_id: 'the-client' })]),
      NOW,
    );
    stores.events.apply(
      [
        sampleEvent('full', -10, {
          client_id: 'the-client',
          outcome: 'block',
          actor: { command: 'npm', args: ['install'] },
          payload: { reasons: ['known malware'] },
        }),
      ],
      { at: NOW, fromHistory: false },
    );
    run(context, 'list.first');
    const labels = rowValueChoices(context).map(({ label }) => label.split(' ').slice(0, 3).join(' '));
    expect(labels.slice(0, 5)).toEqual([
      'only package left-pad',
      'only host ci-7',
      'only user deploy',
      'only reason known',
      'only command npm',
    ]);
    expect(labels).toContain('without client the-client');
    expect(labels.some((label) => label.includes(' id '))).toBe(false);
  });

  it('is offered behind the flags of agents', () => {
    receive(
      context.stores.agents,
      listingOf([sampleAgent('agent-1'), sampleAgent('agent-2', { os: 'darwin' })]),
      NOW,
    );
    context.stores.view.setState({ tab: 'agents' });
    run(context, 'agents.choose-flag');
    const { choices, choose: chooseFlag } = openDialogOf(context, 'choice');
    expect(choices[0]?.value).toBe('');
    void chooseFlag(choices.find(({ label }) => label.startsWith('without os linux'))?.value ?? '');
    expect(selectVisibleAgents(context.stores, NOW).map(({ id }) => id)).toEqual(['agent-2']);
    expect(view().agents.flag).toBeUndefined();
  });

  it('is none where there is no row', () => {
    const empty = createTestContext();
    empty.stores.view.setState({ tab: 'events' });
    run(empty, 'list.choose-value');
    expect(empty.stores.view.getState().notice?.text).toContain('no row');
    expect(rowValueChoices(empty)).toEqual([]);
    expect(chooseRowValue(empty, 'clone')).toBe(false);
  });
});

describe('a saved filter', () => {
  const saveAs = (name: string) => {
    run(context, 'filter.save');
    const { findProblem, submit } = openDialogOf(context, 'text');
    const problem = findProblem(name);
    context.stores.view.setState({ dialogs: [] });
    if (problem === undefined) {
      submit(name);
    }
    return problem;
  };

  it('sets all filters of its list, from any pane', () => {
    run(context, 'events.toggle-allow');
    typeAndKeep('package:left*');
    expect(saveAs('Left pads')).toBeUndefined();
    run(context, 'events.show-all');
    run(context, 'events.toggle-suspicious');
    typeAndKeep('');
    context.stores.view.setState({ tab: 'llm' satisfies Tab });
    const [command] = savedFilterCommands(context);
    expect(command).toMatchObject({ title: 'Filter Events:', subject: 'Left pads' });
    void command?.run(context);
    expect(view()).toMatchObject({
      tab: 'events',
      events: { text: 'package:left*', outcomes: ['review', 'block'], suspicious: false, follow: true },
    });
    expect(visible()).toEqual(['e2', 'e3']);
  });

  it('is replaced by one of the same name, needs a name, and is forgotten', () => {
    typeAndKeep('one');
    saveAs('A');
    typeAndKeep('two');
    saveAs('A');
    expect(context.stores.filterMemory.getState().saved).toMatchObject([{ name: 'A', text: 'two' }]);
    expect(saveAs(' ')).toBe('Type a name.');
    expect(saveAs('x'.repeat(41))).toContain('40');
    run(context, 'filter.forget');
    const forgetting = openDialogOf(context, 'choice');
    void forgetting.choose(forgetting.choices[0]?.value ?? '');
    expect(savedFilterCommands(context)).toEqual([]);
    context.stores.view.setState({ dialogs: [] });
    expect(commandById('filter.forget').disabledReason?.(context)).toBe('No filter is saved.');
  });

  it('stands in the config file, is recalled, and is not forgotten here', () => {
    context.stores.filterMemory.setState({
      configured: [{ name: 'team', list: 'events', text: 'package:left*', alert: 'none' }],
    });
    const [command] = savedFilterCommands(context);
    expect(command).toMatchObject({
      title: 'Filter Events, as the config file has it:',
      subject: 'team',
    });
    void command?.run(context);
    expect(view().events.text).toBe('package:left*');
    run(context, 'filter.forget');
    const forgetting = openDialogOf(context, 'choice');
    void forgetting.choose(forgetting.choices[0]?.value ?? '');
    expect(view().notice?.text).toBe(
      'The filter team stands in the config file: take it out there. It counts until the next start.',
    );
    expect(savedFilterCommands(context)).toHaveLength(1);
  });

  it('sets nothing that is no filter, whoever edited the file', () => {
    recallFilter(context, {
      name: 'odd',
      list: 'events',
      text: '',
      others: { outcomes: ['block', 'nonsense'], type: 'audit', follow: false, cursor: 'e4', detail: true },
    });
    expect(view().events).toMatchObject({ type: 'audit', follow: true, cursor: undefined, detail: false });
    expect(view().events.outcomes).toHaveLength(3);
  });
});

describe('a filter of LLM calls that is older than the data', () => {
  const colours = { name: 'colours', list: 'llm', text: 'colour:red' } as const;

  it('says once there is data that it asks for a field that no call has', () => {
    recallFilter(context, colours);
    expect(view().notice).toBeUndefined();
    receive(context.stores.llmCalls, listingOf([sampleCall({ id: 'a', model: 'x' })]), NOW);
    recallFilter(context, { ...colours, text: 'model:x' });
    expect(view().notice).toBeUndefined();
    recallFilter(context, colours);
    expect(view().notice?.text).toMatch(/^The filter colours, at character 1: There is no field colour\./);
  });
});

describe('going to rows that match', () => {
  it('goes by the last typed filter although it was cleared', () => {
    typeAndKeep('package:left-pad');
    typeAndKeep('');
    run(context, 'list.next-match');
    expect(view().events).toMatchObject({ cursor: 'e2', follow: false });
    run(context, 'list.next-match');
    expect(view().events.cursor).toBe('e3');
    run(context, 'list.next-match');
    expect(view().events.cursor).toBe('e3');
    expect(view().notice?.text).toContain('No further row matches: package:left-pad');
    run(context, 'list.previous-match');
    expect(view().events.cursor).toBe('e2');
  });

  it('says that newer ones match which the view does not show while it stands still', () => {
    typeAndKeep('package:left-pad');
    typeAndKeep('');
    run(context, 'list.next-match');
    context.stores.events.apply(
      [sampleEvent('new', 0, { subject: { ecosystem: 'cargo', package: 'serde', version: '1.0' } })],
      live,
    );
    for (const command of ['list.next-match', 'list.next-match', 'list.next-match'] as const) {
      run(context, command);
    }
    expect(view().notice?.text).toBe('No further row matches: package:left-pad');
    context.stores.events.apply([sampleEvent('newer', 0)], live);
    run(context, 'list.next-match');
    expect(view().notice?.text).toBe('No further row matches; newer ones do, F shows them: package:left-pad');
    for (const command of ['list.previous-match', 'list.previous-match', 'list.previous-match'] as const) {
      run(context, command);
    }
    expect(view().notice?.text).toContain('No earlier row matches; newer ones do');
  });

  it('says so when nothing was typed yet', () => {
    run(context, 'list.next-match');
    expect(view().notice?.text).toContain('No filter was typed yet');
  });
});

it('shows the events of a query from any pane, at the live edge and whatever their outcome', () => {
  run(context, 'events.toggle-allow');
  run(context, 'list.down');
  context.stores.view.setState({ tab: 'agents' });
  showEvents(context, 'package:left-pad');
  expect(view()).toMatchObject({ tab: 'events', events: { follow: true, text: 'package:left-pad' } });
  expect(visible()).toEqual(['e1', 'e2', 'e3']);
});
