import { systemClock, type Clock } from '../../lib/clock.ts';
import { ownValue } from '../../lib/own-value.ts';
import { safeSentence } from '../../lib/safe-text.ts';
import {
  configLocation,
  profileNames,
  readConfig,
  type Config,
  type ConfigLocation,
} from '../config/config-file.ts';
import type { AlertSettings, FilterSettings, ProfileSettings } from '../config/config-schema.ts';
import type { Background } from '../config/background.ts';
import type { ConnectionFlags } from './connection-settings.ts';
import { UsageError } from '../usage-error.ts';

/** Where the program runs, and for whom. */
export interface Surroundings {
  readonly environment: NodeJS.ProcessEnv;
  readonly userId: number;
  readonly clock: Clock;
  /** Shows a person what is being waited for. */
  readonly say: (sentence: string) => void;
  /** Gives up what is being waited for. */
  readonly signal?: AbortSignal | undefined;
}

/** A profile that was chosen, and by what. */
export interface ChosenProfile {
  readonly name: string;
  readonly settings: ProfileSettings;
  readonly source: string;
}

/** All that settings are chosen from: flags over environment over the profile. */
export interface SettingContext {
  readonly flags: ConnectionFlags;
  readonly environment: NodeJS.ProcessEnv;
  readonly location: ConfigLocation;
  /** The permissions of the config file; undefined when there is none. */
  readonly configMode: number | undefined;
  readonly profile: ChosenProfile | undefined;
  /** Every profile of the config file: one that was not chosen can still forbid changes at its server. */
  readonly allProfiles: readonly ChosenProfile[];
  /** The profile that a start takes where nothing names a profile or a server. */
  readonly usualProfile: ChosenProfile | undefined;
  /** What is to happen when a block arrives, where the profile says nothing else. */
  readonly alerts: AlertSettings | undefined;
  /** The saved filters of the config file, those of profiles left aside. */
  readonly filters: Readonly<Record<string, FilterSettings>>;
  /** What the config file says of the background of the terminal. */
  readonly background: Background | undefined;
  /** The table of keys as the config file has it. */
  readonly keys: unknown;
}

/** A setting, and where it comes from in words for people. */
export interface Sourced<Value> {
  readonly value: Value;
  readonly source: string;
}

/** The surroundings of this process. */
export function ownSurroundings(): Surroundings {
  return {
    environment: process.env,
    userId: process.getuid?.() ?? 0,
    clock: systemClock,
    say: (sentence) => process.stderr.write(`vigil: ${safeSentence(sentence)}\n`),
  };
}

/** Reads the config file and chooses the profile. Rejects with a UsageError. */
export async function readSettingContext(
  flags: ConnectionFlags,
  { environment, userId }: Surroundings,
): Promise<SettingContext> {
  const location = configLocation(environment);
  const config = await readConfig(location, environment, userId);
  return contextOf(config, { flags, environment, profile: chooseProfile(config, flags, environment) });
}

/**
 * Reads the config file, for each of its profiles as if that had been named on a command line without other flags. Rejects
 * with a UsageError.
 */
export async function readProfileContexts({
  environment,
  userId,
}: Pick<Surroundings, 'environment' | 'userId'>): Promise<
  readonly (SettingContext & { readonly profile: ChosenProfile })[]
> {
  const config = await readConfig(configLocation(environment), environment, userId);
  return [...config.profiles].map(([name, settings]) => {
    const profile = { name, settings, source: config.location.path };
    return { ...contextOf(config, { flags: { profile: name }, environment, profile }), profile };
  });
}

function contextOf(
  config: Config,
  chosen: Pick<SettingContext, 'flags' | 'environment' | 'profile'>,
): SettingContext {
  const { location, mode, profiles, alerts, filters, background, keys } = config;
  return {
    ...chosen,
    location,
    configMode: mode,
    allProfiles: [...profiles].map(([name, settings]) => ({ name, settings, source: location.path })),
    usualProfile: usualProfile(config),
    alerts,
    filters,
    background,
    keys,
  };
}

/** The value of a variable; one that is empty counts as not set. */
export function variable(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  return ownValue(environment, name) === '' ? undefined : ownValue(environment, name);
}

/** How sentences call a setting of a profile. */
export function settingOf(profile: ChosenProfile, setting: keyof ProfileSettings): string {
  return `${setting} of the profile ${profile.name}`;
}

function chooseProfile(
  config: Config,
  flags: ConnectionFlags,
  environment: NodeJS.ProcessEnv,
): ChosenProfile | undefined {
  const fromVariable = variable(environment, 'VIGIL_PROFILE');
  const named = flags.profile ?? fromVariable;
  if (named !== undefined) {
    return profileCalled(named, flags.profile === undefined ? 'VIGIL_PROFILE' : '--profile', config);
  }
  const server = flags.baseUrl ?? variable(environment, 'VIGIL_BASE_URL');
  // Server and key of one organization are not to be mixed with the profile of another that nobody asked for.
  if (server !== undefined && variable(environment, 'VIGIL_API_KEY') !== undefined) {
    return undefined;
  }
  const usual = usualProfile(config);
  if (usual === undefined && config.profiles.size > 0) {
    throw new UsageError(
      `${config.location.path} has several profiles and no default_profile. Name one with --profile: ${profileNames(config)}.`,
    );
  }
  return usual;
}

/** The profile that counts where nothing names one; undefined when there is none, or none of several is the default. */
function usualProfile(config: Config): ChosenProfile | undefined {
  if (config.defaultProfile !== undefined) {
    return profileCalled(config.defaultProfile, 'default_profile', config);
  }
  const [only, ...others] = config.profiles.keys();
  return only === undefined || others.length > 0
    ? undefined
    : profileCalled(only, 'the only profile', config);
}

function profileCalled(name: string, source: string, config: Config): ChosenProfile {
  const settings = config.profiles.get(name);
  if (settings !== undefined) {
    return { name, settings, source };
  }
  const { path } = config.location;
  throw new UsageError(
    config.mode !== undefined
      ? `There is no profile ${name} (${source}) in ${path}. There are: ${profileNames(config)}.`
      : `There is no profile ${name} (${source}): there is no config file ${path}.`,
  );
}
