import type { EventsQuery } from '../../contract/queries.ts';
import { keepWhatIsCut } from '../../contract/size-gate.ts';
import { runAgainstServer, type CommandFlags, type CommandHost } from '../session/command-session.ts';
import { csvFormat, jsonFormat, textFormat, type EventFormat } from '../output/event-format.ts';
import { say } from '../output/say.ts';
import { styleOfOutput } from '../output/text-style.ts';
import { printEvents } from './print-events.ts';
import { parseTimeArgument } from './time-argument.ts';

/** The flags of `vigil events`, as the command line reads them. */
export interface EventsFlags
  extends CommandFlags, Pick<EventsQuery, 'outcome' | 'type' | 'ecosystem' | 'package'> {
  readonly follow?: true;
  readonly since?: string;
  readonly until?: string;
  readonly limit?: number;
  readonly json?: true;
  readonly csv?: true;
  readonly apostrophes?: boolean;
}

/** Runs `vigil events` and resolves with its exit status. */
export async function runEvents(flags: EventsFlags, host?: CommandHost): Promise<number> {
  const { outcome, type, ecosystem, package: name, follow = false, limit } = flags;
  const since = flags.since === undefined ? undefined : parseTimeArgument('--since', flags.since);
  const until = flags.until === undefined ? undefined : parseTimeArgument('--until', flags.until);
  return runAgainstServer(
    flags,
    {
      writes: false,
      isLong: follow,
      isFeed: follow,
      stalledSentence: 'Standard output is not being read, so the last events were not printed.',
    },
    (session) =>
      printEvents(
        {
          follow,
          filter: { outcome, type, ecosystem, package: name },
          since,
          until,
          limit,
          format: formatFor(flags),
        },
        { ...session, say },
      ),
    host,
  );
}

function formatFor(flags: EventsFlags): EventFormat {
  if (flags.json === true) {
    keepWhatIsCut();
    return jsonFormat;
  }
  if (flags.csv === true) {
    return csvFormat(flags.apostrophes === false ? 'kept' : 'guarded');
  }
  return textFormat(styleOfOutput(flags));
}
