import { expect, it } from 'vitest';

import { chordsWithin, keymapOf } from '../../../src/commands/app/keymap-in-force.ts';
import { readRebinding } from '../../../src/commands/app/rebinding.ts';
import { COMMANDS } from '../../../src/commands/app/registry.ts';
import { openDialog, type Command, type Scope } from '../../../src/commands/base/command.ts';
import { chordName } from '../../../src/commands/keys/chord-names.ts';
import { ALWAYS } from '../../../src/commands/keys/keymap.ts';
import type { Dialog } from '../../../src/stores/view/dialog-states.ts';
import { FIRST_LOOK } from '../../../src/stores/policy/review-rows.ts';
import { TABS } from '../../../src/stores/base/tab.ts';
import { run, type TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { renderConsole } from '../../helpers/rendered-console.tsx';
import { NOW, samplePolicy, sampleTranscript } from '../../helpers/sample-data.ts';
import { openTranscriptOf } from '../../helpers/transcripts.ts';

const FIELDS = ['text', 'filter', 'palette', 'agent-action'];
const CONTROLS = Array.from('defknopvxy', (letter) => `ctrl+${letter}`);

/** Another key for every command: a letter that is on no keyboard with the usual ones, Ctrl with one where letters write. */
const TABLE = Object.fromEntries(
  COMMANDS.filter(({ id }) => !ALWAYS.includes(id)).map(({ id, scope }, index) => {
    const inField = COMMANDS.filter((other) => other.scope === scope).findIndex((other) => other.id === id);
    return [id, FIELDS.includes(scope) ? (CONTROLS[inField] ?? '') : String.fromCodePoint(0x1401 + index)];
  }),
);

/** The usual names of keys, where they stand in a sentence. */
const USUAL = [
  /\b(Enter|Tab|Space|PgDn|PgUp|Home|End|Backspace|Del|Shift-Tab|Up|Down|Left|Right)\b/,
  /\b(type|[Tt]hen|press|Press) [a-z](?=[ .,;]|$)/,
  /(^|[ (])[b-zB-HJ-Z/?!](?= (or|writes|cancels|closes|chooses|moves|goes|shows|reviews|marks|adds|filters|says|suspends|compares|earlier|runs)\b)/,
];

const plan = (context: TestContext) => ({
  action: 'suspend' as const,
  agents: context.stores.agents.getState().data?.rows.slice(0, 1) ?? [],
  skipped: [],
  filteredOut: [],
  offScreen: [],
  undoes: undefined,
});

function draft({ stores }: TestContext): void {
  stores.policyDraft.change(samplePolicy(), 'min_scorecard', 1);
}

const asks = (dialog: Parameters<typeof openDialog>[1]) => (context: TestContext) =>
  openDialog(context, dialog);

/** How each kind of dialog is opened. */
const OPENED: readonly (readonly [Dialog['kind'], (context: TestContext) => unknown])[] = [
  ['help', (context) => run(context, 'help.open')],
  ['request-log', (context) => run(context, 'requests.open')],
  ['messages', (context) => run(context, 'messages.open')],
  ['palette', (context) => run(context, 'palette.open')],
  ['choice', (context) => run(context, 'events.choose-outcomes')],
  ['filter', (context) => run(context, 'list.filter')],
  [
    'text',
    asks({
      kind: 'text',
      title: 'A number',
      lines: [],
      label: 'number',
      initial: '3',
      enterDoes: 'takes it',
      findProblem: () => undefined,
      submit: () => undefined,
      dangerous: false,
    }),
  ],
  [
    'confirm',
    asks({ kind: 'confirm', title: 'Go on?', lines: [], yesDoes: 'goes on', confirm: () => undefined }),
  ],
  [
    'agent-question',
    (context) => asks({ kind: 'agent-question', plan: plan(context), reason: '', isResend: false })(context),
  ],
  ...(['reason', 'confirmation'] as const).map(
    (step) =>
      [
        'agent-action',
        (context: TestContext) =>
          openDialog(context, {
            kind: 'agent-action',
            plan: { ...plan(context), action: 'delete' },
            step,
            reason: '',
          }),
      ] as const,
  ),
  [
    'list-editor',
    (context) => {
      context.stores.view.setState(({ policy }) => ({
        tab: 'policy',
        policy: { ...policy, cursor: 'blocked_packages' },
      }));
      run(context, 'policy.edit');
    },
  ],
  [
    'policy-review',
    (context) => {
      draft(context);
      run(context, 'policy.review');
    },
  ],
  [
    'policy-review',
    (context) => {
      draft(context);
      run(context, 'policy.review');
      run(context, 'policy-review.whole');
    },
  ],
  [
    'policy-versions',
    async (context) => {
      context.versions.push({ id: 'one', policy: samplePolicy(), seenAt: NOW });
      run(context, 'policy.versions');
      await context.clock.advance(0);
    },
  ],
  [
    'policy-conflict',
    (context) => {
      const { policy, policyDraft } = context.stores;
      const listed = (reason: string) => samplePolicy({}, { blocked_packages: [{ name: 'evil', reason }] });
      policyDraft.change(listed('before'), 'blocked_packages', [{ name: 'evil', reason: 'mine' }]);
      policy.setState({ data: listed('theirs') });
      openDialog(context, {
        kind: 'policy-conflict',
        field: 'blocked_packages',
        cursor: undefined,
        shown: undefined,
        top: 0,
        decisions: new Map(),
      });
    },
  ],
  [
    'policy-comparison',
    (context) => {
      const from = { title: 'version 1', policy: samplePolicy({ min_scorecard: 9 }) };
      const to = { title: 'what is stored', policy: samplePolicy() };
      openDialog(context, { kind: 'policy-comparison', from, to, ...FIRST_LOOK });
    },
  ],
  ...(['running', 'stopped'] as const).map(
    (phase) =>
      [
        'agent-results',
        (context: TestContext) => {
          const item = {
            sentence: '',
            after: undefined,
            operation: undefined,
            mayResend: true,
            isStop: false,
          };
          context.stores.agentRun.setState({
            run: {
              action: 'suspend',
              reason: '',
              isUndo: false,
              items: (context.stores.agents.getState().data?.rows ?? [])
                .slice(0, 3)
                .map((agent, index) => ({ ...item, agent, state: index === 0 ? 'unknown' : 'waiting' })),
              phase,
              stop: undefined,
              startedAt: NOW,
              pace: { since: 0, from: 0 },
            },
          });
          run(context, 'agents.results');
        },
      ] as const,
  ),
  ['calendar', (context) => run(context, 'sessions.choose-day')],
  ['event-range', (context) => run(context, 'events.choose-range')],
  ['journal', (context) => run(context, 'journal.open')],
  ['plain', asks({ kind: 'plain', title: 'What became of it', text: 'It is done.', top: 0 })],
  ['progress', asks({ kind: 'progress', title: 'Writing', done: 1, of: 2, cancel: () => undefined })],
];

/** Dialogs whose rows are about keys of their own. */
const LISTS_KEYS: readonly string[] = ['help', 'palette'];

/** What goes on from a dialog, or leaves it. */
function goesOn({ id, confirms, closes }: Command): boolean {
  return (
    closes === true ||
    confirms === true ||
    /\.(choose|submit|keep|run|compare|narrow|show|whole|search|add)$/.test(id)
  );
}

it('gives every command a key of its own', () => {
  expect(readRebinding(TABLE).problems).toEqual([]);
});

it('says once in every dialog which key leaves it', async () => {
  const context = createFilledContext();
  const { view } = context.stores;
  const screen = await renderConsole(context, { columns: 160, rows: 60 });
  const said: (readonly [string, number])[] = [];
  for (const [kind, open] of OPENED.filter((each) => !LISTS_KEYS.includes(each[0]))) {
    run(context, kind.startsWith('policy') ? 'tab.policy' : 'tab.events');
    await open(context);
    await screen.draw();
    const rows = screen.lines.filter((line) => /\bEsc( [A-Z]\w+)? [a-z]/.test(line));
    said.push([kind, rows.length]);
    view.setState({ dialogs: [] });
  }
  expect(said.filter(([, rows]) => rows !== 1)).toEqual([]);
});

it('names in every dialog and pane the keys in force and no other', async () => {
  const context = createFilledContext();
  const { view } = context.stores;
  view.setState({ rebound: readRebinding(TABLE).rebound });
  const screen = await renderConsole(context, { columns: 160, rows: 60, ascii: true });
  const dead: string[] = [];
  const unnamed: string[] = [];
  const look = (where: string, scope?: Scope) => {
    dead.push(
      ...screen.lines
        .filter((line) => USUAL.some((usual) => usual.test(line)))
        .map((line) => `${where}: ${line}`),
    );
    unnamed.push(
      ...COMMANDS.filter((command) => command.scope === scope && goesOn(command))
        .filter((command) => {
          const chords = chordsWithin([command.scope], command, keymapOf(context.stores));
          const named = chords.filter((chord, index) => index === 0 || chord === 'escape');
          return named.length === 0 || !named.every((chord) => screen.text.includes(chordName(chord, true)));
        })
        .map(({ id }) => id),
    );
  };
  for (const tab of TABS) {
    run(context, `tab.${tab}`);
    await screen.draw();
    look(tab);
  }
  for (const [kind, open] of OPENED) {
    run(
      context,
      kind.startsWith('policy') ? 'tab.policy' : kind === 'calendar' ? 'tab.sessions' : 'tab.events',
    );
    await open(context);
    await screen.draw();
    expect(view.getState().dialogs.at(-1)?.kind).toBe(kind);
    look(kind, kind);
    view.setState({ dialogs: [] });
  }
  run(context, 'tab.sessions');
  run(context, 'sessions.open');
  context.stores.transcript.setState({ data: openTranscriptOf('s0', sampleTranscript()) });
  run(context, 'pager.outline');
  await screen.draw();
  expect(view.getState().pager?.outline).toBeDefined();
  look('outline', 'outline');
  expect(dead).toEqual([]);
  expect(unnamed).toEqual([]);
});
