import { beforeAll, describe, expect, it } from 'vitest';

import { plainText } from '../../../src/lib/mixed-text.ts';
import { openDialog } from '../../../src/commands/base/command.ts';
import { journalRowOf } from '../../../src/commands/journal/journal-rows.ts';
import { DIALOG_GRACE, type Dialog } from '../../../src/stores/view/dialog-states.ts';
import type { AgentPlan } from '../../../src/stores/agents/agent-plan.ts';
import type { Tab } from '../../../src/stores/base/tab.ts';
import type { RunItem } from '../../../src/stores/agents/agent-run.ts';
import { differencesOf, rowsOfReview } from '../../../src/stores/policy/review-rows.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { operationsFrom } from '../../helpers/journal-entries.ts';
import { KEYS, renderConsole, type RenderedConsole } from '../../helpers/rendered-console.tsx';
import {
  listingOf,
  NOW,
  sampleAgent,
  sampleEvent,
  samplePolicy,
  sampleSession,
} from '../../helpers/sample-data.ts';
import { storeHunt } from '../../helpers/sample-hunt.ts';
import { sampleSearch } from '../../helpers/sample-search.ts';
import { settle } from '../../helpers/virtual-clock.ts';

/**
 * New data is stored in the middle of every dialog, between what was painted and the key ("The cursor is an id, not a row
 * number"): whatever a key does, it does to the thing that was painted under the cursor, or to nothing.
 */

/** The things there are; the cursor is on `thing-b`. */
const BEFORE = ['a', 'b', 'c'];
const TARGET = 'thing-b';

/** What is stored meanwhile, and whether the thing under the cursor is still there. */
const CHANGES = {
  'one comes in front': { names: ['z', 'a', 'b', 'c'], isThere: true },
  'the one before goes': { names: ['b', 'c'], isThere: true },
  'it goes itself': { names: ['a', 'c'], isThere: false },
  'all are others': { names: ['x', 'y', 'w'], isThere: false },
} as const;

const thing = (name: string) => `thing-${name}`;
const view = (context: TestContext) => context.stores.view.getState();

function agent(name: string) {
  return sampleAgent(thing(name), { hostname: thing(name), client_id: `client-${name}` });
}

function operations(names: readonly string[]) {
  return storedOperations(names).map(journalRowOf);
}

function storedOperations(names: readonly string[]) {
  return operationsFrom(
    ...names.map((name, index) => ({
      operation: thing(name),
      time: `2026-03-02T08:0${9 - index}:00.000Z`,
      target: { id: thing(name), hostname: thing(name) },
    })),
  );
}

function items(names: readonly string[]): readonly RunItem[] {
  return names.map((name) => ({
    agent: agent(name),
    state: 'unknown',
    sentence: 'Unknown.',
    after: undefined,
    mayResend: true,
    isStop: false,
  }));
}

/** The hits of a search, one in each session. */
function storeHits({ stores }: TestContext, names: readonly string[]): void {
  const sessions = names.map((name) => sampleSession(thing(name), 60));
  stores.sessionSearch.setState({
    search: sampleSearch(sessions, () => 'token', { kind: 'words', words: 'token' }, { phase: 'running' }),
  });
}

/** Of each thing, everybody has another reason; what is named in `disputed` was changed by both sides. */
function conflictPolicy(disputed: readonly string[], reason: string) {
  return samplePolicy(
    {},
    {
      blocked_packages: ['z', ...BEFORE, 'x', 'y', 'w'].map((name) => ({
        name: thing(name),
        reason: disputed.includes(name) ? reason : 'base',
      })),
    },
  );
}

