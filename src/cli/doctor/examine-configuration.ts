import { isAbsolute, join } from 'node:path';

import type { ConnectionFlags, ConnectionSettings } from '../../host/connection/connection-settings.ts';
import { configLocation, type ConfigLocation } from '../../host/config/config-file.ts';
import { isWithoutHome } from '../../host/files/home-folder.ts';
import { octal } from '../../host/files/private-file.ts';
import { chooseBlockAlert, chooseFilters } from '../../host/connection/choose-alert.ts';
import { chooseKeySource } from '../../host/connection/choose-key.ts';
import { chooseMode } from '../../host/connection/choose-mode.ts';
import {
  chooseBaseUrl,
  chooseCertificateFile,
  isOfAnotherServer,
} from '../../host/connection/choose-server.ts';
import { earlierNames, whatIsMissing } from '../../host/connection/resolve-connection.ts';
import {
  readSettingContext,
  variable,
  type SettingContext,
  type Sourced,
  type Surroundings,
} from '../../host/connection/setting-context.ts';
import { journalPath, whyNotNoted } from '../../host/journal/journal-place.ts';
import { problemsElsewhere } from '../console/kept-elsewhere.ts';
import { filesSetAside } from '../../host/state/set-aside.ts';
import { damageOf } from '../../host/state/state-file.ts';
import {
  folderProblem,
  KEPT_FILES,
  organizationFolder,
  whyNotKept,
  whyNotMade,
  type Identity,
} from '../../host/state/state-place.ts';
import type { Alert } from '../../stores/view/alert.ts';
import { UsageError } from '../../host/usage-error.ts';
import type { Finding } from './finding.ts';
import { examineTrust } from './examine-trust.ts';

/** What is configured, and the connection when it is whole. */
export interface ExaminedConfiguration {
  readonly findings: readonly Finding[];
  readonly connection: ConnectionSettings | undefined;
}

type PartialFinding = Omit<Finding, 'section' | 'name' | 'state'> & Partial<Pick<Finding, 'state'>>;

/** Collects what each step finds; a setting that is wrong does not keep the next from being looked at. */
class Findings {
  readonly all: Finding[] = [];

  add(name: string, part: PartialFinding): void {
    this.all.push({ section: 'configuration', name, state: 'ok', ...part });
  }

  /** What `step` gives; undefined when it throws a UsageError, which becomes a finding. */
  async attempt<Value>(name: string, step: () => Value | Promise<Value>): Promise<Value | undefined> {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof UsageError)) {
        throw error;
      }
      this.add(name, { state: 'wrong', value: error.message });
      return undefined;
    }
  }
}

/** Looks at every setting of a connection and where it comes from. The key itself is nowhere in what it gives. */
export async function examineConfiguration(
  flags: ConnectionFlags,
  surroundings: Surroundings,
): Promise<ExaminedConfiguration> {
  const found = new Findings();
  const location = configLocation(surroundings.environment);
  const context = await found.attempt('config file', () => readSettingContext(flags, surroundings));
  const connection =
    context === undefined ? undefined : await examineSettings(context, surroundings, location, found);
  return { findings: found.all, connection };
}

async function examineSettings(
  context: SettingContext,
  surroundings: Surroundings,
  location: ConfigLocation,
  found: Findings,
): Promise<ConnectionSettings | undefined> {
  const { profile } = context;
  found.add('config file', {
    value: isWithoutHome(location.path)
      ? 'none, since this user has no home'
      : `${location.path}, ${context.configMode === undefined ? 'which is not there' : `mode ${octal(context.configMode)}`}`,
    source: location.variable,
  });
  found.add('profile', { value: profile?.name ?? 'none', source: profile?.source });

  await addKeys(context, found);
  addJournal(surroundings, found);

  const baseUrl = await found.attempt('server', () => chooseBaseUrl(context));
  const isUrlWrong = found.all.some(({ name }) => name === 'server');
  const keySource = await found.attempt('key', () => chooseKeySource(context, surroundings, baseUrl));
  const isKeyRefused = found.all.some(({ name }) => name === 'key');
  if ((keySource === undefined && !isKeyRefused) || (baseUrl === undefined && !isUrlWrong)) {
    // One that is refused is there.
    const value = whatIsMissing(context, isUrlWrong ? 'refused' : baseUrl?.source, keySource?.source);
    found.add(baseUrl === undefined && !isUrlWrong ? 'connection' : 'key', { state: 'wrong', value });
  }
  if (baseUrl !== undefined) {
    addServer(context, baseUrl, found);
  }
  const key = keySource === undefined ? undefined : await found.attempt('key', () => keySource.read());
  if (key !== undefined && keySource !== undefined) {
    found.add('key', {
      value: `${key.toString()} with the fingerprint ${key.fingerprint()}`,
      source: [keySource.source, ...(keySource.place === undefined ? [] : [keySource.place])].join(': '),
      ...keyAdvice(context, keySource.source),
    });
  }
  if (baseUrl !== undefined && key !== undefined) {
    addState({ baseUrl: baseUrl.value, key }, earlierNames(context, baseUrl.value), surroundings, found);
  }
  const mode = await found.attempt('mode', () => chooseMode(context, baseUrl?.value));
  if (mode !== undefined) {
    found.add('mode', mode);
  }
  const blockAlert = chooseBlockAlert(context);
  found.add('block alert', { ...blockAlert, value: alertName(blockAlert.value) });
  await addFilters(context, found);
  if (baseUrl === undefined) {
    return undefined;
  }
  const before = found.all.length;
  const certificates = await found.attempt('network', () =>
    chooseCertificateFile(context, baseUrl.value, surroundings.userId),
  );
  if (found.all.length > before) {
    return undefined;
  }
  found.add('certificates', certificates ?? { value: 'those of Node' });
  examineTrust(surroundings.environment, baseUrl.value).forEach((part) => found.add(part.name, part));
  addProxy(context, baseUrl.value, found);
  return key === undefined
    ? undefined
    : { baseUrl: baseUrl.value, key, certificateFile: certificates?.value };
}

