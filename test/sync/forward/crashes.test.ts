import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ForwardPosition } from '../../../src/sync/forward/forward-position.ts';
import { ModelEventServer, type EventDialect } from '../../helpers/model-event-server.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';
import { Life, ModelDisk, ModelReceiver, type ReceiverMood, type World } from './crashing-forwarder.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const KILLS = 20;
const RUNS = 50;

/** Numbers from 0 to 1 that a seed decides. */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const dialects = fc.record({
  order: fc.constantFrom('ascending', 'descending', 'hash', 'arrival'),
  precision: fc.constantFrom('seconds', 'milliseconds'),
  since: fc.constantFrom('inclusive', 'exclusive'),
  until: fc.constantFrom('inclusive', 'exclusive'),
  page: fc.constantFrom('clamp-20', 'clamp-100'),
  date: fc.constantFrom('header', 'health'),
}) as fc.Arbitrary<Partial<EventDialect>>;

const MOODS: readonly ReceiverMood[] = [
  'takes',
  'takes',
  'takes',
  'is slow',
  'fails',
  'takes and fails',
  'asks for a pause',
  'is gone',
];

describe('forwarding that is killed', () => {
  it(`loses nothing and is never ahead of the receiver, killed ${KILLS * RUNS} times at random`, async () => {
    await fc.assert(
      fc.asyncProperty(dialects, fc.nat(), fc.boolean(), async (dialect, seed, isForgetful) => {
        const random = numbersFrom(seed);
        const clock = new VirtualClock();
        const server = new ModelEventServer(clock, dialect, random);
        const receiver = new ModelReceiver();
        const world: World = { clock, server, receiver, disk: new ModelDisk(), random, refused: [] };
        const begin = clock.now() - Math.floor(random() * 6 * HOUR);
        // What comes in later than it remembers need not be found.
        const remember = { milliseconds: isForgetful ? HOUR : 7 * 24 * HOUR, events: 500_000 };
        const lateness = isForgetful ? HOUR / 2 : 3 * HOUR;
        let made = 0;
        const happen = (mostAgo: number, mostDelay = MINUTE) => {
          const now = clock.now();
          const ago = random() < 0.8 ? random() * SECOND : random() * mostAgo;
          server.add(`event-${made++}`, {
            timestamp: Math.max(begin + SECOND, now - ago),
            arrivesAt: now + (random() < 0.9 ? 0 : random() * mostDelay),
          });
        };
        for (let index = 0; index < 150; index++) {
          happen(6 * HOUR, 0);
        }
        let mood: ReceiverMood = 'takes';
        receiver.mood = () => mood;
        const isBehindReceiver = () => {
          const { text } = world.disk;
          if (text !== '') {
            for (const { id } of ForwardPosition.read(text).takenSince()) {
              expect(receiver.ids.has(id) ? undefined : id).toBeUndefined();
            }
          }
        };
        for (let kill = 0; kill < KILLS; kill++) {
          const life = new Life(world, begin, { remember });
          const ends = random() * 20 * SECOND;
          for (let lived = 0; lived < ends;) {
            mood = MOODS[Math.floor(random() * MOODS.length)] as ReceiverMood;
            for (let left = random() * 4; left > 1; left--) {
              happen(lateness);
            }
            const step = random() * 3 * SECOND;
            await clock.advance(step);
            lived += step;
          }
          life.kill();
          isBehindReceiver();
          // While nobody forwards, things happen, late ones too.
          await clock.advance(random() < 0.9 ? random() * MINUTE : random() * 5 * HOUR);
          for (let left = random() * 10; left > 1; left--) {
            happen(lateness);
          }
        }
        mood = 'takes';
        const last = new Life(world, begin, { remember });
        await clock.advance(15 * MINUTE);
        last.stop();
        await last.outcome;
        isBehindReceiver();
        const missing = server.events.map(({ id }) => id).filter((id) => !receiver.ids.has(id));
        expect(missing).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});