/** Stores what a read of everything brings, in all places at once. */
function storeThings(context: TestContext, names: readonly string[], round: number): void {
  const { stores } = context;
  receive(stores.agents, listingOf(names.map(agent)), NOW + round);
  const events = names.map((name, index) =>
    sampleEvent(`event-${name}-${round}`, -round * 100 - index, {
      client_id: `client-${name}`,
      outcome: 'block',
      subject: { ecosystem: 'npm', package: thing(name) },
    }),
  );
  stores.events.apply(events, { at: NOW + round, fromHistory: false });
  const { policy } = stores;
  const isDisputed = stores.policyDraft.getState().base?.name === 'conflict';
  policy.setState({
    data: isDisputed
      ? conflictPolicy(names, 'theirs')
      : samplePolicy({}, { blocked_packages: names.map(thing), version: String(round + 7) }),
  });
  stores.liveHunt.look(stores.events.getState().rows);
  if (stores.sessionSearch.getState().search !== undefined) {
    storeHits(context, names);
  }
  const { run: agentRun } = stores.agentRun.getState();
  if (agentRun !== undefined) {
    stores.agentRun.setState({ run: { ...agentRun, items: items(names) } });
  }
  stores.view.setState(({ dialogs }) => ({
    dialogs: dialogs.map((dialog) =>
      dialog.kind === 'journal' ? { ...dialog, rows: operations(names) } : dialog,
    ),
  }));
}

interface Scene {
  readonly tab?: Tab;
  /** Opens it; keys that move are pressed after that. */
  open(context: TestContext): void;
  readonly moves?: readonly string[];
  readonly keys: readonly string[];
  /** What the key was about: the thing under the cursor, another one, or nothing. */
  acted(context: TestContext, screen: RenderedConsole): string | undefined;
  /** It is about something that data cannot take away: the key always acts on it. */
  readonly isFixed?: true;
}

/** Of the draft of the list, what the person took out of what is stored. */
function takenOut({ stores }: TestContext): string | undefined {
  const { changes, base } = stores.policyDraft.getState();
  const drafted = changes['blocked_packages'] as readonly unknown[] | undefined;
  const stored = (base?.blocked_packages ?? []) as readonly string[];
  return drafted === undefined ? undefined : stored.filter((name) => !drafted.includes(name)).join();
}

const openEditor = (context: TestContext) => {
  updatePane(context.stores.view, 'policy', { cursor: 'blocked_packages' });
  run(context, 'policy.edit');
};

/** On `thing-b` in the list of agents. */
const onAgent =
  (...ids: readonly string[]) =>
  (context: TestContext) => {
    updatePane(context.stores.view, 'agents', { cursor: TARGET });
    ids.forEach((id) => run(context, id));
  };

const decided = (context: TestContext) =>
  [...openDialogOf(context, 'policy-conflict').decisions.values()]
    .map(({ conflict }) => (conflict.theirs[0] as { name: string }).name)
    .join() || undefined;

const openConflict = (context: TestContext) => {
  const { stores } = context;
  const base = {
    ...conflictPolicy([], ''),
    name: 'conflict' as NonNullable<ReturnType<typeof samplePolicy>['name']>,
  };
  const mine = conflictPolicy(['z', ...BEFORE, 'x', 'y', 'w'], 'mine').blocked_packages;
  stores.policyDraft.replace(base, { blocked_packages: mine });
  storeThings(context, BEFORE, 1);
  openEditor(context);
};

const draftReview = (context: TestContext) => {
  const stored = context.stores.policy.getState().data ?? samplePolicy();
  context.stores.policyDraft.replace(stored, { blocked_packages: [...BEFORE.map(thing), 'new'] });
  run(context, 'policy.review');
};

const PLAN: AgentPlan = {
  action: 'suspend',
  agents: [agent('b')],
  skipped: [],
  filteredOut: [],
  offScreen: [],
  undoes: undefined,
};

const OLD = samplePolicy({}, { blocked_packages: [] });

/** What the field of an element says that is stored. */
function storedIn(dialog: Dialog | undefined): string | undefined {
  const value = dialog?.kind === 'text' ? dialog.lines[0]?.value : undefined;
  return value === undefined || typeof value === 'string' ? value : plainText(value);
}

