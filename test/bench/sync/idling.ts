import { seededRandom } from '../../../src/server/base/random.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';
import { userConsoles } from '../../helpers/user-consoles.ts';
import { createModelConsole } from './model-console.ts';
import { QuotaServer, type QuotaShape, type Units } from './quota-server.ts';
import { Staleness } from './resources.ts';

const START = Date.parse('2026-03-02T09:00:20Z');
const MINUTE = 60_000;

/** Two consoles on one quota of a minute, the first of which asks for nothing for a while. */
export interface Idling {
  readonly shape: QuotaShape;
  readonly units: Units;
  readonly isKnown: boolean;
  readonly seed: number;
}

export interface IdlingOutcome {
  /** Requests that the other one was granted in the third window without the first. */
  readonly othersTook: number;
  /** Milliseconds after which the first one read the events again, and requests that each was granted in the second window then. */
  readonly readAfter: number;
  readonly takenAgain: readonly [number, number];
  /** Requests that were answered 429. */
  readonly refused: number;
}

/** Lets both take part, then one of them, then both again, each for some windows. */
export async function simulateIdling({ shape, units, isKnown, seed }: Idling): Promise<IdlingOutcome> {
  const random = seededRandom(seed);
  const clock = new VirtualClock(START);
  const server = new QuotaServer(shape, units, random, clock.now());
  const taken: [number, number] = [0, 0];
  let readAt: number | undefined;
  const create = (index: 0 | 1) =>
    createModelConsole({
      clock,
      server,
      random,
      staleness: new Staleness(clock.now()),
      consoles: isKnown ? userConsoles(() => 2, index) : undefined,
      onAnswer: (status) => (taken[index] += status === 200 ? 1 : 0),
      onRead(name) {
        readAt ??= index === 0 && name === 'events' ? clock.monotonic() : undefined;
      },
    });
  const [first, other] = [create(0), create(1)];
  const countFor = async (milliseconds: number) => {
    taken.fill(0);
    await clock.advance(milliseconds);
  };
  first.start();
  await clock.advance(1500);
  other.start();
  await clock.advance(3 * MINUTE);
  first.pause();
  await clock.advance(2 * MINUTE);
  await countFor(MINUTE);
  const [, othersTook] = taken;
  const from = clock.monotonic();
  readAt = undefined;
  first.start();
  await clock.advance(MINUTE);
  await countFor(MINUTE);
  const readAfter = (readAt ?? Number.POSITIVE_INFINITY) - from;
  const takenAgain = [taken[0], taken[1]] as const;
  first.stop();
  other.stop();
  return { othersTook, readAfter, takenAgain, refused: server.refused };
}
