import { beforeEach, describe, expect, it } from 'vitest';

import { policySchema, type Policy } from '../../../src/contract/policy.ts';
import type { PolicyVerdict } from '../../../src/sync/writes/verdict.ts';
import { createWriter, type Writer } from '../../../src/sync/writes/writer.ts';
import { createFakeClient, type FakeAnswer, type FakeClient } from '../../helpers/fake-client.ts';
import { countedIds, createMemoryJournal, type MemoryJournal } from '../../helpers/memory-journal.ts';
import { sampleAgent } from '../../helpers/sample-data.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

type Stored = Readonly<Record<string, unknown>> & { readonly rules: Readonly<Record<string, unknown>> };

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
/** Everything that was ever stored, and since when. */
let states: [State, ...State[]];
/** By how many milliseconds what is read is behind. */
let lag: number;
/** What the server does with a change of the policy, in the place of storing and answering it. */
let onPut: ((body: Partial<Stored>) => FakeAnswer) | undefined;
/** What it answers to a change of an agent that it carries out. */
let onStatus: () => FakeAnswer;

const now = () => states.at(-1) ?? states[0];
const seen = () => states.findLast(({ at }) => at <= clock.monotonic() - lag) ?? states[0];

function store(change: Partial<Omit<State, 'at'>>): void {
  states.push({ ...now(), ...change, at: clock.monotonic() });
}

/** Stores a change of the policy as the next version. */
function apply({ rules = {}, ...lists }: Partial<Stored>): Stored {
  const { policy } = now();
  const [version, updated_at] = [String(Number(policy['version']) + 1), new Date(clock.now()).toISOString()];
  store({ policy: { ...policy, ...lists, version, updated_at, rules: { ...policy.rules, ...rules } } });
  return now().policy;
}

/** The same policy from a server whose versions are names. */
const named = (policy: Stored): Stored => ({ ...policy, version: `v-${String(policy['version'])}-x` });
/** The same from one that tells nothing of which state it is. */
const unmarked = ({ version: _version, updated_at: _time, ...policy }: Stored): Stored => policy;
let shown: (policy: Stored) => Stored;

beforeEach(() => {
  clock = new VirtualClock();
  lag = 0;
  onPut = undefined;
  onStatus = () => ({ status: 204 });
  shown = (policy) => policy;
  const policy = {
    version: '7',
    updated_at: '2026-03-02T08:00:00Z',
    rules: { min_scorecard: 5, review_scorecard: 6 },
    blocked_packages: ['evil'],
    blocked_maintainers: [],
  };
  states = [{ at: Number.NEGATIVE_INFINITY, policy, status: 'active' }];
  client = createFakeClient(clock, ({ endpoint, body }) => {
    switch (endpoint) {
      case 'updatePolicy':
        return onPut?.(body as Partial<Stored>) ?? { body: shown(apply(body as Partial<Stored>)) };
      case 'setAgentStatus':
        store({ status: (body as { readonly status: string }).status });
        return onStatus();
      case 'getAgent':
        return { body: { ...sampleAgent('agent-1').raw, status: seen().status } };
      default:
        return { body: shown(seen().policy) };
    }
  });
  journal = createMemoryJournal();
  writer = createWriter({ client, clock, journal, newId: countedIds() });
});

const suspend = (status: 'suspended' | 'active' = 'suspended', signal?: AbortSignal) =>
  clock.through(
    writer.changeAgentStatus({
      agent: sampleAgent('agent-1', { status: status === 'active' ? 'suspended' : 'active' }),
      status,
      reason: '',
      signal,
    }),
  );

const write = (
  changes: Readonly<Record<string, unknown>>,
  base: Stored = seen().policy,
): Promise<PolicyVerdict> =>
  clock.through(writer.writePolicy({ base: policySchema.parse(shown(base)), changes }));

const reads = () => client.calls.filter(({ endpoint }) => endpoint.startsWith('get')).length;

describe('an agent that is read from a replica which is behind', () => {
  it.each([1, 3, 4, 6])('by %d seconds, is waited for and confirmed', async (seconds) => {
    lag = seconds * SECOND;
    expect(await suspend()).toMatchObject({
      kind: 'confirmed',
      sentence: 'Confirmed: build-1 is suspended.',
    });
    expect(reads()).toBeLessThanOrEqual(7);
  });

  it('further than is waited for, is contradicted without a word on anybody', async () => {
    lag = 60 * SECOND;
    const { kind, sentence } = await suspend();
    expect(kind).toBe('contradicted');
    expect(sentence).toContain('is active (read 6 times in 7 s)');
    expect(sentence).toContain('which of these cannot be seen here');
    expect(sentence).not.toMatch(/somebody|colleague/);
  });

  it('is confirmed after an error, too', async () => {
    lag = 4 * SECOND;
    onStatus = () => ({ problem: 'reset' });
    expect(await suspend()).toMatchObject({ kind: 'confirmed' });
  });

  it('is waited for until somebody ends that, and unknown then', async () => {
    lag = 60 * SECOND;
    const controller = new AbortController();
    clock.schedule(2 * SECOND, () => controller.abort());
    const { kind, sentence } = await suspend('suspended', controller.signal);
    expect([kind, clock.monotonic() < 3 * SECOND]).toEqual(['unknown', true]);
    expect(sentence).toContain('It was waited for no longer.');
  });

  it('is not said to be as requested already by what is from before the last change', async () => {
    expect(await suspend()).toMatchObject({ kind: 'confirmed' });
    lag = 4 * SECOND;
    await clock.advance(SECOND);
    expect(await suspend('active')).toMatchObject({ kind: 'confirmed' });
    expect(now().status).toBe('active');
  });

  it('is not confirmed by what is from before the last change', async () => {
    await clock.advance(60 * SECOND);
    expect(await suspend()).toMatchObject({ kind: 'confirmed' });
    await clock.advance(3 * SECOND);
    // It is lost on its way, and read from another replica.
    onStatus = () => {
      states.pop();
      lag = 5 * SECOND;
      return { problem: 'reset' };
    };
    expect(await suspend('active')).toMatchObject({ kind: 'unknown' });
    expect(now().status).toBe('suspended');
  });
});