/** Every kind of dialog: one that is not here is a type error. */
const SCENES: Readonly<Record<Dialog['kind'], readonly Scene[]>> = {
  'list-editor': [
    { tab: 'policy', open: openEditor, moves: ['j'], keys: ['x'], acted: takenOut },
    {
      tab: 'policy',
      open: openEditor,
      moves: ['j'],
      keys: ['e'],
      acted: (context) => {
        const dialog = view(context).dialogs.at(-1);
        return storedIn(dialog);
      },
    },
    {
      tab: 'policy',
      open(context) {
        const stored = context.stores.policy.getState().data ?? samplePolicy();
        context.stores.policyDraft.replace(stored, { blocked_packages: [] });
        openEditor(context);
      },
      moves: ['j'],
      keys: ['u'],
      acted({ stores }) {
        const { changes } = stores.policyDraft.getState();
        const drafted = (changes['blocked_packages'] ?? []) as readonly string[];
        return drafted.filter((name) => BEFORE.map(thing).includes(name)).join() || undefined;
      },
    },
  ],
  'policy-conflict': [
    { tab: 'policy', open: openConflict, moves: ['j'], keys: ['m'], acted: decided },
    { tab: 'policy', open: openConflict, moves: ['j'], keys: ['t'], acted: decided },
    {
      tab: 'policy',
      open: openConflict,
      moves: ['j'],
      keys: ['e'],
      acted(context) {
        const dialog = view(context).dialogs.at(-1);
        return storedIn(dialog)?.split(',')[0];
      },
    },
  ],
  journal: [
    {
      open(context) {
        context.sync.journal = { operations: storedOperations(BEFORE), damaged: 0 };
        run(context, 'journal.open');
      },
      moves: ['j'],
      keys: [KEYS.enter],
      acted(context) {
        const dialog = view(context).dialogs.at(-1);
        return dialog?.kind === 'plain' ? /thing-\w/.exec(dialog.text)?.[0] : undefined;
      },
    },
  ],
  hunt: [
    {
      open(context) {
        storeHunt(context, ['z', ...BEFORE, 'x', 'y', 'w'].map(thing).join('\n'));
        run(context, 'hunt.show');
      },
      moves: ['j'],
      keys: [KEYS.enter],
      acted(context) {
        const subject = view(context).pages.agents.at(-1)?.subject;
        return subject?.kind === 'agent' ? String(subject.clientId).replace('client-', 'thing-') : undefined;
      },
      // What was found stays found.
      isFixed: true,
    },
  ],
  'session-search': [
    {
      open(context) {
        storeHits(context, BEFORE);
        run(context, 'sessions.search-results');
      },
      moves: ['j'],
      keys: [KEYS.enter],
      acted: ({ sync }) => sync.calls.find((call) => call.startsWith('open '))?.slice('open '.length),
    },
  ],
  'agent-results': [
    {
      tab: 'agents',
      open(context) {
        const pace = { since: 0, from: 0 };
        context.stores.agentRun.setState({
          run: {
            action: 'suspend',
            reason: '',
            isUndo: false,
            items: items(BEFORE),
            phase: 'done',
            stop: undefined,
            startedAt: NOW,
            pace,
          },
        });
        run(context, 'agents.results');
      },
      moves: ['j'],
      // Its keys are about the whole run: what is sent again is named in a question of its own.
      keys: ['s'],
      acted: (context) => (openDialogOf(context, 'agent-question').isResend ? TARGET : undefined),
      isFixed: true,
    },
  ],
  palette: [
    {
      tab: 'agents',
      open: (context) => run(context, 'palette.open'),
      moves: [...'go to agent thing-b'],
      keys: [KEYS.enter],
      acted: (context) => view(context).agents.cursor,
      isFixed: true,
    },
  ],
  choice: [
    {
      tab: 'agents',
      open: onAgent('related.open'),
      keys: [KEYS.enter],
      acted(context) {
        const subject = view(context).pages.agents.at(-1)?.subject;
        return subject?.kind === 'agent' ? subject.agentId : undefined;
      },
      isFixed: true,
    },
  ],
  text: [
    {
      tab: 'policy',
      open(context) {
        openEditor(context);
        run(context, 'list-editor.down');
        run(context, 'list-editor.edit');
      },
      moves: ['2'],
      keys: [KEYS.enter],
      acted: takenOut,
    },
  ],
  filter: [
    {
      tab: 'agents',
      open: (context) => run(context, 'list.filter'),
      moves: [...'host:thing-b'],
      keys: [KEYS.enter],
      acted: (context) => view(context).agents.text.replace('host:', ''),
      isFixed: true,
    },
  ],
  confirm: [
    {
      tab: 'events',
      open(context) {
        run(context, 'events.acknowledge-all');
      },
      keys: ['y'],
      acted: ({ stores }) => (stores.acknowledged.has('event-z-2') ? 'what came later' : TARGET),
      isFixed: true,
    },
    {
      tab: 'policy',
      open(context) {
        context.stores.policyDraft.replace(samplePolicy(), { min_scorecard: 6 });
        run(context, 'policy.revert-all');
      },
      keys: ['y'],
      acted: ({ stores }) => (stores.policyDraft.getState().base === undefined ? TARGET : undefined),
      isFixed: true,
    },
  ],
  columns: [
    {
      tab: 'agents',
      open: (context) => run(context, 'list.columns'),
      moves: ['j'],
      keys: [' '],
      acted: (context) =>
        view(context).agents.columns?.includes('HOST') === false
          ? TARGET
          : openDialogOf(context, 'columns').cursor,
      isFixed: true,
    },
  ],
  calendar: [
    {
      tab: 'sessions',
      open: (context) => run(context, 'sessions.choose-day'),
      moves: [KEYS.up],
      keys: [KEYS.enter],
      acted: (context) =>
        view(context).sessions.date === '2026-03-01' ? TARGET : view(context).sessions.date,
      isFixed: true,
    },
  ],
  'event-range': [
    {
      tab: 'events',
      open: (context) => run(context, 'events.choose-range'),
      keys: [KEYS.enter],
      // What came later than the range lies outside it, whatever was stored.
      acted: (context) =>
        (view(context).events.range?.until ?? Infinity) <= NOW + 200_000 ? TARGET : 'more',
      isFixed: true,
    },
  ],
  'policy-review': [
    {
      tab: 'policy',
      open: draftReview,
      keys: ['y'],
      acted({ sync }) {
        const written = sync.policyRequests[0]?.changes['blocked_packages'] as readonly string[] | undefined;
        return written?.join() === [...BEFORE.map(thing), 'new'].join() ? TARGET : undefined;
      },
      isFixed: true,
    },
  ],
  'policy-comparison': [
    {
      tab: 'policy',
      open: (context) =>
        openDialog(context, {
          kind: 'policy-comparison',
          from: { title: 'old', policy: OLD },
          to: { title: 'new', policy: samplePolicy({}, { blocked_packages: BEFORE.map(thing) }) },
          cursor: undefined,
          unfolded: new Set(),
          search: '',
          onlyLoosening: false,
          wholeTop: undefined,
        }),
      moves: ['j'],
      keys: [KEYS.enter],
      acted(context) {
        const dialog = openDialogOf(context, 'policy-comparison');
        const row = rowsOfReview(dialog).find(({ id }) => id === dialog.cursor);
        return row?.kind === 'change' ? differencesOf(dialog)[row.place]?.after : undefined;
      },
      isFixed: true,
    },
  ],
  'policy-versions': [
    {
      tab: 'policy',
      open: (context) =>
        openDialog(context, {
          kind: 'policy-versions',
          versions: BEFORE.map((name) => ({ id: thing(name), seenAt: 0, policy: samplePolicy() })),
          cursor: undefined,
          marked: undefined,
        }),
      moves: ['j'],
      keys: [' '],
      acted: (context) => openDialogOf(context, 'policy-versions').marked,
      isFixed: true,
    },
  ],
  'agent-action': [
    {
      tab: 'agents',
      open: (context) =>
        openDialog(context, { kind: 'agent-action', plan: PLAN, step: 'reason', reason: '' }),
      moves: ['w', 'h', 'y'],
      keys: [KEYS.enter],
      acted(context) {
        const dialog = view(context).dialogs.at(-1);
        return dialog?.kind === 'agent-action' || dialog?.kind === 'agent-question'
          ? dialog.plan.agents.map(({ id }) => id).join()
          : context.sync.agentRequests[0]?.agent.id;
      },
      isFixed: true,
    },
  ],
  'agent-question': [
    {
      tab: 'agents',
      open: (context) =>
        openDialog(context, {
          kind: 'agent-question',
          plan: PLAN,
          reason: '',
          isResend: false,
        }),
      keys: ['y'],
      acted: ({ sync }) => sync.agentRequests[0]?.agent.id,
    },
  ],
  progress: [
    {
      open: (context) =>
        openDialog(context, {
          kind: 'progress',
          title: 'Writing',
          done: 1,
          of: 2,
          cancel: () => context.stores.view.setState({ title: TARGET }),
        }),
      keys: [KEYS.escape],
      acted: (context) => view(context).title,
      isFixed: true,
    },
  ],
  plain: [
    {
      open: (context) => openDialog(context, { kind: 'plain', title: 'text', text: TARGET, top: 0 }),
      keys: ['j'],
      acted: (context) => openDialogOf(context, 'plain').text,
      isFixed: true,
    },
  ],
  // They are read, and have neither a cursor nor a key that does something with what they show.
  help: [],
  messages: [],
  'request-log': [],
};

