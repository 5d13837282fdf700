import { delay } from '../../../src/lib/clock.ts';
import { seededRandom } from '../../../src/server/base/random.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';
import { userConsoles } from '../../helpers/user-consoles.ts';
import { createModelConsole, type ModelConsole } from './model-console.ts';
import { QuotaServer, type QuotaShape, type Units } from './quota-server.ts';
import { Staleness } from './resources.ts';

const START = Date.parse('2026-03-02T09:00:00Z');

/** Several consoles on one quota. */
export interface Sharing {
  readonly shape: QuotaShape;
  readonly units: Units;
  /** When each of them is started, in milliseconds after the first. */
  readonly starts: readonly number[];
  /** How much of a window has passed when the first starts, in milliseconds; at random when left out. */
  readonly begunFor?: number;
  /** Whether they know of each other, as those of one user do. */
  readonly isKnown: boolean;
  /** Whether strangers know how many they are, and nothing else of each other: more than any of them can. */
  readonly isNumberKnown?: boolean;
  /** How much of the time after the last start is left to them to come to equal shares, in milliseconds. */
  readonly settling: number;
  /** For how long their requests are counted then. */
  readonly counted: number;
  /** For how long it is watched then how old their data is. */
  readonly watched: number;
  readonly seed: number;
}

/** What became of one of the consoles while it was watched. */
export interface SharedOutcome {
  /** Requests that it was granted. */
  readonly taken: number;
  /** Weighted mean, milliseconds. */
  readonly staleness: number;
}

export interface SharingOutcome {
  readonly consoles: readonly SharedOutcome[];
  /** Requests that were answered 429 after the first window that all of them saw. */
  readonly refused: number;
  /** Requests that were answered 429 before that. */
  readonly refusedAtFirst: number;
  /** Of the requests that were answered 429, those after the time that is left to the consoles to come to equal shares. */
  readonly refusedWhenSettled: number;
  /** The longest that one of them did not read the events since its start, in milliseconds. */
  readonly longestUnread: number;
  /** Requests that were granted to all of them together in the first whole window after the last start. */
  readonly takenAtFirst: number;
  /** The longest that what a person did took since then, in milliseconds. */
  readonly longestAction: number;
}

/** Within so much of each other the consoles are, and so near to the bound for their share. */
export const MOST_UNEVEN = 2;
export const MOST_STALE = 1.5;

/** The consoles of a user look for each other so soon after their start, and then so often, in milliseconds. */
const FIRST_LOOK = 20;
const LOOK_EVERY = 5000;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A quota that is shared in the measure, and how its headers give the end of a window. */
export interface SharedScenario {
  readonly name: string;
  readonly shape: QuotaShape;
  readonly reset: Units['rate-reset'];
}

const SIZES = [
  { name: '60 a minute', limit: 60, length: MINUTE },
  { name: '300 a minute', limit: 300, length: MINUTE },
  { name: '12 a second', limit: 12, length: 1000 },
] as const;

const WAYS = [
  { name: 'windows, their end sent', kind: 'windows', reset: 'epoch-seconds' },
  { name: 'windows, their end not sent', kind: 'windows', reset: 'none' },
  { name: 'a window that slides', kind: 'sliding', reset: 'epoch-seconds' },
] as const;

/** The quotas that are shared in the measure. */
export const SHARED_SCENARIOS: readonly SharedScenario[] = [
  ...SIZES.flatMap(({ name, limit, length }) =>
    WAYS.map(({ name: way, kind, reset }) => ({
      name: `${name}, ${way}`,
      shape: { kind, limit, length, others: 0 },
      reset,
    })),
  ),
  {
    name: 'a bucket of 60, one a second',
    shape: { kind: 'bucket', limit: 60, length: MINUTE, others: 0 },
    reset: 'epoch-seconds',
  },
  ...WAYS.slice(0, 2).map(({ name, kind, reset }) => ({
    name: `5000 an hour, ${name}`,
    shape: { kind, limit: 5000, length: HOUR, others: 0 },
    reset,
  })),
];

/** In two windows of a second ten consoles have had two answers each: all of them need so long, in milliseconds. */
const LEAST_SETTLING = 20_000;

