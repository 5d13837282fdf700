import { beforeEach, describe, expect, it } from 'vitest';

import { policySchema } from '../../../src/contract/policy.ts';
import { createStores, type Stores } from '../../../src/stores/stores.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import { UnknownOutcomeWatcher } from '../../../src/sync/writes/reconcile/unknown-outcome-watcher.ts';
import { OUTCOME_OPEN_FOR } from '../../../src/sync/writes/journal-clock.ts';
import type { AgentVerdict, PolicyVerdict } from '../../../src/sync/writes/verdict.ts';
import { createWriter, type Writer } from '../../../src/sync/writes/writer.ts';
import { createFakeClient, type FakeAnswer, type FakeClient } from '../../helpers/fake-client.ts';
import { countedIds, createMemoryJournal, type MemoryJournal } from '../../helpers/memory-journal.ts';
import { listingOf, sampleAgent } from '../../helpers/sample-data.ts';
import { settle, VirtualClock } from '../../helpers/virtual-clock.ts';

interface Stored {
  readonly version?: number;
  readonly rules: Readonly<Record<string, unknown>>;
  readonly blocked_packages: readonly string[];
}

interface State {
  readonly at: number;
  readonly policy: Stored;
  readonly status: string;
}

const SECOND = 1000;

let clock: VirtualClock;
let client: FakeClient;
let journal: MemoryJournal;
let writer: Writer;
let learned: string[];
/** Everything that was ever stored, and since when. */
let states: [State, ...State[]];
/** By how many milliseconds what is read is behind. */
let lag: number;
/** What the server answers to the first write, the next one, and so on, after it carried it out; as it should without. */
let answers: FakeAnswer[];
/** What is stored of a write of the policy; undefined when it comes later. */
let carryOut: (body: Partial<Stored>) => Partial<Stored> | undefined;
let hasVersions: boolean;

const now = () => states.at(-1) ?? states[0];
const seen = () => states.findLast(({ at }) => at <= clock.monotonic() - lag) ?? states[0];

function store(change: Partial<Omit<State, 'at'>>): void {
  states.push({ ...now(), ...change, at: clock.monotonic() });
}

function storePolicy({ rules = {}, ...lists }: Partial<Stored>): void {
  const { policy } = now();
  const version = (policy.version ?? 0) + 1;
  store({ policy: { ...policy, ...lists, version, rules: { ...policy.rules, ...rules } } });
}

const shown = ({ version, ...policy }: Stored) => (hasVersions ? { ...policy, version } : policy);

beforeEach(() => {
  clock = new VirtualClock();
  [lag, answers, learned, hasVersions] = [0, [], [], true];
  carryOut = (body) => body;
  const policy = {
    version: 1,
    rules: { min_scorecard: 4, typosquat_action: 'review' },
    blocked_packages: ['evil', 'bad'],
  };
  states = [{ at: Number.NEGATIVE_INFINITY, policy, status: 'active' }];
  client = createFakeClient(clock, ({ endpoint, body }) => {
    switch (endpoint) {
      case 'updatePolicy': {
        const change = carryOut(body as Partial<Stored>);
        if (change !== undefined) {
          storePolicy(change);
        }
        return answers.shift() ?? { body: shown(now().policy) };
      }
      case 'setAgentStatus':
        store({ status: (body as { readonly status: string }).status });
        return answers.shift() ?? { status: 204 };
      case 'deleteAgent':
        store({ status: 'deleted' });
        return answers.shift() ?? { status: 204 };
      case 'getAgent':
        return { body: agentNow().raw };
      default:
        return { body: shown(seen().policy) };
    }
  });
  journal = createMemoryJournal();
  writer = createWriter({
    client,
    clock,
    journal,
    newId: countedIds(),
    onLearned: (...known) => learned.push(known.join(': ')),
  });
});

const agentNow = () => sampleAgent('agent-1', { status: seen().status });
const policyNow = () => policySchema.parse(shown(seen().policy));

const suspend = (): Promise<AgentVerdict> =>
  clock.through(writer.changeAgentStatus({ agent: sampleAgent('agent-1'), status: 'suspended', reason: '' }));
const remove = (): Promise<AgentVerdict> =>
  clock.through(writer.deleteAgent({ agent: sampleAgent('agent-1'), hard: false, reason: '' }));
const write = (changes: Readonly<Record<string, unknown>>): Promise<PolicyVerdict> =>
  clock.through(writer.writePolicy({ base: policyNow(), changes }));

const refusedWith = (status: number): FakeAnswer => ({ status, body: { error: 'No' } });
const SLOW_DOWN: FakeAnswer = { status: 429, body: { error: 'Wait' } };