/** The keys that the config file binds, and what of them does not count. */
async function addKeys({ keys }: SettingContext, found: Findings): Promise<void> {
  if (keys === undefined) {
    return;
  }
  const { readRebinding } = await import('../console/start-console.ts');
  const { rebound, problems } = readRebinding(keys);
  found.add('keys', { value: `${rebound.size} commands with keys of their own`, source: 'config.toml' });
  for (const problem of problems) {
    found.add('keys', { state: 'wrong', value: problem });
  }
}

/** The saved filters of the config file, and what of them does not count. */
async function addFilters(context: SettingContext, found: Findings): Promise<void> {
  const chosen = chooseFilters(context);
  if (Object.keys(chosen).length === 0) {
    return;
  }
  const { readConfiguredFilters } = await import('../console/start-console.ts');
  const { filters, problems } = readConfiguredFilters(chosen);
  const alerting = filters.filter(({ alert }) => alert !== 'none').length;
  found.add('filters', {
    value: `${filters.length} saved, ${alerting} with an alert`,
    source: 'config.toml',
  });
  for (const problem of problems) {
    found.add('filters', { state: 'wrong', value: problem });
  }
}

/** A program without its arguments, which may be secret. */
function alertName(alert: Alert): string {
  return typeof alert === 'string' ? alert : `runs ${alert[0] ?? ''}`;
}

/** Where what is kept of the organization is, why it is not where it cannot be, and which of the files are damaged. */
function addState(
  identity: Identity,
  names: readonly string[],
  { environment, userId }: Surroundings,
  found: Findings,
): void {
  const folder = organizationFolder(environment, identity);
  const unusable = folderProblem(folder, userId) ?? whyNotMade(folder);
  const ofFiles = KEPT_FILES.flatMap(({ name, what }) => {
    const path = join(folder, name);
    const problem = whyNotKept(path, userId);
    const part =
      problem === undefined
        ? damageOf(path, userId)
        : `${what} are not kept from one start to the next: ${problem}`;
    const aside = filesSetAside(path);
    return [
      ...(part === undefined ? [] : [part]),
      ...(aside.length === 0
        ? []
        : [`Set aside because it was damaged: ${aside.join(', ')}. Check it, then remove it.`]),
    ];
  });
  const advice = [
    ...(unusable === undefined
      ? ofFiles
      : [
          `Filters, layout, acknowledgements and drafts are not kept from one start to the next: ${unusable}`,
        ]),
    ...problemsElsewhere({ environment, userId, folder, earlierNames: names }).map(
      (problem) => `:take over cannot use what was kept elsewhere: ${problem}`,
    ),
  ];
  found.add('state', {
    value: isWithoutHome(folder) ? 'none' : folder,
    source: isAbsolute(environment['XDG_STATE_HOME'] ?? '') ? 'XDG_STATE_HOME' : undefined,
    ...(advice.length === 0 ? {} : { state: 'note', advice: advice.join('\n') }),
  });
}

/** Where the journal of changes is, and why nothing can be changed where it cannot be written. */
function addJournal({ environment, userId }: Surroundings, found: Findings): void {
  const path = journalPath(environment);
  const problem = whyNotNoted(path, userId);
  found.add('journal', {
    value: isWithoutHome(path) ? 'none' : path,
    source: isAbsolute(environment['XDG_STATE_HOME'] ?? '') ? 'XDG_STATE_HOME' : undefined,
    ...(problem === undefined
      ? {}
      : {
          state: 'note',
          advice: `No change can be sent: the journal cannot be written. ${problem}`,
        }),
  });
}

function addServer({ profile }: SettingContext, { value, source }: Sourced<URL>, found: Findings): void {
  const isOfOther = profile !== undefined && isOfAnotherServer(profile, value);
  found.add('server', {
    value: value.href,
    source,
    ...(isOfOther
      ? {
          state: 'note',
          advice: `The profile ${profile.name} has another server: ${profile.settings.base_url}. Its key, its title and its write = true do not count here.`,
        }
      : {}),
  });
}

function keyAdvice(
  { environment }: SettingContext,
  source: string,
): Pick<PartialFinding, 'state' | 'advice'> {
  if (source === 'VIGIL_API_KEY') {
    return {
      state: 'note',
      advice:
        'Every program that is started from the same shell is given VIGIL_API_KEY. An api_key_command or an api_key_file of a profile keeps it to vigil.',
    };
  }
  return variable(environment, 'VIGIL_API_KEY') === undefined
    ? {}
    : { state: 'note', advice: 'VIGIL_API_KEY is set, too, and not used: the profile comes first.' };
}

/** Names the host of the proxy alone: the rest of its URL may be a password. */
function addProxy({ environment }: SettingContext, baseUrl: URL, found: Findings): void {
  const proxy = variable(environment, 'https_proxy') ?? variable(environment, 'HTTPS_PROXY');
  if (proxy === undefined || baseUrl.protocol === 'http:') {
    return;
  }
  const exceptions = variable(environment, 'no_proxy') ?? variable(environment, 'NO_PROXY');
  found.add('proxy', {
    value: `${URL.parse(proxy)?.host ?? 'not a URL'}${exceptions === undefined ? '' : `, except for ${exceptions}`}`,
    source: 'HTTPS_PROXY',
  });
}
