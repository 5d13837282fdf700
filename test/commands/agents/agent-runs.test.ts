import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { Agent } from '../../../src/contract/agent.ts';
import { startRun } from '../../../src/commands/agents/run-action.ts';
import { timeLeft } from '../../../src/stores/agents/agent-run.ts';
import type { AgentVerdict as AnyAgentVerdict } from '../../../src/sync/writes/verdict.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { listingOf, sampleAgent } from '../../helpers/sample-data.ts';
import { settle } from '../../helpers/virtual-clock.ts';

/** What these tests let be observed. */
type AgentVerdict = Omit<AnyAgentVerdict, 'moved'>;

let context: TestContext;

const notice = () => context.stores.view.getState().notice;
const dialogs = () => context.stores.view.getState().dialogs;
const lastRun = () => {
  const { run: last } = context.stores.agentRun.getState();
  if (last === undefined) {
    throw new Error('Nothing was run.');
  }
  return last;
};
const states = () => lastRun().items.map(({ state }) => state);
const asked = () => context.sync.agentRequests.map(({ agent }) => agent.id);

const agents = ['agent-1', 'agent-2', 'agent-3'].map((id) => sampleAgent(id));
const after = ({ id }: Agent, status: string) => sampleAgent(id, { status });

function confirmed(agent: Agent, status = 'suspended'): AgentVerdict {
  return { kind: 'confirmed', sentence: `Confirmed: ${agent.id}.`, after: after(agent, status) };
}

/** Suspends some agents with the verdicts that a function gives. */
function suspend(
  targets: readonly Agent[],
  judge: (agent: Agent) => AgentVerdict | Promise<AgentVerdict>,
  skipped: readonly Agent[] = [],
): Promise<void> {
  context.sync.judge = (request) => ('agent' in request ? judge(request.agent) : context.sync.verdict);
  const plan = {
    action: 'suspend',
    agents: targets,
    skipped,
    filteredOut: [],
    offScreen: [],
    undoes: undefined,
  } as const;
  return startRun(context, plan, 'a reason');
}

/** What sends is loaded when it is first needed. */
async function acted(): Promise<void> {
  await vi.dynamicImportSettled();
  await settle();
}

beforeEach(() => {
  context = createTestContext();
  context.stores.view.setState({ tab: 'agents' });
  context.stores.agents.setState({ data: listingOf(agents) });
});

it('says of an agent that is as requested what may still undo that', async () => {
  const [agent] = agents.slice(0, 1);
  if (agent !== undefined) {
    const change = { agent, action: 'reactivate', reason: '', at: 0, operation: 'w1' } as const;
    context.stores.agentRun.setState({ unconfirmed: [change] });
  }
  await suspend(agents.slice(1), (each) => confirmed(each), agents.slice(0, 1));
  expect(lastRun().items.find(({ state }) => state === 'skipped')?.sentence).toContain(
    'an earlier change of it (reactivate) was not confirmed, and the server may still apply it',
  );
});

describe('one agent', () => {
  it('opens nothing, and tells what was observed', async () => {
    await suspend(agents.slice(0, 1), (agent) => confirmed(agent));
    expect(dialogs()).toEqual([]);
    expect(notice()).toMatchObject({ tone: 'good', text: 'Confirmed: agent-1.' });
    run(context, 'agents.results');
    openDialogOf(context, 'agent-results');
    expect(states()).toEqual(['confirmed']);
  });

  it.each(['contradicted', 'unknown', 'refused'] as const)('says in red that it is %s', async (kind) => {
    await suspend(agents.slice(0, 1), () => ({ kind, sentence: 'It is not.' }));
    expect(notice()).toMatchObject({ tone: 'bad', text: 'It is not.' });
    expect(states()).toEqual([kind]);
  });

  it('offers to send it once more where that may be, once, after a y', async () => {
    const lost = { kind: 'unknown', sentence: 'Unknown: no answer.', mayResend: true } as const;
    await suspend(agents.slice(0, 1), () => lost);
    openDialogOf(context, 'agent-results');
    run(context, 'agent-results.resend');
    expect(openDialogOf(context, 'agent-question')).toMatchObject({
      isResend: true,
      plan: { action: 'suspend', agents: [{ id: 'agent-1' }] },
    });
    expect(context.sync.agentRequests).toHaveLength(1);
    run(context, 'agent-question.yes');
    await acted();
    expect(context.sync.agentRequests).toMatchObject([{ reason: 'a reason' }, { reason: 'a reason' }]);
    run(context, 'agent-results.resend');
    expect(notice()?.text).toContain('Unknown: no answer.');
    expect(dialogs()).toHaveLength(1);
    expect(context.sync.agentRequests).toHaveLength(2);
  });

  it('does not take the keys from an open dialog to offer that', async () => {
    const verdict = Promise.withResolvers<AgentVerdict>();
    const ended = suspend(agents.slice(0, 1), () => verdict.promise);
    run(context, 'list.filter');
    verdict.resolve({ kind: 'unknown', sentence: 'Unknown: no answer.', mayResend: true });
    await ended;
    openDialogOf(context, 'filter');
  });
});

