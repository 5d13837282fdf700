import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { eventSchema } from '../../../../src/contract/event.ts';
import type { Dialog } from '../../../../src/stores/view/dialog-states.ts';
import { updatePane } from '../../../../src/stores/view/view-store.ts';
import type { Agent } from '../../../../src/contract/agent.ts';
import type { ItemState, RunItem } from '../../../../src/stores/agents/agent-run.ts';
import type { Heard, Known } from '../../../../src/ui/app/speech/heard.ts';
import { readRow } from '../../../../src/ui/app/speech/readable-rows.ts';
import { sayDialog } from '../../../../src/ui/app/speech/say-dialog.ts';
import { loadLazyImports } from '../../../../src/lib/lazy-import.ts';
import { openDialog } from '../../../../src/commands/base/command.ts';
import { run, type TestContext } from '../../../helpers/command-context.ts';
import { createFilledContext } from '../../../helpers/filled-context.ts';
import { samplePolicy } from '../../../helpers/sample-data.ts';
import type { SessionSearch } from '../../../../src/stores/search/session-search.ts';
import { storeHunt } from '../../../helpers/sample-hunt.ts';
import { sampleSearch } from '../../../helpers/sample-search.ts';
import { speakConsole, type SpokenConsole } from '../../../helpers/spoken-console.ts';

let context: TestContext;
let spoken: SpokenConsole;

beforeAll(loadLazyImports);

beforeEach(async () => {
  context = createFilledContext();
  context.stores.view.setState({ tab: 'events', columns: 100, rows: 24 });
  spoken = await speakConsole(context);
});

it('says of a range first the end that the keys move, and which one that is', async () => {
  await spoken.hear(() => run(context, 'events.choose-range'));
  expect(await spoken.press('left')).toEqual([expect.stringMatching(/^from .*, until .* events/)]);
  expect(await spoken.press('tab')).toEqual([expect.stringMatching(/^until .*, from .* events/)]);
});

it('says of a calendar first the day that the keys go to and what it holds', async () => {
  context.stores.view.setState({ tab: 'sessions' });
  await spoken.hear(() => run(context, 'sessions.choose-day'));
  expect(await spoken.press('left')).toEqual(['Monday 2026-02-23, not counted by the server']);
});

it('says the help by topics, each under 25 lines, and what one comes back to', async () => {
  const most = await spoken.press('?');
  expect(most.slice(0, 2)).toEqual(['Help, / searches', 'The most needed keys']);
  expect(most.length).toBeLessThan(25);
  expect(await spoken.press('enter')).toEqual([
    'Help on what?',
    expect.stringMatching(/^\d to choose from; first: The most needed keys$/),
  ]);
  await spoken.hear(() => undefined, 1000);
  const [topic] = await spoken.press('j');
  expect(topic).toBe('Events');
  const keys = await spoken.press('enter');
  expect(keys.slice(0, 2)).toEqual(['Help, / searches, 1 more line below, j or Space', 'Events']);
  expect(keys.length).toBeLessThan(25);
  expect(keys.join('\n')).toContain('Choose which outcomes to show');
  expect(keys.join('\n')).not.toContain('Agents');
  expect(await spoken.press('escape')).toEqual([expect.stringMatching(/^allow, package-0, /)]);
});

it('says what was deleted of a number, and what is left of it', async () => {
  const open = (text: string) =>
    openDialog(context, {
      kind: 'text',
      title: 'Least score',
      lines: [],
      label: 'score',
      initial: text,
      enterDoes: 'takes it',
      dangerous: false,
      findProblem: () => undefined,
      submit: () => undefined,
      step: (value, direction) => String(Number(value) + direction),
    });
  await spoken.hear(() => open('42'));
  expect(await spoken.press('backspace')).toEqual(['2 deleted: 4']);
  expect(await spoken.press('backspace')).toEqual(['4 deleted']);
  expect(await spoken.press('7')).toEqual(['7']);
  expect(await spoken.press('up')).toEqual(['8']);
});

