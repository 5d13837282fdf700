import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { isatty } from 'node:tty';

import { takesSystemCommands } from '../../terminal/output/takes-system-commands.ts';
import { isBackgroundLight, type Background } from '../../host/config/background.ts';
import { configLocation, readConfig } from '../../host/config/config-file.ts';
import { quoteForShell } from '../../lib/quote-for-shell.ts';
import { resolveConnection, type ResolvedConnection } from '../../host/connection/resolve-connection.ts';
import { ownSurroundings } from '../../host/connection/setting-context.ts';
import type { ConsoleFlags } from './console-flags.ts';
import type { OrganizationOptions } from './open-organization.ts';
import type { StartedOn } from './organization-choices.ts';
import { demoOptions, organizationOptions, startedWith } from './organization-options.ts';
import { speaksUtf8, unfitness, wantsColour } from '../../host/config/terminal-environment.ts';
import { UsageError } from '../../host/usage-error.ts';
import { userName } from '../../host/user-name.ts';

const STDIN = 0;
const STDOUT = 1;

/** Opens the console and resolves with the exit status once it is closed. */
export async function runConsole(flags: ConsoleFlags): Promise<number> {
  const settings = flags.demo === true ? undefined : await resolveConnection(flags);
  if (!isatty(STDIN) || !isatty(STDOUT)) {
    throw new UsageError(
      'The console needs a terminal for its input and its output. Without one, print events instead: vigil events --follow',
    );
  }
  const given = process.argv.slice(2).map((word) => (/^-[\w=-]+$/.test(word) ? word : quoteForShell(word)));
  const command = ['vigil', ...given].join(' ');
  const problem = unfitness(process.env, settings?.key.redact(command) ?? command);
  const isAccessible = flags.accessible === true;
  if (problem !== undefined && !isAccessible) {
    throw new UsageError(problem);
  }
  const { organization, startedOn, keys, keysProblem, background } =
    settings === undefined
      ? await startOfDemo(flags)
      : {
          ...settings,
          organization: organizationOptions(settings, startedWith(flags)),
          startedOn: startOf(settings, flags),
          keysProblem: undefined,
        };
  const { startConsole } = await import('./start-console.ts');
  return startConsole({
    organization,
    startedOn,
    tab: flags.tab,
    filter: flags.filter,
    who: () => `${userName()}@${hostname()}`,
    keys,
    keysProblem,
    ascii: flags.ascii === true || !speaksUtf8(process.env),
    colour: !isAccessible && wantsColour(process.env, true),
    light: isBackgroundLight(flags.background, background, process.env),
    background: flags.background ?? background,
    setsColours: !isAccessible && takesSystemCommands(process.env['TERM']),
    knowsSequences: problem === undefined,
    accessible: isAccessible,
  });
}

/** What a console begins with: its organization, and what the config file says of the console itself. */
interface Start {
  readonly organization: OrganizationOptions;
  readonly startedOn: StartedOn;
  readonly keys: unknown;
  readonly keysProblem: string | undefined;
  readonly background: Background | undefined;
}

/** What the console was started on, by its profile where it is at the server of that, else by a name that no profile has. */
function startOf(settings: ResolvedConnection, flags: ConsoleFlags): StartedOn {
  const { profile, profileNames, title, baseUrl } = settings;
  const name = profile?.isOfServer === true ? profile.name : freeName(baseUrl.host, profileNames);
  return { name, flags: { ...flags, ...(profile && { profile: profile.name }) }, title, profileNames };
}

function startOfDemoOn(
  demo: OrganizationOptions,
  flags: ConsoleFlags,
  profileNames: readonly string[],
): StartedOn {
  return { name: freeName('demo', profileNames), flags, title: demo.title, profileNames, demo };
}

/** A name with a sign that no profile has, where one is called so. */
function freeName(name: string, profileNames: readonly string[]): string {
  return profileNames.includes(name) ? `(${name})` : name;
}

/** The demo needs no config file, but takes what one says of the console: a file that is wrong is reported and not used. */
async function startOfDemo(flags: ConsoleFlags): Promise<Start> {
  const { environment, userId } = ownSurroundings();
  const location = configLocation(environment);
  const configFolder = dirname(location.path);
  try {
    const config = await readConfig(location, environment, userId);
    const { keys, alerts, filters, background, profiles } = config;
    const demo = demoOptions(flags, { blockAlert: alerts?.block ?? 'none', filters, configFolder });
    const startedOn = startOfDemoOn(demo, flags, [...profiles.keys()]);
    return { organization: demo, startedOn, keys, background, keysProblem: undefined };
  } catch (error) {
    if (!(error instanceof UsageError)) {
      throw error;
    }
    const demo = demoOptions(flags, { blockAlert: 'none', filters: {}, configFolder });
    const startedOn = startOfDemoOn(demo, flags, []);
    return {
      organization: demo,
      startedOn,
      keys: undefined,
      background: undefined,
      keysProblem: error.message,
    };
  }
}
