import { Command, Option } from 'commander';

import { addAgentsCommand } from './agents/agents-program.ts';
import { runConsole } from './console/console-program.ts';
import type { ConsoleFlags } from './console/console-flags.ts';
import { CONSOLE_OPTIONS, type ConsoleOption } from './console/console-options.ts';
import type { DoctorFlags } from './doctor/doctor-program.ts';
import { addEventsCommand } from './events/events-commands.ts';
import { addForwardCommand } from './forward/forward-program.ts';
import { does, exitStatusHelp, is, REFUSED, WRONG, type ExitStatus } from './session/exit-statuses.ts';
import { addHuntCommand } from './hunt/hunt-command.ts';
import type { JournalFlags } from './journal-program.ts';
import { addConfigCommand } from './config/config-program.ts';
import { addLlmCommand } from './llm/llm-program.ts';
import { addPolicyCommand } from './policy/policy-program.ts';
import {
  collect,
  countingNumber,
  number,
  showingGlobalOptions,
  wholeNumber,
  wordsOf,
} from './session/program-arguments.ts';
import type { ServeFlags } from './serve-program.ts';
import { addServiceCommands } from './service/service-program.ts';
import { addSessionsCommand } from './sessions/sessions-program.ts';
import { addShellCommands } from './shell/shell-program.ts';
import { UsageError } from '../host/usage-error.ts';
import { version } from '../host/version.ts';

function asOption({ long, value, choices, conflicts = [], description }: ConsoleOption): Option {
  const option = new Option(value === undefined ? long : `${long} <${value}>`, description);
  if (choices !== undefined) {
    option.choices(choices);
  }
  return option.conflicts([...conflicts]);
}

const JOURNAL_HELP = `
On a terminal, long values are cut so that lines fit. On a pipe a tab separates the columns, and values are
whole, up to 65,536 characters. --json has longer ones whole, too.
A change that was left without a verdict is checked when the console is started, or a command writes, with the
same server.`;

const OF_CONSOLE: readonly ExitStatus[] = [
  is('0', 'closed by its user'),
  is('1', 'failed, or closed while it was not known what became of a change'),
  WRONG,
  is('128 + n', 'ended by signal n; a terminal that is closed is 129'),
  is('137', 'ended because it was stuck; the terminal was given back'),
];

/** Options that mean a pane: what a command prints would not be what was asked for. */
const OF_PANES = ['tab', 'filter'] as const satisfies readonly (keyof ConsoleFlags)[];

/** An option of the console that stands beside a command that does not know it is a mistake, wherever it stands. */
function refuseConsoleOptions(program: Command, command: Command): void {
  for (const name of command === program ? [] : OF_PANES) {
    const isKnown = command.options.some(({ long }) => long === `--${name}`);
    if (program.getOptionValue(name) !== undefined && !isKnown) {
      throw new UsageError(
        `${wordsOf(command).join(' ')} takes no --${name}: it is for a console, as in vigil --tab events --filter QUERY.`,
      );
    }
  }
}

/** The command line. What a command needs is loaded when it runs. Help and version are given to `print`. */
export function createProgram(
  print: (text: string) => unknown = (text) => process.stdout.write(text),
): Command {
  const program = new Command('vigil')
    .configureOutput({ writeOut: print, outputError: () => undefined })
    .description('A terminal console for security operations.')
    .version(version);
  CONSOLE_OPTIONS.forEach((option) => program.addOption(asOption(option)));
  program.hook('preAction', (_program, command) => refuseConsoleOptions(program, command));
  program
    .addHelpText(
      'after',
      '\nThe API key comes from the profile or from VIGIL_API_KEY; there is no flag for it.\nNO_COLOR=1 takes the colours away, FORCE_COLOR=1 shows them also on a pipe.',
    )
    .addHelpText('afterAll', ({ command }) => exitStatusHelp(command) ?? '');
  does(program, OF_CONSOLE, (flags: ConsoleFlags) => runConsole(flags));
  addEventsCommand(program);
  addForwardCommand(program);
  addHuntCommand(program);
  addAgentsCommand(program);
  addSessionsCommand(program);
  addLlmCommand(program);
  addPolicyCommand(program);
  addServiceCommands(program);
  const service = program
    .command('serve')
    .description('Run the reference service on its own.')
    .option('--port <n>', 'port to listen on; 0 takes any free one', wholeNumber)
    .option('--db <file>', 'database file; without it everything is in memory')
    .option('--seed <n>', 'seed of the synthetic organization', wholeNumber)
    .option('--agents <n>', 'agents of the organization', wholeNumber)
    .option('--events <n>', 'events in the history that is made at the start', wholeNumber)
    .option('--sessions <n>', 'recorded sessions in that history', wholeNumber)
    .option('--rate <n>', 'live events a second', number)
    .option('--quota <n>', 'requests that the organization may make in a window', wholeNumber)
    .option('--window <seconds>', 'length of that window', number)
    .option('--policy-sync <seconds>', 'seconds between two policy syncs of an agent', number)
    .option('--choice <name=variant>', 'decide something the specification leaves open', collect)
    .option('--fault <name=rate>', 'commit a fault at a rate from 0 to 1', collect)
    .option('--new-key', 'make new keys for an existing database')
    .option('--json', 'print one line of JSON once requests are accepted');
  does(
    service,
    [
      is('0', 'stopped by a signal, and every request under way was answered'),
      is('1', 'it could not be started'),
      WRONG,
    ],
    // What is of the program means nothing to it.
    async () => (await import('./serve-program.ts')).runServe(service.opts<ServeFlags>()),
  );
  const journal = program
    .command('journal')
    .description('Print every change that was made from this host, and what was observed after it.')
    .addHelpText('after', JOURNAL_HELP)
    .option('--since <time>', 'only those that were begun after this time')
    .option('--limit <n>', 'print the newest n', countingNumber)
    .option('--json', 'one object a change, with all steps of it, in ASCII')
    .configureHelp(showingGlobalOptions('--ascii'));
  does(
    journal,
    [
      is('0', 'it was printed, or what reads it closed its end, as head(1) does'),
      is('1', 'the journal or a line of it cannot be read, or not be printed'),
      WRONG,
    ],
    async (flags: JournalFlags) => (await import('./journal-program.ts')).runJournal(flags),
  );
  const doctor = program
    .command('doctor')
    .description('Report what is configured, from where, and what the server and the terminal answer.')
    .addHelpText(
      'after',
      '\nA line that begins with x is a problem, one that begins with ! is worth knowing.',
    )
    .option('--json', 'print one line of JSON')
    .configureHelp(showingGlobalOptions('--profile', '--base-url', '--write', '--read-only'));
  does(
    doctor,
    [is('0', 'no problem'), is('1', 'something failed, such as the way to the server'), WRONG, REFUSED],
    async (flags: DoctorFlags) => (await import('./doctor/doctor-program.ts')).runDoctor(flags),
  );
  addConfigCommand(program);
  addShellCommands(program);
  return program;
}
