import { expect, it } from 'vitest';

import { createProgram } from '../../src/cli/program.ts';

const parse = (line: string) =>
  createProgram(() => undefined).parseAsync(['node', 'vigil', ...line.split(' ')]);

it.each([
  ['doctor --demo --filter x', 'vigil doctor takes no --filter'],
  ['--filter x agents show a1 --demo', 'vigil agents show takes no --filter'],
  ['journal --tab llm', 'vigil journal takes no --tab'],
])('is refused where a command would leave it out: vigil %s', async (line, sentence) => {
  await expect(parse(line)).rejects.toThrow(sentence);
});

it('belongs to a command that has it, too', async () => {
  await expect(parse('events count --by package --filter outcome:blocked')).rejects.toThrow(
    '--filter, at character 9: “blocked” is no value of outcome',
  );
});
