import type { Argument, Command, Option } from 'commander';

import { exitStatusHelp } from '../session/exit-statuses.ts';
import { isRepeatable, takesMany } from '../session/program-arguments.ts';

/** An option as its help shows it. */
export interface DescribedOption {
  readonly long: string;
  readonly short: string | undefined;
  /** What its help calls its value; undefined for one that is on or off. */
  readonly value: string | undefined;
  /** All that its value can be, where that is a list. */
  readonly choices: readonly string[] | undefined;
  readonly isRepeatable: boolean;
  /** It takes several values with commas between them. */
  readonly takesMany: boolean;
  readonly description: string;
}

/** What stands behind a command without the name of an option. */
export interface DescribedArgument {
  readonly name: string;
  readonly choices: readonly string[] | undefined;
  readonly isRequired: boolean;
  readonly isRepeatable: boolean;
  readonly description: string;
}

/** A command as its help shows it, with those that it has: completions and the manual page are made from it. */
export interface DescribedCommand {
  /** From `vigil` on. */
  readonly path: readonly string[];
  readonly description: string;
  readonly arguments: readonly DescribedArgument[];
  /** Its own, and those of the program that count for it. */
  readonly options: readonly DescribedOption[];
  readonly commands: readonly DescribedCommand[];
  /** What its help says below the options and before the exit statuses. */
  readonly notes: string;
  /** It does not only hold others. */
  readonly doesSomething: boolean;
}

/** Describes a command and all below it. */
export function describeCommand(command: Command, parents: readonly string[] = []): DescribedCommand {
  const help = command.createHelp();
  const path = [...parents, command.name()];
  const known = help
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help')
    .map((each) => describeCommand(each, path));
  const helpCommand = help.visibleCommands(command).find((each) => each.name() === 'help');
  return {
    path,
    description: command.description(),
    arguments: help.visibleArguments(command).map(describeArgument),
    options: [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)].map(describeOption),
    commands:
      helpCommand === undefined
        ? known
        : [...known, { ...describeCommand(helpCommand, path), commands: asTopics(known, [...path, 'help']) }],
    notes: notesOf(command),
    doesSomething: exitStatusHelp(command) !== undefined,
  };
}

/** All commands of a description, those above before those below. */
export function allCommands(command: DescribedCommand): readonly DescribedCommand[] {
  return [command, ...command.commands.flatMap(allCommands)];
}

/** The names of all options that take a value. Throws when one of them takes none in another command. */
export function optionsWithValue(program: DescribedCommand): readonly string[] {
  const options = allCommands(program).flatMap((command) => command.options);
  const namesOf = (isValued: boolean) =>
    new Set(
      options
        .filter(({ value }) => (value !== undefined) === isValued)
        .flatMap(({ long, short }) => [...(short === undefined ? [] : [short]), long]),
    );
  const valued = namesOf(true);
  const contradiction = [...namesOf(false)].find((name) => valued.has(name));
  if (contradiction !== undefined) {
    throw new Error(`${contradiction} takes a value in some commands only.`);
  }
  return [...valued].sort();
}

/** The commands that help can be asked for: their names are known to it, their options are not. */
function asTopics(
  commands: readonly DescribedCommand[],
  parents: readonly string[],
): readonly DescribedCommand[] {
  return commands.map(({ path, description, commands: below }) => {
    const own = [...parents, path.at(-1) ?? ''];
    return {
      path: own,
      description,
      arguments: [],
      options: [],
      notes: '',
      commands: asTopics(below, own),
      doesSomething: false,
    };
  });
}

function describeArgument(argument: Argument): DescribedArgument {
  return {
    name: argument.name(),
    choices: argument.argChoices,
    isRequired: argument.required,
    isRepeatable: argument.variadic,
    description: argument.description,
  };
}

function describeOption(option: Option): DescribedOption {
  return {
    long: option.long ?? option.flags,
    short: option.short,
    value: /<(.+)>/.exec(option.flags)?.[1],
    choices: option.argChoices,
    isRepeatable: isRepeatable(option),
    takesMany: takesMany(option),
    description: option.description,
  };
}

/** The parser knows this text only as what it adds when it prints help. */
function notesOf(command: Command): string {
  let printed = '';
  const output = command.configureOutput();
  command.configureOutput({ writeOut: (text) => (printed += text) });
  command.outputHelp();
  command.configureOutput(output);
  const statuses = exitStatusHelp(command) ?? '';
  return printed.slice(command.helpInformation().length).replace(statuses, '').trim();
}
