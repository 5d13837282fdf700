import { beforeEach, describe, expect, it } from 'vitest';

import { policySchema, type Policy } from '../../../src/contract/policy.ts';
import { selectPolicyMerge } from '../../../src/stores/policy/select-policy.ts';
import { createStores, type Stores } from '../../../src/stores/stores.ts';
import type { Sync } from '../../../src/sync/sync.ts';
import type { FakeAnswer, FakeCall } from '../../helpers/fake-client.ts';
import { createModelSync, SMALL_ORGANIZATION } from '../../helpers/model-sync.ts';
import { sampleAgent } from '../../helpers/sample-data.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const SECOND = 1000;

const PLENTY = { limit: 6000, remaining: 5000, reset: String(Date.parse('2026-03-02T10:00:00Z') / 1000) };

interface Stored {
  readonly at: number;
  readonly version: number;
  readonly score: number;
  readonly blocked: readonly string[];
  /** Undefined once the agent is gone. */
  readonly status: string | undefined;
}

let clock: VirtualClock;
let stores: Stores;
let sync: Sync;
/** Everything that was ever stored, and since when. */
let states: [Stored, ...Stored[]];
/** By how many milliseconds what is read is behind. */
let lag: number;
/** What the server does with a list that is written, in the place of storing and answering it. */
let onPut: ((blocked: readonly string[]) => FakeAnswer) | undefined;
/** What the policy says of which state of it an answer shows. */
let marks: (stored: Stored) => object;

const now = () => states.at(-1) ?? states[0];
const seen = () => states.findLast(({ at }) => at <= clock.monotonic() - lag) ?? states[0];
const store = (change: Partial<Stored>) => states.push({ ...now(), ...change, at: clock.monotonic() });
const told = (stored: Stored) => ({
  ...marks(stored),
  rules: { min_scorecard: stored.score },
  blocked_packages: stored.blocked,
  blocked_maintainers: [],
});

beforeEach(async () => {
  clock = new VirtualClock();
  stores = createStores();
  lag = 0;
  onPut = undefined;
  marks = ({ version }) => ({ version: String(version) });
  states = [{ at: Number.NEGATIVE_INFINITY, version: 7, score: 5, blocked: ['evil'], status: 'active' }];
  ({ sync } = createModelSync({
    stores,
    clock,
    answer: (call) => ({ ...answer(call), rateLimit: PLENTY }),
  }));
  stores.view.setState({ tab: 'policy' });
  sync.start();
  await clock.advance(3 * SECOND);
});

/** The server. */
function answer({ endpoint, body }: FakeCall): FakeAnswer {
  const asked = body as {
    readonly status?: string;
    readonly rules?: { readonly min_scorecard?: number };
    readonly blocked_packages?: readonly string[];
  };
  const agent = ({ status }: Stored) => ({ ...sampleAgent('agent-1').raw, status });
  switch (endpoint) {
    case 'getPolicy':
      return { body: told(seen()) };
    case 'updatePolicy':
      if (onPut !== undefined) {
        return onPut(asked.blocked_packages ?? []);
      }
      store({
        version: now().version + 1,
        score: asked.rules?.min_scorecard ?? now().score,
        blocked: asked.blocked_packages ?? now().blocked,
      });
      return { body: told(now()) };
    case 'setAgentStatus':
      store({ status: asked.status });
      return { status: 204 };
    case 'deleteAgent':
      store({ status: undefined });
      return { status: 204 };
    case 'getAgent':
      return seen().status === undefined
        ? { status: 404, body: { error: 'There is no such agent' } }
        : { body: agent(seen()) };
    case 'listAgents': {
      const agents = seen().status === undefined ? [] : [agent(seen())];
      return { body: { agents, pagination: { total: agents.length, has_more: false } } };
    }
    default:
      return { body: SMALL_ORGANIZATION[endpoint] };
  }
}

/** Has the pane read anew, as `r` does. */
async function refresh(): Promise<void> {
  sync.refresh();
  await clock.advance(500);
}

const policy = () => stores.policy.getState().data as Policy;
const score = () => policy().rules?.['min_scorecard'];
const byOthers = () => selectPolicyMerge(stores).byOthers.map(({ field }) => field);
const writePolicy = (changes: Readonly<Record<string, unknown>>) =>
  clock.through(sync.writePolicy({ base: policySchema.parse(told(now())), changes }));