describe('a policy that is read from a replica which is behind', () => {
  it.each([
    ['numbers', (policy: Stored) => policy],
    ['names', named],
    ['nothing', unmarked],
  ])('with %s for versions, is waited for and confirmed', async (_what, how) => {
    shown = how;
    lag = 4 * SECOND;
    expect(await write({ min_scorecard: 7 })).toMatchObject({ kind: 'confirmed' });
  });

  it('further than is waited for, is unknown where the marks tell that it is behind', async () => {
    lag = 60 * SECOND;
    const { kind, sentence } = await write({ min_scorecard: 7 });
    expect([kind, sentence]).toEqual([
      'unknown',
      expect.stringContaining('is still from before it (read 6 times'),
    ]);
  });

  it('is contradicted without waiting by a version that came after it, and without blame', async () => {
    onPut = (body) => {
      const answer = apply(body);
      apply({ rules: { min_scorecard: 3 } });
      return { body: answer };
    };
    const { kind, sentence } = await write({ min_scorecard: 7 });
    expect(kind).toBe('contradicted');
    expect(sentence).toContain(
      'The server stored it as version 8, and another change came after it: it is version 9',
    );
    expect(sentence).toContain('min_scorecard is 3, not 7');
    expect(reads()).toBe(2);
  });

  it('is contradicted by the server’s own answer without waiting', async () => {
    onPut = ({ rules: _rules, ...body }) => ({ body: apply(body) });
    const { kind, sentence } = await write({ min_scorecard: 7, blocked_packages: ['evil', 'worse'] });
    expect(kind).toBe('contradicted');
    expect(sentence).toContain('min_scorecard is 5, not 7');
    expect(sentence).toContain('this took effect: blocked_packages has worse');
    expect(reads()).toBe(2);
  });

  it('says which elements of a list took effect', async () => {
    onPut = () => ({ body: apply({ blocked_packages: ['evil', 'one'] }) });
    const { sentence } = await write({ blocked_packages: ['evil', 'one', 'two'] });
    expect(sentence).toContain('blocked_packages lacks two');
    expect(sentence).toContain('this took effect: blocked_packages has one');
  });

  it.each([['min_scorecard'], ['blocked_packages']])(
    'is unknown where it does not show %s',
    async (field) => {
      shown = (policy) => {
        const rules = Object.fromEntries(Object.entries(policy.rules).filter(([name]) => name !== field));
        return { ...policy, ...(field === 'min_scorecard' ? { rules } : { [field]: undefined }) };
      };
      const { kind, sentence } = await write({
        review_scorecard: 8,
        [field]: field === 'min_scorecard' ? 7 : [],
      });
      expect(kind).toBe('unknown');
      expect(sentence).toContain(
        `is not shown with ${field}; of the change, this took effect: review_scorecard is 8`,
      );
    },
  );

  it('names what another change added right before, and was overwritten', async () => {
    lag = 2 * SECOND;
    await clock.advance(60 * SECOND);
    apply({ blocked_packages: ['evil', 'theirs'] });
    await clock.advance(SECOND);
    const verdict = await write({ blocked_packages: ['evil', 'mine'] });
    expect(verdict).toMatchObject({
      kind: 'confirmed',
      isOvertaken: true,
      overwritten: [{ field: 'blocked_packages', change: 'added', value: 'theirs' }],
    });
    expect(verdict.sentence).toContain('was overwritten: blocked_packages had theirs added.');
  });

  it('says that nothing tells of changes in between where versions are names, and nothing more', async () => {
    shown = named;
    const verdict = await write({ min_scorecard: 7 });
    expect([verdict.isOvertaken, verdict.isOvertakenUnknown]).toEqual([undefined, true]);
    expect(verdict.sentence).toContain(
      "This server's versions do not show whether another change came right before it.",
    );
  });

  it('is not said to be changed by others because of what is from before the last change', async () => {
    await write({ min_scorecard: 7 });
    const base = now().policy;
    lag = 4 * SECOND;
    expect(await write({ review_scorecard: 8 }, base)).toMatchObject({ kind: 'confirmed' });
    expect(now().policy.rules).toMatchObject({ min_scorecard: 7, review_scorecard: 8 });
  });

  it('keeps what was written right before from here, though it is decided on what is from before that', async () => {
    shown = unmarked;
    await write({ blocked_packages: ['evil', 'first'] });
    lag = 4 * SECOND;
    const base = states[0].policy;
    expect(await write({ blocked_packages: ['evil', 'second'] }, base)).toMatchObject({ kind: 'refused' });
    expect((now().policy as unknown as Policy).blocked_packages).toEqual(['evil', 'first']);
  });
});
