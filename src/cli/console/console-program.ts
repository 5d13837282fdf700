import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { isatty } from 'node:tty';

import { takesSystemCommands } from '../../terminal/output/takes-system-commands.ts';
import { isBackgroundLight, type Background } from '../../host/config/background.ts';
import type { ConnectionSettings } from '../../host/connection/connection-settings.ts';
import { configLocation, readConfig } from '../../host/config/config-file.ts';
import type { BlockAlert } from '../../host/config/config-schema.ts';
import { quoteForShell } from '../../lib/quote-for-shell.ts';
import { resolveConnection } from '../../host/connection/resolve-connection.ts';
import { ownSurroundings } from '../../host/connection/setting-context.ts';
import type { ConsoleFlags } from './console-flags.ts';
import { DEMO, organizationOfDemo } from '../demo/demo-settings.ts';
import { organizationFolder, statePath } from '../../host/state/state-place.ts';
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
  const { background, ...consoleSettings } =
    settings === undefined ? await settingsOfDemo() : { ...settingsOf(settings), keysProblem: undefined };
  const { startConsole } = await import('./start-console.ts');
  return startConsole({
    connect: () => connect(settings),
    title: settings?.title ?? DEMO.title,
    organization: settings?.organization ?? organizationOfDemo,
    baseUrl: settings?.key.redact(settings.baseUrl.href),
    mode: settings?.mode ?? (flags.readOnly === true ? 'read-only' : 'demo'),
    forbiddenBy: settings?.forbiddenBy ?? (flags.readOnly === true ? '--read-only' : undefined),
    tab: flags.tab,
    filter: flags.filter,
    startedWith: startedWith(flags),
    who: () => `${userName()}@${hostname()}`,
    stateFolder:
      settings === undefined
        ? dirname(statePath(process.env, KEPT_OF_DEMO))
        : organizationFolder(process.env, settings),
    earlierNames: settings?.earlierNames ?? [],
    isDemo: settings === undefined,
    policySync: settings === undefined ? DEMO.policySync * 1000 : settings.policySync,
    llmBudget: settings === undefined ? DEMO.llmBudget : settings.llmBudget,
    ...consoleSettings,
    ascii: flags.ascii === true || !speaksUtf8(process.env),
    colour: !isAccessible && wantsColour(process.env, true),
    light: isBackgroundLight(flags.background, background, process.env),
    background: flags.background ?? background,
    setsColours: !isAccessible && takesSystemCommands(process.env['TERM']),
    knowsSequences: problem === undefined,
    accessible: isAccessible,
  });
}

/** The options by which the same organization is shown again; the key is not among them. */
function startedWith({ demo, profile, baseUrl }: ConsoleFlags): readonly string[] {
  return [
    ...(demo === true ? ['--demo'] : []),
    ...(profile === undefined ? [] : ['--profile', profile]),
    ...(baseUrl === undefined ? [] : ['--base-url', baseUrl]),
  ];
}

/** What is kept of the demo stands under a name that no server has. */
const KEPT_OF_DEMO = '_demo';

/** What the config file says of the console itself. */
interface ConsoleSettings {
  readonly keys: unknown;
  readonly blockAlert: BlockAlert;
  readonly background: Background | undefined;
}

function settingsOf({ keys, blockAlert, background }: ConsoleSettings): ConsoleSettings {
  return { keys, blockAlert, background };
}

/** The demo needs no config file, but takes the keys of one: a file that is wrong is reported and not used. */
async function settingsOfDemo(): Promise<ConsoleSettings & { readonly keysProblem: string | undefined }> {
  const { environment, userId } = ownSurroundings();
  try {
    const { keys, alerts, background } = await readConfig(configLocation(environment), environment, userId);
    return { keys, blockAlert: alerts?.block ?? 'none', background, keysProblem: undefined };
  } catch (error) {
    if (!(error instanceof UsageError)) {
      throw error;
    }
    return { keys: undefined, blockAlert: 'none', background: undefined, keysProblem: error.message };
  }
}

async function connect(settings: ConnectionSettings | undefined): Promise<ConnectionSettings> {
  if (settings !== undefined) {
    return settings;
  }
  const { startDemo } = await import('../demo/demo-service.ts');
  return startDemo();
}