const CASES = Object.entries(SCENES).flatMap(([kind, scenes]) =>
  scenes.flatMap((scene) =>
    scene.keys.flatMap((key) =>
      Object.entries(CHANGES).flatMap(([what, change]) =>
        [false, true].map((isPainted) => ({ kind, key, what, change, scene, isPainted })),
      ),
    ),
  ),
);

async function openScene(scene: Scene) {
  const { tab = 'agents', moves = [] } = scene;
  const context = createTestContext();
  context.stores.view.setState({ tab });
  storeThings(context, BEFORE, 1);
  const screen = await renderConsole(context, { columns: 100, rows: 30 });
  scene.open(context);
  await settle();
  await context.clock.advance(1000);
  await screen.draw();
  await screen.press(...moves);
  await context.clock.advance(1000);
  await screen.draw();
  return { context, screen };
}

/** What is loaded with the first use takes more turns than a test waits. */
beforeAll(async () => {
  await import('../../../src/sync/writes/bulk.ts');
  await import('../../../src/commands/journal/journal-records.ts');
  await import('../../../src/commands/hunt/read-hunt.ts');
});

describe('new data in the middle of a dialog', () => {
  it.each(CASES)('$kind, $key: $what, painted before the key: $isPainted', async (each) => {
    const { change, scene, key, isPainted } = each;
    const { context, screen } = await openScene(scene);
    storeThings(context, change.names, 2);
    if (isPainted) {
      await screen.draw();
      // A question that says something else is asked anew.
      await context.clock.advance(DIALOG_GRACE);
    }
    await screen.press(key);
    await settle();
    await settle();
    const acted = scene.acted(context, screen);
    if (scene.isFixed === true || change.isThere) {
      expect(acted).toBe(TARGET);
    } else {
      expect(acted).toBeUndefined();
      expect(view(context).messages.length).toBeGreaterThan(0);
    }
  });
});

