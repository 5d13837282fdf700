import type { Command } from 'commander';

import { configLocation, readConfig } from './config-file.ts';

/** Adds `vigil config` to the command line. */
export function addConfigCommand(program: Command): void {
  const config = program.command('config').description('Say where the config file is, and what it names.');
  config
    .command('path')
    .description('Print where the config file is, or would be.')
    .exitOverride()
    .action(() => {
      process.stdout.write(`${configLocation(process.env).path}\n`);
    });
  config
    .command('profiles')
    .description('Print the names of the profiles of the config file, one a line.')
    .exitOverride()
    .action(async () => {
      const location = configLocation(process.env);
      const { profiles } = await readConfig(location, process.env, process.getuid?.() ?? 0);
      process.stdout.write([...profiles.keys()].map((name) => `${name}\n`).join(''));
    });
}
