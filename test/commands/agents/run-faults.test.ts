import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

import type { startRun as StartRun } from '../../../src/commands/agents/run-action.ts';
import { isUnderWay } from '../../../src/stores/agents/agent-run.ts';
import { createTestContext, type TestContext } from '../../helpers/command-context.ts';
import { listingOf, sampleAgent } from '../../helpers/sample-data.ts';

const BULK = '../../../src/sync/writes/bulk.ts';

const loading = { problem: undefined as string | undefined };

let startRun: typeof StartRun;

// Other tests of the same worker have loaded this part before, so that all that keeps it is loaded anew.
beforeAll(async () => {
  vi.resetModules();
  const { LazyImportError: LazyImportError } = await import('../../../src/lib/lazy-import.ts');
  vi.doMock(import('../../../src/sync/writes/bulk.ts'), async (original) => {
    const real = await original();
    return {
      ...real,
      runBulk: (...given: Parameters<typeof real.runBulk>) => {
        if (loading.problem !== undefined) {
          throw new LazyImportError(new Error(loading.problem));
        }
        return real.runBulk(...given);
      },
    } as typeof real;
  });
  ({ startRun } = await import('../../../src/commands/agents/run-action.ts'));
});

afterAll(() => {
  vi.doUnmock(BULK);
  vi.resetModules();
});

let context: TestContext;

const agents = ['agent-1', 'agent-2', 'agent-3'].map((id) => sampleAgent(id));

beforeEach(() => {
  loading.problem = undefined;
  context = createTestContext();
  context.stores.view.setState({ tab: 'agents' });
  context.stores.agents.setState({ data: listingOf(agents) });
});

function broken(): never {
  throw new TypeError('it is broken');
}

async function suspend(count: number) {
  await startRun(
    context,
    {
      action: 'suspend',
      agents: agents.slice(0, count),
      skipped: [],
      filteredOut: [],
      offScreen: [],
      undoes: undefined,
    },
    'a reason',
  );
  const { run } = context.stores.agentRun.getState();
  return { run, states: run?.items.map(({ state }) => state) };
}

it('a listener that throws changes nothing of a run', async () => {
  context.stores.agentRun.subscribe(broken);
  context.stores.view.subscribe(broken);
  const { run, states } = await suspend(2);
  expect(run?.phase).toBe('done');
  expect(states).toEqual(['confirmed', 'confirmed']);
  expect(context.stores.faults.all).toMatchObject([{ error: { message: 'it is broken' } }]);
});

it.each(['at once', 'later'])(
  'a write that throws %s ends the run: that one is unknown, the rest is not begun',
  async (when) => {
    context.sync.judge = (request) => {
      if ('agent' in request && request.agent.id === 'agent-2') {
        return when === 'at once' ? broken() : Promise.reject(new TypeError('it is broken'));
      }
      return context.sync.verdict;
    };
    const { run, states } = await suspend(3);
    expect(isUnderWay(run)).toBe(false);
    expect(states).toEqual(['confirmed', 'unknown', 'waiting']);
    expect(run).toMatchObject({ phase: 'stopped', stop: 'A fault in vigil: it is broken' });
    expect(run?.items[1]?.sentence).toContain('Unknown: a fault in vigil came while it was under way');
    const { text } = context.stores.view.getState().notice ?? {};
    expect(text).toContain('1 confirmed');
    expect(text).toContain('it is broken');
    expect(text).not.toMatch(/not sent/i);
    context.sync.judge = undefined;
    expect((await suspend(1)).states).toEqual(['confirmed']);
  },
);

it('what sends cannot be loaded: the run ends, and nothing was sent', async () => {
  loading.problem = 'ENOENT';
  const one = await suspend(1);
  expect(one.states).toEqual(['refused']);
  expect(one.run?.items[0]?.sentence).toMatch(/^Nothing was sent\. This part of vigil cannot be loaded/);
  const several = await suspend(3);
  expect(several.run).toMatchObject({ phase: 'stopped' });
  expect(several.states).toEqual(['waiting', 'waiting', 'waiting']);
  expect(context.sync.agentRequests).toEqual([]);
  loading.problem = undefined;
  expect((await suspend(3)).states).toEqual(['confirmed', 'confirmed', 'confirmed']);
});
