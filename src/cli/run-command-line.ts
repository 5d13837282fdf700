import { CommanderError } from 'commander';

import { asSentence } from '../lib/full-stop.ts';
import { pageText } from './output/page-text.ts';
import { createProgram } from './program.ts';
import { unknownCommandIn } from './unknown-command.ts';
import { UsageError } from '../host/usage-error.ts';

/** Reads and runs any command line, and sets the exit status: 2 for one that is wrong. Rejects with what a command throws. */
export async function runCommandLine(argumentsGiven: readonly string[]): Promise<void> {
  let help = '';
  const program = createProgram((text) => (help += text));
  const problem = unknownCommandIn(program, argumentsGiven);
  if (problem !== undefined) {
    throw new UsageError(problem);
  }
  try {
    await program.parseAsync([...argumentsGiven], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      throw error;
    }
    if (error.exitCode !== 0 && error.code !== 'commander.help') {
      throw new UsageError(sentenceOf(error.message));
    }
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  }
  if (help !== '') {
    pageText(help);
  }
}

/** What is wrong with the options and arguments, as one sentence after the other, and where to read on. */
function sentenceOf(message: string): string {
  const words = message
    .replace(/^error: /, '')
    .replace(/\n\((.*)\)$/, '. $1')
    .trim();
  return `${asSentence(words)} Run vigil --help for what there is.`;
}
