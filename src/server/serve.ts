import { existsSync } from 'node:fs';

import type { ServiceOptions } from './service-options.ts';
import { issueKey, startService, type RunningService } from './service.ts';
import { SettingError } from './base/setting.ts';

/** The flags of `vigil serve`, read. */
export interface ServeOptions extends Omit<ServiceOptions, 'log' | 'signal'> {
  /** One line of JSON on stdout once requests are accepted. */
  readonly json?: boolean | undefined;
  /** Makes new keys for a database that holds an organization already. */
  readonly newKey?: boolean | undefined;
}

/** What `serve` writes to and how it is asked to stop. */
export interface ServeSurroundings {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  /** Calls back once when SIGTERM or SIGINT arrives. */
  onStop(stop: () => void): void;
}

/**
 * Runs the reference service until it is asked to stop, and resolves with the exit status: 0 after the requests under way
 * are answered, 1 when it cannot start, 2 when a setting cannot be used. With `json`, stdout gets exactly one line:
 * `{"base_url", "api_key", "read_only_api_key"}`, the keys null when the database holds an organization already and no
 * new ones were asked for. Everything for people goes to stderr.
 */
export async function serve(options: ServeOptions, surroundings: ServeSurroundings): Promise<number> {
  const say = (line: string) => surroundings.stderr.write(`${line}\n`);
  const stopping = new AbortController();
  const stopRequested = new Promise<void>((resolve) =>
    surroundings.onStop(() => {
      stopping.abort();
      resolve();
    }),
  );
  try {
    checkNewKey(options);
    const service = await startService({ ...options, log: say, signal: stopping.signal });
    const { apiKey, readOnlyApiKey } = options.newKey === true ? withNewKeys(service, options) : service;
    if (options.json === true) {
      const line = {
        base_url: service.baseUrl,
        api_key: apiKey ?? null,
        read_only_api_key: readOnlyApiKey ?? null,
      };
      surroundings.stdout.write(`${JSON.stringify(line)}\n`);
    }
    say(`serving ${service.baseUrl}`);
    if (options.json !== true) {
      sayKeys(apiKey, readOnlyApiKey, say);
    }
    await stopRequested;
    await service.stop();
    return 0;
  } catch (error) {
    if (stopping.signal.aborted) {
      return 0;
    }
    say(`vigil serve: ${error instanceof Error ? error.message : String(error)}`);
    return error instanceof SettingError ? 2 : 1;
  }
}

/** A mistyped name must not make a new organization when a key for an old one was asked for. */
function checkNewKey({ newKey, file }: ServeOptions): void {
  if (newKey === true && file === undefined) {
    throw new SettingError('a new key needs a database file (--db FILE)');
  }
  if (newKey === true && file !== undefined && !existsSync(file)) {
    throw new SettingError(`${file} does not exist`);
  }
}

/** The keys of the service, made now when it could not know them. */
function withNewKeys(
  { apiKey, readOnlyApiKey }: RunningService,
  { file = '', clock }: ServeOptions,
): Pick<RunningService, 'apiKey' | 'readOnlyApiKey'> {
  const timed = clock === undefined ? {} : { clock };
  return {
    apiKey: apiKey ?? issueKey(file, timed),
    readOnlyApiKey: readOnlyApiKey ?? issueKey(file, { ...timed, scopes: ['read'] }),
  };
}

function sayKeys(
  apiKey: string | undefined,
  readOnlyApiKey: string | undefined,
  say: (line: string) => void,
): void {
  if (apiKey === undefined || readOnlyApiKey === undefined) {
    say('its keys stay valid and cannot be shown again; --new-key makes new ones');
    return;
  }
  say(`API key            ${apiKey}`);
  say(`API key, read only ${readOnlyApiKey}`);
  say('They are shown this once.');
}
