import { beforeEach, describe, expect, it, vi } from 'vitest';

import { refusalOf } from '../../../src/commands/agents/ask-for-action.ts';
import { closeDialog, openDialog } from '../../../src/commands/base/command.ts';
import { COMMANDS } from '../../../src/commands/app/registry.ts';
import type { AgentAction } from '../../../src/stores/agents/agent-action.ts';
import type { AgentRun, RunItem } from '../../../src/stores/agents/agent-run.ts';
import type { AgentPlan } from '../../../src/stores/agents/agent-plan.ts';
import { completenessOf } from '../../../src/stores/base/completeness.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { KEYS, renderConsole, type RenderedConsole } from '../../helpers/rendered-console.tsx';
import { listingOf, NOW, sampleAgent } from '../../helpers/sample-data.ts';

const SETTLED = 400;

let context: TestContext;

const rows = () => context.stores.agents.getState().data?.rows ?? [];
const text = (screen: RenderedConsole) => screen.text;

function plan(action: AgentAction, change: Partial<AgentPlan> = {}): AgentPlan {
  return {
    action,
    agents: rows().slice(0, 1),
    skipped: [],
    filteredOut: [],
    offScreen: [],
    undoes: undefined,
    ...change,
  };
}

/** Lets the list say something else of its first agent. */
function change(fields: Readonly<Record<string, unknown>>): void {
  const [first, ...others] = rows();
  const changed = sampleAgent('agent-0', { hostname: first?.hostname, ...fields });
  context.stores.agents.setState({ data: listingOf([...others, changed]) });
}

/** Suspends the agent under the cursor, without a reason. */
async function suspend(screen: RenderedConsole): Promise<void> {
  await screen.press('S', KEYS.enter);
  await context.clock.advance(SETTLED);
  await screen.press('y');
}

beforeEach(() => {
  context = createFilledContext();
  run(context, 'tab.agents');
});

