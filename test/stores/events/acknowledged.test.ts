import { beforeEach, describe, expect, it } from 'vitest';

import { createAcknowledgedStore, type AcknowledgedStore } from '../../../src/stores/events/acknowledged.ts';
import { createEventsStore, type EventsStore } from '../../../src/stores/events/events-store.ts';
import { selectOpenBlocks } from '../../../src/stores/events/open-blocks.ts';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';

const live = { at: NOW, fromHistory: false };
const history = { at: NOW, fromHistory: true };
let events: EventsStore;
let acknowledged: AcknowledgedStore;

const block = (id: string, ago: number) => sampleEvent(id, ago, { outcome: 'block' });
const open = () => acknowledged.getState().open.map(({ id }) => id);
const rowsOf = (...ids: string[]) => ids.map((id) => events.get(id)!);

beforeEach(() => {
  events = createEventsStore();
  acknowledged = createAcknowledgedStore(events);
  events.apply([block('old', 100), sampleEvent('allowed', 90)], history);
  events.setState({ completeThrough: NOW - 60_000, readThrough: NOW - 60_000 });
});

describe('the blocks that wait', () => {
  it('are those that came after the first look, newest first', () => {
    expect(open()).toEqual([]);
    events.apply([block('b1', 20), sampleEvent('a1', 15), block('b2', 10)], live);
    expect(open()).toEqual(['b2', 'b1']);
  });

  it('are those of the past, too, that lie behind the first look or have no time, whenever they were read', () => {
    const odd = [
      block('future', -3600),
      sampleEvent('untimed', 0, { outcome: 'block', timestamp: 'yesterday' }),
    ];
    events = createEventsStore();
    acknowledged = createAcknowledgedStore(events);
    events.apply([...odd, block('old', 100)], { at: NOW - 90_000, fromHistory: true });
    expect(open()).toEqual([]);
    const { version } = acknowledged.getState();
    events.setState({ readThrough: NOW - 60_000 });
    expect(open()).toEqual(['future', 'untimed']);
    expect(rowsOf('future', 'untimed', 'old').map((row) => acknowledged.isOpen(row))).toEqual([
      true,
      true,
      false,
    ]);
    expect(acknowledged.getState().version).toBeGreaterThan(version);
  });

  it('count those that came in late, whatever their time', () => {
    events.apply([block('late', 95)], { ...live, isLate: true });
    expect(open()).toEqual(['late']);
  });

  it('stay the same list while nothing about them changes', () => {
    events.apply([block('b1', 20)], live);
    const before = acknowledged.getState().open;
    events.apply([sampleEvent('a1', 5)], live);
    expect(acknowledged.getState().open).toBe(before);
  });

  it('are left when they are acknowledged, and come back when that is taken back', () => {
    events.apply([block('b1', 20), block('b2', 10)], live);
    acknowledged.acknowledge(rowsOf('b1'));
    expect(open()).toEqual(['b2']);
    expect(acknowledged.has('b1')).toBe(true);
    acknowledged.withdraw(rowsOf('b1'));
    expect(open()).toEqual(['b2', 'b1']);
  });

  it('follow what is said of an event anew', () => {
    events.apply([block('b1', 20), sampleEvent('a1', 10)], live);
    events.update([sampleEvent('b1', 20), block('a1', 10)]);
    expect(open()).toEqual(['a1']);
  });

  it('are left when they are dropped to make room', () => {
    events = createEventsStore(2);
    acknowledged = createAcknowledgedStore(events);
    events.apply([block('b1', 30), block('b2', 20)], live);
    events.apply([block('b3', 10)], live);
    expect(open()).toEqual(['b3', 'b2']);
  });
});

describe('how many blocks wait', () => {
  it('is still being counted while blocks from after the first look may not be here', () => {
    const since = acknowledged.getState().since ?? expect.fail('the first look is over');
    const isCountingFrom = (coveredSince: number) => {
      events.setState({ coveredSince });
      return selectOpenBlocks({ events, acknowledged }).isCounting;
    };
    expect([isCountingFrom(since + 1), isCountingFrom(since + 2)]).toEqual([false, true]);
  });
});

