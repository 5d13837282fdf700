import { dirname } from 'node:path';

import { ApiKeyError, parseApiKey, type ApiKey } from '../../api/api-key.ts';
import { readRegularFile, refuseUnlessPrivate } from '../files/private-file.ts';
import { UsageError } from '../usage-error.ts';
import { runKeyCommand } from './key-command.ts';
import { isServerOf } from './choose-server.ts';
import {
  settingOf,
  variable,
  type ChosenProfile,
  type SettingContext,
  type Sourced,
  type Surroundings,
} from './setting-context.ts';

const MOST_BYTES = 4096;

/** Where the key is to be read from. */
export interface KeySource {
  readonly source: string;
  /** The file or the program, where there is one. */
  readonly place: string | undefined;
  /** Rejects with a UsageError that never repeats the key. */
  readonly read: () => Promise<ApiKey>;
}

/**
 * The source of the API key ("The key"): api_key_command of the profile, then its api_key_file, then VIGIL_API_KEY;
 * undefined when none is set. One that is set and fails is not passed over. A key of the profile goes to the `base_url` of
 * the profile and nowhere else: another server from a flag or the environment takes VIGIL_API_KEY, and where that is not
 * set, throws a UsageError that says which server is which.
 */
export function chooseKeySource(
  context: SettingContext,
  surroundings: Surroundings,
  server: Sourced<URL> | undefined,
): KeySource | undefined {
  const { environment, profile } = context;
  const ofProfile = profile && sourceOfProfile(profile, context, surroundings);
  if (
    ofProfile !== undefined &&
    profile !== undefined &&
    (server === undefined || isServerOf(profile, server.value))
  ) {
    return ofProfile;
  }
  const fromVariable = variable(environment, 'VIGIL_API_KEY');
  if (fromVariable !== undefined) {
    return keySource('VIGIL_API_KEY', undefined, () => fromVariable);
  }
  if (ofProfile !== undefined && profile !== undefined && server !== undefined) {
    throw new UsageError(whoseKey(ofProfile.source, profile, server));
  }
  return undefined;
}

function sourceOfProfile(
  profile: ChosenProfile,
  { environment, location }: SettingContext,
  { userId, clock, say, signal }: Surroundings,
): KeySource | undefined {
  const { api_key_command: command, api_key_file: file } = profile.settings;
  if (command !== undefined) {
    const folder = dirname(location.path);
    return keySource(settingOf(profile, 'api_key_command'), command[0], (source) =>
      runKeyCommand({ command, folder, environment, source, clock, say, signal }),
    );
  }
  return file === undefined
    ? undefined
    : keySource(settingOf(profile, 'api_key_file'), file, () => readKeyFile(file, userId));
}

function whoseKey(keySource: string, profile: ChosenProfile, { value, source }: Sourced<URL>): string {
  const own = profile.settings.base_url;
  return own === undefined
    ? `Nothing was sent: ${source} names ${value.href}, and ${keySource} goes only to the base_url of its profile, which has none. Give the profile that base_url, or set VIGIL_API_KEY to a key of that server.`
    : `Nothing was sent: ${source} names ${value.href}, and ${keySource} is the key of ${own} (its base_url) and goes nowhere else. Set VIGIL_API_KEY to a key of the other server, name a profile that has one, or leave ${source} out.`;
}

function readKeyFile(path: string, userId: number): string {
  const file = readRegularFile('The key file', path, MOST_BYTES);
  if (file === undefined) {
    throw new UsageError(`The key file ${path} does not exist. Write the key into it, with mode 0600.`);
  }
  refuseUnlessPrivate(file, userId);
  return file.text;
}

function keySource(
  source: string,
  place: string | undefined,
  readText: (source: string) => string | Promise<string>,
): KeySource {
  return {
    source,
    place,
    async read() {
      try {
        return parseApiKey(await readText(source));
      } catch (error) {
        throw error instanceof ApiKeyError ? new UsageError(`${source}: ${error.message}`) : error;
      }
    },
  };
}
