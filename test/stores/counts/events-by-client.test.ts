import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { selectEventsByClient } from '../../../src/stores/counts/events-by-client.ts';
import { createStores } from '../../../src/stores/stores.ts';
import { ManualSlices } from '../../helpers/manual-slices.ts';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';

const ONE = asUntrusted('one');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function storesWith(hoursAgo: readonly number[], coveredSince: number) {
  const slices = new ManualSlices();
  const stores = createStores({ slices });
  const add = (ages: readonly number[], from = 0) => {
    const events = ages.map((hours, index) =>
      sampleEvent(`event-${from + index}`, hours * 3600, { client_id: index % 2 === 0 ? 'one' : 'two' }),
    );
    stores.events.apply(events, { at: NOW, fromHistory: false });
  };
  add(hoursAgo);
  stores.events.setState({ coveredSince });
  return { stores, slices, add };
}

describe('the events of a machine in the last day', () => {
  it('are counted in bars of two hours, and follow what arrives', () => {
    const { stores, add } = storesWith([0.5, 0.6, 1, 3, 23.5, 30], NOW - 2 * DAY);
    const of = (client: string) => selectEventsByClient(stores, NOW).of(asUntrusted(client));
    expect(of('one')).toEqual({
      total: 3,
      isLeast: false,
      bars: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2],
    });
    expect(of('two').bars).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
    expect(of('nobody')).toMatchObject({ total: 0, isLeast: false });
    add([0.1], 100);
    expect(of('one').total).toBe(4);
  });

  it('are not known where nothing is loaded, which is no zero', () => {
    const { stores } = storesWith([0.5, 0.6, 5, 9], NOW - 5 * HOUR);
    const { total, isLeast, bars } = selectEventsByClient(stores, NOW).of(ONE);
    expect(bars.slice(0, 9)).toEqual(Array(9).fill(undefined));
    expect(bars.slice(9)).toEqual([1, 0, 1]);
    expect([total, isLeast]).toEqual([2, true]);
    expect(selectEventsByClient(storesWith([], NOW).stores, NOW).of(ONE)).toMatchObject({ isLeast: true });
  });

  it('leave out what is older than what is known whole, in the bar in which that begins, too', () => {
    // Of the same machine, and each second one is of another.
    const { stores } = storesWith([1, 1, 4.9, 4.9, 5.5, 5.5, 6.5, 6.5], NOW - 5 * HOUR);
    const { total, bars } = selectEventsByClient(stores, NOW).of(ONE);
    expect([total, bars.slice(8)]).toEqual([2, [undefined, 1, 0, 1]]);
    // A bar that ends where that begins holds nothing that is known.
    const atBar = storesWith([1, 1, 7, 7], NOW - 6 * HOUR);
    expect(selectEventsByClient(atBar.stores, NOW).of(ONE).bars.slice(8)).toEqual([undefined, 0, 0, 1]);
  });

  it('are known as far back as they were counted while that goes on', () => {
    const ages = Array.from({ length: 4000 }, (_, index) => ((index + 1) * 20) / 4000);
    const { stores, slices } = storesWith(ages, NOW - 2 * DAY);
    const before = selectEventsByClient(stores, NOW).of(ONE);
    expect(before.isLeast).toBe(true);
    expect(before.bars[0]).toBeUndefined();
    expect(before.bars.at(-1)).toBeGreaterThan(0);
    slices.runAll();
    expect(selectEventsByClient(stores, NOW).of(ONE)).toMatchObject({ total: 2000, isLeast: false });
  });

  it('add up to those that are loaded of that day', () => {
    const hours = fc.array(fc.double({ min: 0, max: 40, noNaN: true }), { maxLength: 60 });
    fc.assert(
      fc.property(hours, (ages) => {
        const { stores } = storesWith(ages, NOW - 3 * DAY);
        const known = selectEventsByClient(stores, NOW);
        const inDay = stores.events
          .getState()
          .rows.filter(({ time }) => time >= NOW - DAY && time < NOW).length;
        expect(known.of(ONE).total + known.of(asUntrusted('two')).total).toBe(inDay);
      }),
    );
  });
});
