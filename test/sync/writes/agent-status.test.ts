import { beforeEach, describe, expect, it } from 'vitest';

import type { Agent } from '../../../src/contract/agent.ts';
import { wrapClient } from '../../../src/sync/retry/wrap-client.ts';
import { OUTCOME_OPEN_FOR } from '../../../src/sync/writes/journal-clock.ts';
import type { AgentVerdict } from '../../../src/sync/writes/verdict.ts';
import { createWriter, type Writer } from '../../../src/sync/writes/writer.ts';
import { createFakeClient, type FakeAnswer, type FakeClient } from '../../helpers/fake-client.ts';
import { countedIds, createMemoryJournal, type MemoryJournal } from '../../helpers/memory-journal.ts';
import { sampleAgent } from '../../helpers/sample-data.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

let clock: VirtualClock;
let agent: Record<string, unknown>;
let client: FakeClient;
let journal: MemoryJournal;
let writer: Writer;
let read: Agent[];
/** What the server does with the change. */
let onWrite: () => FakeAnswer;
/** What the server says to the read with that number, from 1, in the place of the agent. */
let onRead: (read: number) => FakeAnswer | undefined;

beforeEach(() => {
  clock = new VirtualClock();
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
  journal = createMemoryJournal();
  writer = createWriter({
    client,
    clock,
    journal,
    newId: countedIds(),
    onAgent: (_id, seen) => (seen === 'gone' ? undefined : read.push(seen)),
  });
});

function suspend(): Promise<AgentVerdict> {
  return clock.through(
    writer.changeAgentStatus({
      agent: sampleAgent('agent-1'),
      status: 'suspended',
      reason: 'stolen laptop',
    }),
  );
}

function sent(): readonly unknown[] {
  return client.calls.filter(({ endpoint }) => endpoint === 'setAgentStatus').map(({ body }) => body);
}

