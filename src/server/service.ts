import { existsSync } from 'node:fs';

import { BASE_PATH } from '../contract/endpoints.ts';
import { DEFAULT_POLICY_SYNC_SECONDS } from '../contract/values.ts';
import { systemClock, type Clock } from '../lib/clock.ts';
import { DEFAULT_CHOICES, type Choices } from './choices.ts';
import { openDatabase, type Database } from './db/database.ts';
import { lockDatabaseFile } from './db/file-lock.ts';
import { createApiKey, type Scope } from './db/keys.ts';
import { listOrganizations, removeIncomplete } from './db/organizations.ts';
import type { FaultRates } from './faults.ts';
import { listen } from './http/listen.ts';
import { startLiving } from './live.ts';
import { loadOrganization } from './load-organization.ts';
import { seededRandom } from './random.ts';
import { createRateLimit } from './rate-limit.ts';
import type { SynthesisSettings, SyntheticOrganization } from './records.ts';
import { SettingError } from './setting.ts';

/** Makes a synthetic organization; the same settings make the same one. */
export type CreateOrganization = (settings: SynthesisSettings) => SyntheticOrganization;

/** What a service runs with. Amounts and seed count only for a database that holds no organization yet. */
export interface ServiceOptions {
  readonly createOrganization: CreateOrganization;
  /** 0, the default, takes any free port. */
  readonly port?: number | undefined;
  /** The database file; without one the database is in memory and ends with the service. */
  readonly file?: string | undefined;
  readonly seed?: number | undefined;
  readonly agents?: number | undefined;
  /** Events in the history that is made at the start. */
  readonly events?: number | undefined;
  readonly sessions?: number | undefined;
  /** Live events a second; 0 makes none. */
  readonly rate?: number | undefined;
  /** Requests that an organization may make in a window. */
  readonly quota?: number | undefined;
  /** Length of that window, in seconds. */
  readonly window?: number | undefined;
  /** Seconds between two policy syncs of an agent. */
  readonly policySync?: number | undefined;
  readonly choices?: Choices | undefined;
  readonly faults?: FaultRates | undefined;
  readonly clock?: Clock | undefined;
  /** Draws the faults and shuffles lists; by default it depends on the seed. Keys never come from it. */
  readonly random?: (() => number) | undefined;
  /** Takes lines for people; by default they are dropped. */
  readonly log?: ((line: string) => void) | undefined;
  /** Gives up a start that is still making the history; without effect later. */
  readonly signal?: AbortSignal | undefined;
}

export const SERVICE_DEFAULTS = {
  port: 0,
  seed: 1,
  agents: 40,
  events: 5000,
  sessions: 60,
  rate: 2,
  quota: 600,
  window: 60,
  policySync: DEFAULT_POLICY_SYNC_SECONDS,
} as const;

export interface RunningService {
  /** `http://127.0.0.1:PORT/api/v1` */
  readonly baseUrl: string;
  /** A key that may do everything; undefined for a database that had an organization, whose keys are known as hashes only. */
  readonly apiKey: string | undefined;
  /** A key that may only read; undefined in the same case. */
  readonly readOnlyApiKey: string | undefined;
  /** Answers the requests under way, takes no more, and resolves when everything is closed. */
  stop(): Promise<void>;
}

/**
 * Starts the reference service and resolves once it accepts requests. A database file that holds organizations already
 * is opened as it is. Rejects with a SettingError when the file is not one of this service's, or an option is out of
 * its range or another service has the file; with the system's error when the port is taken; with the signal's reason
 * when that comes first.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  checkAmounts(options);
  const { quota = SERVICE_DEFAULTS.quota, window = SERVICE_DEFAULTS.window, clock = systemClock } = options;
  const log = options.log ?? (() => undefined);
  const unlock = options.file === undefined ? () => undefined : lockDatabaseFile(options.file);
  const stopLiving: (() => void)[] = [];
  let database: Database | undefined;
  const close = () => {
    for (const stop of stopLiving) {
      stop();
    }
    database?.close();
    unlock();
  };
  try {
    database = openDatabase(options.file);
    const { apiKey, readOnlyApiKey, living } = await openOrganizations(database, options, clock, log);
    for (const { organization, synthetic } of living) {
      stopLiving.push(startLiving(database, organization, synthetic, clock, log));
    }
    const listener = await listen(
      {
        database,
        clock,
        random: options.random ?? seededRandom(options.seed ?? SERVICE_DEFAULTS.seed),
        choices: options.choices ?? DEFAULT_CHOICES,
        faults: options.faults ?? {},
        rateLimit: createRateLimit(quota, window),
        windowSeconds: window,
        log,
      },
      options.port ?? SERVICE_DEFAULTS.port,
    );
    let stopped: Promise<void> | undefined;
    const stop = async () => {
      await listener.stop();
      close();
    };
    return {
      baseUrl: `http://127.0.0.1:${listener.port}${BASE_PATH}`,
      apiKey,
      readOnlyApiKey,
      stop: () => (stopped ??= stop()),
    };
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * Makes a new API key for the organization in a database file and returns it; it is stored as a hash and can never be
 * seen again. The service may be running on the file meanwhile. Throws a SettingError when the file does not exist or
 * holds no such organization.
 */
