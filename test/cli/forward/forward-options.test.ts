import { Command } from 'commander';
import { expect, it } from 'vitest';

import { addForwardCommand } from '../../../src/cli/forward/forward-program.ts';

it.each(['0', '65536', '1.5', 'x'])('does not take %s for the port of the metrics', async (port) => {
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  addForwardCommand(program);
  await expect(
    program.parseAsync(['forward', '--to', '-', '--metrics', port], { from: 'user' }),
  ).rejects.toMatchObject({ code: 'commander.invalidArgument' });
});
