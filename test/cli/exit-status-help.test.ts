import { readFileSync } from 'node:fs';

import type { Command } from 'commander';
import { expect, it } from 'vitest';

import { EXIT_STATUSES, exitStatusTable } from '../../src/cli/session/exit-statuses.ts';
import { wordsOf } from '../../src/cli/session/program-arguments.ts';
import { createProgram } from '../../src/cli/program.ts';

const program = createProgram();
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
    const statuses = EXIT_STATUSES.get(name)?.map(
      ({ status, meaning }) => `  ${status.padEnd(7)}  ${meaning}`,
    );
    expect(help.split('\nExit status:\n')[1]?.trimEnd().split('\n')).toEqual(statuses);
    expect(statuses?.length).toBeGreaterThan(1);
  },
);

it('the exit statuses of every command stand in one table, and in the documents', () => {
  const rows = exitStatusTable();
  const listed = rows.flatMap(({ status, commands, meaning }) =>
    (commands.length === 0 ? [...EXIT_STATUSES.keys()] : commands).map((command) => [
      command,
      { status, meaning },
    ]),
  );
  const known = [...EXIT_STATUSES].flatMap(([command, statuses]) => statuses.map((each) => [command, each]));
  expect(listed).toHaveLength(known.length);
  expect(listed).toEqual(expect.arrayContaining(known));
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

it('no exit status is listed of a command that there is not', () => {
  const names = doing.map((command) => wordsOf(command).join(' '));
  expect([...EXIT_STATUSES.keys()].sort()).toEqual(names.sort());
});