export function issueKey(
  file: string,
  {
    scopes = ['read', 'write'],
    organization,
    clock = systemClock,
  }: {
    readonly scopes?: readonly Scope[];
    /** The number of the organization, by default the first. */
    readonly organization?: number;
    readonly clock?: Clock;
  } = {},
): string {
  if (!existsSync(file)) {
    throw new SettingError(`${file} does not exist`);
  }
  const database = openDatabase(file);
  try {
    const found = listOrganizations(database).find(
      (candidate) => organization === undefined || candidate.number === organization,
    );
    if (found === undefined) {
      throw new SettingError(`${file} holds no ${organization === undefined ? '' : 'such '}organization`);
    }
    return createApiKey(database, found.number, scopes, clock.now());
  } finally {
    database.close();
  }
}

interface Living {
  readonly organization: number;
  readonly synthetic: SyntheticOrganization;
}

/** The organizations of the database, or a new one in an empty database, and those of them that have live events. */
async function openOrganizations(
  database: Database,
  options: ServiceOptions,
  clock: Clock,
  log: (line: string) => void,
): Promise<{
  readonly apiKey: string | undefined;
  readonly readOnlyApiKey: string | undefined;
  readonly living: readonly Living[];
}> {
  removeIncomplete(database);
  const stored = listOrganizations(database);
  if (stored.length > 0) {
    log(`the database holds an organization already: it is opened as it is`);
    const living = stored
      .filter(({ settings }) => settings.eventsPerSecond > 0)
      .map(({ number, settings, livedUntil }) => ({
        organization: number,
        // The same machines; what was stored is not made again, and a pause is made up for as far as it sees fit.
        synthetic: options.createOrganization({ ...settings, until: livedUntil }),
      }));
    return { apiKey: undefined, readOnlyApiKey: undefined, living };
  }
  const settings = synthesisSettings(options, clock);
  const synthetic = options.createOrganization(settings);
  const organization = await loadOrganization(database, settings, synthetic, log, options.signal);
  return {
    apiKey: createApiKey(database, organization, ['read', 'write'], clock.now()),
    readOnlyApiKey: createApiKey(database, organization, ['read'], clock.now()),
    living: settings.eventsPerSecond > 0 ? [{ organization, synthetic }] : [],
  };
}

function synthesisSettings(options: ServiceOptions, clock: Clock): SynthesisSettings {
  return {
    seed: options.seed ?? SERVICE_DEFAULTS.seed,
    agents: options.agents ?? SERVICE_DEFAULTS.agents,
    events: options.events ?? SERVICE_DEFAULTS.events,
    sessions: options.sessions ?? SERVICE_DEFAULTS.sessions,
    eventsPerSecond: options.rate ?? SERVICE_DEFAULTS.rate,
    policySyncSeconds: options.policySync ?? SERVICE_DEFAULTS.policySync,
    until: clock.now(),
  };
}

function checkAmounts(options: ServiceOptions): void {
  const whole = (
    name: 'port' | 'seed' | 'agents' | 'events' | 'sessions' | 'quota',
    least: number,
    most: number,
  ) => {
    const value = options[name];
    if (value !== undefined && !(Number.isInteger(value) && value >= least && value <= most)) {
      throw new SettingError(`${name} must be a whole number from ${least} to ${most}`);
    }
  };
  whole('port', 0, 65_535);
  whole('seed', 0, 4_294_967_295);
  whole('agents', 1, 100_000);
  whole('events', 0, 50_000_000);
  whole('sessions', 0, 1_000_000);
  whole('quota', 1, 1_000_000_000);
  const number = (name: 'rate' | 'window' | 'policySync', least: number, most: number) => {
    const value = options[name];
    if (value !== undefined && !(value >= least && value <= most)) {
      throw new SettingError(`${name} must be a number from ${least} to ${most}`);
    }
  };
  number('rate', 0, 10_000);
  number('window', 1, 86_400);
  number('policySync', 1, 86_400);
}
