import type { Command } from 'commander';

import { UsageError } from '../../host/usage-error.ts';
import { configLocation, readConfig, type ConfigLocation } from '../../host/config/config-file.ts';
import { isWithoutHome } from '../../host/files/home-folder.ts';
import { does, is, PRINTING, WRONG } from '../session/exit-statuses.ts';

const INIT_HELP = `
Every setting in it is a comment that says what it is. It is for you alone (mode 0600). A file that is there already is left
as it is.`;

const SCHEMA_HELP = `
Editors that know JSON Schema check the file with it, and name its settings, the commands of keys included:
  vigil config schema >~/.config/vigil/config.schema.json
and then, with Taplo or Even Better TOML, as the first line of config.toml:
  #:schema ./config.schema.json`;

/** Adds `vigil config` to the command line. */
export function addConfigCommand(program: Command): void {
  const config = program
    .command('config')
    .description('Begin a config file, or say where it is and what it can hold.');
  const commandOf = (name: string, description: string) => config.command(name).description(description);
  does(
    commandOf('init', 'Write a config file with every setting as a comment.').addHelpText('after', INIT_HELP),
    [is('0', 'it was written'), is('2', 'it was not written, or cannot be used there'), WRONG],
    async () => {
      const { writeNewConfig } = await import('../../host/config/write-new-config.ts');
      const location = ownLocation();
      writeNewConfig(location.path);
      process.stdout.write(`${location.path}\n`);
      // Whether it would be read: others may be able to change a folder on the way to it.
      await readConfig(location, process.env, process.getuid?.() ?? 0);
    },
  );
  does(commandOf('path', 'Print where the config file is, or would be.'), PRINTING, () => {
    process.stdout.write(`${ownLocation().path}\n`);
  });
  does(
    commandOf('profiles', 'Print the names of the profiles of the config file, one a line.'),
    PRINTING,
    async () => {
      const location = configLocation(process.env);
      const { profiles } = await readConfig(location, process.env, process.getuid?.() ?? 0);
      process.stdout.write([...profiles.keys()].map((name) => `${name}\n`).join(''));
    },
  );
  does(
    commandOf('schema', 'Print the JSON Schema of the config file, for editors.').addHelpText(
      'after',
      SCHEMA_HELP,
    ),
    PRINTING,
    async () => {
      const { configJsonSchema } = await import('./config-json-schema.ts');
      process.stdout.write(`${JSON.stringify(configJsonSchema(), undefined, 2)}\n`);
    },
  );
}

/** Throws a UsageError when there is no place for the file. */
function ownLocation(): ConfigLocation {
  const location = configLocation(process.env);
  if (isWithoutHome(location.path)) {
    throw new UsageError(
      'VIGIL_CONFIG or XDG_CONFIG_HOME has to say where the config file is, since this user has no home.',
    );
  }
  return location;
}