describe('suspending an agent', () => {
  it('reads, sends the change with its reason, and reads again', async () => {
    expect(await suspend()).toMatchObject({
      kind: 'confirmed',
      sentence: 'Confirmed: build-1 is suspended.',
      operation: 'w1',
      after: { status: 'suspended' },
    });
    expect(client.calls.map(({ endpoint }) => endpoint)).toEqual(['getAgent', 'setAgentStatus', 'getAgent']);
    expect(sent()).toEqual([{ status: 'suspended', reason: 'stolen laptop' }]);
    expect(read.map(({ status }) => status)).toEqual(['active', 'suspended']);
  });

  it('sends no reason where none was given', async () => {
    await writer.changeAgentStatus({ agent: sampleAgent('agent-1'), status: 'suspended', reason: '' });
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
    expect(verdict).toMatchObject({ kind: 'refused', moved: { raw: agent } });
    expect(verdict.sentence).toContain('Nothing was sent');
    expect(verdict.sentence).toContain(told);
    expect(sent()).toEqual([]);
  });

  it('sends nothing when somebody else has suspended it already', async () => {
    agent = { ...agent, status: 'suspended' };
    expect(await suspend()).toMatchObject({
      kind: 'refused',
      sentence:
        'Nothing was sent: build-1 is suspended already. The reason was not sent; it is in the journal.',
      moved: { status: 'suspended' },
    });
    expect(sent()).toEqual([]);
  });

  it('says of what is as requested that an earlier change may still undo it, until that is too long ago', async () => {
    onWrite = () => ({ problem: 'reset' });
    expect(await suspend()).toMatchObject({ kind: 'unknown' });
    const activate = () =>
      clock.through(
        writer.changeAgentStatus({ agent: sampleAgent('agent-1'), status: 'active', reason: '' }),
      );
    const { kind, sentence } = await activate();
    expect(kind).toBe('refused');
    expect(sentence).toBe(
      'Nothing was sent: build-1 is active already. But an earlier change of it (suspend), sent at 09:00:00Z, was not confirmed, and the server may still apply it: look at it again until 09:15Z.',
    );
    await clock.advance(OUTCOME_OPEN_FOR + 1);
    expect((await activate()).sentence).toBe('Nothing was sent: build-1 is active already.');
  });

  it('sends nothing when the agent is gone', async () => {
    onRead = () => ({ status: 404, body: { error: 'There is no such agent' } });
    const verdict = await suspend();
    expect(verdict).toMatchObject({ kind: 'refused', moved: 'gone' });
    expect(verdict.sentence).toContain('build-1 is gone already');
    expect(sent()).toEqual([]);
  });

  it('does not take the error page of a proxy for a sign that the agent is gone', async () => {
    onRead = () => ({ status: 404 });
    const verdict = await suspend();
    expect(verdict).toMatchObject({ kind: 'refused', status: 404 });
    expect(verdict.moved).toBeUndefined();
    expect(verdict.sentence).toContain('could not be read before the change');
    expect(sent()).toEqual([]);
  });

  it('sends nothing when the server answers with another agent', async () => {
    agent = { ...agent, id: 'agent-2' };
    expect(await suspend()).toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('another agent than the one that was asked for') as string,
    });
    expect(sent()).toEqual([]);
  });

  it('says that the server contradicts it when nothing changed', async () => {
    onWrite = () => ({ body: { ok: true } });
    expect(await suspend()).toMatchObject({
      kind: 'contradicted',
      sentence: expect.stringContaining('took the change, but build-1 is active') as string,
    });
  });

  it('looks once more when it cannot be read afterwards', async () => {
    onRead = (count) => (count === 2 ? { problem: 'timeout' } : undefined);
    expect(await suspend()).toMatchObject({ kind: 'confirmed' });
  });

  it('does not know when the agent cannot be read afterwards', async () => {
    onRead = (count) => (count > 1 ? { problem: 'timeout' } : undefined);
    const verdict = await suspend();
    expect(verdict).toMatchObject({ kind: 'unknown', after: undefined });
    expect(verdict.mayResend).toBeUndefined();
    expect(sent()).toHaveLength(1);
  });

  it.each([403, 404, 400])(
    'is refused by a %d, with how it was read right after, which proves nothing',
    async (status) => {
      onWrite = () => ({ status, body: { error: 'No' } });
      const verdict = await suspend();
      expect(verdict).toMatchObject({ kind: 'refused', status, after: { status: 'active' } });
      expect(verdict.sentence).toMatch(
        /^The server refused the change of build-1; read once after that, it is active\. /,
      );
      expect(client.calls.map(({ endpoint }) => endpoint)).toEqual([
        'getAgent',
        'setAgentStatus',
        'getAgent',
      ]);
    },
  );

  it('tells each step as it comes to it', async () => {
    const steps: string[] = [];
    const told = () => [...steps];
    let whileSending: readonly string[] = [];
    onWrite = () => {
      whileSending = told();
      return { status: 500 };
    };
    await clock.through(
      writer.changeAgentStatus({
        agent: sampleAgent('agent-1'),
        status: 'suspended',
        reason: '',
        onStep: (step) => steps.push(step),
      }),
    );
    expect(whileSending).toEqual(['reading', 'sending']);
    expect(steps).toEqual(['reading', 'sending', 'reading again', 'not seen yet']);
  });

  it('sends nothing once it is stopped while it is read, and records that', async () => {
    const stopping = new AbortController();
    onRead = () => {
      stopping.abort();
      return undefined;
    };
    const request = { agent: sampleAgent('agent-1'), status: 'suspended', reason: '' } as const;
    const verdict = await clock.through(writer.changeAgentStatus({ ...request, cancel: stopping.signal }));
    expect(verdict).toMatchObject({
      kind: 'refused',
      sentence: 'Nothing was sent: it was stopped before that.',
    });
    expect(sent()).toEqual([]);
  });

  it('says which permission the key lacks', async () => {
    onWrite = () => ({ status: 403, body: { error: 'No' } });
    const { sentence } = await suspend();
    expect(sentence).toContain('The key may read agents but not change them (403): No.');
    expect(sentence).toContain('Settings > API Keys');
  });

  it('does not call a key revoked that has read since', async () => {
    onWrite = () => ({ status: 401, body: { error: 'Unauthorized.' } });
    const verdict = await suspend();
    expect(verdict).toMatchObject({ kind: 'refused', status: 401 });
    expect(verdict.sentence).toContain(
      'refused this request with 401 (Unauthorized), though the same key has read build-1 since.',
    );
    expect(verdict.sentence).not.toContain('revoked');
  });

  it('is not known after a refusal, which may be of a repetition, where it cannot be read', async () => {
    onWrite = () => {
      onRead = () => ({ problem: 'timeout' });
      return { status: 403, body: { error: 'No' } };
    };
    expect(await suspend()).toMatchObject({ kind: 'unknown', status: 403 });
  });

  it('is refused when the key is refused for all', async () => {
    onWrite = () => {
      onRead = () => ({ status: 401, body: { error: 'Revoked' } });
      return { status: 401, body: { error: 'Revoked' } };
    };
    const verdict = await suspend();
    expect(verdict).toMatchObject({ kind: 'refused', status: 401 });
    expect(verdict.sentence).toContain('revoked');
  });

  it.each([
    ['a timeout', { problem: 'timeout' }],
    ['a broken connection', { problem: 'reset' }],
    ['a fault of the server', { status: 502 }],
    ['a timeout that a proxy answers', { status: 408 }],
  ] as const)('is confirmed by reading after %s, since it may have arrived', async (_what, answer) => {
    onWrite = () => {
      agent = { ...agent, status: 'suspended' };
      return answer;
    };
    const verdict = await suspend();
    expect(verdict.kind).toBe('confirmed');
    expect(verdict.sentence).toContain('Confirmed after an error: build-1 is suspended');
    expect(sent()).toHaveLength(1);
  });

  it.each([
    ['a timeout', { problem: 'timeout' }],
    ['a fault of the server', { status: 500 }],
  ] as const)(
    'may be sent once more, by the person, after %s that changed nothing',
    async (_what, answer) => {
      onWrite = () => answer;
      const verdict = await suspend();
      expect(verdict).toMatchObject({ kind: 'unknown', mayResend: true });
      expect(verdict.sentence).toContain('it may still be carried out later');
      expect(sent()).toHaveLength(1);
    },
  );

  it('is sent again by itself, after a fresh read, when it provably never left', async () => {
    let tries = 0;
    onWrite = () => {
      if (++tries === 1) {
        return { problem: 'connect' };
      }
      agent = { ...agent, status: 'suspended' };
      return {};
    };
    expect(await suspend()).toMatchObject({ kind: 'confirmed' });
    expect(client.calls.map(({ endpoint }) => endpoint)).toEqual([
      'getAgent',
      'setAgentStatus',
      'getAgent',
      'setAgentStatus',
      'getAgent',
    ]);
  });

  it('is refused when it never leaves', async () => {
    onWrite = () => ({ problem: 'connect' });
    expect(await suspend()).toMatchObject({ kind: 'refused' });
    expect(sent()).toHaveLength(3);
  });

  it('is sent again when the server asked to wait, unless it changed in the meantime', async () => {
    onWrite = () => {
      agent = { ...agent, generation: 2 };
      return { status: 429, body: { error: 'Wait' } };
    };
    expect(await suspend()).toMatchObject({ kind: 'refused', moved: { generation: 2 } });
    expect(sent()).toHaveLength(1);
  });

  it('is not sent again as one of many, so that these can stop there', async () => {
    onWrite = () => ({ status: 429, body: { error: 'Wait' } });
    const request = { agent: sampleAgent('agent-1'), status: 'suspended', reason: '', inBulk: true } as const;
    expect(await writer.changeAgentStatus(request)).toMatchObject({ kind: 'refused', status: 429 });
    expect(sent()).toHaveLength(1);
  });

  it('does not leave when its turn comes so late that what was read before is old', async () => {
    let held = 0;
    const late = wrapClient(client, (next) => async (endpoint, ...call) => {
      if (endpoint === 'setAgentStatus' && ++held === 1) {
        await clock.advance(10_000);
        agent = { ...agent, hostname: 'build-9' };
      }
      return next(endpoint, ...call);
    });
    const heldBack = createWriter({ client: late, clock, journal, newId: countedIds() });
    const verdict = await heldBack.changeAgentStatus({
      agent: sampleAgent('agent-1'),
      status: 'suspended',
      reason: '',
    });
    expect(verdict).toMatchObject({ kind: 'refused', moved: { hostname: 'build-9' } });
    expect(sent()).toEqual([]);
  });
});

