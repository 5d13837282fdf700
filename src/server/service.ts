import { ROUTES } from './routes/all.ts';
import { existsSync } from 'node:fs';

import { BASE_PATH } from '../contract/endpoints.ts';
import { systemClock, type Clock } from '../lib/clock.ts';
import { DEFAULT_CHOICES } from './base/choices.ts';
import { openDatabase, type Database } from './db/database.ts';
import { lockDatabaseFile } from './db/file-lock.ts';
import { createApiKey, hasApiKey, type Scope } from './db/keys.ts';
import { listOrganizations, removeIncomplete } from './db/organizations.ts';
import { listen } from './http/listen.ts';
import { LateWrites } from './http/late-writes.ts';
import { startLiving } from './live.ts';
import { loadOrganization } from './load-organization.ts';
import { seededRandom } from './base/random.ts';
import { createRateLimit } from './base/rate-limit.ts';
import type { SyntheticOrganization } from './base/records.ts';
import { checkAmounts, SERVICE_DEFAULTS, synthesisSettings, type ServiceOptions } from './service-options.ts';
import { SettingError } from './base/setting.ts';

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
  const lateWrites = new LateWrites(clock, log);
  let database: Database | undefined;
  const close = () => {
    lateWrites.stop();
    for (const stop of stopLiving) {
      stop();
    }
    database?.close();
    unlock();
  };
  try {
    database = openDatabase(options.file);
    const { first, living } = await openOrganizations(database, options, clock, log);
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
        lateWrites,
        routes: ROUTES,
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
      ...makeFirstKeys(database, first, clock.now()),
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

/** The organizations of the database, or a new one in an empty database: the first, and those that have live events. */
async function openOrganizations(
  database: Database,
  options: ServiceOptions,
  clock: Clock,
  log: (line: string) => void,
): Promise<{ readonly first: number; readonly living: readonly Living[] }> {
  removeIncomplete(database);
  const stored = listOrganizations(database);
  if (stored[0] !== undefined) {
    log('the database holds an organization already: it is opened as it is');
    const living = stored
      .filter(({ settings }) => settings.eventsPerSecond > 0)
      .map(({ number, settings, livedUntil }) => ({
        organization: number,
        // The same machines; what was stored is not made again, and a pause is made up for as far as it sees fit.
        synthetic: options.createOrganization({ ...settings, until: livedUntil }),
      }));
    return { first: stored[0].number, living };
  }
  const settings = synthesisSettings(options, clock.now());
  const synthetic = options.createOrganization(settings);
  const organization = await loadOrganization(database, settings, synthetic, log, options.signal);
  return {
    first: organization,
    living: settings.eventsPerSecond > 0 ? [{ organization, synthetic }] : [],
  };
}

/**
 * The first keys of an organization. They are made only once the service listens, so that a start that fails after
 * the history was made does not leave keys behind that nobody has seen.
 */
function makeFirstKeys(
  database: Database,
  organization: number,
  now: number,
): Pick<RunningService, 'apiKey' | 'readOnlyApiKey'> {
  if (hasApiKey(database, organization)) {
    return { apiKey: undefined, readOnlyApiKey: undefined };
  }
  return database.transaction(() => ({
    apiKey: createApiKey(database, organization, ['read', 'write'], now),
    readOnlyApiKey: createApiKey(database, organization, ['read'], now),
  }));
}
