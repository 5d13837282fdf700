import { asSent, keepWhatIsCut } from '../../contract/size-gate.ts';
import { EVENT_QUERY } from '../../stores/events/events-view.ts';
import { readHosts } from '../agents/read-hosts.ts';
import { runAgainstServer, type CommandHost, type CommandSession } from '../session/command-session.ts';
import { outputOf, type OutputName } from '../session/output-name.ts';
import type { RecordColumn } from '../../lib/record-formats/record-format.ts';
import { needAgents, withMachine } from '../../stores/events/event-machine.ts';
import { chosenColumns, UnseenColumns } from '../output/record-columns.ts';
import {
  csvFormat,
  jsonColumnsFormat,
  jsonFormat,
  textColumnsFormat,
  textFormat,
  type EventFormat,
  type RecordOf,
} from '../output/event-format.ts';
import { say } from '../output/say.ts';
import { styleOfOutput } from '../output/text-style.ts';
import { formulasOf, type RowFlags } from '../session/row-lines.ts';
import type { QueryClock } from '../../stores/query/query-time.ts';
import {
  asksForHosts,
  boundsOfQuestion,
  questionOf,
  selectionOf,
  type EventChoiceFlags,
} from './event-question.ts';
import { printEvents } from './print-events.ts';
import { parseTimeArgument } from './time-argument.ts';

/** The flags of `vigil events`, as the command line reads them. */
export interface EventsFlags extends Omit<RowFlags, 'filter'>, EventChoiceFlags {
  readonly follow?: true;
  readonly since?: string;
  readonly until?: string;
  readonly limit?: number;
}

/** Runs `vigil events` and resolves with its exit status. */
export async function runEvents(flags: EventsFlags, host?: CommandHost): Promise<number> {
  const { follow = false, limit } = flags;
  const question = questionOf(flags);
  const since = flags.since === undefined ? undefined : parseTimeArgument('--since', flags.since);
  const until = flags.until === undefined ? undefined : parseTimeArgument('--until', flags.until);
  const output = outputOf(flags);
  const columns = flags.columns === undefined ? undefined : chosenColumns(flags.columns, EVENT_QUERY);
  return runAgainstServer(
    flags,
    {
      writes: false,
      isLong: follow,
      isFeed: follow,
      stalledSentence: 'Standard output is not being read, so the last events were not printed.',
    },
    async (session) => {
      const clock: QueryClock = { now: session.clock.now(), zone: 'utc' };
      const hosts = asksForHosts(question, clock) ? await readHosts(session) : new Map<string, never>();
      const unseen = new UnseenColumns(flags.columns, EVENT_QUERY);
      const status = await printEvents(
        {
          follow,
          filter: question.asked,
          selection: selectionOf(question, hosts, clock),
          bounds: boundsOfQuestion(question, clock),
          since,
          until,
          limit,
          format: withHeader(
            flags,
            columns === undefined
              ? formatFor(flags, output)
              : await formatOfColumns(session, flags, output, { columns, unseen }),
          ),
        },
        { ...session, say },
      );
      const sentence = unseen.sentence();
      if (sentence !== undefined) {
        session.remark(sentence);
      }
      return status;
    },
    host,
  );
}

function withHeader({ headers }: EventsFlags, format: EventFormat): EventFormat {
  return headers === false ? { ...format, header: undefined, titles: undefined } : format;
}

function formatFor(flags: EventsFlags, output: OutputName): EventFormat {
  switch (output) {
    case 'json':
      keepWhatIsCut();
      return jsonFormat;
    case 'csv':
      return csvFormat(formulasOf(flags));
    case 'text':
      return textFormat(styleOfOutput(flags));
  }
}

/** The columns that were chosen. The names of machines are read first, where one of them asks for these. */
async function formatOfColumns(
  session: CommandSession,
  flags: EventsFlags,
  output: OutputName,
  { columns, unseen }: { readonly columns: readonly RecordColumn[]; readonly unseen: UnseenColumns },
): Promise<EventFormat> {
  const hosts = needAgents(columns) ? await readHosts(session) : undefined;
  const recordOf: RecordOf = ({ raw }) => {
    unseen.note(raw);
    return hosts === undefined ? raw : withMachine(asSent(raw), hosts);
  };
  switch (output) {
    case 'json':
      keepWhatIsCut();
      return jsonColumnsFormat(columns, recordOf);
    case 'csv':
      return csvFormat(formulasOf(flags), columns, recordOf);
    case 'text':
      return textColumnsFormat(columns, recordOf, styleOfOutput(flags));
  }
}