/** What is told once what is stored by now is read by a feed. */
async function readLater(stores: Stores = createStores()): Promise<readonly string[]> {
  const told: string[] = [];
  const tell = (sentence: string) => told.push(sentence);
  const landings = new UnknownOutcomeWatcher({ client, clock, journal, stores, notify: tell });
  const stop = landings.start();
  await landings.watch((await journal.read()).operations);
  receive(stores.agents, listingOf([agentNow()]), clock.now());
  receive(stores.policy, policyNow(), clock.now());
  await settle();
  stop();
  return told;
}

describe.each([
  ['suspending', suspend, 'is active.', 'build-1 is suspended all the same'],
  ['deleting', remove, 'is active and still there.', 'build-1 is deleted: the server keeps it'],
  [
    'a rule',
    () => write({ min_scorecard: 5 }),
    'has nothing of the change (version 1).',
    'the policy holds the change as version ',
  ],
] as const)('%s, carried out and refused', (_what, change, before, later) => {
  it.each([[[400]], [[401]], [[403]], [[409]], [[429, 429, 429]]])(
    'with %j, is not said to be unchanged by a reading that may be older, and seen later',
    async (statuses) => {
      lag = 20 * SECOND;
      answers = statuses.map(refusedWith);
      const began = clock.monotonic();
      const verdict = await change();
      expect(verdict).toMatchObject({ kind: 'refused', status: statuses[0] });
      expect(verdict.sentence).toContain('The server refused the change of ');
      expect(verdict.sentence).toContain(`read once after that, it ${before}`);
      expect(verdict.sentence).not.toContain('not changed');
      expect(clock.monotonic() - began).toBeLessThan(statuses.length === 1 ? SECOND : 10 * SECOND);
      expect(await readLater()).toEqual([]);
      await clock.advance(lag);
      expect(await readLater()).toEqual([
        expect.stringMatching(/^Seen later: at 09:00:\d\dZ the server refused the change, and /),
      ]);
      const last = journal.entries.at(-1);
      expect(last).toMatchObject({ verdict: 'refused', status: statuses[0] });
      expect(last?.sentence).toContain(later);
      expect(await readLater()).toEqual([]);
    },
  );

  it('says so at once where that is read, and not again', async () => {
    answers = [refusedWith(403)];
    const verdict = await change();
    expect(verdict).toMatchObject({ kind: 'refused', status: 403 });
    expect(verdict.sentence).toContain(`The server refused the change, and ${later}`);
    expect(await readLater()).toEqual([]);
  });

  it('is not looked at again after a quarter of an hour: somebody else will have done it', async () => {
    lag = 20 * SECOND;
    answers = [refusedWith(403)];
    await change();
    await clock.advance(OUTCOME_OPEN_FOR + SECOND);
    expect(await readLater()).toEqual([]);
  });
});

it('names what a refused change of the policy took back, where that is read only after the refusal', async () => {
  lag = 20 * SECOND;
  answers = [refusedWith(403)];
  const base = policyNow();
  storePolicy({ blocked_packages: ['evil', 'bad', 'theirs'] });
  await clock.advance(10 * SECOND);
  const mine = ['evil', 'bad', 'mine'];
  const verdict = await clock.through(writer.writePolicy({ base, changes: { blocked_packages: mine } }));
  expect(verdict.sentence).not.toContain('theirs');
  const stores = createStores();
  await clock.advance(10 * SECOND);
  expect(await readLater(stores)).toEqual([]);
  await clock.advance(10 * SECOND);
  const told = await readLater(stores);
  expect(told).toEqual([
    expect.stringMatching(/^Seen later: .* all the same.*, and blocked_packages is without theirs again, as/),
  ]);
  expect(journal.entries.at(-1)?.sentence).toBe(told[0]);
});

describe('a change of the policy that was refused and carried out in part', () => {
  const both = { min_scorecard: 5, typosquat_action: 'block' };
  const PART =
    'the policy differs from what was written in min_scorecard: min_scorecard is 4, not 5; of the change, this took effect: typosquat_action is "block"';

  beforeEach(() => {
    carryOut = () => ({ rules: { typosquat_action: 'block' } });
    answers = [refusedWith(403)];
  });

  it('names the parts', async () => {
    const verdict = await write(both);
    expect(verdict).toMatchObject({ kind: 'refused', status: 403 });
    expect(verdict.sentence).toContain(PART);
    expect(verdict.sentence).not.toContain('not changed');
  });

  it('names them later where they are read later', async () => {
    lag = 4 * SECOND;
    expect((await write(both)).sentence).not.toContain('took effect');
    await clock.advance(lag);
    expect(await readLater()).toEqual([expect.stringContaining(PART)]);
  });
});

