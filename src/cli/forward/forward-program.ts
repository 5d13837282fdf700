import { InvalidArgumentError, Option, type Command } from 'commander';

import { ECOSYSTEMS, EVENT_TYPES, OUTCOMES } from '../../contract/values.ts';
import { parseSpan } from '../../lib/time-span.ts';
import { does, is, REFUSED, WRONG } from '../session/exit-statuses.ts';
import { countingNumber, showingGlobalOptions, someText, wholeNumber } from '../session/program-arguments.ts';
import { FORMAT_NAMES, type FormatName } from './format-names.ts';
import type { ForwardFlags } from './forward-command.ts';
import { parseSize } from './receiver-target.ts';

const HELP = `
Each event is sent at least once, with its id, as one JSON object a line in ASCII: as the server sent it (raw), as a Detection
Finding of OCSF 1.8 (ocsf), or by ECS 9.4 (ecs). What the feed lacks is a line of its own that holds nothing but "vigil": a gap,
one that is closed, a damaged row, that it is not certain that all is read, and when all has been forwarded (caught_up).

--to - writes to standard output, file:PATH adds to a file, https://HOST/PATH posts batches (application/x-ndjson); http:// is
taken for this machine alone. What the receiver asks for, as Authorization: Bearer TOKEN, stands in a file with mode 0600 that
--header-file names, one header a line. A batch counts as taken with a 2xx, once it is on the disk, or in the pipe.

The position file says what was taken, and is flushed behind each batch: after a crash, or kill -9, nothing is lost, and at most
the last batch is sent again. It counts for one server and one filter. The first start begins with --since, or with what happens
from then on. Events that come in late are found as long as the file remembers their time (--remember).

A receiver that fails, is slow or answers 429 is tried again for ever, and nothing more is read meanwhile than fits. One event that
a receiver refuses for good (400, 413, 415, 422), while it takes others, is put into the position file's name with .refused.
On SIGTERM it ends with 0 once the batch under way is over, after five seconds at the latest.

--metrics serves figures for Prometheus on this machine alone: http://127.0.0.1:PORT/metrics.`;

/** Adds `vigil forward` to the command line. What it needs is loaded when it runs. */
export function addForwardCommand(program: Command): void {
  const forward = program
    .command('forward')
    .description('Forward events to another system, each at least once, also across restarts.')
    .requiredOption('--to <receiver>', '- for standard output, file:PATH, or https://HOST/PATH', someText)
    .addOption(
      new Option('--format <format>', 'as what').choices(FORMAT_NAMES).default('raw' satisfies FormatName),
    )
    .option('--state <file>', 'the position file; needed except with --demo', someText)
    .option('--since <time>', 'where the first start begins', someText)
    .addOption(new Option('--outcome <outcome>', 'only events of this outcome').choices(OUTCOMES))
    .addOption(new Option('--type <type>', 'only events of this type').choices(EVENT_TYPES))
    .addOption(new Option('--ecosystem <ecosystem>', 'only this ecosystem').choices(ECOSYSTEMS))
    .option('--package <name>', 'only this package', someText)
    .option('--header-file <file>', 'headers for the receiver, one a line', someText)
    .option('--batch <n>', 'post at most so many events at once', countingNumber, 500)
    .option('--rotate-at <size>', 'begin a new file at this size', size, 100e6)
    .option('--rotate-keep <n>', 'keep so many full files; all without it', wholeNumber)
    .option('--remember <time>', 'how late an event may come in', span, 7 * 86_400_000)
    .option('--metrics <port>', 'serve metrics for Prometheus on this port', port)
    .configureHelp(showingGlobalOptions('--demo', '--profile', '--base-url'))
    .addHelpText('after', HELP);
  does(
    forward,
    [
      is('0', 'stopped by a signal; the position file says what was taken'),
      is('1', 'failed, or nobody reads what it prints; the next start goes on where this one ended'),
      WRONG,
      REFUSED,
      is('128 + n', 'ended by signal n while it was still being loaded: nothing was read or forwarded'),
    ],
    async (flags: ForwardFlags) => (await import('./forward-command.ts')).runForward(flags),
  );
}

function size(text: string): number {
  const bytes = parseSize(text);
  if (bytes === undefined) {
    throw new InvalidArgumentError('It must be a size such as 500k, 100M or 2G.');
  }
  return bytes;
}

function span(text: string): number {
  const milliseconds = parseSpan(text);
  if (milliseconds === undefined || milliseconds === 0) {
    throw new InvalidArgumentError('It must be a time such as 12h, 7d or 4w.');
  }
  return milliseconds;
}

function port(text: string): number {
  const number = wholeNumber(text);
  if (number < 1 || number > 65_535) {
    throw new InvalidArgumentError('It must be a port from 1 to 65535.');
  }
  return number;
}