describe('what is asked before an agent is suspended', () => {
  it.each([
    ['a reason', [] as const],
    ['a yes', [KEYS.enter] as const],
  ])('offers no key to go on where %s is refused', async (_what, keys) => {
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    await screen.press('S', ...keys);
    expect(text(screen)).toMatch(/Enter goes on|y suspends it/);
    change({ status: 'suspended' });
    await screen.draw();
    expect(text(screen)).toContain('Nothing is sent: build-00 changed since it was chosen.');
    expect(text(screen)).not.toMatch(/Enter goes on|y suspends it/);
    expect(text(screen)).toMatch(/^ +(n or )?Esc cancels$/m);
  });

  it('says once what its keys do', async () => {
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    await screen.press('S');
    expect(text(screen).match(/cancel/g)).toHaveLength(1);
    await screen.press(KEYS.enter);
    expect(text(screen)).toContain('y suspends it');
    expect(text(screen)).not.toContain('y yes');
    expect(text(screen).match(/cancel/g)).toHaveLength(1);
  });

  it('shows the agent in full, and sends what is typed', async () => {
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    await screen.press('S');
    for (const line of [
      /Suspend this agent\?/,
      /host +build-00/,
      /agent +agent-0/,
      /user +deploy/,
      /last seen +2026-03-02 08:59:00Z {2}1m ago/,
      /status +● active/,
    ]) {
      expect(text(screen)).toMatch(line);
    }
    await context.clock.advance(SETTLED);
    await screen.press('o', 'd', 'd', KEYS.enter);
    expect(text(screen)).toMatch(/reason +odd\n y suspends it/);
    await context.clock.advance(SETTLED);
    await screen.press('y');
    await vi.dynamicImportSettled();
    expect(context.sync.agentRequests).toMatchObject([{ agent: { id: 'agent-0' }, reason: 'odd' }]);
    expect(text(screen)).not.toContain('Suspend this agent?');
  });

  it('says what changed of it meanwhile, sends nothing and keeps what was typed', async () => {
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    await screen.press('S');
    await context.clock.advance(SETTLED);
    await screen.press('o', 'd', 'd');
    change({ status: 'suspended', generation: 2 });
    await screen.draw();
    expect(text(screen)).toContain(
      'Changed meanwhile: build-00: generation is 2, was 1; status is suspended, was active.',
    );
    await screen.press(KEYS.enter);
    expect(context.sync.agentRequests).toEqual([]);
    expect(text(screen)).toMatch(/reason +odd/);
    expect(text(screen)).toMatch(/host +build-00/);
  });

  it('says that it is listed no more', async () => {
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    await screen.press('S');
    context.stores.agents.setState({ data: listingOf(rows().slice(1)) });
    await screen.draw();
    expect(text(screen)).toContain('Changed meanwhile: build-00: it is not listed any more.');
  });

  it('sends nothing when the time for changes ends while it is open', async () => {
    const until = context.clock.now() + 1000;
    context.stores.view.setState(({ access }) => ({ access: { ...access, until } }));
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    expect(screen.lines[0]).toContain(' WRITE 0:01 ');
    await screen.press('S', ...'odd');
    await context.clock.advance(1000);
    await screen.draw();
    expect(screen.lines[0]).toContain(' RO ');
    expect(text(screen)).toContain(
      'Nothing is sent: changes are not allowed any more. Unlock them first; your text is kept',
    );
    expect(text(screen)).toContain('Enter asks to allow changes');
    await screen.press(KEYS.enter);
    expect(text(screen)).toContain('Allow changes for how long?');
    expect(context.sync.agentRequests).toEqual([]);
    await screen.press(KEYS.down, KEYS.enter);
    await context.clock.advance(SETTLED);
    await screen.press('y');
    expect(context.sync.writable.at(-1)).toBeGreaterThan(context.clock.now());
    expect(text(screen)).toMatch(/reason +odd/);
    expect(text(screen)).toContain('Enter goes on');
    await screen.press(KEYS.enter);
    await context.clock.advance(SETTLED);
    await screen.press('y');
    expect(context.sync.agentRequests).toMatchObject([{ agent: { id: 'agent-0' }, reason: 'odd' }]);
  });

  it('stays when the time for changes ends before its y, which sends nothing', async () => {
    const until = context.clock.now() + 60_000;
    context.stores.view.setState(({ access }) => ({ access: { ...access, until } }));
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    await screen.press('S', ...'odd', KEYS.enter);
    await context.clock.advance(60_000);
    await screen.draw();
    expect(text(screen)).toContain('y asks to allow changes');
    await screen.press('y', KEYS.enter);
    expect(context.stores.view.getState().dialogs).toMatchObject([{ kind: 'agent-question', reason: 'odd' }]);
    expect(context.sync.agentRequests).toEqual([]);
  });

  it('says that nothing can be allowed where that is forbidden', async () => {
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    await screen.press('S');
    context.stores.view.setState(({ access }) => ({
      mode: 'read-only',
      access: { ...access, forbiddenBy: '--read-only' },
    }));
    await screen.press(KEYS.enter);
    expect(text(screen)).toContain('The console is read-only: --read-only allows no :unlock.');
    expect(context.stores.view.getState().dialogs).toHaveLength(1);
  });

  it('shows no status before it was observed', async () => {
    context.sync.judge = () => new Promise(() => undefined);
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    await suspend(screen);
    expect(screen.lines.find((line) => line.startsWith('▌'))).toContain('● active');
    expect(screen.lines[0]).toContain('suspending 0/1');
  });
});

describe('how long a suspension is to last', () => {
  it('is asked for from the question, goes to the journal with it, and may be left out again', async () => {
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    const question = async (...keys: readonly string[]) => {
      await screen.press('f', ...keys, KEYS.enter);
      await context.clock.advance(SETTLED);
    };
    await screen.press('S', ...'odd', KEYS.enter);
    expect(text(screen)).toContain('f for how long');
    await question(...'soon');
    expect(text(screen)).toContain('It takes a time from 1m to 7d, as 30m, 4h or 2d.');
    await screen.press(KEYS.escape);
    await screen.press('S', ...'odd', KEYS.enter);
    await question(...'4h');
    expect(text(screen)).toMatch(/It is to last until 20\d\d-\d\d-\d\d \d\d:\d\d:\d\dZ\./);
    await question();
    expect(text(screen)).toContain('It lasts until somebody reactivates');
    await question(...'4h');
    const until = context.clock.now() - SETTLED + 4 * 60 * 60_000;
    await screen.press('y');
    expect(context.sync.agentRequests).toMatchObject([{ agent: { id: 'agent-0' }, reason: 'odd', until }]);
  });

  it('is not asked for a reactivation, nor of what is sent once more', async () => {
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    for (const [action, isResend] of [
      ['reactivate', false],
      ['suspend', true],
    ] as const) {
      openDialog(context, { kind: 'agent-question', plan: plan(action), reason: '', isResend });
      await screen.draw();
      expect(text(screen)).not.toContain('for how long');
      await screen.press('f');
      expect(openDialogOf(context, 'agent-question').plan.action).toBe(action);
      await screen.press(KEYS.escape);
    }
  });
});

