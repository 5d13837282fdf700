import { beforeEach, describe, expect, it } from 'vitest';

import { createStores, type Stores } from '../../../src/stores/stores.ts';
import { selectHunt } from '../../../src/stores/hunt/select-hunt.ts';
import { FoundSessionsReader } from '../../../src/sync/hunt/found-sessions-reader.ts';
import {
  createFakeClient,
  type FakeAnswer,
  type FakeCall,
  type FakeClient,
} from '../../helpers/fake-client.ts';
import { NOW, sampleEvent, sampleSession } from '../../helpers/sample-data.ts';
import { storeHunt } from '../../helpers/sample-hunt.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';
import { wholeSlices } from '../../helpers/whole-slices.ts';

let clock: VirtualClock;
let stores: Stores;
let client: FakeClient;
let reader: FoundSessionsReader;
let answer: (call: FakeCall) => FakeAnswer;

/** Of whom sessions were asked for; that a list ends where it says is tried once. */
const asked = () =>
  client.calls.filter(({ query }) => !query?.['offset']).map(({ query }) => query?.['client_id']);

function add(id: string, ago: number, machine: number, version = '5.6.1') {
  stores.events.apply(
    [
      sampleEvent(id, ago, {
        client_id: `client-${machine}`,
        subject: { ecosystem: 'npm', package: 'chalk', version },
        metadata: { project_path: '/srv/shop' },
      }),
    ],
    { at: NOW, fromHistory: false },
  );
  stores.liveHunt.look(stores.events.getState().rows);
}

/** The sessions that the rows name, by machine. */
function named(): Record<string, string | undefined> {
  const facts = selectHunt(
    stores,
    { search: '', sort: undefined, withUnclear: false },
    { now: NOW, zone: 'utc' },
  );
  return Object.fromEntries(
    (facts?.rows ?? []).map(({ finding: { client: machine }, sessions }) => [
      String(machine),
      typeof sessions === 'object' ? sessions.sessions.map(({ id }) => id).join() : sessions,
    ]),
  );
}

beforeEach(() => {
  clock = new VirtualClock();
  stores = createStores({ slices: wholeSlices });
  answer = ({ query }) => {
    const sessions =
      query?.['client_id'] === 'client-1'
        ? [sampleSession('s1', 0, { client_id: 'client-1', project_path: '/srv/shop' }).raw]
        : [];
    return {
      body: { sessions, pagination: { total: sessions.length, limit: 100, offset: 0, has_more: false } },
      takes: 20,
    };
  };
  client = createFakeClient(clock, (call) => answer(call));
  reader = new FoundSessionsReader({
    client,
    clock,
    stores,
    onFault: (_doing, error) => {
      throw error;
    },
  });
  storeHunt({ stores }, 'chalk,5.6.1');
});

describe('the sessions of what a hunt found', () => {
  it('are read of each machine once, and of no machine that was not found', async () => {
    add('e1', 60, 1);
    add('e2', 50, 1);
    add('e3', 40, 2);
    add('e4', 30, 3, '5.6.2');
    reader.begin();
    expect(named()).toEqual({ 'client-1': undefined, 'client-2': undefined });
    await clock.advance(30_000);
    expect(asked()).toEqual(['client-1', 'client-2']);
    expect(named()).toEqual({ 'client-1': 's1', 'client-2': 'none' });
  });

  it('are read of a machine that is found later, and again where one installs something again, after a minute', async () => {
    add('e1', 60, 1);
    reader.begin();
    await clock.advance(5000);
    add('e2', 50, 2);
    await clock.advance(5000);
    expect(asked()).toEqual(['client-1', 'client-2']);
    add('e3', 5, 1);
    await clock.advance(5000);
    expect(asked()).toHaveLength(2);
    await clock.advance(60_000);
    expect(asked()).toEqual(['client-1', 'client-2', 'client-1']);
    await clock.advance(600_000);
    expect(asked()).toHaveLength(3);
  });

  it('are not read of more than 200 machines, and how many that leaves is counted', async () => {
    for (let machine = 0; machine < 203; machine++) {
      add(`e${machine}`, machine, machine);
    }
    reader.begin();
    await clock.advance(60_000);
    expect(asked()).toHaveLength(200);
    expect(stores.foundSessions.getState().left).toBe(3);
  });

  it('end where they are refused, with the reason', async () => {
    add('e1', 60, 1);
    add('e2', 60, 2);
    answer = () => ({ status: 403, body: { error: 'not yours' } });
    reader.begin();
    await clock.advance(60_000);
    expect(asked()).toEqual(['client-1']);
    expect(String(stores.foundSessions.getState().problem)).toContain('403');
  });

  it('begin anew with another hunt', async () => {
    add('e1', 60, 1);
    reader.begin();
    await clock.advance(5000);
    reader.begin();
    expect(stores.foundSessions.getState().byClient.size).toBe(0);
    await clock.advance(5000);
    expect(asked()).toEqual(['client-1', 'client-1']);
  });
});
