import { createClient } from '../api/client.ts';
import type { EventsQuery } from '../contract/queries.ts';
import { systemClock } from '../lib/clock.ts';
import { safeSentence } from '../lib/safe-text.ts';
import { createGovernor } from '../sync/governor/governor.ts';
import type { ConnectionFlags, ConnectionSettings } from './connection-settings.ts';
import { resolveConnection } from './connection/resolve-connection.ts';
import { withoutCredentials } from './credential-text.ts';
import { csvFormat, jsonFormat, textFormat, type EventFormat } from './output/event-format.ts';
import { LineOutput } from './output/line-output.ts';
import { printEvents, type PrintingSurroundings } from './print-events.ts';
import { speaksUtf8, wantsColour } from './terminal-environment.ts';
import { parseTimeArgument } from './time-argument.ts';
import { version } from './version.ts';

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
}

const SIGNALS = { SIGTERM: 15, SIGHUP: 1, SIGINT: 2 } as const;

/** Milliseconds that a reader has to take what was found, once the program was told to stop. */
const TIME_TO_FLUSH = 5000;

/** Runs `vigil events` and resolves with its exit status. */
export async function runEvents(flags: EventsFlags): Promise<number> {
  const { outcome, type, ecosystem, package: name, follow = false, limit } = flags;
  const since = flags.since === undefined ? undefined : parseTimeArgument('--since', flags.since);
  const until = flags.until === undefined ? undefined : parseTimeArgument('--until', flags.until);
  const { baseUrl, key, certificateFile } = await connectionFor(flags);
  const say = (sentence: string) =>
    process.stderr.write(`${safeSentence(withoutCredentials(`vigil: ${sentence}`))}\n`);
  process.stderr.on('error', () => undefined);
  const clock = systemClock;
  let tellWaits: Parameters<PrintingSurroundings['onWaits']>[0] = () => undefined;
  let restart = () => {};
  const governor = createGovernor({
    clock,
    random: Math.random,
    onChange: () => tellWaits(governor.view.waits),
    onWake: () => restart(),
  });
  const client = createClient({
    baseUrl,
    key,
    certificateFile,
    clock,
    readOnly: true,
    userAgent: `vigil/${version}`,
    onExchange: (exchange) => void governor.note(exchange),
  });
  const { stop, finished } = listenForSignals(say);
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
        client: governor.pace(client, 'feed'),
        clock,
        random: Math.random,
        onWake: (run) => {
          restart = run;
        },
        onWaits: (tell) => {
          tellWaits = tell;
        },
        output: new LineOutput(process.stdout),
        say,
        stop,
      },
    );
  } finally {
    finished();
    await governor.close();
    await client.close();
  }
}

async function connectionFor({ demo, ...flags }: EventsFlags): Promise<ConnectionSettings> {
  if (demo === true) {
    const { startDemo } = await import('./demo-service.ts');
    return startDemo();
  }
  return resolveConnection(flags);
}

function formatFor({ json, csv, ascii }: EventsFlags): EventFormat {
  if (json === true) {
    return jsonFormat;
  }
  if (csv === true) {
    return csvFormat;
  }
  return textFormat({
    colour: process.stdout.isTTY && wantsColour(process.env),
    ascii: ascii === true || !speaksUtf8(process.env),
  });
}

/**
 * Aborts on a signal, with the status of a program that it ended. What was found is still written then, but not for a
 * reader that does not read. The second of two signals is passed over: a terminal and our own shim may both send one.
 */
function listenForSignals(say: (sentence: string) => void) {
  const stopping = new AbortController();
  let cancel = () => {};
  const onSignal = (_name: string, number: number) => {
    if (!stopping.signal.aborted) {
      cancel = systemClock.schedule(TIME_TO_FLUSH, () => {
        say('Nobody takes what was read, so the last events were not printed.');
        process.exit(1);
      });
      stopping.abort(128 + number);
    }
  };
  for (const name of Object.keys(SIGNALS)) {
    process.on(name, onSignal);
  }
  return { stop: stopping.signal, finished: () => cancel() };
}
