import { beforeEach, describe, expect, it } from 'vitest';

import { policySchema, type Policy } from '../../../src/contract/policy.ts';
import type { PolicyVerdict } from '../../../src/sync/writes/verdict.ts';
import { createWriter, type Writer } from '../../../src/sync/writes/writer.ts';
import {
  createFakeClient,
  type FakeAnswer,
  type FakeCall,
  type FakeClient,
} from '../../helpers/fake-client.ts';
import { countedIds, createMemoryJournal, type MemoryJournal } from '../../helpers/memory-journal.ts';
import { samplePolicy } from '../../helpers/sample-data.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

type Body = Readonly<Record<string, unknown>> & { readonly rules: Readonly<Record<string, unknown>> };

let clock: VirtualClock;
let policy: Body;
let client: FakeClient;
let journal: MemoryJournal;
let writer: Writer;
let read: Policy[];
/** What was learned of the server. */
let learned: string[];
let onWrite: (call: FakeCall) => FakeAnswer;
let onRead: (read: number) => FakeAnswer | undefined;

/** What a server does that takes the rules and lists that it is given. */
function apply({ body }: FakeCall): FakeAnswer {
  const { rules = {}, ...lists } = body as { rules?: Record<string, unknown> };
  policy = { ...policy, ...lists, version: '8', rules: { ...policy.rules, ...rules } };
  return { body: policy };
}

beforeEach(() => {
  policy = samplePolicy().raw as Body;
  read = [];
  onWrite = apply;
  onRead = () => undefined;
  let reads = 0;
  clock = new VirtualClock();
  client = createFakeClient(clock, (call) =>
    call.endpoint === 'updatePolicy' ? onWrite(call) : (onRead(++reads) ?? { body: policy }),
  );
  journal = createMemoryJournal();
  learned = [];
  writer = createWriter({
    client,
    clock,
    journal,
    newId: countedIds(),
    onPolicy: (seen) => read.push(seen),
    onLearned: (topic, finding) => learned.push(`${topic}: ${finding}`),
  });
});

function write(changes: Readonly<Record<string, unknown>>): Promise<PolicyVerdict> {
  return clock.through(writer.writePolicy({ base: samplePolicy(), changes }));
}

function sent(): readonly unknown[] {
  return client.calls.filter(({ endpoint }) => endpoint === 'updatePolicy').map(({ body }) => body);
}

