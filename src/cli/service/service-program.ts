import type { Command } from 'commander';

import { does, is, READING } from '../session/exit-statuses.ts';
import { addPrintingOptions, addRowOptions } from '../session/program-arguments.ts';
import type { RowFlags } from '../session/row-lines.ts';
import type { CommandFlags } from '../session/command-session.ts';

const HEALTH_HELP = `
Asks once, without the key, and waits for nothing. The status is 1 unless the server says that it is ok and that its
database is connected.`;

const API_HELP = `
PATH is what stands behind the base URL, with its query: vigil api '/events?outcome=block&limit=5'. Only GET is sent, to the
base URL of the profile and nothing above it, with its key, in turn with all other requests, and nothing of the answer can
show the key. What is not ASCII in the answer is written as \\uXXXX, all else as it was sent.

A status that is no success is said on stderr with its reason: 401 and 403 are 3, all others 1. A server that fails is
asked again for half a minute, one that asks to wait (429) for ten minutes.`;

/** Adds what asks one thing of a server: `vigil stats`, `vigil health` and `vigil api`. */
export function addServiceCommands(program: Command): void {
  const stats = program
    .command('stats')
    .description('Print what the server counts: events by outcome and ecosystem, over its own period.');
  does(stats, READING, async (flags: RowFlags) => (await import('./facts-command.ts')).runStats(flags));
  addRowOptions(stats, {
    one: 'for all counts',
    json: 'one object, as the server sent it, in ASCII',
    isList: false,
  });
  const health = program
    .command('health')
    .description('Print what the server says of itself, and whether it is well.')
    .addHelpText('after', HEALTH_HELP);
  does(
    health,
    [
      is('0', 'the server says that it is well'),
      is('1', 'it does not, or no answer came'),
      ...READING.slice(2),
    ],
    async (flags: RowFlags) => (await import('./facts-command.ts')).runHealth(flags),
  );
  addRowOptions(health, {
    one: 'for all of it',
    json: 'one object, as the server sent it, in ASCII',
    isList: false,
  });
  const api = program
    .command('api')
    .description('Print what the server answers to a GET of a path, as JSON.')
    .argument('<path>', 'behind the base URL, as /policy')
    .addHelpText('after', API_HELP);
  does(api, READING, async (flags: CommandFlags, path: string) =>
    (await import('./api-command.ts')).runApi(path, flags),
  );
  addPrintingOptions(api);
}
