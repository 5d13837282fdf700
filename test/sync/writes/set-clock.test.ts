import { beforeEach, describe, expect, it } from 'vitest';

import { receive } from '../../../src/stores/base/resource-store.ts';
import { createStores } from '../../../src/stores/stores.ts';
import { createGovernor } from '../../../src/sync/governor/governor.ts';
import { EarlierChanges } from '../../../src/sync/writes/reconcile/earlier-changes.ts';
import { withServerTime, type JournalClock } from '../../../src/sync/writes/journal-clock.ts';
import { createWriter, type Writer } from '../../../src/sync/writes/writer.ts';
import { createFakeClient, type FakeClient } from '../../helpers/fake-client.ts';
import { LaggingService } from '../../helpers/lagging-service.ts';
import { countedIds, createMemoryJournal, type MemoryJournal } from '../../helpers/memory-journal.ts';
import { listingOf, sampleAgent } from '../../helpers/sample-data.ts';
import { settle, VirtualClock } from '../../helpers/virtual-clock.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SET = [
  ['set on by an hour', HOUR],
  ['set on by forty days', 40 * DAY],
  ['set back by an hour', -HOUR],
  ['set back by forty days', -40 * DAY],
  ['left alone', 0],
] as const;

let clock: VirtualClock;
let client: FakeClient;
let journal: MemoryJournal;
let journalClock: JournalClock;
let service: LaggingService;
let writer: Writer;

beforeEach(() => {
  clock = new VirtualClock();
  service = new LaggingService(clock, 'numbers');
  journal = createMemoryJournal();
  const start = clock.now();
  const governor = createGovernor({ clock, random: () => 0.5 });
  const answer: Parameters<typeof createFakeClient>[1] = (call) => ({
    ...service.answer(call),
    // The server's clock is nobody's to set.
    date: start + Math.floor(clock.monotonic() / SECOND) * SECOND,
  });
  client = createFakeClient(clock, answer, (exchange) => void governor.note(exchange));
  journalClock = withServerTime(clock, () => governor.serverNow);
  writer = createWriter({ client, clock: journalClock, journal, newId: countedIds() });
});

async function change(status: 'suspended' | 'active') {
  const from = clock.monotonic();
  const agent = sampleAgent('agent-1', { status: status === 'active' ? 'suspended' : 'active' });
  const verdict = await clock.through(writer.changeAgentStatus({ agent, status, reason: '' }));
  return { ...verdict, took: clock.monotonic() - from };
}

describe.each(SET)('with the wall clock %s since', (_what, by) => {
  it('an earlier change that may still be carried out is told of for a quarter of an hour', async () => {
    service.fault = 'dropped';
    expect(await change('suspended')).toMatchObject({ kind: 'unknown' });
    clock.setWall(by);
    await clock.advance(MINUTE);
    expect((await change('active')).sentence).toContain('But an earlier change of it (suspend), sent at');
    await clock.advance(15 * MINUTE);
    expect((await change('active')).sentence).not.toContain('But an earlier change');
  });

  it('what may be from before the last change refuses nothing, and later is not waited for', async () => {
    expect(await change('suspended')).toMatchObject({ kind: 'confirmed' });
    clock.setWall(by);
    service.nextLag = () => 4 * SECOND;
    await clock.advance(SECOND);
    expect(await change('active')).toMatchObject({ kind: 'confirmed' });
    service.nextLag = () => 0;
    await clock.advance(MINUTE);
    const { kind, took } = await change('suspended');
    expect([kind, took < SECOND]).toEqual(['confirmed', true]);
  });

  it('what an earlier start left contradicted is judged again by what is read first', async () => {
    service.fault = 'swallowed';
    expect(await change('suspended')).toMatchObject({ kind: 'contradicted' });
    clock.setWall(by);
    const { stores, told, stop } = start(journal);
    await clock.advance(MINUTE);
    service.setStatus('suspended');
    // As a feed does.
    await client.call('getAgent', {}, () => undefined);
    receive(stores.agents, listingOf([sampleAgent('agent-1', { status: 'suspended' })]), clock.now());
    await settle();
    await clock.advance(SECOND);
    stop();
    expect(told).toEqual([
      expect.stringMatching(/^Confirmed late: build-1 is suspended\. It was contradicted at/),
    ]);
    expect(journal.steps.at(-1)).toBe('verdict confirmed');
  });
});

it('what is older than a day by the server is not judged by what is read now, though the wall clock was set back', async () => {
  service.fault = 'swallowed';
  expect(await change('suspended')).toMatchObject({ kind: 'contradicted' });
  await clock.advance(25 * HOUR);
  clock.setWall(-25 * HOUR);
  const { stores, told, stop } = start(journal);
  await client.call('getAgent', {}, () => undefined);
  receive(stores.agents, listingOf([sampleAgent('agent-1', { status: 'suspended' })]), clock.now());
  await settle();
  stop();
  expect(told).toEqual([]);
});

it('each step has the time of the server beside that of this host, from the first answer on', async () => {
  clock.setWall(HOUR);
  await change('suspended');
  expect(journal.entries).toMatchObject([
    { step: 'intent', time: '2026-03-02T10:00:00.000Z' },
    { step: 'sending', time: '2026-03-02T10:00:00.000Z', server_time: '2026-03-02T09:00:00.000Z' },
    { step: 'verdict', server_time: '2026-03-02T09:00:00.000Z' },
  ]);
  expect(journal.entries[0]).not.toHaveProperty('server_time');
});

/** Another console, which begins now and has read nothing yet. */
function start(kept: MemoryJournal) {
  const stores = createStores();
  const told: string[] = [];
  const left = createMemoryJournal(kept.entries);
  journal = left;
  let hasRead = false;
  const known: JournalClock = withServerTime(clock, () => (hasRead ? journalClock.serverNow?.() : undefined));
  const earlier = new EarlierChanges({
    client,
    clock: known,
    journal: left,
    stores,
    notify: (sentence) => told.push(sentence),
  });
  stores.agents.subscribe(() => (hasRead = true));
  const stop = earlier.start();
  return { stores, told, stop };
}
