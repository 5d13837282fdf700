import { Option, type Command } from 'commander';

import { LIST_KINDS } from '../../stores/hunt/list-kinds.ts';
import type { HuntFlags } from './hunt-program.ts';
import { does, is, REFUSED, STOPPED, WRONG } from '../session/exit-statuses.ts';
import { addRowOptions, CSV_HELP } from '../session/program-arguments.ts';

const HUNT_HELP = `
LIST is a file, or - for standard input:
  OSV JSON          one advisory, a list of them, or one a line, as osv.dev gives them
  CSV               name,version or name,version,ecosystem; with a line of titles or without; name@version, too
  purls             one a line, as pkg:npm/%40scope/name@1.2.3
  package-lock.json of any version of npm
A version may be one, several (1.0.0, 1.0.1), a range as its ecosystem or an advisory writes it (^1.2, >=1 <2, ~=1.4), or
nothing for any. Lines that begin with # are left out. Ecosystems are npm, pip, go and cargo; where none is named, each.

All events of the server are read once, or those of --since and --until; --filter 'type:install outcome:allow' asks for
installs alone that were let through. stdout has a row a machine, version and outcome; stderr says which time was read, and
whether that is complete.

SESSION is the coding session that was at work on the machine when it was installed, in the project and on the branch that
the event names: the newest that fits one of the last eight events, "several" where more than one fits, nothing where none is known. Only
sessions of the machines that were found are read, up to 2,000 of each, or none with --no-sessions.

--json prints one object a row: package, version, ecosystem, client_id, hostname, type, outcome, count, first, last, session_id, sessions, matched (what
the list calls it) and compared: false where the version of the events could not be compared with the listed ones.
${CSV_HELP}`;

/** Adds `vigil hunt`. */
export function addHuntCommand(program: Command): void {
  const hunt = program
    .command('hunt')
    .description('Find the machines that installed what a list names: advisories, versions or a lock file.')
    .argument('<list>', 'file with the list, or - for standard input')
    .addOption(
      new Option('--format <kind>', 'what the list is, where its content does not show it').choices(
        LIST_KINDS,
      ),
    )
    .option('--since <time>', 'only events after this time; all without it')
    .option('--until <time>', 'only events before this time')
    .option('--no-sessions', 'do not read which sessions ran what was found');
  addRowOptions(hunt, {
    one: 'a machine, version and outcome',
    json: 'one object a machine, version and outcome, in ASCII',
    isList: true,
  }).addHelpText('after', HUNT_HELP);
  does(
    hunt,
    [
      is('0', 'no event names a listed version, and all events were read'),
      is('1', 'some events name a listed version, and all events were read'),
      WRONG,
      REFUSED,
      is(
        '5',
        'it is not certain: events could not be read or versions not be compared, or the answer not be printed',
      ),
      STOPPED,
    ],
    async (flags: HuntFlags, list: string) => (await import('./hunt-program.ts')).runHunt(list, flags),
  );
}
