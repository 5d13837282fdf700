import { beforeEach, describe, expect, it } from 'vitest';

import type { AgentVerdict } from '../../../src/sync/writes/verdict.ts';
import { createWriter, type Writer } from '../../../src/sync/writes/writer.ts';
import { createFakeClient, type FakeAnswer, type FakeClient } from '../../helpers/fake-client.ts';
import { countedIds, createMemoryJournal, type MemoryJournal } from '../../helpers/memory-journal.ts';
import { sampleAgent } from '../../helpers/sample-data.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const GONE: FakeAnswer = { status: 404, body: { error: 'There is no agent with this id' } };

/** What the server has of the agent; undefined once it is gone. */
let agent: Readonly<Record<string, unknown>> | undefined;
let client: FakeClient;
let journal: MemoryJournal;
let writer: Writer;
let gone: string[];
/** What the server does with the deletion. */
let onDelete: () => FakeAnswer;

let clock: VirtualClock;

beforeEach(() => {
  agent = sampleAgent('agent-1').raw;
  gone = [];
  onDelete = () => {
    agent = undefined;
    return { status: 204 };
  };
  clock = new VirtualClock();
  client = createFakeClient(clock, ({ endpoint }) =>
    endpoint === 'deleteAgent' ? onDelete() : agent === undefined ? GONE : { body: agent },
  );
  journal = createMemoryJournal();
  writer = createWriter({
    client,
    clock,
    journal,
    newId: countedIds(),
    onAgent: (id, seen) => (seen === 'gone' ? gone.push(id) : undefined),
  });
});

function remove(hard: boolean, seen = sampleAgent('agent-1')): Promise<AgentVerdict> {
  return clock.through(writer.deleteAgent({ agent: seen, hard, reason: 'left the company' }));
}

const sent = () =>
  client.calls.filter(({ endpoint }) => endpoint === 'deleteAgent').map(({ query }) => query);

describe('deleting an agent softly', () => {
  it('sends no `hard` at all', async () => {
    await remove(false);
    expect(sent()).toEqual([{ hard: undefined, reason: 'left the company' }]);
  });

  it.each([
    ['it is gone', undefined, 'confirmed', 'is gone: this server removes what is deleted softly'],
    ['it has the status', 'deleted', 'confirmed', 'is deleted: the server keeps it with that status'],
    ['it is as before', 'active', 'contradicted', 'is active and still there'],
    ['it is something else', 'suspended', 'contradicted', 'is suspended and still there'],
  ] as const)('tells what was observed: %s', async (_what, status, kind, words) => {
    onDelete = () => {
      agent = status === undefined ? undefined : { ...agent, status };
      return { status: 204 };
    };
    const verdict = await remove(false);
    expect(verdict.kind).toBe(kind);
    expect(verdict.sentence).toContain(`build-1 ${words}`);
    expect(gone).toEqual(status === undefined ? ['agent-1'] : []);
  });

  it('sends nothing when it is deleted already', async () => {
    agent = { ...agent, status: 'deleted' };
    expect(await remove(false)).toMatchObject({
      kind: 'refused',
      sentence: 'Nothing was sent: build-1 is deleted already.',
      moved: { status: 'deleted' },
    });
    expect(sent()).toEqual([]);
  });
});

describe('deleting an agent for good', () => {
  it('is confirmed when it is gone', async () => {
    expect(await remove(true)).toMatchObject({
      kind: 'confirmed',
      sentence: 'Confirmed: build-1 is gone for good.',
      after: 'gone',
    });
    expect(sent()).toEqual([{ hard: true, reason: 'left the company' }]);
    expect(journal.entries.at(-1)).toMatchObject({ action: 'hard-delete', after: { gone: true } });
    expect(gone).toEqual(['agent-1']);
  });

  it('is confirmed on a server that answers unknown ids with a 400', async () => {
    onDelete = () => {
      agent = undefined;
      return { status: 204 };
    };
    const answers: FakeAnswer[] = [{ body: sampleAgent('agent-1').raw }, { status: 204 }];
    const unknown: FakeAnswer = { status: 400, body: { error: 'The id is not known' } };
    const clock = new VirtualClock();
    const other = createFakeClient(clock, () => answers.shift() ?? unknown);
    const verdict = await createWriter({ client: other, clock, journal, newId: countedIds() }).deleteAgent({
      agent: sampleAgent('agent-1'),
      hard: true,
      reason: '',
    });
    expect(verdict).toMatchObject({ kind: 'confirmed', after: 'gone' });
  });

  it('is contradicted when it is only marked', async () => {
    onDelete = () => {
      agent = { ...agent, status: 'deleted' };
      return { status: 204 };
    };
    expect(await remove(true)).toMatchObject({ kind: 'contradicted', after: { status: 'deleted' } });
  });

  it('removes for good what was deleted softly before', async () => {
    agent = { ...agent, status: 'deleted' };
    expect(await remove(true, sampleAgent('agent-1', { status: 'deleted' }))).toMatchObject({
      kind: 'confirmed',
    });
  });

  it('sends nothing when it is gone already', async () => {
    agent = undefined;
    const verdict = await remove(true);
    expect(verdict).toMatchObject({ kind: 'refused', moved: 'gone' });
    expect(verdict.sentence).toContain('is gone already');
    expect(sent()).toEqual([]);
  });

  it('is confirmed although the answer is that of a request which was repeated on its way', async () => {
    onDelete = () => {
      agent = undefined;
      return GONE;
    };
    expect(await remove(true)).toMatchObject({ kind: 'confirmed', status: 404 });
    expect(sent()).toHaveLength(1);
  });

  it('is not confirmed by the page of a proxy that says 404', async () => {
    onDelete = () => ({ status: 204 });
    const answers: FakeAnswer[] = [{ body: sampleAgent('agent-1').raw }, { status: 204 }];
    const clock = new VirtualClock();
    const other = createFakeClient(clock, () => answers.shift() ?? { status: 404 });
    const verdict = await createWriter({ client: other, clock, journal, newId: countedIds() }).deleteAgent({
      agent: sampleAgent('agent-1'),
      hard: true,
      reason: '',
    });
    expect(verdict.kind).toBe('unknown');
  });
});
