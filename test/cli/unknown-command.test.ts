import { expect, it } from 'vitest';

import { createProgram } from '../../src/cli/program.ts';
import { unknownCommandIn } from '../../src/cli/unknown-command.ts';

const problemOf = (line: string) => unknownCommandIn(createProgram(), line.split(' '));

it.each(['event', 'event --help', '--profile acme event', 'help event', '--ascii event --json', '-- event'])(
  'says of `vigil %s` that there is no such command, what may be meant, and what there is',
  (line) => {
    expect(problemOf(line)).toBe(
      "There is no command 'vigil event'. Did you mean 'events'? The commands are events, forward, hunt, agents, sessions, llm, policy, stats, health, api, serve, journal, doctor, config, completions, man and help; vigil --help explains them.",
    );
  },
);

it.each(['zzz', 'nope', '-'])('guesses nothing for %s, which is like no command', (word) => {
  expect(problemOf(word)).toMatch(/^There is no command 'vigil [^']*'\. The commands are /);
});

it('knows the commands of a command', () => {
  expect(problemOf('agents --base-url https://x suspnd cl_1')).toMatch(
    /^There is no command 'vigil agents suspnd'\. Did you mean 'suspend'\? .*; vigil agents --help/,
  );
});

it('names the only command of one that has no other', () => {
  expect(problemOf('help events nosuch')).toBe(
    "There is no command 'vigil events nosuch'. Its only command is count; vigil events --help explains it.",
  );
});

it.each([
  '--tab nope',
  '--help',
  'events --since nope',
  'agents show nope',
  'help agents show',
  'policy diff x',
])('leaves `vigil %s` to the parser', (line) => {
  expect(problemOf(line)).toBeUndefined();
});
