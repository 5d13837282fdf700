import { dirname } from 'node:path';

import type { LlmBudget } from '../../stores/llm/llm-budget.ts';
import type { ApiKey } from '../../api/api-key.ts';
import type { Organization } from '../../stores/base/organization.ts';
import type { Background } from '../config/background.ts';
import type { ConnectionFlags, ConnectionSettings } from './connection-settings.ts';
import { UsageError } from '../usage-error.ts';
import type { Alert } from '../../stores/view/alert.ts';
import type { FilterSettings } from '../config/config-schema.ts';
import { chooseBlockAlert, chooseFilters } from './choose-alert.ts';
import { chooseKeySource } from './choose-key.ts';
import { chooseMode } from './choose-mode.ts';
import { chooseBaseUrl, chooseCertificateFile, isOfAnotherServer, isServerOf } from './choose-server.ts';
import {
  ownSurroundings,
  readSettingContext,
  type SettingContext,
  type Surroundings,
} from './setting-context.ts';

/** Where each setting comes from, in words for people. */
export interface SettingSources {
  readonly profile: string | undefined;
  readonly baseUrl: string;
  readonly key: string;
  readonly mode: string;
  readonly certificateFile: string | undefined;
}

/** A connection with everything that flags, environment and config file say of it. */
export interface ResolvedConnection extends ConnectionSettings {
  /** The organization as the user knows it, and the server that the key goes to. */
  readonly title: string;
  readonly mode: 'read-only' | 'write';
  /** What keeps the console read-only whatever is asked of it, in words; undefined when changes can be allowed in it. */
  readonly forbiddenBy: string | undefined;
  readonly sources: SettingSources;
  /** What earlier versions of vigil called it where something was kept of it on this host: its profile, or its server. */
  readonly earlierNames: readonly string[];
  /** The organization as questions name it. */
  readonly organization: Organization;
  /** What happens when a block arrives. */
  readonly blockAlert: Alert;
  /** The saved filters of the config file, by their names. */
  readonly filters: Readonly<Record<string, FilterSettings>>;
  /** The folder of the config file, in which its programs run. */
  readonly configFolder: string;
  /** How often agents fetch the policy, in milliseconds, where the profile says so. */
  readonly policySync: number | undefined;
  /** What its LLM calls may cost a day, where the profile says so. */
  readonly llmBudget: LlmBudget | undefined;
  /** What the config file says of the background of the terminal. */
  readonly background: Background | undefined;
  /** The table of keys as the config file has it. */
  readonly keys: unknown;
  /** The profile that was chosen, and whether the server is its own. */
  readonly profile: { readonly name: string; readonly isOfServer: boolean } | undefined;
  /** The names of all profiles of the config file. */
  readonly profileNames: readonly string[];
}

const NOTHING_CONFIGURED = `vigil has no server to show yet.
Try it on a synthetic organization:  vigil --demo
Or name your server and its key:     VIGIL_BASE_URL=https://host.example/api/v1 VIGIL_API_KEY=sk_live_… vigil`;

/**
 * Resolves everything that a connection needs: flags over environment over the profile of the config file
 * ("Configuration"), the key from the first of its sources ("The key"). Rejects with a UsageError that says what is
 * missing or wrong, what to do, and never repeats the key.
 */
export async function resolveConnection(
  flags: ConnectionFlags,
  surroundings: Surroundings = ownSurroundings(),
): Promise<ResolvedConnection> {
  const context = await readSettingContext(flags, surroundings);
  const baseUrl = chooseBaseUrl(context);
  const mode = chooseMode(context, baseUrl?.value);
  const keySource = chooseKeySource(context, surroundings, baseUrl);
  if (baseUrl === undefined || keySource === undefined) {
    throw new UsageError(whatIsMissing(context, baseUrl?.source, keySource?.source));
  }
  const certificateFile = await chooseCertificateFile(context, baseUrl.value, surroundings.userId);
  const key = await keySource.read();
  const own = leavingOutOtherProfile(context, baseUrl.value);
  return {
    baseUrl: baseUrl.value,
    key,
    certificateFile: certificateFile?.value,
    title: titleOf(own, baseUrl.value),
    mode: mode.value,
    forbiddenBy: mode.forbiddenBy,
    earlierNames: earlierNames(context, baseUrl.value),
    organization: organizationOf(own, baseUrl.value, key),
    blockAlert: chooseBlockAlert(context).value,
    filters: chooseFilters(context),
    configFolder: dirname(context.location.path),
    policySync: policySyncOf(own),
    llmBudget: llmBudgetOf(own),
    background: context.background,
    keys: context.keys,
    profile: context.profile && {
      name: context.profile.name,
      isOfServer: isServerOf(context.profile, baseUrl.value),
    },
    profileNames: context.allProfiles.map(({ name }) => name),
    sources: {
      profile: own.profile?.source,
      baseUrl: baseUrl.source,
      key: keySource.source,
      mode: mode.source,
      certificateFile: certificateFile?.source,
    },
  };
}

/** What there is no server or no key for, and where to name it. */
export function whatIsMissing(
  { profile }: SettingContext,
  serverSource: string | undefined,
  keySource: string | undefined,
): string {
  if (serverSource === undefined && keySource === undefined && profile === undefined) {
    return NOTHING_CONFIGURED;
  }
  if (serverSource === undefined) {
    return profile === undefined
      ? `${keySource} is set, but no server: set VIGIL_BASE_URL or use --base-url.`
      : `The profile ${profile.name} has no server: give it a base_url.`;
  }
  return profile === undefined
    ? 'There is a server, but no key: set VIGIL_API_KEY to an API key of the organization, or name a profile.'
    : `The profile ${profile.name} has no key: give it an api_key_command or an api_key_file, or set VIGIL_API_KEY.`;
}

/** The name of an organization, its budgets, and how often its agents fetch the policy, hold for its own server alone. */
function leavingOutOtherProfile(context: SettingContext, server: URL): SettingContext {
  const { profile } = context;
  return profile !== undefined && isOfAnotherServer(profile, server)
    ? { ...context, profile: undefined }
    : context;
}

function policySyncOf({ profile }: SettingContext): number | undefined {
  const minutes = profile?.settings.policy_sync_minutes;
  return minutes === undefined ? undefined : minutes * 60_000;
}

function llmBudgetOf({ profile }: SettingContext): LlmBudget | undefined {
  const { llm_budget_per_day: day, llm_model_budgets_per_day: models = {} } = profile?.settings ?? {};
  const byModel = new Map(Object.entries(models));
  return day === undefined && byModel.size === 0 ? undefined : { day, models: byModel };
}

/** `Acme (host.example)`: the organization, and the server that the key goes to. */
function titleOf({ profile }: SettingContext, { host }: URL): string {
  return profile === undefined ? host : `${profile.settings.title ?? profile.name} (${host})`;
}

/** The names under which earlier versions kept what is of the organization that is chosen. */
export function earlierNames(context: SettingContext, server: URL): readonly string[] {
  const { profile } = leavingOutOtherProfile(context, server);
  const { host } = server;
  return profile === undefined ? [host] : [profile.name, host];
}

function organizationOf(
  { profile }: SettingContext,
  { host, pathname, protocol }: URL,
  key: ApiKey,
): Organization {
  const scheme = protocol === 'https:' ? '' : `${protocol}//`;
  return {
    name: profile === undefined ? undefined : (profile.settings.title ?? profile.name),
    server: key.redact(`${scheme}${host}${pathname === '/' ? '' : pathname}`),
    key: key.fingerprint(),
  };
}
