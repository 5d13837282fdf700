import type { Client } from '../../../src/api/client.ts';
import { delay } from '../../../src/lib/clock.ts';
import { seededRandom } from '../../../src/server/base/random.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';
import { createModelClient } from './model-client.ts';
import { createModelConsole, readResource } from './model-console.ts';
import { QuotaServer, type QuotaShape, type Units } from './quota-server.ts';
import { RESOURCES, Staleness, type Resource } from './resources.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-03-02T09:00:00Z');
/** A person acts so often: a read, a write and a read. */
const LEAST_PAUSE = 90_000;
const MOST_PAUSE = 150_000;
const REQUESTS_OF_AN_ACTION = 3;
/** Requests a millisecond that the person takes. */
const ACTIONS = (2 * REQUESTS_OF_AN_ACTION) / (LEAST_PAUSE + MOST_PAUSE);

export interface Scenario {
  readonly name: string;
  readonly shape: QuotaShape;
  /** How long it is watched, in milliseconds. */
  readonly duration: number;
  /** How far ours may be from the bound. */
  readonly allowed: number;
}

/** The four quotas of the measure. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: '60 a minute',
    shape: { kind: 'windows', limit: 60, length: MINUTE, others: 0 },
    duration: 60 * MINUTE,
    allowed: 1.15,
  },
  {
    name: '60 a minute, others take 40 %',
    shape: { kind: 'windows', limit: 60, length: MINUTE, others: 24 / MINUTE },
    duration: 120 * MINUTE,
    allowed: 1.25,
  },
  {
    name: 'a bucket of 60, one a second',
    shape: { kind: 'bucket', limit: 60, length: MINUTE, others: 0 },
    duration: 60 * MINUTE,
    allowed: 1.15,
  },
  {
    name: '5000 an hour',
    shape: { kind: 'windows', limit: 5000, length: 60 * MINUTE, others: 0 },
    duration: 180 * MINUTE,
    allowed: 1.15,
  },
];

/** Requests a millisecond that are left for reading: without the reserve, the person's actions, and what others take. */
export function spendableRate({ kind, limit, length, others }: QuotaShape): number {
  const reserve = kind === 'bucket' ? 0 : Math.max(3, limit * 0.05);
  return (limit - reserve) / length - ACTIONS - others;
}

export interface Outcome {
  /** Weighted mean, milliseconds. */
  readonly staleness: number;
  /** Requests that were answered 429. */
  readonly refused: number;
  /** Milliseconds that 95 % of the person's actions stayed below. */
  readonly actionP95: number;
}

/** How requests of the simulation are sent: what sends for the person, and what keeps the resources fresh. */
interface Policy {
  readonly person: Client;
  readonly run: (
    read: (resource: Resource, client: Client) => Promise<void>,
    end: number,
  ) => void | Promise<void>;
}

/** The console's own governor and scheduler. */
export function simulateOurs(scenario: Scenario, units: Units, seed: number): Promise<Outcome> {
  return simulate(scenario, units, seed, (clock, server, random, staleness) => {
    const { person, start } = createModelConsole({ clock, server, random, staleness });
    return { person, run: start };
  });
}

/** One resource after the other, evenly, at exactly the rate that the quota allows. */
export function simulateRoundRobin(scenario: Scenario, units: Units, seed: number): Promise<Outcome> {
  return simulate(scenario, units, seed, (clock, server, random) => {
    const client = createModelClient(clock, server, random, () => undefined);
    const step = 1 / spendableRate(scenario.shape);
    return {
      person: client,
      async run(read, end) {
        for (let turn = 0; clock.monotonic() < end; turn++) {
          const resource = RESOURCES[turn % RESOURCES.length];
          if (resource !== undefined) {
            read(resource, client).catch(() => undefined);
            await delay(clock, step * resource.cost);
          }
        }
      },
    };
  });
}

/** Each resource at an interval of its own, all stretched alike so that they fit the rate that the quota allows. */
export function simulateFixedIntervals(scenario: Scenario, units: Units, seed: number): Promise<Outcome> {
  return simulate(scenario, units, seed, (clock, server, random) => {
    const client = createModelClient(clock, server, random, () => undefined);
    const demand = RESOURCES.reduce((sum, { cost, interval }) => sum + cost / (interval * 1000), 0);
    const stretch = Math.max(1, demand / spendableRate(scenario.shape));
    return {
      person: client,
      run(read, end) {
        for (const resource of RESOURCES) {
          void (async () => {
            while (clock.monotonic() < end) {
              read(resource, client).catch(() => undefined);
              await delay(clock, resource.interval * 1000 * stretch);
            }
          })();
        }
      },
    };
  });
}

async function simulate(
  { shape, duration }: Scenario,
  units: Units,
  seed: number,
  createPolicy: (
    clock: VirtualClock,
    server: QuotaServer,
    random: () => number,
    staleness: Staleness,
  ) => Policy,
): Promise<Outcome> {
  const random = seededRandom(seed);
  // Somewhere in a window, as a console is started.
  const clock = new VirtualClock(START + Math.round(random() * shape.length));
  const server = new QuotaServer(shape, units, random, clock.now());
  // It counts from the second window on: a header that only says a length does not say how much is left of the first.
  const staleness = new Staleness(clock.now() + Math.min(shape.length, duration / 2));
  const policy = createPolicy(clock, server, random, staleness);
  const actions: number[] = [];

  void policy.run((resource, client) => readResource(resource, client, clock, staleness), duration);
  void (async () => {
    while (clock.monotonic() < duration) {
      await delay(clock, LEAST_PAUSE + random() * (MOST_PAUSE - LEAST_PAUSE));
      const begun = clock.monotonic();
      for (const endpoint of ['getAgent', 'setAgentStatus', 'getAgent'] as const) {
        await retried(() => policy.person.call(endpoint, { id: 'agent' }, () => undefined), clock);
      }
      actions.push(clock.monotonic() - begun);
    }
  })();
  await clock.advance(duration);
  return {
    staleness: staleness.mean(clock.now()),
    refused: server.refused,
    actionP95: percentile(actions, 0.95),
  };
}

/** A 429 did nothing, so that the request is sent again until it is taken. */
async function retried(send: () => Promise<unknown>, clock: VirtualClock): Promise<void> {
  for (;;) {
    try {
      await send();
      return;
    } catch {
      await delay(clock, 1000);
    }
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
