import { Option, type Command } from 'commander';

import { does, is, READING, REFUSED, STOPPED, WRONG } from '../session/exit-statuses.ts';
import {
  addPrintingOptions,
  addRowOptions,
  collectText,
  countingNumber,
  CSV_HELP,
  someText,
} from '../session/program-arguments.ts';
import type { RowFlags } from '../session/row-lines.ts';
import type { CalendarFlags, SessionsFlags } from './list-sessions-command.ts';
import type { SearchFlags } from './search-sessions-command.ts';
import type { TranscriptFlags } from './show-session-command.ts';

const LIST_HELP = `
A server is asked for one --project, --branch or --client; of several each session is printed once. --filter goes through what
was read. Its fields are those of the console: project, branch, host, prompt, messages, size, subagent, client, id, modified,
created, since, until.

On a terminal, long values are cut so that lines fit, and columns are left out where there is little room. On a pipe a
tab separates the columns, and values are whole, up to 65,536 characters. --json has longer ones whole, too. A CSV has the
columns of the console's.
${CSV_HELP}`;

const TRANSCRIPT_HELP = `
Prints who says what and when, as the console shows it: below each heading, two columns in, what was said. --json prints the
messages as they were sent, one a line; as text a message ends after 65,536 characters and says how many more there are.
Transcripts may hold secrets: nothing is left out of them here.

It is printed while it arrives, and nothing of it is kept. Where it breaks off it is asked for again, and printed on from there; what
cannot be had then is said, and the status is 1.`;

const SEARCH_HELP = `
Reads the transcripts of sessions one after the other, those first that were active last, and prints each message in which
something is found once it is: where it is, and its line with the first match. In that line anything that looks like a secret is
shown by its first four characters alone, whatever was searched for.

Words are found as they are written, in whatever case as long as none of their letters is a capital. Between slashes, as
'/token[=:] *\\w+/', they are a regular expression; a match of it lies within one line and has at most 1,000 characters. It
knows no look-ahead, no look-behind and no \\1, so that it never takes for ever. --secrets finds what looks like a secret, by
the patterns that exports warn of, and says which kind.

--filter chooses sessions by the fields of vigil sessions list. --columns names fields of what is found: time, host, client_id,
project, branch, session, role, message (its number, from 1), matches, kind (of a secret) and line. stderr says how many
sessions were searched, of how many, and what could not be.
${CSV_HELP}`;

/** Adds `vigil sessions` to the command line. */
export function addSessionsCommand(program: Command): void {
  const sessions = program
    .command('sessions')
    .description('List recorded sessions, show one, or search what was said in them.');
  const list = addSessionChoice(
    sessions.command('list').description('Print recorded sessions, the last active first.'),
  )
    .option('--limit <n>', 'print the first n', countingNumber)
    .addHelpText('after', LIST_HELP);
  does(list, READING, async (flags: SessionsFlags) =>
    (await import('./list-sessions-command.ts')).runSessionsList(flags),
  );
  addRowOptions(list, { one: 'a session', isList: true });
  const show = sessions
    .command('show')
    .description('Print all that is known of one session.')
    .argument('<id>', 'its id, or that of the assistant');
  does(show, READING, async (flags: RowFlags, id: string) =>
    (await import('./show-session-command.ts')).runSessionsShow(id, flags),
  );
  addRowOptions(show, { one: 'a session', isList: false });
  const transcript = sessions
    .command('transcript')
    .description('Print what was said in a session.')
    .argument('<id>', 'its id, or that of the assistant')
    .addOption(
      new Option('--tools <how>', 'calls of tools: none, a line each (as usual), or whole').choices([
        'off',
        'short',
        'full',
      ]),
    )
    .option('--json', 'one message a line, as the server sent it, in ASCII')
    .addOption(
      new Option('-o, --output <format>', 'as JSON, one message a line, or as text').choices([
        'json',
        'text',
      ]),
    )
    .addHelpText('after', TRANSCRIPT_HELP);
  does(transcript, READING, async (flags: TranscriptFlags, id: string) =>
    (await import('./show-session-command.ts')).runSessionsTranscript(id, flags),
  );
  addPrintingOptions(transcript);
  const search = addSessionChoice(
    sessions
      .command('search')
      .description('Find words, a pattern or secrets in what was said in sessions.')
      .argument('[words...]', 'what is searched for: words, or /a pattern/'),
  )
    .option('--secrets', 'what looks like a secret, in place of words')
    .option('--filter <query>', 'only sessions that pass this filter, as / takes it in the console', someText)
    .option('--since <time>', 'only what was said from this time on')
    .option('--until <time>', 'only what was said before this time')
    .option('--limit <n>', 'stop at the first n messages in which it is', countingNumber)
    .addHelpText('after', SEARCH_HELP);
  does(
    search,
    [
      is('0', 'nothing was found, and all sessions were searched that were asked for'),
      is('1', 'something was found, and all sessions were searched, or as far as --limit'),
      WRONG,
      REFUSED,
      is(
        '5',
        'it is not certain: transcripts could not be read, or not whole, or what was found not be printed',
      ),
      STOPPED,
    ],
    async (flags: SearchFlags, words: readonly string[]) =>
      (await import('./search-sessions-command.ts')).runSessionsSearch(words, flags),
  );
  addRowOptions(search, {
    one: 'a message in which it is',
    json: 'one object a message in which it is, in ASCII',
    isList: false,
  });
  const calendar = sessions
    .command('calendar')
    .description('Print how many sessions each day has, by the days of the server.')
    .option('--since <time>', 'from this day on; 53 weeks without it')
    .option('--until <time>', 'through this day; through today without it');
  does(calendar, READING, async (flags: CalendarFlags) =>
    (await import('./list-sessions-command.ts')).runSessionsCalendar(flags),
  );
  addRowOptions(calendar, { one: 'a day', isList: true });
  const clients = sessions
    .command('clients')
    .description('Print the clients that have sessions, and how many.');
  does(clients, READING, async (flags: RowFlags) =>
    (await import('./list-sessions-command.ts')).runSessionsClients(flags),
  );
  addRowOptions(clients, { one: 'a client', isList: true });
}

/** Adds the flags that say which sessions are wanted (`SessionChoiceFlags`). */
function addSessionChoice(command: Command): Command {
  return command
    .option('--date <day>', 'only sessions of this day, as 2026-01-31 (UTC)', someText)
    .option('--project <name>', 'only of this project; may be repeated', collectText)
    .option('--branch <name>', 'only of this branch; may be repeated', collectText)
    .option('--client <id>', 'only of this client; may be repeated', collectText)
    .option('--agent <id>', 'only of this agent', someText)
    .option('--subagents', 'those of subagents, too');
}
