import type { Command } from 'commander';

import { nearestNames } from '../stores/query/nearest-names.ts';
import { wordsOf } from './session/program-arguments.ts';

/**
 * What is to be said of a command line that names a command which there is not, whatever else it holds: its name, the
 * nearest of those there are, and all of them. Undefined for any other command line. The name is as it was given: it may
 * hold anything.
 */
export function unknownCommandIn(program: Command, argumentsGiven: readonly string[]): string | undefined {
  const { word, rest } = firstWord(program, argumentsGiven);
  if (word === undefined || program.commands.length === 0) {
    return undefined;
  }
  if (word === 'help') {
    return unknownCommandIn(program, rest);
  }
  const known = program.commands.find((command) => command.name() === word);
  if (known !== undefined) {
    return unknownCommandIn(known, rest);
  }
  const names = program.commands.map((command) => command.name());
  const near = nearestNames(word, names).map((name) => `'${name}'`);
  const path = wordsOf(program).join(' ');
  return [
    `There is no command '${path} ${word}'.`,
    ...(near.length === 0 ? [] : [`Did you mean ${near.join(' or ')}?`]),
    names.length === 1
      ? `Its only command is ${names.join('')}; ${path} --help explains it.`
      : `The commands are ${names.slice(0, -1).join(', ')} and ${names.at(-1)}; ${path} --help explains them.`,
  ].join(' ');
}

/** The first argument that is neither an option nor the value of one, and what follows it. */
function firstWord(
  command: Command,
  [first, ...rest]: readonly string[],
): { readonly word: string | undefined; readonly rest: readonly string[] } {
  if (first === undefined || first === '-' || !first.startsWith('-')) {
    return { word: first, rest };
  }
  if (first === '--') {
    return { word: rest[0], rest: rest.slice(1) };
  }
  const option = [command, ...ancestorsOf(command)]
    .flatMap(({ options }) => options)
    .find(({ long, short }) => first === long || first === short);
  return firstWord(command, option?.required === true ? rest.slice(1) : rest);
}

function ancestorsOf({ parent }: Command): readonly Command[] {
  return parent === null ? [] : [...ancestorsOf(parent), parent];
}
