import { ApiKeyError, parseApiKey, type ApiKey } from '../api/api-key.ts';
import { BaseUrlError, parseBaseUrl } from '../api/base-url.ts';
import { UsageError } from './usage-error.ts';

/** Which server, and with which key. */
export interface ConnectionSettings {
  readonly baseUrl: URL;
  readonly key: ApiKey;
}

const NOTHING_CONFIGURED = `vigil has no server to show yet.
Try it on a synthetic organization:  vigil --demo
Or name your server and its key:     VIGIL_BASE_URL=https://host.example/api/v1 VIGIL_API_KEY=sk_live_… vigil`;

/**
 * Reads the connection from VIGIL_BASE_URL and VIGIL_API_KEY; the flag counts before the variable. Throws a UsageError
 * that says what is missing or wrong and never repeats the key.
 */
export function connectionFromEnvironment(
  environment: NodeJS.ProcessEnv,
  baseUrlFlag: string | undefined,
): ConnectionSettings {
  const baseUrl = baseUrlFlag ?? environment['VIGIL_BASE_URL'] ?? '';
  const key = environment['VIGIL_API_KEY'] ?? '';
  if (baseUrl === '' && key === '') {
    throw new UsageError(NOTHING_CONFIGURED);
  }
  if (baseUrl === '') {
    throw new UsageError('VIGIL_API_KEY is set, but no server: set VIGIL_BASE_URL or use --base-url.');
  }
  if (key === '') {
    throw new UsageError(
      'There is a server, but no key: set VIGIL_API_KEY to an API key of the organization.',
    );
  }
  try {
    return { baseUrl: parseBaseUrl(baseUrl), key: parseApiKey(key) };
  } catch (error) {
    if (error instanceof BaseUrlError || error instanceof ApiKeyError) {
      throw new UsageError(error.message);
    }
    throw error;
  }
}
