import { expect, it } from 'vitest';

import { createProgram } from '../../../src/cli/program.ts';

/** What help a command line prints. */
async function printed(line: string): Promise<string> {
  let help = '';
  const program = createProgram((text) => (help += text));
  // The parser throws once it has shown help.
  await program.parseAsync(line.split(' '), { from: 'user' }).catch(() => undefined);
  return help;
}

it.each(['events', 'agents', 'agents suspend', 'policy diff', 'help'])(
  'vigil help %s shows what --help shows',
  async (command) => {
    const help = await printed(`help ${command}`);
    expect(help).toContain(`Usage: vigil ${command} [options]`);
    expect(help).toBe(await printed(`${command} --help`));
  },
);

it('vigil help shows the help of the program, and how colours are switched', async () => {
  const help = await printed('help');
  expect(help).toBe(await printed('--help'));
  expect(help).toMatch(/NO_COLOR=1 .*FORCE_COLOR=1 /);
});
