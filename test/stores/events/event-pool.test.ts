import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { eventSchema, type SecurityEvent } from '../../../src/contract/event.ts';
import { parseExactJson } from '../../../src/lib/exact-json.ts';
import { createEventsStore } from '../../../src/stores/events/events-store.ts';
import { EventPool, SharedTexts } from '../../../src/stores/events/event-pool.ts';
import { EVENT } from '../../fixtures/event.ts';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';

const live = { at: NOW, fromHistory: false };

function read(text: string): SecurityEvent {
  return eventSchema.parse(parseExactJson(text));
}

/** The event as the store gives it back. */
function held(event: SecurityEvent): SecurityEvent {
  const store = createEventsStore();
  store.apply([sampleEvent('before', 1), event, sampleEvent('after', 2)], live);
  return store.get(event.id)?.event as SecurityEvent;
}

/** Everything that is told of an event, its fields in the order in which they were sent. */
function told({ raw, ...event }: SecurityEvent): string {
  return JSON.stringify([Object.entries(event).toSorted(), raw]);
}

/** What an object with getters tells, as the object that it stands for. */
function fieldsOf(event: SecurityEvent): SecurityEvent {
  const { id, client_id, timestamp, type, outcome, actor, subject, payload, raw } = event;
  return { id, client_id, timestamp, type, outcome, actor, subject, payload, raw };
}

const odd = fc.oneof(
  fc.constantFrom(null, true, 0, -1.5, '', 'npm', 'Ä\u0007', '\ud800', {}, []),
  fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant({ a: ['b'] })), { maxLength: 4 }),
  fc.jsonValue(),
);

const event = fc
  .record(
    {
      id: fc.oneof(fc.string({ minLength: 1 }), fc.integer()),
      client_id: odd,
      timestamp: fc.oneof(
        odd,
        fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
        fc.constantFrom('2026-03-02T08:00:00Z', '2026-02-30T08:00:00Z', '2026-03-02 08:00:00Z'),
      ),
      type: odd,
      outcome: odd,
      actor: fc.oneof(odd, fc.record({ command: odd, args: odd, version: odd }, { requiredKeys: [] })),
      subject: fc.oneof(odd, fc.record({ ecosystem: odd, package: odd }, { requiredKeys: [] })),
      payload: fc.oneof(odd, fc.record({ reasons: odd, score: odd }, { requiredKeys: [] })),
      metadata: odd,
      ['__proto__']: odd,
    },
    { requiredKeys: ['id'] },
  )
  .map((fields) => JSON.stringify(fields));

describe('an event that is held', () => {
  it('tells all that it was sent with, whatever that is', () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 6 }), (texts) => {
        const events = new Map(texts.map((text) => [read(text).id, read(text)]));
        const store = createEventsStore();
        store.apply([...events.values()], live);
        for (const sent of events.values()) {
          const kept = store.get(sent.id)?.event as SecurityEvent;
          expect(told(fieldsOf(kept))).toBe(told(fieldsOf(sent)));
          expect(kept.raw).toEqual(sent.raw);
          for (const [name, value] of Object.entries(sent.raw)) {
            expect(store.get(sent.id)?.sent(name)).toEqual(value);
          }
          expect(store.get(sent.id)?.sent('absent')).toBe(sent.raw['absent']);
        }
      }),
    );
  });

  it('keeps every digit of a number', () => {
    const text = '{"id":9007199254740993,"payload":{"score":0.12345678901234567891,"big":[1e400]}}';
    const kept = held(read(text));
    expect(kept.id).toBe('9007199254740993');
    expect(JSON.stringify(kept.raw)).toBe(text);
  });

  it('keeps fields that nobody knows, and one called __proto__', () => {
    const text = '{"id":"a","__proto__":{"x":1},"new":{"deep":[{"er":null},[],{}]},"2":0}';
    expect(JSON.stringify(held(read(text)).raw)).toBe(JSON.stringify(JSON.parse(text)));
  });

  it.each([
    ['deep', JSON.stringify({ ...EVENT, metadata: JSON.parse('['.repeat(50) + ']'.repeat(50)) as unknown })],
    ['large', JSON.stringify({ ...EVENT, metadata: Array.from({ length: 5000 }, (_, index) => index) })],
  ])('is kept also when it is %s', (_, text) => {
    const kept = held(read(text));
    expect(told(fieldsOf(kept))).toBe(told(fieldsOf(read(text))));
    const store = createEventsStore();
    store.apply([read(text)], live);
    const before = store.getState();
    store.apply([read(text)], live);
    expect(store.getState()).toBe(before);
    store.apply([read(text.replace('left-pad', 'right-pad'))], live);
    expect(store.getState().rows.at(0)?.ecosystem).toBe('npm');
    expect(store.getState().rows.at(0)?.event.actor?.args).toEqual(['install', 'right-pad']);
  });

  it('is another row once it says something else, be it the order of its fields', () => {
    const store = createEventsStore();
    store.apply([read('{"id":"a","x":1,"y":9007199254740993}')], live);
    const first = store.get('a');
    store.apply([read('{"id":"a","x":1,"y":9007199254740993}')], live);
    expect(store.get('a')).toBe(first);
    for (const text of [
      '{"id":"a","x":1,"y":9007199254740995}',
      '{"id":"a","y":9007199254740995,"x":1}',
      '{"id":"a","y":9007199254740995,"x":1,"z":null}',
      '{"id":"a","y":9007199254740995,"x":[1],"z":null}',
      '{"id":"a","y":9007199254740995,"x":"1","z":null}',
    ]) {
      const before = store.get('a');
      store.apply([read(text)], live);
      expect(store.get('a')).not.toBe(before);
      expect(JSON.stringify(store.get('a')?.event.raw)).toBe(text);
    }
  });

  it('is kept however different all events are from one another', () => {
    const store = createEventsStore();
    for (let batch = 0; batch < 30; batch++) {
      const events = Array.from({ length: 100 }, (_, index) => {
        const number = batch * 100 + index;
        return sampleEvent(`e${number}`, number, {
          metadata: Object.fromEntries(
            Array.from({ length: 30 }, (__, field) => [`${number}.${field}`, `v${number}.${field}`]),
          ),
        });
      });
      store.apply(events, live);
    }
    for (const number of [0, 1500, 2183, 2184, 2999]) {
      const { metadata } = store.get(`e${number}`)?.event.raw as { metadata: Record<string, string> };
      expect(Object.entries(metadata)).toHaveLength(30);
      expect(metadata[`${number}.7`]).toBe(`v${number}.7`);
    }
  });
});

it('counts the text of those alone that are held, also where all were let go before', () => {
  const events = new EventPool();
  const hold = () =>
    events.hold(
      { id: 'a', time: NOW, batch: 1, fromHistory: false, isLate: false, isUntimed: false },
      sampleEvent('a', 1),
    );
  const first = hold();
  const { characters } = events;
  expect(characters).toBeGreaterThan(0);
  events.release(first);
  expect(events.characters).toBe(0);
  const second = hold();
  expect(events.characters).toBe(characters);
  events.release(second);
  expect(events.characters).toBe(0);
});

describe('shared texts', () => {
  it('are given again, those that were not asked for in long left out', () => {
    const texts = new SharedTexts(4);
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 1 })), (asked) => {
        expect(asked.map((text) => texts.share(text))).toEqual(asked);
      }),
    );
  });
});
