import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Command } from 'commander';
import { expect, it } from 'vitest';

import { exitStatusesIn, exitStatusTable } from '../../src/cli/session/exit-statuses.ts';
import { wordsOf } from '../../src/cli/session/program-arguments.ts';
import { createProgram } from '../../src/cli/program.ts';

const program = createProgram();
const known = exitStatusesIn(program);
const withBelow = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(withBelow)];
/** Commander shows to nobody whether a command that holds others does something by itself. */
const hasAction = (each: Command) =>
  typeof (each as unknown as { _actionHandler: unknown })._actionHandler === 'function';
const doing = withBelow(program).filter((each) => each.parent === null || hasAction(each));

it.each(doing.map((command) => [wordsOf(command).join(' '), command] as const))(
  'the help of %s ends with its exit statuses',
  (name, command) => {
    let help = '';
    command.configureOutput({ writeOut: (part) => (help += part) }).outputHelp();
    const statuses = known.get(name)?.map(({ status, meaning }) => `  ${status.padEnd(7)}  ${meaning}`);
    expect(help.split('\nExit status:\n')[1]?.trimEnd().split('\n')).toEqual(statuses);
    expect(statuses?.length).toBeGreaterThan(1);
  },
);

it('the exit statuses of every command stand in one table, and in the documents', () => {
  const rows = exitStatusTable(program);
  const listed = rows.flatMap(({ status, commands, meaning }) =>
    (commands.length === 0 ? [...known.keys()] : commands).map((command) => [command, { status, meaning }]),
  );
  const all = [...known].flatMap(([command, statuses]) => statuses.map((each) => [command, each]));
  expect(listed).toHaveLength(all.length);
  expect(listed).toEqual(expect.arrayContaining(all));
  const page = readFileSync(new URL('../../docs/exit-statuses.md', import.meta.url), 'utf8');
  expect(page.match(/^\| \d.*\|$/gm)).toHaveLength(rows.length);
});

it.each(program.commands.map((command) => command.name()))(
  'a page that people write speaks of vigil %s',
  (name) => {
    const pages = ['README.md', 'docs/command-line.md', 'docs/configuration.md', 'src/server/README.md'].map(
      (page) => readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8'),
    );
    expect(pages.join('\n')).toContain(`vigil ${name}`);
  },
);

it('every command says what its exit statuses mean', () => {
  const silent = doing.map((command) => wordsOf(command).join(' ')).filter((name) => !known.has(name));
  expect(
    silent,
    'Give a command what it does by `does` (exit-statuses.ts), which asks for its statuses.',
  ).toEqual([]);
});

it('gives commands what they do by `does` alone', () => {
  const folder = new URL('../../src/cli', import.meta.url);
  const others = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file !== join('session', 'exit-statuses.ts'))
    .filter((file) => /\.action\(/.test(readFileSync(join(fileURLToPath(folder), file), 'utf8')));
  expect(
    others,
    'Use `does` (session/exit-statuses.ts): it asks for the exit statuses of the command.',
  ).toEqual([]);
});
