import { CommanderError } from 'commander';

import { createProgram } from './program.ts';
import { UsageError } from './usage-error.ts';

const CREDENTIAL = /\b(sk|rk|as)_live_/;

/** Runs the command line and sets the exit status: 0 done, 1 failed, 2 wrong usage or configuration. */
async function main(argumentsGiven: readonly string[]): Promise<void> {
  try {
    if (argumentsGiven.some((argument) => CREDENTIAL.test(argument))) {
      throw new UsageError(
        'An argument looks like a credential. Arguments can be seen by everybody on this machine: put the key into VIGIL_API_KEY.',
      );
    }
    await createProgram().parseAsync([...argumentsGiven], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
    } else if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 2;
    } else {
      process.stderr.write(`vigil: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  }
}

await main(process.argv.slice(2));
