import { LazyImportError } from '../lib/lazy-import.ts';
import { safeSentence } from '../lib/safe-text.ts';
import { runConsole } from './console/console-program.ts';
import { plainConsoleFlags } from './console/console-options.ts';
import { holdsCredential, withoutCredentials } from '../host/connection/credential-text.ts';
import { keepFault } from '../host/faults/keep-fault.ts';
import { logLine } from '../host/faults/log-line.ts';
import { clearStatusLine } from './output/status-line.ts';
import { unwrittenSentence } from './output/unwritten.ts';
import { settleColourVariables } from '../host/config/terminal-environment.ts';
import { refuseSurroundings } from './console/refuse-surroundings.ts';
import { UsageError } from '../host/usage-error.ts';
import { version } from '../host/version.ts';

/** Runs the command line and sets the exit status: 0 done, 1 failed, 2 wrong usage or configuration. */
export async function run(argumentsGiven: readonly string[]): Promise<void> {
  passOverClosedPipe(process.stdout);
  passOverClosedPipe(process.stderr);
  settleColourVariables(process.env);
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      // The console has its own way to end.
      if (process.listenerCount(event) === 1) {
        endWith(error);
        process.exit();
      }
    });
  }
  try {
    refuseSurroundings(process.platform, process.env);
    await logIfAsked(argumentsGiven);
    if (argumentsGiven.some(holdsCredential)) {
      throw new UsageError(
        'An argument looks like a credential. Arguments can be seen by everybody on this machine: put the key into a file that a profile names, or into VIGIL_API_KEY.',
      );
    }
    const flags = plainConsoleFlags(argumentsGiven);
    if (flags !== undefined) {
      process.exitCode = await runConsole(flags);
    } else {
      const { runCommandLine } = await import('./run-command-line.ts');
      await runCommandLine(argumentsGiven);
    }
  } catch (error) {
    endWith(error);
  }
}

/** Says in a sentence what ended the program, and sets the exit status. Where to read more is said of a mistake in it. */
export function endWith(error: unknown): void {
  if (error instanceof UsageError) {
    complain(`vigil: ${error.message}`);
    process.exitCode = 2;
    return;
  }
  process.exitCode = 1;
  complain(`vigil: ${error instanceof Error ? error.message || error.name : String(error)}`);
  const file = keepFault(error);
  if (file !== undefined && !(error instanceof LazyImportError)) {
    complain(`vigil: This is a fault in vigil. Please report it with ${file}`);
  }
}

async function logIfAsked(argumentsGiven: readonly string[]): Promise<void> {
  const isDebug = argumentsGiven.includes('--debug');
  if (isDebug || (process.env['VIGIL_LOG'] ?? '') !== '') {
    const { logPath, openLog } = await import('../host/faults/debug-log.ts');
    const path = logPath(process.env, isDebug);
    if (path !== undefined) {
      openLog(path, process.getuid?.() ?? 0);
      logLine(() => `vigil ${version} begins on Node ${process.version}`);
      process.on('exit', (status) => logLine(() => `vigil ends with status ${status}`));
    }
  }
}

/** A reader that has enough, such as head(1), is no failure; any other is one, unless somebody else heeds it. */
function passOverClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && stream.listenerCount('error') === 1) {
      throw Object.assign(new Error(unwrittenSentence(error), { cause: error }), { code: error.code });
    }
  });
}

/** Messages name files and settings of the user's own, which may hold anything. */
function complain(message: string): void {
  clearStatusLine();
  process.stderr.write(`${safeSentence(withoutCredentials(message))}\n`);
}
