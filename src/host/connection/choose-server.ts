import { BaseUrlError, parseBaseUrl } from '../../api/base-url.ts';
import { ConnectionSettingError, namesProxy, readCertificateFile } from '../../api/connection-setting.ts';
import { lazyImport } from '../../lib/lazy-import.ts';
import { readRegularFile, refuseIfOthersWrite } from '../files/private-file.ts';
import { UsageError } from '../usage-error.ts';
import {
  settingOf,
  variable,
  type ChosenProfile,
  type SettingContext,
  type Sourced,
} from './setting-context.ts';

/** The certificates of all authorities there are take a quarter of it. */
const MOST_BYTES = 1024 * 1024;

const loadDispatcher = lazyImport(() => import('../../api/dispatcher.ts'));

/**
 * The base URL: --base-url, VIGIL_BASE_URL, base_url of the profile; undefined when none is set. Throws a UsageError
 * that names where the wrong one comes from.
 */
export function chooseBaseUrl({ flags, environment, profile }: SettingContext): Sourced<URL> | undefined {
  const fromVariable = variable(environment, 'VIGIL_BASE_URL');
  if (flags.baseUrl !== undefined) {
    return read(flags.baseUrl, '--base-url');
  }
  if (fromVariable !== undefined) {
    return read(fromVariable, 'VIGIL_BASE_URL');
  }
  const configured = profile?.settings.base_url;
  return profile === undefined || configured === undefined
    ? undefined
    : read(configured, settingOf(profile, 'base_url'));
}

/**
 * Whether a server is the one that the profile names. The whole URL counts and not its origin alone: another path may be
 * another organization.
 */
export function isServerOf({ settings: { base_url: own } }: ChosenProfile, server: URL): boolean {
  try {
    return own !== undefined && parseBaseUrl(own).href === server.href;
  } catch {
    return false;
  }
}

/** Whether a profile names a server, and another one than this: what it says of its organization does not hold here. */
export function isOfAnotherServer(profile: ChosenProfile, server: URL): boolean {
  return profile.settings.base_url !== undefined && !isServerOf(profile, server);
}

/**
 * The certificate file of the profile; undefined when there is none. Throws a UsageError when it cannot be used, or when
 * others can change it: it decides whom the key is shown to.
 */
export async function chooseCertificateFile(
  { profile }: SettingContext,
  baseUrl: URL,
  userId: number,
): Promise<Sourced<string> | undefined> {
  const value = profile?.settings.ca_file;
  try {
    if (value !== undefined) {
      readCertificateFile(value);
      const file = readRegularFile('The certificate file', value, MOST_BYTES);
      if (file !== undefined) {
        refuseIfOthersWrite(file, userId);
      }
    }
    if (namesProxy()) {
      // Loaded only here: what connects takes longer to load than all that the first frame needs.
      const { checkConnectionSettings } = await loadDispatcher();
      checkConnectionSettings({ baseUrl, certificateFile: value });
    }
  } catch (error) {
    throw error instanceof ConnectionSettingError ? new UsageError(error.message) : error;
  }
  return profile === undefined || value === undefined
    ? undefined
    : { value, source: settingOf(profile, 'ca_file') };
}

function read(text: string, source: string): Sourced<URL> {
  try {
    return { value: parseBaseUrl(text), source };
  } catch (error) {
    throw error instanceof BaseUrlError ? new UsageError(`${source}: ${error.message}`) : error;
  }
}