it('makes a suspended agent active again', async () => {
  agent = { ...agent, status: 'suspended' };
  onWrite = () => {
    agent = { ...agent, status: 'active' };
    return {};
  };
  const known = sampleAgent('agent-1', { status: 'suspended' });
  const verdict = await writer.changeAgentStatus({ agent: known, status: 'active', reason: '' });
  expect(verdict).toMatchObject({ kind: 'confirmed', sentence: 'Confirmed: build-1 is active again.' });
});

describe('a writer that must not write', () => {
  it('asks nothing and puts nothing down', async () => {
    client.setWritable(undefined);
    expect(await suspend()).toMatchObject({
      kind: 'refused',
      blockedBy: 'read-only',
      sentence: expect.stringContaining(':unlock') as string,
    });
    expect(client.calls).toEqual([]);
    expect(journal.entries).toEqual([]);
  });

  it('lets nothing leave after the time for writing is over, although it began before', async () => {
    client.setWritable(clock.now() + 1000);
    onRead = () => ({ body: agent, takes: 1000 });
    const verdict = suspend();
    await clock.advance(1000);
    expect(await verdict).toMatchObject({ kind: 'refused', blockedBy: 'read-only', operation: 'w1' });
    expect(sent()).toEqual([]);
    expect(journal.steps).toEqual(['intent', 'sending', 'verdict refused']);
  });
});

