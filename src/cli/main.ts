import { CommanderError } from 'commander';

import { safeSentence } from '../lib/safe-text.ts';
import { holdsCredential, withoutCredentials } from './credential-text.ts';
import { createProgram } from './program.ts';
import { UsageError } from './usage-error.ts';

/** Runs the command line and sets the exit status: 0 done, 1 failed, 2 wrong usage or configuration. */
async function main(argumentsGiven: readonly string[]): Promise<void> {
  try {
    if (argumentsGiven.some(holdsCredential)) {
      throw new UsageError(
        'An argument looks like a credential. Arguments can be seen by everybody on this machine: put the key into a file that a profile names, or into VIGIL_API_KEY.',
      );
    }
    await createProgram().parseAsync([...argumentsGiven], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
    } else if (error instanceof UsageError) {
      complain(error.message);
      process.exitCode = 2;
    } else {
      complain(`vigil: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    }
  }
}

/** Messages name files and settings of the user's own, which may hold anything. */
function complain(message: string): void {
  process.stderr.write(`${safeSentence(withoutCredentials(message))}\n`);
}

await main(process.argv.slice(2));
