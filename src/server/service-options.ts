import { DEFAULT_POLICY_SYNC_SECONDS } from '../contract/values.ts';
import type { Clock } from '../lib/clock.ts';
import type { Choices } from './base/choices.ts';
import type { FaultRates } from './base/faults.ts';
import type { SynthesisSettings, SyntheticOrganization } from './base/records.ts';
import { SettingError } from './base/setting.ts';

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

/** What a new organization is made with; its history ends now. */
export function synthesisSettings(options: ServiceOptions, now: number): SynthesisSettings {
  return {
    seed: options.seed ?? SERVICE_DEFAULTS.seed,
    agents: options.agents ?? SERVICE_DEFAULTS.agents,
    events: options.events ?? SERVICE_DEFAULTS.events,
    sessions: options.sessions ?? SERVICE_DEFAULTS.sessions,
    eventsPerSecond: options.rate ?? SERVICE_DEFAULTS.rate,
    policySyncSeconds: options.policySync ?? SERVICE_DEFAULTS.policySync,
    until: now,
  };
}

/** Throws a SettingError that names the first amount that is out of its range. */
export function checkAmounts(options: ServiceOptions): void {
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
      throw new SettingError(
        `${name === 'policySync' ? 'policy-sync' : name} must be a number from ${least} to ${most}`,
      );
    }
  };
  number('rate', 0, 10_000);
  number('window', 1, 86_400);
  number('policySync', 1, 86_400);
}
