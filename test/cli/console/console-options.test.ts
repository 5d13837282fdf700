import fc from 'fast-check';
import { expect, it } from 'vitest';

import { CONSOLE_OPTIONS, plainConsoleFlags } from '../../../src/cli/console/console-options.ts';
import { createProgram } from '../../../src/cli/program.ts';

/** What the parser of the whole command line says; undefined for a command line that it refuses or that is another command. */
async function flagsByProgram(argumentsGiven: readonly string[]): Promise<unknown> {
  let flags: unknown;
  const program = createProgram().configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
  program.action((given: unknown) => {
    flags = given;
  });
  for (const command of program.commands) {
    command.exitOverride().action(() => undefined);
    command.configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
  }
  await program.parseAsync([...argumentsGiven], { from: 'user' }).catch((error: unknown) => {
    expect(error).toMatchObject({ code: expect.stringContaining('commander.') as unknown });
  });
  return flags;
}

const pieces = fc.constantFrom(
  ...CONSOLE_OPTIONS.flatMap(({ long, choices = [] }) => [long, `${long}=x`, ...choices.slice(0, 2)]),
  ...['events', 'help', '--help', '-V', '--', '-', '', 'x', '--nothing', '--tab=events', '-f', 'https://x/'],
);

it('reads what is plain as the whole command line is read, and leaves everything else alone', async () => {
  let plain = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 5 }), async (argumentsGiven) => {
      const flags = plainConsoleFlags(argumentsGiven);
      if (flags !== undefined) {
        plain++;
        expect(flags).toEqual(await flagsByProgram(argumentsGiven));
      }
    }),
    { numRuns: 2000 },
  );
  expect(plain).toBeGreaterThan(100);
});

it.each([
  [[], {}],
  [['--demo', '--tab', 'agents'], { demo: true, tab: 'agents' }],
  [['--background', 'light'], { background: 'light' }],
  [
    ['--base-url', 'https://x/api/v1', '--write', '--accessible', '--ascii'],
    { baseUrl: 'https://x/api/v1', write: true, accessible: true, ascii: true },
  ],
  [['--profile', 'acme', '--read-only'], { profile: 'acme', readOnly: true }],
])('%j is plain', (argumentsGiven, flags) => {
  expect(plainConsoleFlags(argumentsGiven)).toEqual(flags);
});

it.each([
  [['--help']],
  [['events']],
  [['--tab', 'nowhere']],
  [['--background', 'grey']],
  [['--tab']],
  [['--tab', 'events', '--tab', 'agents']],
  [['--profile', '--demo']],
  [['--demo', '--profile', 'acme']],
  [['--read-only', '--write']],
])('%j is not', (argumentsGiven) => {
  expect(plainConsoleFlags(argumentsGiven)).toBeUndefined();
});
