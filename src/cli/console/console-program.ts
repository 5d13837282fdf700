import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { isatty } from 'node:tty';

import { takesSystemCommands } from '../../terminal/output/takes-system-commands.ts';
import { isBackgroundLight, type Background } from '../../host/config/background.ts';
import { configLocation, readConfig } from '../../host/config/config-file.ts';
import { quoteForShell } from '../../lib/quote-for-shell.ts';
import { resolveConnection } from '../../host/connection/resolve-connection.ts';
import { ownSurroundings } from '../../host/connection/setting-context.ts';
import type { ConsoleFlags } from './console-flags.ts';
import type { OrganizationOptions } from './open-organization.ts';
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
  const { organization, keys, keysProblem, background } =
    settings === undefined
      ? await startOfDemo(flags)
      : {
          ...settings,
          organization: organizationOptions(settings, startedWith(flags)),
          keysProblem: undefined,
        };
  const { startConsole } = await import('./start-console.ts');
  return startConsole({
    organization,
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
  readonly keys: unknown;
  readonly keysProblem: string | undefined;
  readonly background: Background | undefined;
}

/** The demo needs no config file, but takes what one says of the console: a file that is wrong is reported and not used. */
async function startOfDemo(flags: ConsoleFlags): Promise<Start> {
  const { environment, userId } = ownSurroundings();
  const location = configLocation(environment);
  const configFolder = dirname(location.path);
  try {
    const { keys, alerts, filters, background } = await readConfig(location, environment, userId);
    const organization = demoOptions(flags, { blockAlert: alerts?.block ?? 'none', filters, configFolder });
    return { organization, keys, background, keysProblem: undefined };
  } catch (error) {
    if (!(error instanceof UsageError)) {
      throw error;
    }
    const organization = demoOptions(flags, { blockAlert: 'none', filters: {}, configFolder });
    return { organization, keys: undefined, background: undefined, keysProblem: error.message };
  }
}