describe('several agents', () => {
  it('open their results, and go one by one with a result each', async () => {
    const verdicts = agents.map(() => Promise.withResolvers<AgentVerdict>());
    const ended = suspend(
      agents,
      ({ id }) => verdicts[Number(id.slice(-1)) - 1]?.promise ?? confirmed(agents[0] as Agent),
      [sampleAgent('agent-9', { status: 'suspended' })],
    );
    openDialogOf(context, 'agent-results');
    await acted();
    expect(states()).toEqual(['under way', 'waiting', 'waiting', 'skipped']);
    expect(lastRun().items[3]?.sentence).toBe('Left as it is: it is suspended.');
    await context.clock.advance(4000);
    verdicts[0]?.resolve(confirmed(agents[0] as Agent));
    await acted();
    expect(states()).toEqual(['confirmed', 'under way', 'waiting', 'skipped']);
    expect(asked()).toEqual(['agent-1', 'agent-2']);
    expect(timeLeft(lastRun(), context.clock.monotonic())).toBe(8000);
    verdicts[1]?.resolve({ kind: 'refused', sentence: 'It changed.', after: 'gone' });
    verdicts[2]?.resolve(confirmed(agents[2] as Agent));
    await ended;
    expect(states()).toEqual(['confirmed', 'refused', 'confirmed', 'skipped']);
    expect(lastRun().phase).toBe('done');
    expect(notice()).toMatchObject({
      tone: 'bad',
      text: 'Suspending 4 agents: 2 confirmed, 1 refused, 1 skipped.',
    });
  });

  it('skips those that somebody else brought to the wanted state', async () => {
    await suspend(agents, (agent) =>
      agent.id === 'agent-2'
        ? { kind: 'refused', sentence: 'It is suspended already.', after: after(agent, 'suspended') }
        : confirmed(agent),
    );
    expect(states()).toEqual(['confirmed', 'skipped', 'confirmed']);
    expect(notice()?.tone).toBe('good');
  });

  it('stops after the one under way when it is cancelled, and goes on with the rest', async () => {
    const first = Promise.withResolvers<AgentVerdict>();
    const ended = suspend(agents, (agent) => (agent.id === 'agent-1' ? first.promise : confirmed(agent)));
    await acted();
    run(context, 'agent-results.close');
    expect(lastRun().phase).toBe('stopping');
    openDialogOf(context, 'agent-results');
    first.resolve(confirmed(agents[0] as Agent));
    await ended;
    expect(lastRun().phase).toBe('cancelled');
    expect(states()).toEqual(['confirmed', 'waiting', 'waiting']);
    expect(asked()).toEqual(['agent-1']);
    run(context, 'agent-results.resume');
    await acted();
    expect(asked()).toEqual(['agent-1']);
    expect(openDialogOf(context, 'agent-question')).toMatchObject({
      isRest: true,
      reason: 'a reason',
      plan: { action: 'suspend', agents: [{ id: 'agent-2' }, { id: 'agent-3' }] },
    });
    run(context, 'agent-question.close');
    await acted();
    expect(asked()).toEqual(['agent-1']);
    run(context, 'agent-results.resume');
    run(context, 'agent-question.yes');
    await acted();
    expect(states()).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect(asked()).toEqual(['agent-1', 'agent-2', 'agent-3']);
    run(context, 'agent-results.close');
    expect(dialogs()).toEqual([]);
  });

  it.each([
    ['429', { status: 429 }],
    ['403', { status: 403 }],
    ['401', { status: 401 }],
    ['a client that is read-only', { blockedBy: 'read-only' }],
    ['a journal that cannot be written', { blockedBy: 'journal' }],
  ] as const)('stops on %s, says why, and begins there when it goes on', async (_what, why) => {
    let isRefusing = true;
    await suspend(agents, (agent) =>
      agent.id === 'agent-2' && isRefusing
        ? { kind: 'refused', sentence: 'Not now.', ...why }
        : confirmed(agent),
    );
    expect(lastRun()).toMatchObject({ phase: 'stopped', stop: 'Not now.' });
    expect(states()).toEqual(['confirmed', 'refused', 'waiting']);
    expect(notice()).toMatchObject({
      tone: 'bad',
      text: 'Suspending 3 agents: 1 confirmed, 1 refused, 1 not begun. Stopped: Not now.',
    });
    isRefusing = false;
    run(context, 'agent-results.resume');
    run(context, 'agent-question.yes');
    await acted();
    expect(asked()).toEqual(['agent-1', 'agent-2', 'agent-2', 'agent-3']);
    expect(lastRun().phase).toBe('done');
  });

  describe('that goes on after a 429', () => {
    const WAIT = 30_000;

    /** The server refused all of them, and asks to wait. */
    async function refused(): Promise<void> {
      await suspend(agents, () => ({ kind: 'refused', sentence: 'Not now.', status: 429 }));
      context.sync.judge = (request) =>
        'agent' in request ? confirmed(request.agent) : context.sync.verdict;
      const until = context.clock.now() + WAIT;
      const reason = 'The server asks to wait, the rate limit is used up (429).';
      const next = 'then reading goes on';
      context.stores.connection.setState({ waits: [{ what: 'everything', reason, until, next }] });
    }

    it('waits as long as the server said, and goes on by itself', async () => {
      await refused();
      run(context, 'agent-results.resume');
      run(context, 'agent-question.yes');
      await acted();
      await context.clock.advance(WAIT - 1);
      expect(asked()).toEqual(['agent-1']);
      expect(lastRun().phase).toBe('running');
      await context.clock.advance(1);
      await acted();
      expect(asked()).toEqual(['agent-1', 'agent-1', 'agent-2', 'agent-3']);
      expect(lastRun().phase).toBe('done');
    });

    it('waits for longer when the server says so meanwhile, and not when nothing holds it back any more', async () => {
      await refused();
      run(context, 'agent-results.resume');
      run(context, 'agent-question.yes');
      await acted();
      await context.clock.advance(WAIT / 2);
      context.stores.connection.setState(({ waits }) => ({
        waits: waits.map((wait) => ({ ...wait, until: (wait.until ?? 0) + WAIT })),
      }));
      await context.clock.advance(WAIT);
      expect(asked()).toEqual(['agent-1']);
      context.stores.connection.setState({ waits: [] });
      await context.clock.advance(1000);
      await acted();
      expect(asked()).toHaveLength(4);
    });

    it('is stopped at once while it waits', async () => {
      await refused();
      run(context, 'agent-results.resume');
      run(context, 'agent-question.yes');
      await acted();
      run(context, 'agent-results.close');
      await acted();
      expect(lastRun().phase).toBe('cancelled');
      expect(states()).toEqual(['waiting', 'waiting', 'waiting']);
      await context.clock.advance(2 * WAIT);
      expect(asked()).toEqual(['agent-1']);
    });
  });

  it('goes on only while changes are allowed', async () => {
    await suspend(agents, () => ({ kind: 'refused', sentence: 'Not now.', status: 429 }));
    run(context, 'mode.lock');
    run(context, 'agent-results.resume');
    await acted();
    expect(dialogs()).toHaveLength(1);
    expect(asked()).toEqual(['agent-1']);
  });

  it('does not go on where changes were forbidden while it was asked', async () => {
    await suspend(agents, () => ({ kind: 'refused', sentence: 'Not now.', status: 429 }));
    run(context, 'agent-results.resume');
    run(context, 'mode.lock');
    run(context, 'agent-question.yes');
    await acted();
    expect(asked()).toEqual(['agent-1']);
    expect(notice()?.tone).toBe('bad');
  });

  it('goes on although its results are closed, which can be opened again', async () => {
    const first = Promise.withResolvers<AgentVerdict>();
    const ended = suspend(agents, (agent) => (agent.id === 'agent-1' ? first.promise : confirmed(agent)));
    run(context, 'agent-results.leave');
    expect(dialogs()).toEqual([]);
    first.resolve(confirmed(agents[0] as Agent));
    await ended;
    expect(asked()).toHaveLength(3);
    run(context, 'agents.results');
    openDialogOf(context, 'agent-results');
  });

  it('can be narrowed to what is not as requested, and gone through', async () => {
    await suspend(agents, (agent) =>
      agent.id === 'agent-3' ? { kind: 'contradicted', sentence: 'No.' } : confirmed(agent),
    );
    run(context, 'agent-results.last');
    expect(openDialogOf(context, 'agent-results').cursor).toBe('agent-3');
    run(context, 'agent-results.up');
    expect(openDialogOf(context, 'agent-results').cursor).toBe('agent-2');
    run(context, 'agent-results.toggle-problems');
    run(context, 'agent-results.last');
    expect(openDialogOf(context, 'agent-results')).toMatchObject({
      onlyProblems: true,
      cursor: 'agent-3',
    });
  });

  it('are copied and written to a file with what became of each', async () => {
    await import('../../../src/commands/agents/results-records.ts');
    await suspend(agents.slice(0, 2), (agent) => confirmed(agent));
    run(context, 'agent-results.copy');
    await new Promise((resolve) => setImmediate(resolve));
    const copying = openDialogOf(context, 'choice');
    void copying.choose(copying.choices.find(({ label }) => label.endsWith('as JSON'))?.value ?? '');
    await acted();
    expect(JSON.parse(context.copied[0]?.split('\n')[1] ?? '')).toMatchObject({
      result: 'confirmed',
      action: 'suspend',
      hostname: 'build-2',
      id: 'agent-2',
      status_before: 'active',
      status_after: 'suspended',
      reason: 'a reason',
    });
    run(context, 'choice.close');
    run(context, 'agent-results.export');
    await new Promise((resolve) => setImmediate(resolve));
    const writing = openDialogOf(context, 'choice');
    void writing.choose(writing.choices.find(({ label }) => label.endsWith('CSV'))?.value ?? '');
    openDialogOf(context, 'text').submit('~/results.csv');
    await acted();
    expect(context.written.get('~/results.csv')).toMatch(/^result,[\s\S]*confirmed,.*build-1/);
  });

  it('say in a file, and of it, that the run is still under way', async () => {
    await import('../../../src/commands/agents/results-records.ts');
    void suspend(agents.slice(0, 2), () => new Promise<AgentVerdict>(() => undefined));
    await acted();
    run(context, 'agent-results.export');
    await new Promise((resolve) => setImmediate(resolve));
    void openDialogOf(context, 'choice').choose('0');
    openDialogOf(context, 'text').submit('~/results.jsonl');
    await acted();
    expect(context.written.get('~/results.jsonl')).toMatch(
      /\{"incomplete":"the results of 2 agents, 0 of them so far"\}\n$/,
    );
  });

  it('are asked about before the console is quit', () => {
    void suspend(agents, () => new Promise<AgentVerdict>(() => undefined));
    run(context, 'agent-results.leave');
    run(context, 'app.quit');
    expect(context.asked).toEqual([]);
    run(context, 'confirm.yes');
    expect(context.asked).toEqual(['quit']);
  });
});
