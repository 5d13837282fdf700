import { describe, expect, it } from 'vitest';

import { createDeferredSync } from '../../src/sync/deferred-sync.ts';
import { sampleAgent, samplePolicy } from '../helpers/sample-data.ts';
import { createFakeSync } from '../helpers/fake-sync.ts';

describe('a console that is not connected yet', () => {
  it('refuses writes, and forgets what else is asked of it', async () => {
    const late = createDeferredSync(() => new Promise(() => undefined));
    late.refresh();
    late.closeTranscript();
    const agent = { agent: sampleAgent('agent-1'), status: 'suspended', reason: '' } as const;
    expect(await late.changeAgentStatus(agent)).toMatchObject({ kind: 'refused' });
    expect(await late.deleteAgent({ ...agent, hard: true })).toMatchObject({ kind: 'refused' });
    expect(await late.writePolicy({ base: samplePolicy(), changes: {} })).toMatchObject({ kind: 'refused' });
  });

  it('starts once there is a connection, if it was started', async () => {
    const real = createFakeSync();
    const late = createDeferredSync(() => Promise.resolve(real));
    late.start();
    expect(real.calls).toEqual([]);
    await late.ready;
    late.refresh();
    expect(real.calls).toEqual(['start', 'refresh']);
  });

  it('hands on for how long changes are allowed, as it was said last', async () => {
    const real = createFakeSync();
    const late = createDeferredSync(() => Promise.resolve(real));
    late.setWritable(5);
    late.setWritable(undefined);
    await late.ready;
    late.setWritable('always');
    expect(real.writable).toEqual([undefined, 'always']);
  });

  it('says nothing of that where nothing was said', async () => {
    const real = createFakeSync();
    await createDeferredSync(() => Promise.resolve(real)).ready;
    expect(real.writable).toEqual([]);
  });

  it('reads the journal once there is a connection', async () => {
    const real = createFakeSync();
    const late = createDeferredSync(() => Promise.resolve(real));
    const reading = late.readJournal();
    expect(await reading).toBe(real.journal);
  });

  it('lets a connection go that arrives after the end', async () => {
    const real = createFakeSync();
    const late = createDeferredSync(() => Promise.resolve(real));
    late.start();
    late.stop();
    await late.ready;
    expect(real.calls).toEqual(['stop']);
  });

  it('tells when there can be no connection', async () => {
    const late = createDeferredSync(() => Promise.reject(new Error('port in use')));
    await expect(late.ready).rejects.toThrow('port in use');
  });
});
