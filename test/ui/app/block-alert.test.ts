import { beforeEach, describe, expect, it } from 'vitest';

import { createEventsStore, type EventsStore } from '../../../src/stores/events/events-store.ts';
import { ringOnBlocks } from '../../../src/ui/app/block-alert.ts';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const live = { at: NOW, fromHistory: false };
let events: EventsStore;
let clock: VirtualClock;
let rings: number;
let end: () => void;

const block = (id: string, fields = {}) => sampleEvent(id, 10, { outcome: 'block', ...fields });

beforeEach(() => {
  events = createEventsStore();
  clock = new VirtualClock();
  rings = 0;
  events.apply([block('there-before')], live);
  end = ringOnBlocks(events, clock, () => rings++);
});

describe('the bell', () => {
  it('rings for a block that arrives live', () => {
    events.apply([sampleEvent('a', 1), block('b')], live);
    expect(rings).toBe(1);
  });

  it('rings for one that came late', () => {
    events.apply([block('b')], { ...live, isLate: true });
    expect(rings).toBe(1);
  });

  it('rings for an event that becomes a block', () => {
    events.apply([sampleEvent('a', 1)], live);
    expect(rings).toBe(0);
    events.update([sampleEvent('a', 1, { outcome: 'block' })]);
    expect(rings).toBe(1);
  });

  it('is silent for anything else', () => {
    events.apply([sampleEvent('a', 1, { outcome: 'review' })], live);
    events.apply([block('from-history')], { at: NOW, fromHistory: true });
    events.update([block('there-before', { metadata: { seen: 'twice' } })]);
    events.setState({ receivedAt: NOW });
    expect(rings).toBe(0);
  });

  it('rings at most once in five seconds', async () => {
    for (let second = 0; second < 12; second++) {
      events.apply([block(`b${second}`)], live);
      await clock.advance(1000);
    }
    expect(rings).toBe(3);
  });

  it('is silent once it was ended', () => {
    end();
    events.apply([block('b')], live);
    expect(rings).toBe(0);
  });
});
