import { beforeEach, describe, expect, it } from 'vitest';

import { ForwardPosition } from '../../../src/sync/forward/forward-position.ts';
import { ModelEventServer } from '../../helpers/model-event-server.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';
import { Life, ModelDisk, ModelReceiver, type World } from './crashing-forwarder.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let clock: VirtualClock;
let server: ModelEventServer;
let receiver: ModelReceiver;
let world: World;

beforeEach(() => {
  clock = new VirtualClock();
  server = new ModelEventServer(clock, { precision: 'milliseconds' });
  receiver = new ModelReceiver();
  world = { clock, server, receiver, disk: new ModelDisk(), random: () => 0.5, refused: [] };
});

function add(id: string, ago = 0): void {
  server.add(id, { timestamp: clock.now() - ago });
}

function sent(): readonly string[] {
  return receiver.records.flatMap(({ id }) => (id === undefined ? [] : [id]));
}

function notes(): readonly { readonly kind: string }[] {
  return receiver.records
    .filter(({ id }) => id === undefined)
    .map(({ line }) => (JSON.parse(line) as { vigil: { kind: string } }).vigil);
}

async function live(milliseconds: number, begin: number, options?: ConstructorParameters<typeof Life>[2]) {
  const life = new Life(world, begin, options);
  await clock.advance(milliseconds);
  life.stop();
  await clock.advance(SECOND);
  await life.outcome;
  return life;
}

describe('forwarding events', () => {
  it('sends what is long past oldest first, each event once, those at the edge of two windows too', async () => {
    const begin = clock.now() - 10 * DAY;
    const edge = begin + HOUR;
    [edge - 1, edge, edge + 1].forEach((timestamp, index) => server.add(`edge-${index}`, { timestamp }));
    for (let hour = 239; hour > 0; hour -= 3) {
      add(`old-${String(hour).padStart(3, '0')}`, hour * HOUR);
    }
    await live(10 * MINUTE, begin, { remember: { milliseconds: HOUR, events: 1000 } });
    const expected = [...server.events].sort((left, right) => left.timestamp - right.timestamp);
    expect(sent()).toEqual(expected.map(({ id }) => id));
  });

  it('sends nothing again after a restart in peace, and what came in late meanwhile', async () => {
    const begin = clock.now() - 5 * HOUR;
    for (let index = 1; index < 300; index++) {
      add(`old-${index}`, index * MINUTE);
    }
    await live(5 * MINUTE, begin);
    expect(new Set(sent()).size).toBe(299);
    expect(sent()).toHaveLength(299);
    add('late', 3 * HOUR);
    await clock.advance(MINUTE);
    add('new');
    await live(5 * MINUTE, begin);
    expect([...sent().slice(299)].sort()).toEqual(['late', 'new']);
  });

  it('says once that it has caught up, and again when it was behind', async () => {
    const begin = clock.now() - MINUTE;
    add('old', 30 * SECOND);
    const life = new Life(world, begin);
    await clock.advance(MINUTE);
    expect(notes().map(({ kind }) => kind)).toEqual(['caught_up']);
    server.beforeAnswer = () => ({ status: 503 });
    await clock.advance(3 * MINUTE);
    server.beforeAnswer = () => undefined;
    add('new');
    await clock.advance(2 * MINUTE);
    life.stop();
    expect(notes().map(({ kind }) => kind)).toEqual(['caught_up', 'caught_up']);
    expect(sent()).toEqual(['old', 'new']);
  });

  it('names a gap in the feed, and counts it', async () => {
    for (let index = 0; index < 20; index++) {
      add(`old-${index}`, index * SECOND);
    }
    server.hide('old-7');
    const life = new Life(world, clock.now() - MINUTE);
    await clock.advance(10 * SECOND);
    expect(sent()).toHaveLength(19);
    expect(notes()).toContainEqual(expect.objectContaining({ kind: 'gap', missing: 1 }));
    expect(life.figures).toMatchObject({ taken: 19, gaps: 1, waiting: 0 });
    life.stop();
  });

  it('tries a gap of the far past again after a restart for as long as it remembers', async () => {
    const begin = clock.now() - 5 * HOUR;
    for (let index = 0; index < 20; index++) {
      add(`old-${index}`, 4 * HOUR + index * SECOND);
    }
    server.hide('old-7');
    await live(5 * MINUTE, begin);
    expect(notes()).toContainEqual(expect.objectContaining({ kind: 'gap', missing: 1 }));
    const before = sent().length;
    (server as unknown as { hide: unknown }).hide = undefined;
    const whole = new ModelEventServer(clock, { precision: 'milliseconds' });
    server.events.forEach(({ id, timestamp }) => whole.add(id, { timestamp }));
    world = { ...world, server: whole };
    await live(5 * MINUTE, begin);
    expect(sent().slice(before)).toEqual(['old-7']);
  });

  it('keeps what the receiver refuses for good, and goes on behind it', async () => {
    [3, 2, 1].forEach((seconds) => add(`old-${seconds}`, seconds * SECOND));
    receiver.refuses = (id) => id === 'old-2';
    const life = await live(MINUTE, clock.now() - MINUTE);
    expect([...receiver.ids]).toEqual(['old-3', 'old-1']);
    expect(world.refused.map(({ record }) => record.id)).toEqual(['old-2']);
    expect(life.figures).toMatchObject({ taken: 2, refused: 1 });
    await live(MINUTE, 0);
    expect(world.refused).toHaveLength(1);
  });

  it('reads no more than fits while its receiver takes nothing, and loses nothing by that', async () => {
    for (let index = 0; index < 12_000; index++) {
      add(`old-${index}`, index * 100);
    }
    let mood: 'is gone' | 'takes' = 'is gone';
    receiver.mood = () => mood;
    const life = new Life(world, clock.now() - HOUR);
    await clock.advance(10 * MINUTE);
    const { requests } = server;
    expect(requests).toBeLessThan(150);
    await clock.advance(HOUR);
    expect(server.requests).toBe(requests);
    expect(life.troubles).toBeGreaterThan(0);
    mood = 'takes';
    await clock.advance(20 * MINUTE);
    expect(receiver.ids.size).toBe(12_000);
    life.stop();
  });

  it('forgets what is older than it remembers, and writes the position anew where much of it is outdated', async () => {
    const begin = clock.now() - MINUTE;
    const life = new Life(world, begin, { remember: { milliseconds: HOUR, events: 300 } });
    for (let round = 0; round < 50; round++) {
      for (let index = 0; index < 150; index++) {
        add(`event-${round}-${index}`, index);
      }
      await clock.advance(2 * MINUTE);
    }
    life.stop();
    await clock.advance(SECOND);
    expect(receiver.ids.size).toBe(7500);
    const position = ForwardPosition.read(world.disk.text);
    expect(position.size).toBeLessThan(2000);
    const lines = world.disk.text.split('\n').slice(1, -1);
    const written = lines.reduce(
      (sum, line) => sum + ((JSON.parse(line) as { taken?: [] }).taken?.length ?? 0),
      0,
    );
    expect(written).toBeLessThan(7000);
  });

  it('ends with the error that waiting does not mend', async () => {
    add('old', SECOND);
    const life = new Life(world, clock.now() - MINUTE);
    await clock.advance(10 * SECOND);
    server.beforeAnswer = () => ({ status: 401 });
    await clock.advance(10 * SECOND);
    expect(await life.outcome).toMatchObject({ status: 401 });
    expect(sent()).toEqual(['old']);
  });
});
