import type { Command } from 'commander';

import { ECOSYSTEMS, EVENT_TYPES, OUTCOMES } from '../../contract/values.ts';
import { does, is, READING } from '../session/exit-statuses.ts';
import {
  addPrintingOptions,
  addRowOptions,
  CONNECTION_FLAGS,
  countingNumber,
  manyOption,
  showingGlobalOptions,
  someText,
} from '../session/program-arguments.ts';
import type { EventsCountFlags } from './count-events-program.ts';
import { COUNT_HELP, EVENTS_HELP } from './events-help.ts';
import type { EventsFlags } from './events-program.ts';

/** Adds `vigil events` to the command line. */
export function addEventsCommand(program: Command): void {
  const events = program
    .command('events')
    .description('Print events, oldest first: the newest 50, or those of a time.')
    .option(
      '-f, --follow',
      'begin with the newest 10, or after --since, and print what arrives until stopped',
    )
    .addOption(manyOption('--outcome <outcome>', 'only events of this outcome', OUTCOMES))
    .addOption(manyOption('--type <type>', 'only events of this type', EVENT_TYPES))
    .addOption(manyOption('--ecosystem <ecosystem>', 'only this ecosystem', ECOSYSTEMS))
    .addOption(manyOption('--package <name>', 'only this package'))
    .option('--since <time>', 'only events after this time; all of them unless --limit is given')
    .option('--until <time>', 'only events before this time; following ends there')
    .option('--limit <n>', 'print the newest n; with --follow, end after n', countingNumber)
    .addHelpText('after', EVENTS_HELP);
  does(
    events,
    [
      is(
        '0',
        'all was printed, or what reads it closed its end, as head(1) does; also when --follow was stopped by a signal after all of the past was read that was asked for',
      ),
      ...READING.slice(1),
    ],
    async (flags: EventsFlags) => (await import('./events-program.ts')).runEvents(flags),
  );
  addRowOptions(events, {
    one: 'an event',
    json: 'one object a line, as the server sent it, in ASCII; each event once',
    isList: true,
  });
  const count = events
    .command('count')
    .description('Count events by their values in a field, or in two of them, the most frequent first.')
    .requiredOption('--by <field>', 'the field, or two with a comma between them, as package,host', someText)
    .option('--sort <figure>', 'by a column, or by block_share or review_share of each row', someText)
    .option('--filter <query>', 'only events that pass this filter, as / takes it in the console', someText)
    .addHelpText('after', COUNT_HELP);
  does(count, READING, async (flags: EventsCountFlags) =>
    (await import('./count-events-program.ts')).runEventsCount(flags),
  );
  addPrintingOptions(count).configureHelp(showingGlobalOptions(...CONNECTION_FLAGS, ...OF_EVENTS_FOR_COUNT));
}

/** Flags of `vigil events` that count for `vigil events count`, too. */
const OF_EVENTS_FOR_COUNT = [
  '--outcome',
  '--type',
  '--ecosystem',
  '--package',
  '--since',
  '--until',
  '--limit',
  '--json',
  '--csv',
  '--no-apostrophes',
  '--output',
  '--no-headers',
];
