import { describe, expect, it } from 'vitest';

import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { createStores } from '../../../src/stores/stores.ts';
import { MachineSessionsReader } from '../../../src/sync/lists/machine-sessions-reader.ts';
import { createFakeClient, type FakeAnswer } from '../../helpers/fake-client.ts';
import { sampleSession } from '../../helpers/sample-data.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const CLIENT = asUntrusted('client-1');

function createReader(answer: FakeAnswer) {
  const clock = new VirtualClock();
  const client = createFakeClient(clock, () => answer);
  const { machineSessions: store } = createStores();
  return { client, store, clock, reader: new MachineSessionsReader(client, store, clock) };
}

const answerOf = (...sessions: readonly ReturnType<typeof sampleSession>[]): FakeAnswer => ({
  body: { sessions: sessions.map(({ raw }) => raw), pagination: { total: sessions.length, has_more: false } },
});

describe('the sessions of a machine', () => {
  it('are those of that machine alone, subagents included, last activity first', async () => {
    const other = sampleSession('s3', 1, { client_id: 'client-2' });
    const { reader, store, client } = createReader(
      answerOf(sampleSession('s1', 500), other, sampleSession('s2', 100)),
    );
    await reader.read(CLIENT);
    expect(store.getState().data).toMatchObject({ clientId: CLIENT, isRead: true });
    expect(store.getState().data?.sessions.map(({ id }) => id)).toEqual(['s2', 's1']);
    expect(client.calls[0]?.query).toMatchObject({ client_id: 'client-1', include_subagents: true });
  });

  it('are not asked for again soon unless a person does', async () => {
    const { reader, client } = createReader(answerOf(sampleSession('s1', 500)));
    await reader.read(CLIENT);
    await reader.read(CLIENT);
    // One page, and a look at what follows it, which is not needed again.
    expect(client.calls).toHaveLength(2);
    await reader.read(CLIENT, true);
    expect(client.calls).toHaveLength(3);
  });

  it('say where reading ended before the list did', async () => {
    const sessions = Array.from({ length: 100 }, (_, index) => sampleSession(`s${index}`, index).raw);
    let page = 0;
    const clock = new VirtualClock();
    const client = createFakeClient(clock, () => {
      page += 1;
      const rows = sessions.map((raw) => ({ ...raw, id: `${page}-${String(raw['id'])}` }));
      return { body: { sessions: rows, pagination: { limit: 100, has_more: true } } };
    });
    const { machineSessions: store } = createStores();
    await new MachineSessionsReader(client, store, clock).read(CLIENT);
    expect(store.getState().data).toMatchObject({ isRead: true, clippedAt: 2000, total: undefined });
  });

  it('tell why they could not be read', async () => {
    const { reader, store } = createReader({ status: 403 });
    await reader.read(CLIENT);
    expect(store.getState().failure?.status).toBe(403);
    expect(store.getState().data).toMatchObject({ clientId: CLIENT, isRead: false });
  });
});

it('forgets why they could not be read as soon as they are asked for again', async () => {
  const clock = new VirtualClock();
  const answers: FakeAnswer[] = [{ status: 403 }];
  const client = createFakeClient(clock, () => answers.shift() ?? answerOf(sampleSession('s1', 500)));
  const { machineSessions: store } = createStores();
  const reader = new MachineSessionsReader(client, store, clock);
  await reader.read(CLIENT);
  expect(store.getState().failure?.status).toBe(403);
  const again = reader.read(CLIENT);
  expect(store.getState()).toMatchObject({ failure: undefined, data: { isRead: false } });
  await again;
  expect(store.getState().data).toMatchObject({ isRead: true, sessions: [{ id: 's1' }] });
});

it('is given up without a word while it is read', async () => {
  const { reader, store, clock } = createReader({ takes: 1000, ...answerOf(sampleSession('s1', 500)) });
  const reading = reader.read(CLIENT);
  await clock.advance(100);
  reader.stop();
  await expect(Promise.all([reading, clock.advance(1000)])).resolves.toBeDefined();
  expect(store.getState().failure).toBeUndefined();
});
