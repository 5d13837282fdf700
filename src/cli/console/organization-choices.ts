import type { ProfileChoice } from '../../commands/base/command.ts';
import { named } from '../../lib/named.ts';
import { quoting, type Sentence } from '../../lib/untrusted.ts';
import { configLocation } from '../../host/config/config-file.ts';
import { chooseMode } from '../../host/connection/choose-mode.ts';
import { chooseBaseUrl } from '../../host/connection/choose-server.ts';
import { resolveConnection } from '../../host/connection/resolve-connection.ts';
import {
  ownSurroundings,
  readProfileContexts,
  type SettingContext,
  type Surroundings,
} from '../../host/connection/setting-context.ts';
import { UsageError } from '../../host/usage-error.ts';
import type { ConsoleFlags } from './console-flags.ts';
import type { OrganizationOptions } from './open-organization.ts';
import { organizationOptions, startedWith } from './organization-options.ts';

/** What the console was started on, to come back to. */
export interface StartedOn {
  /** What it is called among the others: its profile, or what no profile is called. */
  readonly name: string;
  /** The flags, with the profile that was chosen, whatever the config file says of another one by then. */
  readonly flags: ConsoleFlags;
  /** The organization as the user knows it. */
  readonly title: string;
  /** The profiles that the config file had then. */
  readonly profileNames: readonly string[];
  /** The demo, where it was started on that: it needs no settings and no key. */
  readonly demo?: OrganizationOptions;
}

/** How a key is waited for. */
export interface Waiting {
  /** Gives up. */
  readonly signal: AbortSignal;
  readonly say: (sentence: string) => void;
}

/** What counts only for the organization that the console was started on: a key of one server must not go to another. */
const OF_THE_START = ['VIGIL_BASE_URL', 'VIGIL_API_KEY', 'VIGIL_PROFILE'];

/** The surroundings for a profile that is gone to: those of this process, without what names a server or a key. */
export function surroundingsOfProfiles(own = ownSurroundings()): Surroundings {
  const environment = Object.fromEntries(
    Object.entries(own.environment).filter(([name]) => !OF_THE_START.includes(name)),
  );
  return { ...own, environment };
}

/** The flags that count for a profile that is gone to: `--read-only` holds everywhere, `--write` where the console was started. */
function flagsOf({ flags: { readOnly } }: StartedOn, profile: string): ConsoleFlags {
  return { profile, ...(readOnly === true && { readOnly }) };
}

/** The profiles of the config file as it is now, and what the console was started on. Rejects with a UsageError. */
export async function listOrganizations(start: StartedOn): Promise<{
  readonly choices: readonly ProfileChoice[];
  readonly file: string;
}> {
  const surroundings = surroundingsOfProfiles();
  const contexts = await readProfileContexts(surroundings);
  const choices = contexts.map(({ profile, ...context }): ProfileChoice => {
    const { name } = profile;
    const flags = name === start.name ? start.flags : flagsOf(start, name);
    return { name, words: wordsOf({ ...context, profile, flags }) };
  });
  const isProfile = choices.some(({ name }) => name === start.name);
  const ofStart = { name: start.name, words: quoting`${named(start.title)}, as vigil was started` };
  return {
    choices: isProfile ? choices : [ofStart, ...choices],
    file: configLocation(surroundings.environment).path,
  };
}

/** `Acme, security.acme.example, read-only`. */
function wordsOf(context: SettingContext): Sentence {
  try {
    const server = chooseBaseUrl(context)?.value;
    const { value, forbiddenBy } = chooseMode(context, server);
    const { title } = context.profile?.settings ?? {};
    const mode =
      value === 'write' ? 'changes allowed' : forbiddenBy === undefined ? 'read-only' : 'always read-only';
    return quoting`${title === undefined ? '' : quoting`${named(title)}, `}${server === undefined ? 'no base_url' : named(server.host)}, ${mode}`;
  } catch (error) {
    if (error instanceof UsageError) {
      return quoting`${named(error.message)}`;
    }
    throw error;
  }
}

/**
 * All settings of one of them, its key included, as a start on it would read them now. Rejects with a UsageError that says what is
 * wrong, or once the signal gives it up.
 */
export async function resolveOrganization(
  start: StartedOn,
  name: string,
  waiting: Waiting,
): Promise<OrganizationOptions> {
  const own = { ...ownSurroundings(), ...waiting };
  if (name === start.name) {
    const { flags, demo } = start;
    return demo ?? organizationOptions(await resolveConnection(flags, own), startedWith(flags));
  }
  const surroundings = surroundingsOfProfiles(own);
  const flags = flagsOf(start, name);
  const contexts = await readProfileContexts(surroundings);
  const profile = contexts.map((context) => context.profile).find((each) => each.name === name);
  if (profile === undefined) {
    const { path } = configLocation(surroundings.environment);
    const names = contexts.map((context) => context.profile.name).join(', ');
    throw new UsageError(`There is no profile ${name} in ${path}. There are: ${names || 'none'}.`);
  }
  const { api_key_command: command, api_key_file: file } = profile.settings;
  if (command === undefined && file === undefined) {
    throw new UsageError(
      `The profile ${name} has no key of its own: give it an api_key_command or an api_key_file. VIGIL_API_KEY counts only where vigil was started.`,
    );
  }
  return organizationOptions(await resolveConnection(flags, surroundings), startedWith(flags));
}