describe.each([
  ['numbers', ({ version }: Stored) => ({ version: String(version) })],
  ['names', ({ version }: Stored) => ({ version: `v${version * 7}-x` })],
  ['nothing', () => ({})],
] as const)('a policy that a feed reads from before our change, with %s for versions', (_what, ofMarks) => {
  beforeEach(async () => {
    marks = ofMarks;
    await refresh();
    expect((await writePolicy({ min_scorecard: 7 })).kind).toBe('confirmed');
    stores.policyDraft.change(policy(), 'blocked_packages', ['evil', 'worse']);
    lag = 4 * SECOND;
  });

  it('is not shown, and nobody else is said to have changed anything', async () => {
    const shown: unknown[] = [];
    stores.policy.subscribe(() => shown.push(score()));
    for (let read = 0; read < 10; read++) {
      await refresh();
      expect(byOthers()).toEqual([]);
    }
    expect(new Set(shown)).toEqual(new Set([7]));
    expect(selectPolicyMerge(stores).conflicts).toEqual([]);
  });

  it('hides nothing that others did since', async () => {
    lag = 0;
    store({ version: now().version + 1, score: 9 });
    await refresh();
    expect([score(), byOthers()]).toEqual([9, ['min_scorecard']]);
  });

  it('is shown after all where the server stays with it', async () => {
    store({ version: 7, score: 5 });
    lag = 0;
    await clock.advance(90 * SECOND);
    expect(score()).toBe(5);
  });

  it('is not shown by the readings of the next change either', async () => {
    const shown: unknown[] = [];
    stores.policy.subscribe(() => shown.push(score()));
    const { kind } = await writePolicy({ min_scorecard: 5 });
    expect(kind).toBe('confirmed');
    expect(shown.map((value, index) => value !== shown[index - 1] && value).filter(Boolean)).toEqual([7, 5]);
  });
});

describe('what the pane reads while a change is under way', () => {
  it('keeps the change from overwriting what an older reading before it does not show', async () => {
    const base = policySchema.parse(told(now()));
    await clock.advance(10 * SECOND);
    store({ version: 8, blocked: ['evil', 'theirs'] });
    await refresh();
    lag = 4 * SECOND;
    const verdict = await clock.through(
      sync.writePolicy({ base, changes: { blocked_packages: ['evil', 'mine'] } }),
    );
    expect(verdict).toMatchObject({ kind: 'refused', moved: { version: '8' } });
    expect(now().blocked).toEqual(['evil', 'theirs']);
  });

  it('names what the change overwrote', async () => {
    onPut = (blocked) => {
      store({ version: 8, blocked: ['evil', 'theirs'] });
      sync.refresh();
      clock.schedule(SECOND, () => store({ version: 9, blocked }));
      return { takes: 2 * SECOND };
    };
    expect(await writePolicy({ blocked_packages: ['evil', 'mine'] })).toMatchObject({
      kind: 'confirmed',
      overwritten: [{ field: 'blocked_packages', change: 'added', value: 'theirs' }],
    });
  });
});

it('reads a policy again soon of which a reading was too old', async () => {
  await writePolicy({ min_scorecard: 7 });
  lag = 4 * SECOND;
  await refresh();
  const { receivedAt } = stores.policy.getState();
  await clock.advance(8 * SECOND);
  expect(stores.policy.getState().receivedAt).toBeGreaterThan(receivedAt ?? 0);
});

describe('a list of agents that a feed reads from before our change', () => {
  const status = () => stores.agents.getState().data?.rows[0]?.status;
  const agent = () => stores.agents.getState().data?.rows[0] ?? sampleAgent('agent-1');

  beforeEach(() => {
    stores.view.setState({ tab: 'agents' });
  });

  it('does not show it as it was before', async () => {
    await clock.through(sync.changeAgentStatus({ agent: agent(), status: 'suspended', reason: '' }));
    lag = 4 * SECOND;
    const shown: unknown[] = [];
    stores.agents.subscribe(() => shown.push(status()));
    for (let read = 0; read < 10; read++) {
      await refresh();
    }
    expect(new Set(shown)).toEqual(new Set(['suspended']));
  });

  it('shows what others did after it', async () => {
    await clock.through(sync.changeAgentStatus({ agent: agent(), status: 'suspended', reason: '' }));
    store({ status: 'active' });
    await clock.advance(20 * SECOND);
    expect(status()).toBe('active');
  });

  it('does not show it again that is gone', async () => {
    await clock.through(sync.deleteAgent({ agent: agent(), hard: true, reason: '' }));
    lag = 4 * SECOND;
    await refresh();
    expect(stores.agents.getState().data).toMatchObject({ rows: [], total: 0 });
    await clock.advance(20 * SECOND);
    expect(stores.agents.getState().data).toMatchObject({ rows: [], total: 0 });
  });
});

it('is told of, after some seconds, where the server goes on giving an older policy than is shown', async () => {
  await refresh();
  store({ version: 3, score: 1 });
  await clock.advance(5 * SECOND);
  await refresh();
  expect([score(), stores.policy.getState().failure]).toEqual([5, undefined]);
  await clock.advance(9 * SECOND);
  expect(score()).toBe(5);
  expect(stores.policy.getState().failure?.message).toBe(
    'The server answers with an older version of the policy.',
  );
  await clock.advance(60 * SECOND);
  expect([score(), stores.policy.getState().failure]).toEqual([1, undefined]);
});
