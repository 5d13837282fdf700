import { isatty } from 'node:tty';

import type { ConnectionSettings } from './connection-settings.ts';
import { resolveConnection } from './connection/resolve-connection.ts';
import type { ConsoleFlags } from './console-flags.ts';
import { speaksUtf8, unfitness, wantsColour } from './terminal-environment.ts';
import { UsageError } from './usage-error.ts';

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
  const problem = unfitness(process.env);
  if (problem !== undefined) {
    throw new UsageError(problem);
  }
  const { startConsole } = await import('./start-console.ts');
  return startConsole({
    connect: () => connect(settings),
    title: settings?.title ?? 'demo organization',
    mode: settings?.mode ?? (flags.readOnly === true ? 'read-only' : 'demo'),
    tab: flags.tab ?? 'overview',
    ascii: flags.ascii === true || !speaksUtf8(process.env),
    colour: flags.accessible !== true && wantsColour(process.env),
    accessible: flags.accessible === true,
  });
}

async function connect(settings: ConnectionSettings | undefined): Promise<ConnectionSettings> {
  if (settings !== undefined) {
    return settings;
  }
  const { startDemo } = await import('./demo-service.ts');
  return startDemo();
}
