import type { EventsQuery } from '../../contract/queries.ts';
import { keepWhatIsCut } from '../../contract/size-gate.ts';
import { openConnection } from '../session/command-connection.ts';
import { ownReadingHost, type ReadingHost } from '../session/command-host.ts';
import type { ConnectionFlags, ConnectionSettings } from '../../host/connection/connection-settings.ts';
import { resolveConnection } from '../../host/connection/resolve-connection.ts';
import { csvFormat, jsonFormat, textFormat, type EventFormat } from '../output/event-format.ts';
import { LineOutput } from '../output/line-output.ts';
import { outliveClosedErrors, say } from '../output/say.ts';
import { styleOfOutput } from '../output/text-style.ts';
import { printEvents } from './print-events.ts';
import { shareQuota } from '../../host/state/shared-quota.ts';
import { organizationFolder } from '../../host/state/state-place.ts';
import { parseTimeArgument } from './time-argument.ts';

/** The flags of `vigil events`, as the command line reads them. */
export interface EventsFlags
  extends ConnectionFlags, Pick<EventsQuery, 'outcome' | 'type' | 'ecosystem' | 'package'> {
  readonly demo?: true;
  readonly ascii?: true;
  readonly follow?: true;
  readonly since?: string;
  readonly until?: string;
  readonly limit?: number;
  readonly json?: true;
  readonly csv?: true;
  readonly apostrophes?: boolean;
}

/** Runs `vigil events` and resolves with its exit status. */
export async function runEvents(flags: EventsFlags, host: ReadingHost = ownReadingHost()): Promise<number> {
  const { outcome, type, ecosystem, package: name, follow = false, limit } = flags;
  const since = flags.since === undefined ? undefined : parseTimeArgument('--since', flags.since);
  const until = flags.until === undefined ? undefined : parseTimeArgument('--until', flags.until);
  const settings = await connectionFor(flags);
  outliveClosedErrors();
  const { clock, random } = host;
  const isLong = follow && flags.demo !== true;
  const quota = isLong
    ? shareQuota({
        folder: organizationFolder(process.env, settings),
        userId: process.getuid?.() ?? 0,
        clock,
      })
    : undefined;
  const connection = openConnection(settings, {
    ...host,
    readOnly: true,
    // Who follows reads for hours; who reads once waits for it.
    priority: follow ? 'feed' : 'command',
    consoles: quota,
  });
  const { stop, finished } = host.listenForSignals(
    'Nobody takes what was read, so the last events were not printed.',
  );
  try {
    return await printEvents(
      {
        follow,
        filter: { outcome, type, ecosystem, package: name },
        since,
        until,
        limit,
        format: formatFor(flags),
      },
      {
        connection,
        clock,
        random,
        output: new LineOutput(host.output),
        say,
        stop,
      },
    );
  } finally {
    quota?.leave();
    finished();
    await connection.close();
  }
}

async function connectionFor({ demo, ...flags }: EventsFlags): Promise<ConnectionSettings> {
  if (demo === true) {
    const { startDemo } = await import('../demo/demo-service.ts');
    return startDemo();
  }
  return resolveConnection(flags);
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
