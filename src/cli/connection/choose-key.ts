import { dirname } from 'node:path';

import { ApiKeyError, parseApiKey, type ApiKey } from '../../api/api-key.ts';
import { readRegularFile, refuseUnlessPrivate } from '../config/private-file.ts';
import { UsageError } from '../usage-error.ts';
import { runKeyCommand } from './key-command.ts';
import { settingOf, variable, type SettingContext, type Surroundings } from './setting-context.ts';

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
 * undefined when none is set. One that is set and fails is not passed over.
 */
export function chooseKeySource(
  { environment, profile, location }: SettingContext,
  { userId, clock, say }: Surroundings,
): KeySource | undefined {
  const { api_key_command: command, api_key_file: file } = profile?.settings ?? {};
  if (profile !== undefined && command !== undefined) {
    const folder = dirname(location.path);
    return keySource(settingOf(profile, 'api_key_command'), command[0], (source) =>
      runKeyCommand({ command, folder, environment, source, clock, say }),
    );
  }
  if (profile !== undefined && file !== undefined) {
    return keySource(settingOf(profile, 'api_key_file'), file, () => readKeyFile(file, userId));
  }
  const fromVariable = variable(environment, 'VIGIL_API_KEY');
  return fromVariable === undefined ? undefined : keySource('VIGIL_API_KEY', undefined, () => fromVariable);
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