/** So many consoles, started one after the other; two windows later their requests are counted. */
export function sharingOf(
  { shape, reset }: SharedScenario,
  count: number,
  isKnown: boolean,
  seed: number,
): Sharing {
  return {
    shape,
    units: { 'rate-reset': reset, 'retry-after': 'seconds', 'retry-after-when-free': 'zero' },
    starts: Array.from({ length: count }, (_, index) => index * 20_000),
    isKnown,
    settling: Math.max(LEAST_SETTLING, 2 * shape.length),
    counted: Math.max(shape.length, 3 * MINUTE),
    watched: Math.max(shape.length, 10 * MINUTE),
    seed,
  };
}

/** The most that one console was granted, as a multiple of the least. */
export function unevenness({ consoles }: SharingOutcome): number {
  const taken = consoles.map((console) => console.taken);
  return Math.max(...taken) / Math.max(1, Math.min(...taken));
}

/** Lets the consoles of the program itself share one quota. A person acts in the first of them now and then. */
export async function simulateSharing(sharing: Sharing): Promise<SharingOutcome> {
  const {
    shape,
    units,
    starts,
    isKnown,
    settling,
    counted,
    watched,
    seed,
    begunFor,
    isNumberKnown = false,
  } = sharing;
  const random = seededRandom(seed);
  const clock = new VirtualClock(START + (begunFor ?? Math.round(random() * shape.length)));
  const server = new QuotaServer(shape, units, random, clock.now());
  const begun = Math.max(...starts) + shape.length;
  const from = Math.max(...starts) + settling;
  let running = 0;
  let refused = 0;
  let refusedAtFirst = 0;
  let refusedWhenSettled = 0;
  let takenAtFirst = 0;
  let longestUnread = 0;
  const firstWindow = Math.ceil((clock.now() + Math.max(...starts)) / shape.length);
  const consoles: ModelConsole[] = [];
  const taken = starts.map(() => 0);
  const stale = starts.map(() => new Staleness(clock.now() + from));
  for (const [index, start] of starts.entries()) {
    const staleness = stale[index];
    if (staleness === undefined) {
      continue;
    }
    let known = 1;
    let readAt = start;
    const look = () => {
      known = running;
      const newest = consoles
        .filter((other) => other !== created)
        .map(({ governor }) => governor.seenWindow)
        .filter((seen) => seen !== undefined)
        .toSorted((left, right) => right.earliest - left.earliest)[0];
      if (newest !== undefined) {
        created.governor.heedWindow(newest);
      }
      clock.schedule(LOOK_EVERY, look);
    };
    const place = isNumberKnown ? random() * starts.length : index;
    const created = createModelConsole({
      clock,
      server,
      random,
      staleness,
      consoles: isKnown || isNumberKnown ? userConsoles(() => (isKnown ? known : running), place) : undefined,
      onAnswer(status) {
        const time = clock.monotonic();
        if (status === 200) {
          taken[index] = (taken[index] ?? 0) + (time >= from && time < from + counted ? 1 : 0);
          takenAtFirst += Math.floor(clock.now() / shape.length) === firstWindow ? 1 : 0;
        } else {
          refused += time >= begun ? 1 : 0;
          refusedAtFirst += time >= begun ? 0 : 1;
          refusedWhenSettled += time >= from ? 1 : 0;
        }
      },
      onRead(name) {
        if (name === 'events') {
          longestUnread = Math.max(longestUnread, clock.monotonic() - readAt);
          readAt = clock.monotonic();
        }
      },
    });
    consoles.push(created);
    clock.schedule(start, () => {
      running++;
      if (isKnown) {
        clock.schedule(FIRST_LOOK, look);
      }
      created.start();
    });
  }
  let longestAction = 0;
  void (async () => {
    for (;;) {
      await delay(clock, 90_000 + random() * 60_000);
      const actsAt = clock.monotonic();
      for (const endpoint of ['getAgent', 'setAgentStatus', 'getAgent'] as const) {
        await consoles[0]?.person.call(endpoint, { id: 'agent' }, () => undefined).catch(() => undefined);
      }
      longestAction = actsAt < begun ? 0 : Math.max(longestAction, clock.monotonic() - actsAt);
    }
  })();
  await clock.advance(from + watched);
  consoles.forEach((console) => console.stop());
  return {
    consoles: stale.map((each, index) => ({ taken: taken[index] ?? 0, staleness: each.mean(clock.now()) })),
    refused,
    refusedAtFirst,
    refusedWhenSettled,
    takenAtFirst,
    longestUnread,
    longestAction,
  };
}
