import type { Command } from 'commander';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { createProgram } from '../../src/cli/program.ts';
import { endWith } from '../../src/cli/run.ts';
import { runCommandLine } from '../../src/cli/run-command-line.ts';
import { nameUnreachedServer } from '../helpers/unreached-server.ts';

nameUnreachedServer();

let printed: string;

beforeEach(() => {
  printed = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

/** What there is to run, as the words after `vigil`: the console, which has none, and each command that holds no others. */
function commandsOf(
  command: Command,
  words: readonly string[] = [],
): readonly (readonly [string, Command])[] {
  const within = command.commands.flatMap((each) => commandsOf(each, [...words, each.name()]));
  return within.length === 0 || words.length === 0 ? [[words.join(' '), command], ...within] : within;
}

/** Command lines that are wrong in one way each. */
function wrongLines([words, command]: readonly [string, Command]): readonly (readonly string[])[] {
  const given = words === '' ? [] : words.split(' ');
  const needed = command.registeredArguments.filter(({ required }) => required).map(() => 'x');
  const values = command.options.filter((option) => option.parseArg !== undefined && option.required);
  return [
    [...given, ...needed, '--no-such-option'],
    ...(command.registeredArguments.some(({ variadic }) => variadic) || words === ''
      ? []
      : [[...given, ...needed, 'x', 'y', 'z']]),
    ...(needed.length === 0 ? [] : [given]),
    ...values.slice(0, 2).map(({ long }) => [...given, ...needed, long ?? '', '']),
  ];
}

const ENDED: readonly (readonly string[])[] = [
  ['no-such-command'],
  ['agents', 'no-such-command'],
  ['--base-url', 'nonsense', 'agents', 'list'],
  ['--base-url', 'nonsense', 'events'],
  ['events', '--since', 'yesterday-ish'],
  ['journal', '--since', 'yesterday-ish'],
  ['policy', 'diff', '/no/such/file'],
  ['agents', 'suspend', 'a1'],
  ['serve', '--choice', 'no-such=thing'],
];

it.each([...commandsOf(createProgram()).flatMap(wrongLines), ...ENDED].map((line) => [line]))(
  'is in one style: vigil %j',
  async (line) => {
    await runCommandLine(line).catch(endWith);
    expect(printed).toMatch(/^vigil: [^a-z\n][^\n]*[.?]\n$/);
    expect(printed).not.toMatch(/^vigil: (vigil|error)/i);
    expect(process.exitCode).toBe(2);
  },
);