describe('suspensions that are due', () => {
  const due = () => COMMANDS.find(({ id }) => id === 'agents.due');

  it('are reactivated by :due, which asks first, and shown in the detail', async () => {
    const [first, ...others] = context.stores.agents.getState().data?.rows ?? [];
    const agent = sampleAgent(first?.id ?? '', { ...first?.raw, status: 'suspended' });
    context.stores.agents.setState({ data: listingOf([agent, ...others]) });
    expect(due()?.disabledReason?.(context)).toBe('No suspension from this host is past its end.');
    context.stores.suspensionEnds.setState({
      ends: [{ agent, until: context.clock.now() + 1000, operation: 'w1', reason: '' }],
    });
    const screen = await renderConsole(context, { columns: 160, rows: 40 });
    expect(due()?.disabledReason?.(context)).toBe('No suspension from this host is past its end.');
    await screen.press('p');
    expect(text(screen)).toContain('suspended until');
    await context.clock.advance(1000);
    await screen.draw();
    expect(text(screen)).toContain('its suspension was to end at');
    expect(due()?.disabledReason?.(context)).toBeUndefined();
    run(context, 'agents.due');
    const { plan } = openDialogOf(context, 'agent-question');
    expect(plan).toMatchObject({ action: 'reactivate', agents: [{ id: agent.id }] });
    expect(refusalOf(context, plan)).toBeUndefined();
    // While it asks, somebody reactivates the agent, and somebody suspends it again.
    context.stores.suspensionEnds.setState({ ends: [] });
    expect(String(refusalOf(context, plan))).toContain('was no longer suspended meanwhile');
  });
});

describe('what is asked about several agents', () => {
  it('tells those apart that have the same host name, and names the others by that alone', async () => {
    const twins = ['aaaa-bbbb-1', 'aaaa-bbbb-2', 'cccc-dddd-1'].map((id) =>
      sampleAgent(id, { hostname: 'twin' }),
    );
    const pair = ['x', 'y'].map((end) => sampleAgent(`long-beginning-of-an-id-${end}`, { hostname: 'pair' }));
    const [marked, other] = ['first-of-two', 'second-of-two'].map((id) =>
      sampleAgent(id, { hostname: 'half' }),
    );
    const alone = sampleAgent('only-one', { hostname: 'alone' });
    const agents = [...twins, ...pair, marked, alone].filter((agent) => agent !== undefined);
    context.stores.agents.setState({ data: listingOf([...agents, ...(other === undefined ? [] : [other])]) });
    const screen = await renderConsole(context, { columns: 160, rows: 30 });
    openDialog(context, {
      kind: 'agent-question',
      plan: plan('suspend', { agents }),
      reason: '',
      isResend: false,
    });
    await screen.draw();
    const shown = text(screen).replaceAll(/\s+/g, ' ');
    expect(shown).toContain('agents 7: twin (aaaa-bbbb-1) twin (aaaa-bbbb-2) twin (cccc-dddd-1) ');
    expect(shown).toContain('pair (…-an-id-x) pair (…-an-id-y) half (first-of…) alone takes');
  });
});

