import { parseApiKey } from '../../src/api/api-key.ts';
import { parseBaseUrl } from '../../src/api/base-url.ts';
import { createClient, type Client } from '../../src/api/client.ts';
import type { Exchange } from '../../src/api/transport.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { DEFAULT_CHOICES, type Choices } from '../../src/server/choices.ts';
import type { FaultRates } from '../../src/server/faults.ts';
import { seededRandom } from '../../src/server/random.ts';
import { startService } from '../../src/server/service.ts';
import { createStores, type Stores } from '../../src/stores/stores.ts';
import { storesWithout, watchStores } from '../../src/ui/app/watch-stores.ts';
import { createSync } from '../../src/sync/create-sync.ts';
import type { Sync } from '../../src/sync/sync.ts';
import { accelerate } from '../helpers/accelerated-clock.ts';
import { countedIds, createMemoryJournal } from '../helpers/memory-journal.ts';
import { AMOUNTS, createKnownOrganization, type KnownOrganization } from './known-organization.ts';

const START = Date.parse('2026-03-02T09:00:00Z');

/** So many times as fast as real time goes everything but the network. */
const FACTOR = 200;

/**
 * How long an answer may take, in milliseconds of real time: long enough for any that comes, and short where some do not
 * come on purpose.
 */
const PATIENCE = 10_000;
const PATIENCE_WITH_FAULTS = 100;

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
   * Resolves once `check` does not throw, looking again whenever a store changes. Rejects with what it threw last
   * when that takes more than `patience` milliseconds of real time.
   */
  until(check: () => void, patience?: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a service and a console that reads it. Everything but the network runs on one accelerated clock. */
export async function connectConsole({
  choices: chosen = {},
  faults = {},
  seed = 1,
  quota = GENEROUS_QUOTA,
}: ConsoleSettings): Promise<ConnectedConsole> {
  const choices = { ...DEFAULT_CHOICES, ...chosen };
  const isFaulty = Object.keys(faults).length > 0;
  const patience = isFaulty ? PATIENCE_WITH_FAULTS : PATIENCE;
  const clock = accelerate(FACTOR, START);
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
      client = createClient({
        baseUrl: parseBaseUrl(service.baseUrl),
        key: parseApiKey(service.apiKey ?? ''),
        clock,
        userAgent: 'vigil-test/0',
        readOnly: false,
        patience: { headers: patience, body: patience, total: patience * FACTOR },
        onExchange: (exchange) => {
          exchanges.push(exchange);
          onExchange(exchange);
        },
      });
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
    until: (check, patience = 8000) => untilChecked(stores, check, patience),
    async stop() {
      sync.stop();
      await service.stop();
    },
  };
}

function untilChecked(stores: Stores, check: () => void, patience: number): Promise<void> {
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
    const deadline = setTimeout(() => {
      end();
      reject(problem instanceof Error ? problem : new Error(String(problem)));
    }, patience);
    const end = () => {
      clearTimeout(deadline);
      clearImmediate(scheduled);
      stopWatching();
    };
    look();
  });
}