describe('what is kept on this host', () => {
  /** Another start on the same host: what came meanwhile is history then. */
  function startedAgain(kept: unknown): void {
    events = createEventsStore();
    acknowledged = createAcknowledgedStore(events);
    acknowledged.kept.restore(kept);
    events.apply([block('old', 100), block('b1', 20), block('b2', 10), block('missed', 5)], history);
    events.setState({ completeThrough: NOW, readThrough: NOW });
  }

  it('makes the next start wait for what nobody acknowledged, what came meanwhile included', () => {
    events.apply([block('b1', 20), block('b2', 10)], live);
    acknowledged.acknowledge(rowsOf('b1'));
    startedAgain(JSON.parse(JSON.stringify(acknowledged.kept.read())));
    expect(open()).toEqual(['missed', 'b2']);
  });

  it('makes the next start wait for what came in late, too, and reads back to it', () => {
    events.apply([block('late', 95), block('later', 94)], { ...live, isLate: true });
    acknowledged.acknowledge(rowsOf('later'));
    expect(open()).toEqual(['late']);
    const kept: unknown = JSON.parse(JSON.stringify(acknowledged.kept.read()));
    expect(acknowledged.kept.isWhole?.(kept)).toBe(true);
    startedAgain(kept);
    expect(open()).toEqual(['missed', 'b2', 'b1']);
    const since = acknowledged.getState().since ?? expect.fail('the first look is over');
    events.setState({ coveredSince: since });
    expect(selectOpenBlocks({ events, acknowledged }).isCounting).toBe(true);
    events.apply([block('late', 95), block('later', 94)], history);
    expect(open()).toEqual(['missed', 'b2', 'b1', 'late']);
    expect(selectOpenBlocks({ events, acknowledged }).isCounting).toBe(false);
    acknowledged.acknowledge(rowsOf('late'));
    startedAgain(acknowledged.kept.read());
    events.apply([block('late', 95)], history);
    expect(open()).toEqual(['missed', 'b2', 'b1']);
  });

  it('takes over from another console what came in late there', () => {
    acknowledged.kept.takeIn?.({ events: [], withdrawn: [], late: [['old', NOW - 100_000]] });
    expect(open()).toEqual(['old']);
  });

  it('keeps when something was acknowledged, also of what another console did', () => {
    events.apply([block('b1', 20), block('b2', 10)], live);
    acknowledged.acknowledge(rowsOf('b1'), NOW + 5);
    const theirs = { events: [['b2', NOW - 10_000, NOW + 7]] };
    acknowledged.kept.takeIn?.(theirs);
    startedAgain(acknowledged.kept.merge?.(acknowledged.kept.read(), { events: [['b3', NOW, NOW + 9]] }));
    expect(['b1', 'b2', 'b3'].map((id) => acknowledged.acknowledgedAt(id))).toEqual([
      NOW + 5,
      NOW + 7,
      NOW + 9,
    ]);
    acknowledged.withdraw(rowsOf('b1'));
    expect(acknowledged.acknowledgedAt('b1')).toBeUndefined();
  });

  it.each([
    [undefined],
    [null],
    [7],
    [{ since: 'yesterday', events: { b1: 1 }, withdrawn: 3 }],
    [{ events: [['b1'], [1, 2], ['', 3], ['x'.repeat(2000), 3], null] }],
  ])('may have been edited: %j', (kept) => {
    startedAgain(kept);
    expect(open()).toEqual([]);
    expect(acknowledged.kept.read()).toMatchObject({ events: [] });
  });

  it('tells of changes of its own, not of events', () => {
    let told = 0;
    acknowledged.kept.subscribe(() => told++);
    events.apply([block('b1', 20)], live);
    expect(told).toBe(0);
    acknowledged.acknowledge(rowsOf('b1'));
    expect(told).toBe(1);
  });

  it('is put together with what another console acknowledged, but for what was taken back here', () => {
    events.apply([block('b1', 20), block('b2', 10)], live);
    acknowledged.acknowledge(rowsOf('b1', 'b2'));
    acknowledged.withdraw(rowsOf('b2'));
    const theirs = { since: NOW - 60_000, events: [['b2', NOW - 10_000] as const, ['b3', NOW] as const] };
    const merged = acknowledged.kept.merge?.(acknowledged.kept.read(), theirs);
    startedAgain(merged);
    expect(acknowledged.has('b1')).toBe(true);
    expect(acknowledged.has('b2')).toBe(false);
    expect(acknowledged.has('b3')).toBe(true);
  });

  it('comes to the same in small pieces, with what another console wrote and without', () => {
    acknowledged.acknowledge(
      Array.from({ length: 30_000 }, (_, index) => ({ id: `e${index}`, time: index })),
    );
    acknowledged.withdraw([{ id: 'e7', time: 7 }]);
    const theirs = {
      since: NOW,
      events: Array.from({ length: 5000 }, (_, index) => [`t${index}`, 29_000 + index] as const),
    };
    for (const [other, expected] of [
      [undefined, acknowledged.kept.read()],
      [theirs, acknowledged.kept.merge?.(acknowledged.kept.read(), theirs)],
    ] as const) {
      let pieces = 0;
      const steps = acknowledged.kept.readInPieces?.(other) as Generator<void, unknown>;
      let step = steps.next();
      for (; step.done !== true; step = steps.next()) {
        pieces++;
      }
      expect(pieces).toBeGreaterThan(100);
      expect(idsIn(step.value)).toEqual(idsIn(expected));
      expect(step.value).toMatchObject({ since: (expected as { since: number }).since });
    }
  });

  it('takes in what another console acknowledges meanwhile, and what that takes back, and tells nobody to keep it', () => {
    events.apply([block('b1', 20), block('b2', 10), block('b3', 5)], live);
    acknowledged.acknowledge(rowsOf('b3'));
    acknowledged.acknowledge(rowsOf('b2'));
    acknowledged.withdraw(rowsOf('b2'));
    let told = 0;
    acknowledged.kept.subscribe(() => told++);
    const entries = ['b1', 'b2', 'b3'].map((id) => [id, events.get(id)!.time] as const);
    acknowledged.kept.takeIn?.({ events: entries, withdrawn: [] });
    expect(open()).toEqual(['b2']);
    acknowledged.kept.takeIn?.({ events: [], withdrawn: ['b1', 'b3'] });
    expect(open()).toEqual(['b2', 'b1']);
    acknowledged.kept.takeIn?.('edited');
    expect(told).toBe(0);
  });

  it('leaves out the oldest of very many, which then wait for nobody, here and at the next start', () => {
    events.apply([block('b1', 20)], live);
    acknowledged.acknowledge(rowsOf('b1'));
    const { time } = events.get('b1')!;
    const many = Array.from({ length: 20_000 }, (_, index) => ({ id: `e${index}`, time: time + 1 + index }));
    acknowledged.acknowledge(many);
    expect(acknowledged.has('b1')).toBe(true);
    expect(open()).toEqual([]);
    startedAgain(JSON.parse(JSON.stringify(acknowledged.kept.read())));
    expect(acknowledged.has('b1')).toBe(false);
    expect(acknowledged.has('e0')).toBe(true);
    expect(acknowledged.getState().since).toBe(time);
    expect(open()).toEqual(['missed', 'b2']);
  });

  it('leaves out what is no block before it leaves out a block', () => {
    events.apply([block('b1', 20)], live);
    const many = Array.from({ length: 20_000 }, (_, index) => sampleEvent(`a${index}`, 1));
    events.apply(many, live);
    acknowledged.acknowledge(events.getState().rows.slice());
    startedAgain(JSON.parse(JSON.stringify(acknowledged.kept.read())));
    expect(acknowledged.has('b1')).toBe(true);
    expect(open()).toEqual(['missed', 'b2']);
  });
});

function idsIn(value: unknown): readonly string[] {
  return (value as { events: readonly (readonly [string, number])[] }).events.map(([id]) => id).sort();
}