describe('the first row of a list that a newer one overtakes', () => {
  it('is what a key acts on, as it was painted under the cursor', async () => {
    const { context, screen } = await openScene({
      tab: 'policy',
      open: openEditor,
      keys: [],
      acted: takenOut,
    });
    storeThings(context, ['z', 'a', 'b', 'c'], 2);
    await screen.press('x');
    expect(takenOut(context)).toBe('thing-a');
  });

  it.each(['agents', 'events'] as const)('is what a key acts on in the pane of %s', async (tab) => {
    const context = createTestContext();
    context.stores.view.setState({ tab });
    storeThings(context, BEFORE, 1);
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    const painted = screen.lines.find((line) => line.startsWith('▌'));
    storeThings(context, ['0', ...BEFORE], 2);
    await screen.press(' ');
    const [marked = ''] = view(context)[tab].marks;
    const name = tab === 'events' ? context.stores.events.get(marked)?.event.subject?.package : marked;
    expect(name).toMatch(/^thing-/);
    expect(painted).toContain(name);
  });
});

it('M settles only the conflicts that were on the screen', async () => {
  const { context, screen } = await openScene({
    tab: 'policy',
    open: openConflict,
    keys: [],
    acted: decided,
  });
  storeThings(context, ['z', 'a', 'b', 'c'], 2);
  await screen.press('M');
  expect(decided(context)).toBe('thing-a,thing-b,thing-c');
  expect(view(context).messages[0]?.text).toContain('1 of 4 came or changed just now');
});
