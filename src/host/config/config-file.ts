import { homeFolder } from '../files/home-folder.ts';
import { dirname, isAbsolute, join, resolve } from 'node:path';

import { lazyImport } from '../../lib/lazy-import.ts';
import { UsageError } from '../usage-error.ts';
import type { Background } from './background.ts';
import type { AlertSettings, FileSettings, FilterSettings, ProfileSettings } from './config-schema.ts';
import { readRegularFile, refuseIfOthersWrite, refuseUnlessPrivate } from '../files/private-file.ts';

const MOST_BYTES = 1024 * 1024;

const loadParser = lazyImport(() => import('./parse-settings.ts'));

/** Where the config file is, and why there. */
export interface ConfigLocation {
  readonly path: string;
  /** The variable that names it; undefined for the usual place. */
  readonly variable: 'VIGIL_CONFIG' | 'XDG_CONFIG_HOME' | undefined;
}

export interface Config {
  readonly location: ConfigLocation;
  /** The permissions of the file; undefined when there is none, and so no profiles. */
  readonly mode: number | undefined;
  readonly defaultProfile: string | undefined;
  /** In the order of the file. Paths in them are absolute. */
  readonly profiles: ReadonlyMap<string, ProfileSettings>;
  /** What is to happen when a block arrives, where a profile says nothing else. */
  readonly alerts: AlertSettings | undefined;
  /** Saved filters by their names, to which a profile adds, and which it replaces. */
  readonly filters: Readonly<Record<string, FilterSettings>>;
  /** What the terminals of this user have behind their text, where they do not say it. */
  readonly background: Background | undefined;
  /** The table of keys as it was written, which is checked where the commands are known. */
  readonly keys: unknown;
}

/** VIGIL_CONFIG, or `vigil/config.toml` in the config folder of the XDG base directory specification. */
export function configLocation(environment: NodeJS.ProcessEnv): ConfigLocation {
  const named = environment['VIGIL_CONFIG'] ?? '';
  if (named !== '') {
    return { path: resolve(named), variable: 'VIGIL_CONFIG' };
  }
  const folder = environment['XDG_CONFIG_HOME'] ?? '';
  // The XDG specification has relative paths ignored: they would depend on the working folder.
  return isAbsolute(folder)
    ? { path: join(folder, 'vigil', 'config.toml'), variable: 'XDG_CONFIG_HOME' }
    : { path: join(homeFolder(environment), '.config', 'vigil', 'config.toml'), variable: undefined };
}

/**
 * Reads the config file. A file that names a command must be private, any other must not be writable by others.
 * Rejects with a UsageError that names the line or the setting and what is allowed, and repeats no value.
 */
export async function readConfig(
  location: ConfigLocation,
  environment: NodeJS.ProcessEnv,
  userId: number,
): Promise<Config> {
  const file = readRegularFile('The config file', location.path, MOST_BYTES);
  if (file === undefined) {
    if (location.variable === 'VIGIL_CONFIG') {
      throw new UsageError(`VIGIL_CONFIG names ${location.path}, and there is no such file.`);
    }
    return {
      location,
      mode: undefined,
      defaultProfile: undefined,
      profiles: new Map(),
      alerts: undefined,
      filters: {},
      background: undefined,
      keys: undefined,
    };
  }
  // Loaded only here: those who have no such file do not wait for it.
  const { parseSettings } = await loadParser();
  const settings = parseSettings(file);
  const profiles = Object.entries(settings.profiles ?? {});
  if (namesCommand(settings)) {
    refuseUnlessPrivate({ ...file, what: 'The config file names a command to run, and' }, userId);
  } else {
    refuseIfOthersWrite(file, userId);
  }
  const absolute = (path: string) => absolutePath(path, dirname(location.path), environment);
  const config: Config = {
    location,
    mode: file.mode,
    defaultProfile: settings.default_profile,
    profiles: new Map(profiles.map(([name, profile]) => [name, withAbsolutePaths(profile, absolute)])),
    alerts: withAbsoluteAlert(settings.alerts, absolute),
    filters: withAbsoluteAlerts(settings.filters ?? {}, absolute),
    background: settings.background,
    keys: settings.keys,
  };
  const { defaultProfile } = config;
  if (defaultProfile !== undefined && !config.profiles.has(defaultProfile)) {
    throw new UsageError(
      `${location.path}: default_profile names a profile that is not there. There are: ${profileNames(config)}.`,
    );
  }
  return config;
}

/** The names of the profiles, for a sentence. */
export function profileNames({ profiles }: Config): string {
  return profiles.size === 0 ? 'none' : [...profiles.keys()].join(', ');
}

/** Whether anything in a config file is a program that is run. */
function namesCommand(settings: FileSettings): boolean {
  return [settings, ...Object.values(settings.profiles ?? {})].some(
    (table) =>
      ('api_key_command' in table && table.api_key_command !== undefined) ||
      Array.isArray(table.alerts?.block) ||
      Object.values(table.filters ?? {}).some(({ alert }) => Array.isArray(alert)),
  );
}

function withAbsolutePaths(profile: ProfileSettings, absolute: (path: string) => string): ProfileSettings {
  const { api_key_command: command, api_key_file: keyFile, ca_file: certificates, alerts, filters } = profile;
  return {
    ...profile,
    ...(command === undefined ? {} : { api_key_command: absoluteCommand(command, absolute) }),
    ...(keyFile === undefined ? {} : { api_key_file: absolute(keyFile) }),
    ...(certificates === undefined ? {} : { ca_file: absolute(certificates) }),
    ...(alerts === undefined ? {} : { alerts: withAbsoluteAlert(alerts, absolute) }),
    ...(filters === undefined ? {} : { filters: withAbsoluteAlerts(filters, absolute) }),
  };
}

function withAbsoluteAlert<Settings extends AlertSettings | undefined>(
  settings: Settings,
  absolute: (path: string) => string,
): Settings {
  return Array.isArray(settings?.block)
    ? { ...settings, block: absoluteCommand(settings.block, absolute) }
    : settings;
}

function withAbsoluteAlerts(
  filters: Readonly<Record<string, FilterSettings>>,
  absolute: (path: string) => string,
): Record<string, FilterSettings> {
  return Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [
      name,
      Array.isArray(filter.alert) ? { ...filter, alert: absoluteCommand(filter.alert, absolute) } : filter,
    ]),
  );
}

/** A name without a slash is looked for in PATH. */
function absoluteCommand(
  [program = '', ...programArguments]: readonly string[],
  absolute: (path: string) => string,
): string[] {
  return [program.includes('/') ? absolute(program) : program, ...programArguments];
}

/** Relative paths count from the folder of the config file, never from the working folder. */
function absolutePath(path: string, folder: string, environment: NodeJS.ProcessEnv): string {
  return path.startsWith('~/') ? join(homeFolder(environment), path.slice(2)) : resolve(folder, path);
}
