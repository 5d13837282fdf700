import { beforeEach, describe, expect, it } from 'vitest';

import type { Policy } from '../../src/contract/policy.ts';
import { writePolicyChanges } from '../../src/sync/policy-write.ts';
import type { Verdict } from '../../src/sync/sync.ts';
import { createFakeClient, type FakeAnswer, type FakeCall, type FakeClient } from '../helpers/fake-client.ts';
import { samplePolicy } from '../helpers/sample-data.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';

type Body = Readonly<Record<string, unknown>> & { readonly rules: Readonly<Record<string, unknown>> };

let policy: Body;
let client: FakeClient;
let read: Policy[];
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
  client = createFakeClient(new VirtualClock(), (call) =>
    call.endpoint === 'updatePolicy' ? onWrite(call) : (onRead(++reads) ?? { body: policy }),
  );
});

function write(changes: Readonly<Record<string, unknown>>): Promise<Verdict> {
  return writePolicyChanges(client, { base: samplePolicy(), changes }, (seen) => read.push(seen));
}

function sent(): readonly unknown[] {
  return client.calls.filter(({ endpoint }) => endpoint === 'updatePolicy').map(({ body }) => body);
}

describe('writing the policy', () => {
  it('reads, sends only what changed, and reads again', async () => {
    const verdict = await write({ min_scorecard: 7, blocked_packages: ['evil', 'worse'] });
    expect(verdict.kind).toBe('confirmed');
    expect(verdict.sentence).toContain('version 8 holds all 2 changes');
    expect(client.calls.map(({ endpoint }) => endpoint)).toEqual(['getPolicy', 'updatePolicy', 'getPolicy']);
    expect(sent()).toEqual([{ rules: { min_scorecard: 7 }, blocked_packages: ['evil', 'worse'] }]);
    expect(read.map(({ version }) => version)).toEqual(['7', '8']);
  });

  it('sends no rules when only a list changed', async () => {
    await write({ blocked_maintainers: [] });
    expect(sent()).toEqual([{ blocked_maintainers: [] }]);
  });

  it('sends nothing when a colleague changed the same field meanwhile, and names it', async () => {
    policy = { ...policy, rules: { ...policy.rules, min_scorecard: 6 } };
    const verdict = await write({ min_scorecard: 7, review_scorecard: 8 });
    expect(verdict.kind).toBe('refused');
    expect(verdict.sentence).toContain('somebody changed min_scorecard meanwhile');
    expect(sent()).toEqual([]);
    expect(read).toHaveLength(1);
  });

  it('leaves what a colleague changed elsewhere as it is', async () => {
    policy = { ...policy, rules: { ...policy.rules, typosquat_action: 'block' } };
    expect(await write({ min_scorecard: 7 })).toMatchObject({ kind: 'confirmed' });
    expect(policy.rules['typosquat_action']).toBe('block');
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
    expect(verdict.sentence).not.toContain('min_scorecard');
  });

  it('does not know when the policy cannot be read afterwards', async () => {
    onRead = (count) => (count === 2 ? { problem: 'reset' } : undefined);
    expect(await write({ min_scorecard: 7 })).toMatchObject({ kind: 'unknown' });
  });

  it.each([400, 403, 429])('is refused by a %d', async (status) => {
    onWrite = () => ({ status });
    const verdict = await write({ min_scorecard: 7 });
    expect(verdict.kind).toBe('refused');
    expect(verdict.sentence).toContain('The policy was not changed');
    expect(client.calls).toHaveLength(2);
  });

  it('is confirmed by reading when the answer was lost', async () => {
    onWrite = (call) => {
      apply(call);
      return { problem: 'timeout' };
    };
    const verdict = await write({ min_scorecard: 7 });
    expect(verdict.kind).toBe('confirmed');
    expect(verdict.sentence).toContain('the answer was lost');
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
