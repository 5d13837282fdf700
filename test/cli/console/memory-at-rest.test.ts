import { describe, expect, it } from 'vitest';

import { giveBackMemoryAtRest } from '../../../src/cli/console/memory-at-rest.ts';
import { createStores, type Stores } from '../../../src/stores/stores.ts';
import { sampleEvent } from '../../helpers/sample-data.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const MEGABYTE = 1024 * 1024;

function watched() {
  const clock = new VirtualClock();
  const stores = createStores();
  const memory = {
    resident: 100 * MEGABYTE,
    releases: [] as number[],
    release() {
      this.releases.push(clock.monotonic());
      this.resident = 80 * MEGABYTE;
    },
  };
  const stop = giveBackMemoryAtRest(stores, memory, clock);
  return { clock, stores, memory, stop };
}

let made = 0;

function receiveEvents({ events }: Stores, count: number, at: number): void {
  events.apply(
    Array.from({ length: count }, () => sampleEvent(`event-${++made}`, made)),
    { at, fromHistory: true },
  );
}

describe('giving memory back', () => {
  it('happens once the start is over and nothing has changed for a second', async () => {
    const { clock, stores, memory } = watched();
    for (let page = 0; page < 5; page++) {
      await clock.advance(900);
      receiveEvents(stores, 10, clock.now());
    }
    expect(memory.releases).toEqual([]);
    await clock.advance(60_000);
    expect(memory.releases).toEqual([5500]);
  });

  it('does not come between the keys of a person', async () => {
    const { clock, stores, memory } = watched();
    for (let key = 0; key < 20; key++) {
      await clock.advance(500);
      stores.view.setState({ detailTop: key });
    }
    expect(memory.releases).toEqual([]);
    await clock.advance(2999);
    expect(memory.releases).toEqual([]);
    await clock.advance(1);
    expect(memory.releases).toEqual([13_000]);
  });

  it('comes again soon after many rows, and seldom after few', async () => {
    const { clock, stores, memory } = watched();
    await clock.advance(10_000);
    memory.resident += 30 * MEGABYTE;
    receiveEvents(stores, 5000, clock.now());
    await clock.advance(10_000);
    expect(memory.releases).toEqual([1000, 11_000]);
    memory.resident += 30 * MEGABYTE;
    receiveEvents(stores, 100, clock.now());
    await clock.advance(700_000);
    expect(memory.releases).toEqual([1000, 11_000, 611_000]);
  });

  it('waits for more rows where many are held, of which it takes longer', async () => {
    const { clock, stores, memory } = watched();
    receiveEvents(stores, 50_000, clock.now());
    await clock.advance(10_000);
    expect(memory.releases).toEqual([1000]);
    memory.resident += 30 * MEGABYTE;
    receiveEvents(stores, 9000, clock.now());
    await clock.advance(10_000);
    expect(memory.releases).toEqual([1000]);
    receiveEvents(stores, 1000, clock.now());
    await clock.advance(1000);
    expect(memory.releases).toEqual([1000, 21_000]);
  });

  it('comes once, however long nothing happens after it', async () => {
    const { clock, memory } = watched();
    await clock.advance(10_000);
    memory.resident += 30 * MEGABYTE;
    await clock.advance(12 * 3_600_000);
    expect(memory.releases).toEqual([1000]);
  });

  it('is left where there is little to give back', async () => {
    const { clock, stores, memory } = watched();
    await clock.advance(10_000);
    memory.resident += 11 * MEGABYTE;
    receiveEvents(stores, 5000, clock.now());
    await clock.advance(300_000);
    expect(memory.releases).toEqual([1000]);
  });

  it('comes after a transcript was closed', async () => {
    const { clock, stores, memory } = watched();
    await clock.advance(1000);
    await clock.advance(300_000);
    memory.resident += 200 * MEGABYTE;
    stores.transcript.setState({ data: undefined });
    await clock.advance(1000);
    expect(memory.releases).toEqual([1000, 302_000]);
  });

  it('ends with the console', async () => {
    const { clock, stores, memory, stop } = watched();
    stop();
    receiveEvents(stores, 5000, clock.now());
    await clock.advance(300_000);
    expect(memory.releases).toEqual([]);
  });
});
