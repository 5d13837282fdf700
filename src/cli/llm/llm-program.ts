import { Argument, type Command } from 'commander';

import { does, READING } from '../session/exit-statuses.ts';
import { addRowOptions, countingNumber, CSV_HELP, someText } from '../session/program-arguments.ts';
import type { LlmFlags } from './llm-command.ts';

const LLM_HELP = `
Prints the calls, the newest first, or with --by a row for each value of a field: calls, errors, tokens, cost, and the latency
that half and 95 % of them stay within, as the console works them out: the dearest first. A figure that the data does not
hold is n/a, and null in JSON, where beside each stands of how many calls it is made.

The newest 5,000 calls are read at the most, fewer where --limit, or since: or time: in the filter, asks for fewer; where that is not
all that was asked for, stderr says so and the status is 1. The fields of a filter are those that the calls have.
${CSV_HELP}`;

/** Adds `vigil llm` to the command line. */
export function addLlmCommand(program: Command): void {
  const llm = program
    .command('llm')
    .description('Print LLM calls, or what they add up to by model, provider or another field.')
    .addArgument(new Argument('[what]', 'what it prints in any case').choices(['list']))
    .option('--by <field>', 'what calls add up to for each value of this field, such as model', someText)
    .option('--limit <n>', 'print the first n', countingNumber)
    .addHelpText('after', LLM_HELP);
  does(llm, READING, async (flags: LlmFlags) => (await import('./llm-command.ts')).runLlm(flags));
  addRowOptions(llm, { one: 'a call or a value', isList: true, json: 'one object a line, in ASCII' });
}