describe('what is asked before agents are deleted', () => {
  it('has the name of the machine typed, and lets Enter alone cancel', async () => {
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    await screen.press('D');
    expect(text(screen)).toContain('▌ Cancel: delete nothing');
    await context.clock.advance(SETTLED);
    await screen.press(KEYS.down, KEYS.down, KEYS.enter);
    expect(text(screen)).toContain('The reason travels in the URL, which proxies log');
    await context.clock.advance(SETTLED);
    await screen.press(KEYS.enter);
    expect(text(screen)).toMatch(/To go on, type {2}build-00/);
    expect(text(screen)).toContain('Enter or Esc cancels');
    await context.clock.advance(SETTLED);
    await screen.press(...'build-0');
    expect(text(screen)).toContain('This is not build-00 to the letter.');
    await screen.press(KEYS.enter);
    expect(context.sync.deletionRequests).toEqual([]);
    await screen.press('0');
    expect(text(screen)).toContain('Enter goes on to the question');
    await context.clock.advance(SETTLED);
    await screen.press(KEYS.enter);
    await context.clock.advance(SETTLED);
    expect(text(screen)).toContain('y hard deletes it');
    await screen.press('y');
    await vi.dynamicImportSettled();
    expect(context.sync.deletionRequests).toMatchObject([{ agent: { id: 'agent-0' }, hard: true }]);
  });

  it('does not take the Enter that confirmed the reason for one that cancels', async () => {
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    openDialog(context, { kind: 'agent-action', plan: plan('delete'), step: 'reason', reason: '' });
    await context.clock.advance(SETTLED);
    await screen.press(KEYS.enter, KEYS.enter, KEYS.enter);
    expect(text(screen)).toMatch(/To go on, type {2}delete/);
  });

  it('names those that were not seen, and how many requests it takes', async () => {
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    const all = rows();
    openDialog(context, {
      kind: 'agent-action',
      plan: plan('delete', {
        agents: all.slice(0, 9),
        filteredOut: all.slice(4, 5),
        offScreen: all.slice(5, 9),
        skipped: all.slice(9, 10),
      }),
      step: 'confirmation',
      reason: '',
    });
    await screen.draw();
    expect(text(screen)).toContain('Soft delete 9 agents?');
    expect(text(screen)).toMatch(/filtered out 1: build-04/);
    expect(text(screen)).toMatch(/off screen +4: build-05 {2}build-06 {2}build-07 {2}build-08/);
    expect(text(screen)).toMatch(/left alone +1: build-09/);
    expect(text(screen)).toContain('about 27 requests');
    expect(text(screen)).toContain('To go on, type  delete 9');
  });

  it('says of what it counts all that match, and how old the list is, on the smallest screen', async () => {
    const { stores, clock } = context;
    const data = { ...listingOf(rows()), total: undefined, doubt: 'exceeds-rows' as const };
    const failure = { message: 'The server failed (500).', at: clock.now(), status: 500 };
    stores.agents.setState({ data, receivedAt: clock.now() - 180_000, failure });
    updatePane(stores.view, 'agents', { text: 'build' });
    const screen = await renderConsole(context, { columns: 60, rows: 15 });
    await screen.press('S');
    expect(text(screen)).toMatch(/Do what with which agents\? {2}list 3m old ─/);
    expect(text(screen)).toMatch(/that match the filter \(\d+ read, unver/);
    const [last] = rows().slice(-1);
    openDialog(context, {
      kind: 'agent-question',
      plan: plan('suspend', { agents: [...rows().slice(0, 9), last!], counted: completenessOf(data) }),
      reason: '',
      isResend: false,
    });
    await screen.draw();
    expect(text(screen)).toContain('Suspend 10 agents of those loaded?  list 3m old');
    expect(text(screen)).toMatch(/of +the loaded ones \(\d+ read, unverified\); others\s+may match, too/);
  });

  it('keeps machine, agent, warning and field on the smallest screen', async () => {
    const screen = await renderConsole(context, { columns: 60, rows: 15 });
    openDialog(context, {
      kind: 'agent-action',
      plan: plan('hard-delete'),
      step: 'confirmation',
      reason: '',
    });
    await screen.draw();
    expect(text(screen)).toMatch(/host +build-00\n.*agent +agent-0/);
    expect(text(screen)).toMatch(/which proxies log[\s\S]*To go on, type {2}build-00\n confirm/);
  });
});

it('says why an agent was refused in full, on a screen that has no room for it in one line', async () => {
  const why = 'The key may read agents but not change them (403): it lacks the permission to write.';
  context.sync.verdict = {
    kind: 'refused',
    sentence: `The server refused the change of build-00; read once after that, it is active. ${why}`,
    status: 403,
  };
  const screen = await renderConsole(context, { columns: 80, rows: 24 });
  await suspend(screen);
  await vi.dynamicImportSettled();
  await screen.draw();
  expect(text(screen).replaceAll(/\s+/g, ' ')).toContain(why);
});

it('asks about quitting with how far the action has come by then', async () => {
  const verdict = Promise.withResolvers<typeof context.sync.verdict>();
  context.sync.judge = () => verdict.promise;
  const screen = await renderConsole(context, { columns: 100, rows: 30 });
  await suspend(screen);
  await screen.press('q');
  expect(text(screen)).toMatch(/Quit\? An action on agents is under way\.[^]*0 of 1/);
  verdict.resolve(context.sync.verdict);
  await vi.dynamicImportSettled();
  await screen.draw();
  expect(text(screen)).toMatch(/Quit\? An action on agents has ended meanwhile\.[^]*1 of 1/);
});

it('says before an undo what was passed over', async () => {
  const screen = await renderConsole(context, { columns: 100, rows: 30 });
  const undoes = {
    action: 'suspend',
    reason: '',
    at: NOW,
    agents: rows().slice(0, 1),
    isOfBefore: true,
  } as const;
  const passedOver = rows().slice(1, 2);
  openDialog(context, {
    kind: 'agent-question',
    plan: plan('reactivate', { undoes: { ...undoes, passedOver } }),
    reason: '',
    isResend: false,
  });
  await screen.draw();
  expect(text(screen).replaceAll(/\s+/g, ' ')).toContain('the last before this start of the console');
  expect(text(screen)).toContain(
    'Passed over, not turned back: the change of build-01, which was never confirmed.',
  );
});

it('says before the rest of an action what will be done to how many and which', async () => {
  const screen = await renderConsole(context, { columns: 100, rows: 30 });
  openDialog(context, {
    kind: 'agent-question',
    plan: plan('hard-delete', { agents: rows().slice(0, 2) }),
    reason: 'stolen',
    isResend: false,
    isRest: true,
  });
  await screen.draw();
  expect(text(screen)).toMatch(
    /Hard delete 2 agents\?[^]*2: [^]*This is for good[^]*They are what is left of an action that has stopped\.[^]*stolen[^]*y hard deletes them/,
  );
});

describe('results', () => {
  const item = (index: number, state: RunItem['state'], sentence = ''): RunItem => ({
    agent: rows()[index] ?? sampleAgent('agent-0'),
    state,
    sentence,
    after: undefined,
    mayResend: state === 'unknown',
    isStop: false,
  });

  function show(items: readonly RunItem[], phase: AgentRun['phase'], stop?: string): void {
    const pace = {
      since: context.clock.monotonic(),
      from: items.filter(({ state }) => state === 'skipped').length,
    };
    context.stores.agentRun.setState({
      run: { action: 'suspend', reason: '', isUndo: false, items, phase, stop, startedAt: NOW, pace },
    });
    run(context, 'agents.results');
  }

  it('tell each agent by a shape and a word, what is under way, and how long it still takes', async () => {
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    show(
      [
        item(0, 'confirmed', 'Confirmed: done.'),
        item(1, 'under way'),
        item(2, 'waiting'),
        item(3, 'skipped'),
      ],
      'running',
    );
    await context.clock.advance(10_000);
    await screen.draw();
    expect(text(screen)).toContain('Suspending 4 agents: under way');
    expect(text(screen)).toContain('2 of 4  about 0:20 left');
    expect(text(screen)).toMatch(/✓ confirmed +build-00 +Confirmed: done\./);
    expect(text(screen)).toMatch(/▌ → under way +build-01/);
    expect(text(screen)).toMatch(/· skipped +build-03/);
    expect(text(screen)).toContain('Esc stops after this one');
    closeDialog(context);
    await screen.draw();
    expect(screen.lines[0]).toContain('suspending 2/4');
  });

  it('say why it stopped, when it can go on, and with which key', async () => {
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    show(
      [item(0, 'confirmed'), item(1, 'waiting'), item(2, 'unknown')],
      'stopped',
      'The server asks to wait (429).',
    );
    context.stores.connection.setState({
      heldUntil: context.clock.now() + 23_000,
      waits: [
        { what: 'everything', reason: '429', until: context.clock.now() + 23_000, next: 'one request tries' },
      ],
    });
    await screen.draw();
    expect(text(screen)).toContain('Stopped: The server asks to wait (429).');
    expect(text(screen)).toContain('again in 0:23; r asks, then waits for that and goes on.');
    expect(text(screen)).toContain('s sends again');
  });

  it('say how what was unknown is listed by now', async () => {
    const screen = await renderConsole(context, { columns: 120, rows: 30 });
    show([item(0, 'unknown', 'Unknown: build-00 is active so far.'), item(1, 'confirmed', 'Done.')], 'done');
    await screen.draw();
    expect(text(screen)).not.toContain('By now');
    change({ status: 'suspended' });
    await screen.draw();
    expect(text(screen)).toContain(
      'By now it is listed as suspended. Before: Unknown: build-00 is active so far.',
    );
  });

  it('give a reason for stopping the room to name a file that has to be changed', async () => {
    const screen = await renderConsole(context, { columns: 80, rows: 24 });
    const path = '/home/anna/.local/state/vigil/journal.jsonl';
    const stop = `Confirmed: build-00 is suspended. The journal does not say so yet: others can write to ${path}, which then proves nothing of what was changed from here. Run: chmod go-w ${path}`;
    show([item(0, 'confirmed'), item(1, 'waiting')], 'stopped', stop);
    await screen.draw();
    expect(text(screen)).toContain(`chmod go-w\n ${path}`);
  });

  it('are ASCII where the terminal is, and tell outcomes without colours', async () => {
    const screen = await renderConsole(context, { columns: 100, rows: 30, ascii: true });
    show([item(0, 'confirmed'), item(1, 'contradicted'), item(2, 'unknown'), item(3, 'refused')], 'done');
    await screen.draw();
    expect(text(screen)).toMatch(/\+ confirmed[^]*X contradicted[^]*\* unknown[^]*\? refused/);
    expect(text(screen)).not.toMatch(/[^ -~\n]/);
  });
});