describe('a change that was carried out and answered with 429', () => {
  beforeEach(() => {
    answers = [SLOW_DOWN];
    carryOut = (body) => {
      storePolicy({ blocked_packages: ['evil', 'bad', 'theirs'] });
      return body;
    };
  });

  it('over one that nobody read here, may have overwritten it', async () => {
    const verdict = await write({ blocked_packages: ['evil', 'bad', 'mine'] });
    expect(verdict).toMatchObject({ kind: 'confirmed', isOvertaken: true });
    expect(verdict.sentence).toContain('Confirmed: the policy holds the change as version 3. An earlier try');
    expect(verdict.sentence).toContain('was answered with 429 and carried out all the same');
    expect(verdict.sentence).toContain('What it changed of blocked_packages may be overwritten');
    expect(client.calls.filter(({ endpoint }) => endpoint === 'updatePolicy')).toHaveLength(1);
  });

  it('without versions, says that nothing tells of another one', async () => {
    hasVersions = false;
    const verdict = await write({ blocked_packages: ['evil', 'bad', 'mine'] });
    expect(verdict).toMatchObject({ kind: 'confirmed', isOvertakenUnknown: true });
    expect(verdict.isOvertaken).toBeUndefined();
  });

  it('is not said to be "not carried out" where the reading before the next try is another one', async () => {
    carryOut = () => ({ rules: { typosquat_action: 'block' } });
    const verdict = await write({ min_scorecard: 5, typosquat_action: 'block' });
    expect(verdict).toMatchObject({ kind: 'refused', status: 429 });
    expect(verdict.sentence).toMatch(/^Not sent again after the server answered 429: typosquat_action was/);
  });
});

describe('a change that the server takes and carries out only later', () => {
  beforeEach(() => {
    carryOut = (body) => {
      clock.schedule(12 * SECOND, () => storePolicy(body));
      return undefined;
    };
  });

  it.each([
    ['its answer is the policy', undefined],
    ['it answers nothing', { status: 204 }],
  ])('is unknown, and no server that merges lists, where %s', async (_what, answer) => {
    answers = answer === undefined ? [] : [answer];
    const verdict = await write({ blocked_packages: ['evil', 'mine'], min_scorecard: 5 });
    expect(verdict.kind).toBe('unknown');
    expect(verdict.sentence).toContain('That is version 1, as before the change: what is read is older');
    expect(verdict.sentence).not.toContain('merges');
    expect(learned).toEqual([]);
    await clock.advance(12 * SECOND);
    expect(await readLater()).toEqual([expect.stringMatching(/^Confirmed late: the policy holds all 2/)]);
  });

  it('is no server that merges lists where somebody else moved the version', async () => {
    const stored = carryOut;
    carryOut = (body) => {
      storePolicy({ rules: { typosquat_action: 'block' } });
      return stored(body);
    };
    const { sentence } = await write({ blocked_packages: ['evil'] });
    expect([sentence.includes('merges'), learned]).toEqual([false, []]);
  });

  it('is no server that merges lists where nothing but a removal was asked for', async () => {
    expect((await write({ blocked_packages: ['evil'] })).sentence).not.toContain('merges');
    expect(learned).toEqual([]);
  });
});

describe('a server that merges lists', () => {
  it.each([
    ['nothing else', { blocked_packages: ['evil'] }],
    ['a rule', { blocked_packages: ['evil'], min_scorecard: 5 }],
    ['another element', { blocked_packages: ['evil', 'mine'] }],
  ])('is known by a removal that is not done, with %s', async (_what, changes) => {
    carryOut = ({ blocked_packages = [], ...body }) => ({
      ...body,
      blocked_packages: [...new Set([...now().policy.blocked_packages, ...blocked_packages])],
    });
    const verdict = await write(changes);
    expect(verdict.kind).toBe('contradicted');
    expect(verdict.sentence).toContain('This server merges lists and cannot remove');
    expect(learned).toHaveLength(1);
  });
});

describe('a policy that is read ten seconds behind', () => {
  it.each([
    ['versions', true, undefined, 'is still from before it'],
    ['versions and no answer', true, { status: 204 }, 'That is version 1, as before the change'],
    ['no versions', false, undefined, "The server's answer shows it as it was written. Whether what is read"],
    ['no versions and no answer', false, { status: 204 }, 'cannot be seen: this server gives no version'],
  ])('with %s, contradicts nothing', async (_what, versions, answer, said) => {
    [lag, hasVersions, answers] = [10 * SECOND, versions, answer === undefined ? [] : [answer]];
    const verdict = await write({ blocked_packages: ['evil'] });
    expect(verdict.kind).toBe('unknown');
    expect(verdict.sentence).toContain(said);
    await clock.advance(lag);
    expect(await readLater()).toEqual([
      expect.stringMatching(/^Confirmed late: the policy holds the change/),
    ]);
  });
});
