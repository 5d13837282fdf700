import { safeSentence } from '../lib/safe-text.ts';
import { runConsole } from './console-command.ts';
import { plainConsoleFlags } from './console-options.ts';
import { holdsCredential, withoutCredentials } from './credential-text.ts';
import { UsageError } from './usage-error.ts';

/** Runs the command line and sets the exit status: 0 done, 1 failed, 2 wrong usage or configuration. */
export async function run(argumentsGiven: readonly string[]): Promise<void> {
  passOverClosedPipe(process.stdout);
  passOverClosedPipe(process.stderr);
  try {
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
    if (error instanceof UsageError) {
      complain(error.message);
      process.exitCode = 2;
    } else {
      complain(`vigil: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    }
  }
}

/** A reader that has enough, such as head(1), is no failure; any other is one, unless somebody else heeds it. */
function passOverClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && stream.listenerCount('error') === 1) {
      throw error;
    }
  });
}

/** Messages name files and settings of the user's own, which may hold anything. */
function complain(message: string): void {
  process.stderr.write(`${safeSentence(withoutCredentials(message))}\n`);
}
