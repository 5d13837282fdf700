import { describe, expect, it } from 'vitest';

import { createStores } from '../../../src/stores/stores.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { SessionHistory } from '../../../src/sync/lists/session-history.ts';
import { FRESH_SESSIONS, SessionReader } from '../../../src/sync/lists/session-reader.ts';
import { createFakeClient } from '../../helpers/fake-client.ts';
import { sampleSession } from '../../helpers/sample-data.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

/** A console that looks at a list of so many sessions, of which the newest thousand were read. */
async function lookingAt(count: number, fails: () => boolean = () => false) {
  const clock = new VirtualClock();
  const all = Array.from({ length: count }, (_, index) => sampleSession(`s${index}`, index * 60).raw);
  const client = createFakeClient(clock, ({ query }) => {
    const offset = Number(query?.['offset']);
    const sessions = all.slice(offset, offset + 100);
    return fails() ? { status: 500 } : { body: { sessions, pagination: { total: count } }, takes: 10 };
  });
  const stores = createStores();
  stores.view.setState({ tab: 'sessions', pageSize: 20 });
  const reader = new SessionReader(client, clock);
  const reading = reader.read(stores.view.getState().sessions, undefined);
  await clock.advance(1000);
  receive(stores.sessions, await reading, clock.now());
  const history = new SessionHistory({ reader, stores, clock, hurry: () => undefined });
  const states: string[] = [];
  stores.sessionsBeyond.subscribe(({ state }) => void states.push(state));
  stores.view.subscribe(() => history.readWhenWanted());
  stores.sessions.subscribe(() => history.readWhenWanted());
  const held = () => stores.sessions.getState().data?.rows.length;
  const goTo = (place: number) => updatePane(stores.view, 'sessions', { cursor: `s${place}` });
  return { clock, stores, states, held, goTo, history };
}

describe('reading on in the list of sessions', () => {
  it('waits until the cursor comes near the end, and shows each page as it arrives', async () => {
    const { clock, stores, states, held, goTo } = await lookingAt(1450);
    goTo(400);
    await clock.advance(1000);
    expect(held()).toBe(FRESH_SESSIONS);
    goTo(970);
    await clock.advance(25);
    expect(held()).toBe(1200);
    expect(stores.sessionsBeyond.getState().state).toBe('reading');
    await clock.advance(1000);
    expect(held()).toBe(1450);
    expect(states).toEqual(['reading', 'read']);
  });

  it('reads a thousand at once, and the next ones when the cursor follows', async () => {
    const { clock, held, goTo, states } = await lookingAt(4000);
    goTo(999);
    await clock.advance(5000);
    expect(held()).toBe(2000);
    goTo(1999);
    await clock.advance(5000);
    expect(held()).toBe(3000);
    expect(states).toEqual(['reading', 'idle', 'reading', 'idle']);
  });

  it('says why it ended early, and rests before it tries again', async () => {
    let isBroken = false;
    const { clock, stores, held, goTo } = await lookingAt(1300, () => isBroken);
    isBroken = true;
    goTo(990);
    await clock.advance(1000);
    expect(stores.sessionsBeyond.getState()).toMatchObject({ state: 'idle', failure: { status: 500 } });
    isBroken = false;
    goTo(991);
    await clock.advance(1000);
    expect(held()).toBe(FRESH_SESSIONS);
    await clock.advance(10_000);
    goTo(992);
    await clock.advance(1000);
    expect(held()).toBe(1300);
    expect(stores.sessionsBeyond.getState()).toEqual({ state: 'read', failure: undefined });
  });

  it('is given up when the filters change', async () => {
    const { clock, stores, held, goTo, history } = await lookingAt(3000);
    goTo(999);
    await clock.advance(25);
    updatePane(stores.view, 'sessions', { branch: 'main' });
    const then = held();
    await clock.advance(5000);
    expect(held()).toBe(then);
    history.stop();
    expect(stores.sessionsBeyond.getState().state).toBe('idle');
  });
});
