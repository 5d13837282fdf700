import { parseApiKey } from '../../src/api/api-key.ts';
import { parseBaseUrl } from '../../src/api/base-url.ts';
import { createClient, type Client } from '../../src/api/client.ts';
import type { Exchange } from '../../src/api/transport.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { DEFAULT_CHOICES, type Choices } from '../../src/server/base/choices.ts';
import type { FaultRates } from '../../src/server/base/faults.ts';
import { seededRandom } from '../../src/server/base/random.ts';
import { startService } from '../../src/server/service.ts';
import { createStores, type Stores } from '../../src/stores/stores.ts';
import { storesWithout, watchStores } from '../../src/ui/app/watch-stores.ts';
import { createSync } from '../../src/sync/create-sync.ts';
import type { Sync } from '../../src/sync/sync.ts';
import { countedIds, createMemoryJournal } from '../helpers/memory-journal.ts';
import { NetworkClock } from '../helpers/network-clock.ts';
import { AMOUNTS, createKnownOrganization, type KnownOrganization } from './known-organization.ts';

const START = Date.parse('2026-03-02T09:00:00Z');

/**
 * How long an answer may take, in milliseconds: of an exchange as a whole, which the clock of the test counts, and of its
 * phases, which are counted in real time: no machine is so slow.
 */
const PATIENCE = { connect: 100_000, headers: 100_000, body: 100_000, total: 20_000 };

/** For so long something may take to be shown, in milliseconds of the clock of the test. */
const MOST_TIME = 1_600_000;

/** Requests that may be made in a window, as many as nobody uses up, and the length of a window in seconds. */
const GENEROUS_QUOTA = 6000;
export const WINDOW = 60;

export interface ConsoleSettings {
  readonly choices?: Partial<Choices>;
  readonly faults?: FaultRates;
  readonly seed?: number;
  readonly quota?: number;
}

/** The console's inside, without its screen, connected to a reference service of its own over HTTP. */
export interface ConnectedConsole {
  readonly choices: Choices;
  readonly quota: number;
  readonly clock: Clock;
  readonly organization: KnownOrganization;
  readonly stores: Stores;
  readonly sync: Sync;
  readonly client: Client;
  /** Every exchange so far, the oldest first. */
  readonly exchanges: readonly Exchange[];
  /** How often something that fails is worth another try: not at all when no fault is meant to happen. */
  readonly tries: number;
  /** What the service logged: nothing, unless something in it failed. */
  readonly serviceLog: readonly string[];
  /**
   * Resolves once `check` does not throw, looking again whenever a store changes. Rejects with what it threw last when
   * that takes too long.
   */
  until(check: () => void): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a service and a console that reads it, both on one clock that stands while something is on the network. */
export async function connectConsole({
  choices: chosen = {},
  faults = {},
  seed = 1,
  quota = GENEROUS_QUOTA,
}: ConsoleSettings): Promise<ConnectedConsole> {
  const choices = { ...DEFAULT_CHOICES, ...chosen };
  const isFaulty = Object.keys(faults).length > 0;
  const clock = new NetworkClock(START);
  const organization = createKnownOrganization(START);
  const serviceLog: string[] = [];
  const service = await startService({
    ...AMOUNTS,
    createOrganization: organization.create,
    rate: 1,
    quota,
    window: WINDOW,
    choices,
    faults,
    clock,
    random: seededRandom(seed),
    log: (line) => serviceLog.push(line),
  });
  const stores = createStores();
  const exchanges: Exchange[] = [];
  let client: Client | undefined;
  const sync = createSync({
    stores,
    clock,
    random: seededRandom(seed + 1),
    journal: createMemoryJournal(),
    newId: countedIds(),
    createClient: (onExchange) => {
      client = clock.watch(
        createClient({
          baseUrl: parseBaseUrl(service.baseUrl),
          key: parseApiKey(service.apiKey ?? ''),
          clock,
          userAgent: 'vigil-test/0',
          readOnly: false,
          patience: PATIENCE,
          onExchange: (exchange) => {
            exchanges.push(exchange);
            onExchange(exchange);
          },
        }),
      );
      return client;
    },
  });
  sync.start();
  return {
    choices,
    quota,
    clock,
    organization,
    stores,
    sync,
    client: client as unknown as Client,
    exchanges,
    tries: isFaulty ? 50 : 1,
    serviceLog,
    until: (check) => untilChecked(stores, clock, check),
    async stop() {
      sync.stop();
      await service.stop();
      clock.stop();
    },
  };
}

function untilChecked(stores: Stores, clock: Clock, check: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let problem: unknown;
    let scheduled: NodeJS.Immediate | undefined;
    const look = () => {
      scheduled = undefined;
      try {
        check();
        end();
        resolve();
      } catch (error) {
        problem = error;
      }
    };
    const stopWatching = watchStores(storesWithout(stores), () => (scheduled ??= setImmediate(look)));
    const cancelDeadline = clock.schedule(MOST_TIME, () => {
      end();
      reject(problem instanceof Error ? problem : new Error(String(problem)));
    });
    const end = () => {
      cancelDeadline();
      clearImmediate(scheduled);
      stopWatching();
    };
    look();
  });
}