describe('writing the policy', () => {
  it('reads, sends only what changed, and reads again', async () => {
    const verdict = await write({ min_scorecard: 7, blocked_packages: ['evil', 'worse'] });
    expect(verdict.kind).toBe('confirmed');
    expect(verdict.sentence).toContain('the policy holds all 2 changes as version 8');
    expect(client.calls.map(({ endpoint }) => endpoint)).toEqual(['getPolicy', 'updatePolicy', 'getPolicy']);
    expect(sent()).toEqual([{ rules: { min_scorecard: 7 }, blocked_packages: ['evil', 'worse'] }]);
    expect(read.map(({ version }) => version)).toEqual(['7', '8']);
  });

  it('sends no rules when only a list changed', async () => {
    await write({ blocked_maintainers: [] });
    expect(sent()).toEqual([{ blocked_maintainers: [] }]);
  });

  it.each([
    ['the same field', { rules: { min_scorecard: 6 } }, 'min_scorecard was changed meanwhile'],
    ['another field', { rules: { typosquat_action: 'block' } }, 'typosquat_action was changed meanwhile'],
    ['a list', { blocked_packages: [] }, 'blocked_packages was changed meanwhile'],
  ])(
    'sends nothing when a colleague changed %s meanwhile, and gives how it is now',
    async (_what, change, told) => {
      policy = { ...policy, ...change, rules: { ...policy.rules, ...('rules' in change && change.rules) } };
      const verdict = await write({ min_scorecard: 7, review_scorecard: 8 });
      expect(verdict).toMatchObject({ kind: 'refused', moved: { raw: policy } });
      expect(verdict.sentence).toContain(told);
      expect(sent()).toEqual([]);
      expect(read).toHaveLength(1);
    },
  );

  it('tells that something else was written between the two readings, and may be overwritten', async () => {
    onWrite = (call) => {
      apply(call);
      policy = { ...policy, version: '9', rules: { ...policy.rules, require_provenance: 'by others' } };
      return { body: policy };
    };
    const verdict = await write({ min_scorecard: 7 });
    expect(verdict).toMatchObject({ kind: 'confirmed', isOvertaken: true });
    expect(verdict.sentence).toContain('require_provenance changed too');
    expect(verdict.sentence).toContain('What it changed of min_scorecard may be overwritten');
  });

  it.each([
    ['7', '8', undefined],
    ['7', '9', true],
    ['v-7', 'v-8', undefined],
    ['v-7', 'v-9', true],
    ['a1', 'f9', undefined],
    ['r0.71', 'r0.75', undefined],
    ['1732291200', '1732295300', undefined],
  ] as const)('from version %s to %s', async (before, after, isOvertaken) => {
    policy = { ...policy, version: before };
    onWrite = (call) => {
      apply(call);
      policy = { ...policy, version: after };
      return { body: policy };
    };
    expect((await write({ min_scorecard: 7 })).isOvertaken).toBe(isOvertaken);
  });

  describe('beside another change of the same list', () => {
    const before = { blocked_packages: ['evil', 'bad'] };
    /** Writes with somebody else who changes the list right after it is stored. */
    const among = (wanted: readonly string[], change: (stored: readonly string[]) => readonly string[]) => {
      policy = { ...policy, ...before };
      onWrite = (call) => {
        const answer = apply(call);
        policy = {
          ...policy,
          version: '9',
          blocked_packages: change(policy['blocked_packages'] as readonly string[]),
        };
        return answer;
      };
      const base = samplePolicy({}, before);
      return clock.through(writer.writePolicy({ base, changes: { blocked_packages: wanted } }));
    };

    it('is confirmed when all that was asked for is there, with what came too', async () => {
      const verdict = await among(['evil', 'bad', 'mine'], (stored) => [...stored, 'theirs']);
      expect(verdict.kind).toBe('confirmed');
      expect([verdict.isOvertaken, verdict.isOvertakenUnknown]).toEqual([undefined, undefined]);
      expect(verdict.sentence).toContain('Another change came, too: blocked_packages has theirs.');
    });

    it('is confirmed when others took out what it had not changed', async () => {
      const verdict = await among(['evil', 'bad', 'mine'], () => ['evil', 'mine']);
      expect(verdict.kind).toBe('confirmed');
      expect(verdict.sentence).toContain('Another change came, too: blocked_packages is without bad.');
    });

    it.each([
      ['what it took out is back', ['evil'], ['evil', 'bad'], 'still has bad, which was taken out'],
      ['what it added is gone', ['evil', 'bad', 'mine'], ['evil', 'bad', 'theirs'], 'lacks mine'],
    ])('is contradicted when %s', async (_what, wanted, after, told) => {
      const verdict = await among(wanted, () => after);
      expect(verdict.kind).toBe('contradicted');
      expect(verdict.sentence).toContain(`blocked_packages ${told}`);
    });

    it.each([
      ['a list', {}, undefined],
      // What the other change did to a rule is not to be seen any more.
      ['a list and a rule', { min_scorecard: 7 }, true],
    ])('is confirmed by a server that merges, of %s', async (_what, more, isOvertaken) => {
      policy = { ...policy, ...before };
      onWrite = (call) => {
        apply(call);
        const merged = ['evil', 'bad', 'theirs', 'mine'];
        policy = { ...policy, version: '9', blocked_packages: merged };
        return { body: policy };
      };
      const base = samplePolicy({}, before);
      const changes = { blocked_packages: ['evil', 'bad', 'mine'], ...more };
      const verdict = await clock.through(writer.writePolicy({ base, changes }));
      expect(verdict.kind).toBe('confirmed');
      expect(verdict.isOvertaken).toBe(isOvertaken);
      expect(verdict.sentence).toContain('Another change came, too: blocked_packages has theirs.');
    });
  });

  it('sends nothing where something else than a list would be lost', async () => {
    policy = { ...policy, blocked_packages: 'all of them' };
    const base = policySchema.parse(policy);
    const verdict = await writer.writePolicy({ base, changes: { blocked_packages: ['evil'] } });
    expect(verdict.kind).toBe('refused');
    expect(verdict.sentence).toContain(
      'blocked_packages is not changed: what is stored there cannot be read as a list',
    );
    expect(sent()).toEqual([]);
  });

  it.each([
    ['blocked_packages', () => ({ blocked_packages: ['evil', 'x'.repeat(100_000)] })],
    ['allowed_licenses', () => ({ rules: { ...policy.rules, allowed_licenses: ['x'.repeat(100_000)] } })],
  ])('sends nothing where %s is too large to be read whole', async (field, large) => {
    policy = { ...policy, ...large() };
    const base = policySchema.parse(policy);
    const verdict = await writer.writePolicy({ base, changes: { [field]: ['new'] } });
    expect(verdict.kind).toBe('refused');
    expect(verdict.sentence).toContain(
      `${field} is not changed: what is stored there is too large to be read whole`,
    );
    expect(sent()).toEqual([]);
  });

  it.each([
    [{ min_scorecard: 1e9 }, 'min_scorecard must be a number from 0 to 10'],
    [
      { review_scorecard: 7, block_on_critical_vuln: 'false' },
      'block_on_critical_vuln must be true or false',
    ],
    [{ constructor: 5 }, 'constructor is no rule of the specification'],
    [{ blocked_packages: ['evil', null] }, 'blocked_packages[1] must be text, or an object with a name'],
  ])('sends nothing of %j', async (changes, why) => {
    expect(await write(changes)).toMatchObject({ kind: 'refused', sentence: `Nothing was sent: ${why}.` });
    expect(sent()).toEqual([]);
  });

  it('sends what it keeps of a list, and elements like those that are listed, however odd they are', async () => {
    policy = { ...policy, blocked_packages: [7, { pkg: 'a' }] };
    const changes = { blocked_packages: [7, { pkg: 'b' }, 'new'] };
    const base = policySchema.parse(policy);
    expect(await writer.writePolicy({ base, changes })).toMatchObject({ kind: 'confirmed' });
    expect(sent()).toEqual([changes]);
  });

  it('goes on when only the version moved on', async () => {
    policy = { ...policy, version: '12', updated_at: '2026-03-02T08:59:59Z' };
    expect(await write({ min_scorecard: 7 })).toMatchObject({ kind: 'confirmed' });
  });

  it('sends nothing when the policy is like that already', async () => {
    expect(await write({ min_scorecard: 5 })).toMatchObject({
      kind: 'refused',
      sentence: 'Nothing was sent: the policy is like that already.',
    });
  });

  it('sends what is stored and what is new when a list only grows', async () => {
    policy = { ...policy, blocked_packages: ['evil', 'evil-2'] };
    const base = policySchema.parse({ ...policy, blocked_packages: ['evil-2', 'evil'] });
    const changes = { blocked_packages: ['new', 'evil-2', 'evil'] };
    expect(await writer.writePolicy({ base, changes })).toMatchObject({ kind: 'confirmed' });
    expect(sent()).toEqual([{ blocked_packages: ['evil', 'evil-2', 'new'] }]);
  });

  it('sends a list without what was taken out of it, and learns that this server replaces lists', async () => {
    expect(await write({ blocked_packages: [] })).toMatchObject({ kind: 'confirmed' });
    expect(sent()).toEqual([{ blocked_packages: [] }]);
    expect(learned).toEqual(['Policy lists: are replaced by what is written']);
  });

  it('says that a server which merges lists cannot take anything out of them', async () => {
    onWrite = ({ body, ...call }) => {
      const { blocked_packages } = body as { readonly blocked_packages: readonly unknown[] };
      return apply({
        ...call,
        body: {
          blocked_packages: [...(policy['blocked_packages'] as readonly unknown[]), ...blocked_packages],
        },
      });
    };
    const verdict = await write({ blocked_packages: ['other'] });
    expect(verdict.kind).toBe('contradicted');
    expect(verdict.sentence).toContain('This server merges lists and cannot remove');
    expect(learned).toEqual([
      'Policy lists: are merged with what is written: nothing can be taken out of them',
    ]);
  });

  it('does not blame the server for what somebody else puts back right after', async () => {
    onWrite = (call) => {
      const answer = apply(call);
      policy = { ...policy, version: '9', blocked_packages: ['evil'] };
      return answer;
    };
    const verdict = await write({ blocked_packages: [] });
    expect(verdict.kind).toBe('contradicted');
    expect(verdict.sentence).toContain(
      'The server stored it as version 8, and another change came after it: it is version 9 now.',
    );
    expect(learned).toEqual(['Policy lists: are replaced by what is written']);
  });

  it('sends nothing when the policy cannot be read first', async () => {
    onRead = () => ({ status: 500 });
    expect(await write({ min_scorecard: 7 })).toMatchObject({ kind: 'refused' });
    expect(sent()).toEqual([]);
  });

  it('says which fields the server kept as they were', async () => {
    // A server that adds to lists and never removes.
    onWrite = ({ body, ...call }) => {
      const { rules } = body as Record<string, unknown>;
      return apply({ ...call, body: { rules } });
    };
    const verdict = await write({ min_scorecard: 7, blocked_packages: [] });
    expect(verdict.kind).toBe('contradicted');
    expect(verdict.sentence).toContain('differs from what was written in blocked_packages');
    expect(verdict.sentence).toContain('of the change, this took effect: min_scorecard is 7');
  });

  it('does not know when the policy cannot be read afterwards', async () => {
    onRead = (count) => (count > 1 ? { problem: 'reset' } : undefined);
    expect(await write({ min_scorecard: 7 })).toMatchObject({ kind: 'unknown' });
  });

  it.each([400, 403])(
    'is refused by a %d, with how it was read right after, which proves nothing',
    async (status) => {
      onWrite = () => ({ status, body: { error: 'No' } });
      const verdict = await write({ min_scorecard: 7 });
      expect(verdict).toMatchObject({ kind: 'refused', status });
      expect(verdict.sentence).toContain(
        'refused the change of the policy; read once after that, it has nothing of the change (version ',
      );
      expect(verdict.sentence).not.toContain('written in');
      expect(client.calls).toHaveLength(3);
    },
  );

  it('is confirmed by reading when the answer was lost', async () => {
    onWrite = (call) => {
      apply(call);
      return { problem: 'timeout' };
    };
    const verdict = await write({ min_scorecard: 7 });
    expect(verdict.kind).toBe('confirmed');
    expect(verdict.sentence).toContain('Confirmed after an error');
    expect(sent()).toHaveLength(1);
  });

  it('is confirmed by a server that answers without a body', async () => {
    onWrite = (call) => {
      apply(call);
      return { status: 204 };
    };
    expect(await write({ min_scorecard: 7 })).toMatchObject({ kind: 'confirmed' });
  });
});
