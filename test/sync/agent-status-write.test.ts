import { beforeEach, describe, expect, it } from 'vitest';

import type { Agent } from '../../src/contract/agent.ts';
import { writeAgentStatus } from '../../src/sync/agent-status-write.ts';
import type { Verdict } from '../../src/sync/sync.ts';
import { createFakeClient, type FakeAnswer, type FakeClient } from '../helpers/fake-client.ts';
import { sampleAgent } from '../helpers/sample-data.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';

let agent: Record<string, unknown>;
let client: FakeClient;
let read: Agent[];
/** What the server does with the change. */
let onWrite: () => FakeAnswer;
/** What the server says to the read with that number, from 1, in the place of the agent. */
let onRead: (read: number) => FakeAnswer | undefined;

beforeEach(() => {
  const clock = new VirtualClock();
  agent = { id: 'agent-1', hostname: 'build-1', generation: 1, status: 'active' };
  read = [];
  onRead = () => undefined;
  onWrite = () => {
    agent = { ...agent, status: 'suspended' };
    return { body: { ok: true } };
  };
  let reads = 0;
  client = createFakeClient(clock, ({ endpoint }) =>
    endpoint === 'setAgentStatus' ? onWrite() : (onRead(++reads) ?? { body: agent }),
  );
});

function suspend(): Promise<Verdict> {
  const request = { agent: sampleAgent('agent-1'), status: 'suspended', reason: 'stolen laptop' } as const;
  return writeAgentStatus(client, request, (seen) => read.push(seen));
}

function sent(): readonly unknown[] {
  return client.calls.filter(({ endpoint }) => endpoint === 'setAgentStatus').map(({ body }) => body);
}

describe('suspending an agent', () => {
  it('reads, sends the change with its reason, and reads again', async () => {
    expect(await suspend()).toEqual({ kind: 'confirmed', sentence: 'Confirmed: build-1 is suspended.' });
    expect(client.calls.map(({ endpoint }) => endpoint)).toEqual(['getAgent', 'setAgentStatus', 'getAgent']);
    expect(sent()).toEqual([{ status: 'suspended', reason: 'stolen laptop' }]);
    expect(read.map(({ status }) => status)).toEqual(['active', 'suspended']);
  });

  it('sends no reason where none was given', async () => {
    const request = { agent: sampleAgent('agent-1'), status: 'suspended', reason: '' } as const;
    await writeAgentStatus(client, request, () => undefined);
    expect(sent()).toEqual([{ status: 'suspended' }]);
  });

  it.each([
    ['generation', { generation: 2 }, 'generation is 2, was 1'],
    ['hostname', { hostname: 'build-9' }, 'hostname is build-9, was build-1'],
    ['status', { status: 'deleted' }, 'status is deleted, was active'],
    ['hostname', { hostname: null }, 'hostname is absent, was build-1'],
  ])('sends nothing when the %s is another than the person saw', async (_field, change, told) => {
    agent = { ...agent, ...change };
    const verdict = await suspend();
    expect(verdict.kind).toBe('refused');
    expect(verdict.sentence).toContain('Nothing was sent');
    expect(verdict.sentence).toContain(told);
    expect(sent()).toEqual([]);
  });

  it('sends nothing when the agent cannot be read first', async () => {
    onRead = () => ({ status: 404 });
    expect(await suspend()).toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('Nothing was sent') as string,
    });
    expect(sent()).toEqual([]);
  });

  it('says that the server contradicts it when nothing changed', async () => {
    onWrite = () => ({ body: { ok: true } });
    expect(await suspend()).toMatchObject({
      kind: 'contradicted',
      sentence: expect.stringContaining('asked to be suspended and is active') as string,
    });
  });

  it('does not know when the agent cannot be read afterwards', async () => {
    onRead = (count) => (count === 2 ? { problem: 'timeout' } : undefined);
    expect(await suspend()).toMatchObject({ kind: 'unknown' });
  });

  it.each([403, 404, 400, 429])('is refused by a %d, and nothing more is asked', async (status) => {
    onWrite = () => ({ status });
    const verdict = await suspend();
    expect(verdict.kind).toBe('refused');
    expect(verdict.sentence).toContain('was not changed');
    expect(client.calls).toHaveLength(2);
  });

  it.each([
    ['a timeout', { problem: 'timeout' }],
    ['a broken connection', { problem: 'reset' }],
    ['a fault of the server', { status: 502 }],
  ] as const)('is confirmed by reading after %s, since it may have arrived', async (_what, answer) => {
    onWrite = () => {
      agent = { ...agent, status: 'suspended' };
      return answer;
    };
    const verdict = await suspend();
    expect(verdict.kind).toBe('confirmed');
    expect(verdict.sentence).toContain('the answer was lost');
    expect(sent()).toHaveLength(1);
  });

  it('says that it did not arrive when the answer was lost and nothing changed', async () => {
    onWrite = () => ({ problem: 'reset' });
    expect(await suspend()).toMatchObject({ kind: 'contradicted' });
  });

  it('is refused when it provably never left', async () => {
    onWrite = () => ({ problem: 'connect' });
    expect(await suspend()).toMatchObject({ kind: 'refused' });
    expect(client.calls).toHaveLength(2);
  });
});

it('makes a suspended agent active again', async () => {
  agent = { ...agent, status: 'suspended' };
  onWrite = () => {
    agent = { ...agent, status: 'active' };
    return {};
  };
  const known = sampleAgent('agent-1', { status: 'suspended' });
  const verdict = await writeAgentStatus(
    client,
    { agent: known, status: 'active', reason: '' },
    () => undefined,
  );
  expect(verdict).toEqual({ kind: 'confirmed', sentence: 'Confirmed: build-1 is active again.' });
});
