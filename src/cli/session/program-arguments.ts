import { OUTPUT_NAMES } from './output-name.ts';
import { InvalidArgumentError, Option, type Command, type HelpConfiguration } from 'commander';

/** What the help of a command says of its --csv. */
export const CSV_HELP = `With --csv an apostrophe stands before values that a spreadsheet would calculate, those that start with =, +, -, @, a
tab or a line end, except plain negative numbers: @scope/name is '@scope/name. To join by such names, use --no-apostrophes
or --json, which change nothing.`;

/** The flag for a CSV that programs read. */
export function withoutApostrophes(): Option {
  return new Option('--no-apostrophes', 'CSV for programs: nothing stands before @scope/name or =1+1')
    .implies({ csv: true })
    .conflicts('json');
}

/** The flag that names what rows are printed as. */
export function outputOption(): Option {
  return new Option('-o, --output <format>', 'as JSON, one object a line, as CSV or as text').choices(
    OUTPUT_NAMES,
  );
}

/** The flag that chooses which fields of rows are printed. */
export function columnsOption(): Option {
  return new Option(
    '--columns <names>',
    'only these fields, in this order: names of the filter, or paths as payload.score',
  ).argParser(someText);
}

/** The flags of the program that count for every command that talks to a server. */
export const CONNECTION_FLAGS = ['--demo', '--profile', '--base-url', '--ascii'] as const;

/** What rows a command prints, for the descriptions of its flags. */
export interface PrintedRows {
  /** `an event`. */
  readonly one: string;
  /** What `--json` prints; one object a line as the server sent it unless said otherwise. */
  readonly json?: string;
  /** Whether there are several, which `--filter` can narrow. */
  readonly isList: boolean;
}

/** Adds the flags that every command has that prints rows (`RowFlags`). */
export function addRowOptions(command: Command, { one, json, isList }: PrintedRows): Command {
  if (isList) {
    command.option(
      '--filter <query>',
      'only those that pass this filter, as / takes it in the console',
      someText,
    );
  }
  return addPrintingOptions(
    command
      .option('--json', json ?? 'one object a line, as the server sent it, in ASCII')
      .addOption(new Option('--csv', `a line of names, then one line ${one}`).conflicts('json'))
      .addOption(withoutApostrophes())
      .addOption(outputOption())
      .addOption(columnsOption())
      .option('--no-headers', 'text and CSV without the line of names'),
  );
}

/** Adds the flags that every command has that asks a server and prints something. */
export function addPrintingOptions(command: Command): Command {
  return command
    .option('--quiet', 'nothing on stderr but errors and what makes the status other than 0')
    .configureHelp(showingGlobalOptions(...CONNECTION_FLAGS))
    .exitOverride();
}

/** Reads an argument that is a whole number of 0 or more. */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) {
    throw new InvalidArgumentError('It must be a whole number of 0 or more.');
  }
  return Number(text);
}

/** Reads an argument that is a number of 0 or more. */
export function number(text: string): number {
  if (!/^(\d+\.?\d*|\.\d+)$/.test(text)) {
    throw new InvalidArgumentError('It must be a number of 0 or more.');
  }
  return Number(text);
}

/** Reads an argument that is a whole number of 1 or more. */
export function countingNumber(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count === 0) {
    throw new InvalidArgumentError('It must be a whole number of 1 or more.');
  }
  return count;
}

/** Reads an argument that is text. */
export function someText(text: string): string {
  if (text === '') {
    throw new InvalidArgumentError('It must not be empty.');
  }
  return text;
}

/** Gathers the values of an argument that may be given several times. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

/** The same of texts that must not be empty. */
export function collectText(value: string, before: readonly string[] | undefined): readonly string[] {
  return collect(someText(value), before);
}

const OF_MANY = new WeakSet<Option>();

/** A flag that takes several values, with commas between them or given several times; only these where they are named. */
export function manyOption(flags: string, description: string, choices?: readonly string[]): Option {
  const option = new Option(flags, `${description}; several with commas between them`);
  if (choices !== undefined) {
    option.choices(choices);
  }
  option.argParser((text: string, before: readonly string[] | undefined) => {
    const values = text.split(',').map((value) => value.trim());
    if (values.includes('')) {
      throw new InvalidArgumentError('It must not be empty.');
    }
    if (choices !== undefined && !values.every((value) => choices.includes(value))) {
      throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`);
    }
    return [...(before ?? []), ...values];
  });
  OF_MANY.add(option);
  return option;
}

/** Whether a flag takes several values with commas between them. */
export function takesMany(option: Option): boolean {
  return OF_MANY.has(option);
}

/** Whether a flag may be given several times. */
export function isRepeatable(option: Option): boolean {
  const { parseArg } = option;
  return OF_MANY.has(option) || parseArg === collect || parseArg === collectText;
}

/** Has the help of a command show those flags of the program, and of the commands that it is below, that count for it, too. */
export function showingGlobalOptions(...flags: readonly string[]): HelpConfiguration {
  return {
    showGlobalOptions: true,
    visibleGlobalOptions: (command) =>
      commandsAbove(command).flatMap(({ options }) =>
        options.filter(({ long }) => flags.includes(long ?? '')),
      ),
  };
}

/** The commands that a command is below, the program first. */
function commandsAbove({ parent }: Command): readonly Command[] {
  return parent === null ? [] : [...commandsAbove(parent), parent];
}

/** The words by which a command is called, from `vigil` on. */
export function wordsOf(command: Command): readonly string[] {
  return [...(command.parent === null ? [] : wordsOf(command.parent)), command.name()];
}