it('says of the API log the beginning, and all of it on request', async () => {
  const said = await spoken.press('!');
  expect(said).toHaveLength(5);
  expect(said.slice(0, 2)).toEqual([expect.stringMatching(/^API log/), 'Waiting']);
  expect(said.at(-1)).toBe('Ctrl-G reads all of it.');
  expect(await spoken.hear(() => undefined, 3000)).toEqual([]);
  expect((await spoken.press('ctrl+g')).join(' ')).toMatch(/Waiting .* Event feed .* Learned of the server/);
});

it('says once that rows were marked, and that they are no longer', async () => {
  context.stores.view.setState({ tab: 'agents' });
  await spoken.hear(() => undefined, 1000);
  expect(await spoken.press('*')).toEqual(['12 rows marked: all that pass the filters']);
  expect(await spoken.press('U')).toEqual(['12 unmarked']);
  expect(await spoken.press('space')).toEqual(['1 marked', expect.stringMatching(/^build-01, /)]);
});

it('says once what a review holds, and what it would have done on request', async () => {
  const { policy, policyDraft, view } = context.stores;
  view.setState({ tab: 'policy', mode: 'write' });
  policyDraft.replace(policy.getState().data ?? samplePolicy(), {
    min_scorecard: 6,
    allowed_licenses: ['MIT'],
  });
  await spoken.hear(() => undefined, 1000);
  const said = await spoken.press('W');
  expect(said.slice(-4)).toEqual([
    '2 tighten.',
    'tightens  min_scorecard  5 → 6',
    'y writes the policy  Esc goes back, the draft stays',
    'Ctrl-G reads the rest.',
  ]);
  expect(said.join(' ').split(/\s+/).length).toBeLessThan(40);
  expect(await spoken.press('j')).toEqual(['tightens  allowed_licenses  - Apache-2.0']);
  expect((await spoken.press('ctrl+g')).join(' ')).toMatch(
    /agents that run .* Estimate from .* before +Apache-2\.0.* Enter shows it whole/,
  );
});

it('says before a policy is loosened in few words what has to be typed', async () => {
  const { policy, policyDraft, view } = context.stores;
  view.setState({ tab: 'policy', mode: 'write' });
  policyDraft.replace(policy.getState().data ?? samplePolicy(), {
    min_scorecard: 4,
    allowed_licenses: ['MIT', 'GPL-3.0-only', 'ISC'],
  });
  await spoken.hear(() => undefined, 1000);
  const said = await spoken.press('W');
  expect(said).toContainEqual(expect.stringMatching(/loosen: type \d, then y$/));
  expect(said).toContain('2 fields loosened: min_scorecard, allowed_licenses');
  expect(said.filter((line) => /^(?:loosens|tightens) /.test(line))).toHaveLength(1);
  expect(said.join(' ').split(/\s+/).length).toBeLessThanOrEqual(46);
});

it('names the agent in the question about it, and says nothing else again that was said where its reason was asked for', () => {
  const rows = (...texts: readonly string[]) =>
    texts.map((text) => readRow(text, { cursor: '▌', mark: undefined, isText: false }));
  const agent = [
    'acme  https://acme.example',
    '',
    'host  build-0',
    'agent  agt-1',
    'last seen  08:59:00Z  1m ago',
    'flags  CLONE',
  ];
  const asked = { kind: 'agent-action', number: 1 } as Dialog;
  const question = { kind: 'agent-question', number: 2 } as Dialog;
  const first = rows('Why suspend this agent?', ...agent, 'Enter goes on');
  const before = { dialog: asked, dialogs: new Map([[1, first]]) } as unknown as Known;
  const now = {
    dialog: question,
    detailKey: 'Ctrl-G',
    dialogRows: rows('Suspend this agent?', ...agent, 'reason  bad', 'y suspends it'),
  } as unknown as Heard;
  const about = ['Suspend this agent?', 'acme  https://acme.example', 'host  build-0', 'agent  agt-1'];
  expect(sayDialog(before, now)).toEqual([...about, 'reason  bad', 'y suspends it']);
  expect(sayDialog(undefined, now).filter(Boolean)).toEqual([
    ...about,
    ...['flags  CLONE', 'reason  bad', 'y suspends it', 'Ctrl-G reads the rest.'],
  ]);
});