describe('the journal of a change', () => {
  it('has the intent, what was there right before, and what was observed', async () => {
    await suspend();
    const common = {
      operation: 'w1',
      action: 'suspend',
      target: { id: 'agent-1', hostname: 'build-1', generation: 1 },
    };
    expect(journal.entries).toMatchObject([
      {
        ...common,
        time: '2026-03-02T09:00:00.000Z',
        step: 'intent',
        before: { status: 'active' },
        after: { status: 'suspended' },
        reason: 'stolen laptop',
      },
      { ...common, step: 'sending', before: { status: 'active' } },
      {
        ...common,
        step: 'verdict',
        verdict: 'confirmed',
        after: { status: 'suspended' },
        sentence: 'Confirmed: build-1 is suspended.',
      },
    ]);
  });

  it('says of a change that it takes an earlier one back', async () => {
    await writer.changeAgentStatus({
      agent: sampleAgent('agent-1'),
      status: 'suspended',
      reason: '',
      isUndo: true,
    });
    expect(journal.entries.every(({ undo }) => undo === true)).toBe(true);
  });

  it('has each sending', async () => {
    onWrite = () => ({ problem: 'connect' });
    await suspend();
    expect(journal.steps).toEqual(['intent', 'sending', 'sending', 'sending', 'verdict refused']);
  });

  it('stops a change that it cannot take', async () => {
    journal.problem = 'The disk is full.';
    const verdict = await suspend();
    expect(verdict).toMatchObject({ kind: 'refused', blockedBy: 'journal' });
    expect(verdict.sentence).toContain('Nothing was sent');
    expect(verdict.sentence).toContain('The disk is full.');
    expect(client.calls).toEqual([]);
  });

  it('stops a change that it cannot take any more right before it is sent', async () => {
    onRead = () => {
      journal.problem = 'The disk is full.';
      return undefined;
    };
    expect(await suspend()).toMatchObject({ kind: 'refused', blockedBy: 'journal' });
    expect(sent()).toEqual([]);
  });

  it('does not keep the verdict from the person', async () => {
    onRead = (count) => {
      journal.problem = count === 2 ? 'The disk is full.' : undefined;
      return undefined;
    };
    const verdict = await suspend();
    expect(verdict).toMatchObject({ kind: 'confirmed', blockedBy: 'journal' });
    expect(verdict.sentence).toContain('The journal does not say so yet: The disk is full.');
  });
});
