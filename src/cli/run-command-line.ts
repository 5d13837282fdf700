import { CommanderError } from 'commander';

import { createProgram } from './program.ts';

/** Reads and runs any command line, and sets the exit status: 2 for one that is wrong. Rejects with what a command throws. */
export async function runCommandLine(argumentsGiven: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync([...argumentsGiven], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      throw error;
    }
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  }
}