it.each([
  ['nothing passes the filter', 'llm', 'No call passes the filters. / changes the words, Esc clears them.'],
  ['nothing is under the cursor', 'overview', 'There is nothing to read here yet.'],
] as const)('answers the key for all of it where %s', async (_what, tab, words) => {
  context.stores.view.setState({ tab });
  if (tab === 'llm') {
    updatePane(context.stores.view, tab, { text: 'zzzz' });
  }
  await spoken.hear(() => undefined, 1000);
  expect(await spoken.press('ctrl+g')).toEqual([words]);
});

it('says of LLM calls that none has the field that the filter asks for', async () => {
  context.stores.view.setState({ tab: 'llm' });
  updatePane(context.stores.view, 'llm', { text: 'colour:red' });
  await spoken.hear(() => undefined, 1000);
  expect((await spoken.press('ctrl+g')).join(' ')).toMatch(/^There is no field colour\. .*No call passes/);
});

describe('in few words, each sentence once and without ornaments', () => {
  const wordsIn = (lines: readonly string[]) => lines.join(' ').split(/\s+/).length;

  it('says what becomes of several agents', async () => {
    await spoken.press('3');
    await spoken.press('space');
    await spoken.press('j');
    await spoken.press('space');
    for (const key of ['S', 'enter', 'enter']) {
      await spoken.press(key);
      await context.clock.advance(1000);
    }
    expect(await spoken.hear(() => spoken.press('y'), 3000)).toEqual([
      'Suspending 2 agents: under way',
      'Esc stops after this one  q leaves it running',
      'Confirmed: 2 agents are suspended.',
      'Esc q closes',
    ]);
    expect(await spoken.press('j')).toEqual([expect.stringMatching(/^build-\d+ {2}Confirmed: it is/)]);
  });

  it('says while agents are gone through only that one has a problem', async () => {
    const { agents, agentRun } = context.stores;
    const items = (agents.getState().data?.rows ?? []).slice(0, 4).map((agent): RunItem => ({
      agent,
      state: 'waiting',
      sentence: '',
      after: undefined,
      operation: undefined,
      mayResend: false,
      isStop: false,
    }));
    const show = (states: readonly ItemState[]) =>
      agentRun.setState({
        run: {
          action: 'suspend',
          reason: '',
          isUndo: false,
          items: items.map((item, index) => ({ ...item, state: states[index] ?? 'waiting' })),
          phase: 'running',
          stop: undefined,
          startedAt: context.clock.now(),
          pace: { since: 0, from: 0 },
        },
      });
    show([]);
    await spoken.hear(() => run(context, 'agents.results'));
    expect(await spoken.hear(() => show(['confirmed', 'under way']), 3000)).toEqual([]);
    expect(await spoken.hear(() => show(['confirmed', 'refused', 'under way']), 3000)).toEqual([
      '1 refused  1 waiting',
    ]);
    expect(await spoken.hear(() => show(['confirmed', 'refused', 'confirmed', 'under way']), 3000)).toEqual(
      [],
    );
  });

  it('says of a search what comes of it, and not every step', async () => {
    const { sessionSearch, sessions } = context.stores;
    const show = (fields: Partial<SessionSearch>) =>
      sessionSearch.setState({
        search: sampleSearch(
          sessions.getState().data?.rows ?? [],
          () => 'rm -rf build',
          { kind: 'words', words: 'rm -rf' },
          { phase: 'running', ...fields },
        ),
      });
    show({ done: 1 });
    const said = await spoken.hear(() => run(context, 'sessions.search-results'), 1000);
    expect(said[0]).toBe('Search for "rm -rf": under way');
    expect(said.join('\n')).toMatch(
      /searched 1 of 9 sessions so far[^]*rm -rf build {2}user message 1 on build-/,
    );
    expect(await spoken.hear(() => show({ done: 2 }), 3000)).toEqual([]);
    const atEnd = await spoken.hear(() => show({ phase: 'done' }), 3000);
    expect(atEnd.join('\n')).toMatch(
      /ended\n9 matches in 9 messages of 9 sessions\.\nSearched all 9 sessions/,
    );
  });

  it('says of a hunt the answer, how far it is and the finding under the cursor, then what comes of it', async () => {
    const list = 'package-1\npackage-2\n';
    storeHunt(context, list, { past: { phase: 'running', read: 100, of: 400 } });
    const said = await spoken.hear(() => run(context, 'hunt.show'), 1000);
    expect(said[0]).toMatch(/^Hunt \/home\/ada\/worm\.csv/);
    expect(said.join('\n')).toMatch(/machines? installed a listed version/);
    expect(said.join('\n')).toContain('older ones 100 of 400 (25.0%)');
    expect(said.join('\n')).toMatch(/build-\d+ package-\d 1\.0\.\d {2}\w+ {2}1 time/);
    const hunt = context.stores.hunt.getState().hunt!;
    const show = (change: object) =>
      context.stores.hunt.setState({ hunt: { ...hunt, past: { ...hunt.past, ...change } } });
    expect(await spoken.hear(() => show({ read: 150 }), 1500)).toEqual([]);
    const { liveHunt, events } = context.stores;
    const again = () => {
      const first = [...events.getState().rows].find(
        ({ event: { subject } }) => String(subject?.package) === 'package-1',
      );
      events.apply([eventSchema.parse({ ...first?.event.raw, id: 'again' })], {
        at: context.clock.now(),
        fromHistory: false,
      });
      liveHunt.look(events.getState().rows);
    };
    expect(await spoken.hear(again, 1500)).toEqual([]);
    const atEnd = await spoken.hear(() => show({ phase: 'done' }), 3000);
    expect(atEnd.join('\n')).toMatch(/complete from/i);
    expect(await spoken.hear(() => show({ phase: 'done', read: 400 }), 1500)).toEqual([]);
    expect(await spoken.press('j')).toEqual([
      expect.stringMatching(/^build-\d+ package-\d/),
      expect.stringMatching(/^listed as package-\d/),
    ]);
  });

  const undo = (agents: readonly Agent[]) => {
    const undoable = { action: 'suspend', agents, reason: 'odd', at: context.clock.now() } as const;
    context.stores.agentRun.setState({ undoable });
    return spoken.hear(() => run(context, 'agents.undo'));
  };

  it('asks before an undo', async () => {
    const agents = context.stores.agents.getState().data?.rows ?? [];
    const said = await undo(agents.filter(({ status }) => status === 'suspended'));
    expect(said.join(' ')).toMatch(/agent {2}agent-3 .*This undoes the change of .*reads the rest/);
    expect(said.join(' ')).not.toMatch(/last seen|may do again/);
    expect(wordsIn(said)).toBeLessThanOrEqual(40);
    expect((await spoken.press('ctrl+g')).join(' ')).toMatch(/last seen .*may do again/);
  });

  it('asks before an undo of many what it is, of how many, and in which organization', async () => {
    const said = await undo(context.stores.agents.getState().data?.rows ?? []);
    expect(said).toEqual([
      'Undo: reactivate 12 agents?',
      'in an unknown organization',
      'agents  12: build-00  build-01  build-02 and 9 more',
      'This undoes the change of 2026-03-02 09:00:00Z, since confirmed; reason: odd.',
      'y reactivates them  n or Esc cancels',
      'Ctrl-G reads the rest.',
    ]);
    expect(wordsIn(said)).toBeLessThanOrEqual(40);
    expect((await spoken.press('ctrl+g')).join(' ')).toMatch(/build-07 .*takes {2}about 36 requests/);
  });

  it('says the keys that are needed first, and the others on request', async () => {
    await spoken.press('3');
    const said = await spoken.press('?');
    expect(wordsIn(said)).toBeLessThan(60);
    expect(said.at(-1)).toBe('Ctrl-G reads all of it.');
    expect((await spoken.press('ctrl+g')).join(' ')).toContain('Copy a value');
  });

  it.each([
    ['-', 'minus does nothing here.'],
    ['#', 'hash does nothing here.'],
  ])('says %s by its name', async (key, told) => {
    await spoken.hear(() => run(context, 'messages.open'));
    expect(await spoken.press(key)).toContain(told);
  });
});
