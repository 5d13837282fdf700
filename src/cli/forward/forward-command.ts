import { createLinePoster } from '../../api/line-poster.ts';
import { ConnectionSettingError } from '../../api/connection-setting.ts';
import type { SecurityEvent } from '../../contract/event.ts';
import type { EventsQuery } from '../../contract/queries.ts';
import { asSent, keepWhatIsCut } from '../../contract/size-gate.ts';
import { fullPath } from '../../host/files/export-file.ts';
import { lockPosition, openPositionFile, readPosition } from '../../host/forward/position-file.ts';
import { RotatedFile } from '../../host/forward/rotated-file.ts';
import { UsageError } from '../../host/usage-error.ts';
import { version } from '../../host/version.ts';
import { asciiJson } from '../../lib/ascii-json.ts';
import { formatCount } from '../../lib/format-number.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { askServerTime } from '../../sync/feeds/ask-server-time.ts';
import {
  forwardEvents,
  type ForwardFigures,
  type ForwardOptions,
  type PositionStore,
} from '../../sync/forward/forward-events.ts';
import type { Receiver } from '../../sync/forward/receiver.ts';
import { ForwardPosition, type PositionScope } from '../../sync/forward/forward-position.ts';
import { readingOf } from '../events/read-through.ts';
import { momentOf, parseTimeArgument } from '../events/time-argument.ts';
import { say } from '../output/say.ts';
import {
  runAgainstServer,
  type CommandFlags,
  type CommandHost,
  type CommandSession,
} from '../session/command-session.ts';
import { statusOfFailure } from '../session/failure-status.ts';
import { ecsEvent } from './ecs-format.ts';
import type { FormatName } from './format-names.ts';
import { serveMetrics } from './metrics.ts';
import { ocsfFinding } from './ocsf-format.ts';
import { fileReceiver, outputReceiver, postReceiver } from './receivers.ts';
import {
  parseReceiverTarget,
  readHeaderFile,
  refuseUnfitFile,
  type ReceiverTarget,
} from './receiver-target.ts';
import { TroubleNotes } from './trouble-notes.ts';

/** The flags of `vigil forward`, as the command line reads them. */
export interface ForwardFlags
  extends CommandFlags, Pick<EventsQuery, 'outcome' | 'type' | 'ecosystem' | 'package'> {
  readonly to: string;
  readonly format: FormatName;
  readonly state?: string;
  readonly since?: string;
  readonly headerFile?: string;
  readonly batch: number;
  readonly rotateAt: number;
  readonly rotateKeep?: number;
  readonly remember: number;
  readonly metrics?: number;
}

/** So many events are remembered at most: some 100 bytes each in memory. */
const MOST_REMEMBERED = 500_000;

/** Characters of a request to a receiver. */
const MOST_CHARACTERS = 1_000_000;

/** Milliseconds that the batch under way has once it was asked to stop. */
const TIME_TO_SEND = 4000;

/** Where the position is kept, and what was kept before. */
interface KeptPosition {
  readonly position: ForwardPosition;
  readonly store: PositionStore;
  readonly isContinued: boolean;
  close(): Promise<void>;
}

/**
 * Runs `vigil forward` until it is stopped; resolves with its exit status: 0 when it was stopped, 1 when nobody reads its output
 * any more, 3 when the service refused the key. Rejects with a UsageError before anything is asked for.
 */
export async function runForward(flags: ForwardFlags, host?: CommandHost): Promise<number> {
  const target = parseReceiverTarget(flags.to);
  if (target.kind !== 'post' && flags.headerFile !== undefined) {
    throw new UsageError('--header-file is for a receiver that --to names by its URL.');
  }
  if (flags.state === undefined && flags.demo !== true) {
    throw new UsageError(
      'Name a file with --state, in which vigil keeps what was forwarded, so that nothing is lost at a restart.',
    );
  }
  if (target.kind === 'file') {
    refuseUnfitFile(target.path, flags.state);
  }
  const since = flags.since === undefined ? undefined : parseTimeArgument('--since', flags.since);
  keepWhatIsCut();
  return runAgainstServer(
    flags,
    {
      writes: false,
      answersBy: 'status',
      isToPrint: target.kind === 'output',
      isLong: true,
      isFeed: true,
      stalledSentence: 'The receiver has not taken the last events. They are sent at the next start.',
    },
    async (session) => {
      const scope = scopeOf(flags, session);
      let kept: KeptPosition;
      try {
        kept = await keepPosition(flags, scope, session, async () => {
          const now = await askServerTime(session.connection.reading, session.clock, session.ended);
          return since === undefined ? now : momentOf(since, now);
        });
      } catch (error) {
        if (!session.stop.aborted || error instanceof UsageError) {
          throw error;
        }
        say('Stopped before anything was forwarded.');
        return 0;
      }
      try {
        return await forward(flags, target, kept, session);
      } finally {
        await kept.close();
      }
    },
    host,
  );
}

function scopeOf(
  { outcome, type, ecosystem, package: name }: ForwardFlags,
  { target: { baseUrl, key } }: CommandSession,
): PositionScope {
  const filter = Object.entries({ outcome, type, ecosystem, package: name });
  return {
    server: key.redact(baseUrl.href),
    filter: Object.fromEntries(
      filter.flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])),
    ),
  };
}

/** The position that is kept, or a new one that begins at a time. */
async function keepPosition(
  { state, since }: ForwardFlags,
  scope: PositionScope,
  { clock, ended }: CommandSession,
  begin: () => Promise<number>,
): Promise<KeptPosition> {
  if (state === undefined) {
    const nothing = { append: () => Promise.resolve(), replace: () => Promise.resolve() };
    const position = new ForwardPosition(scope, await begin());
    return { position, store: nothing, isContinued: false, close: () => Promise.resolve() };
  }
  const path = fullPath(state);
  const unlock = await lockPosition(path, {
    clock,
    signal: ended,
    onWait: (lock) =>
      say(`Waits for ${lock}: for ten seconds where a forward that was killed left it behind.`),
  });
  try {
    const before = readPosition(path, process.getuid?.() ?? 0);
    if (before !== undefined && asciiJson(before.scope) !== asciiJson(scope)) {
      throw new UsageError(
        `The position file ${path} is of another server or another filter. Name another one with --state.`,
      );
    }
    if (before !== undefined && since !== undefined) {
      say(`--since is passed over: ${path} says where to go on.`);
    }
    const position = before ?? new ForwardPosition(scope, await begin());
    const file = await openPositionFile(path, unlock);
    if (before === undefined) {
      await file.replace(position.lines());
    }
    return { position, store: file, isContinued: before !== undefined, close: () => file.close() };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function forward(
  flags: ForwardFlags,
  target: ReceiverTarget,
  { position, store, isContinued }: KeptPosition,
  session: CommandSession,
): Promise<number> {
  const { clock, output, stop } = session;
  const { receiver, ...opened } = receiverFor(flags, target, isContinued, session);
  const refusedPath = flags.state === undefined ? undefined : `${fullPath(flags.state)}.refused`;
  const refusedFile =
    refusedPath === undefined
      ? undefined
      : new RotatedFile(
          refusedPath,
          { size: Infinity, keep: undefined },
          { isContinued, now: () => clock.now() },
        );
  const sending = new AbortController();
  let figures: ForwardFigures | undefined;
  const troubles = new TroubleNotes(say, clock);
  let cancel = () => {};
  stop.addEventListener('abort', () => (cancel = clock.schedule(TIME_TO_SEND, () => sending.abort())), {
    once: true,
  });
  output.ended.addEventListener('abort', () => sending.abort(), { once: true });
  const server =
    flags.metrics === undefined
      ? undefined
      : await serveMetrics(flags.metrics, () => ({
          figures,
          now: clock.now(),
          isTroubled: troubles.isTroubled,
        }));
  say(
    `Forwarding what happened after ${formatDateTime(position.through ?? position.begin, 'utc')}${isContinued ? ', going on' : ''}.`,
  );
  const { outcome, type, ecosystem, package: name } = flags;
  const options: ForwardOptions = {
    ...readingOf(session),
    sendingSignal: sending.signal,
    filter: { outcome, type, ecosystem, package: name },
    now: () => clock.now(),
    position,
    store,
    receiver,
    format: formatFor(flags.format, () => clock.now()),
    remember: { milliseconds: flags.remember, events: MOST_REMEMBERED },
    onTrouble: (trouble) => troubles.note(trouble),
    onFigures: (now) => (figures = now),
    keepRefused: async (refused) => {
      for (const { record, reason } of refused) {
        say(
          `The receiver refuses ${record.id === undefined ? 'a note on the feed' : `event ${record.id}`} for good. ${reason} ${refusedPath === undefined ? '' : `It is kept in ${refusedPath}.`}`,
        );
      }
      await refusedFile?.append(
        refused.map(({ record, reason }) =>
          asciiJson({ id: record.id ?? null, reason, record: record.line }),
        ),
      );
    },
  };
  try {
    await forwardEvents(options);
  } catch (error) {
    return statusOfFailure(error, say);
  } finally {
    cancel();
    server?.close();
    await refusedFile?.close();
    await opened.close();
  }
  const waiting = figures?.waiting ?? 0;
  const rest = waiting === 0 ? '' : ` ${formatCount(waiting)} that were read are sent at the next start.`;
  say(`Stopped. ${formatCount(figures?.taken ?? 0)} events were taken.${rest}`);
  return output.ended.aborted ? 1 : 0;
}

function receiverFor(
  { headerFile, batch, rotateAt, rotateKeep }: ForwardFlags,
  target: ReceiverTarget,
  isContinued: boolean,
  { output, clock, target: { certificateFile } }: CommandSession,
): { readonly receiver: Receiver; close(): Promise<void> } {
  switch (target.kind) {
    case 'output':
      return { receiver: outputReceiver(output), close: () => Promise.resolve() };
    case 'file': {
      const file = new RotatedFile(
        target.path,
        { size: rotateAt, keep: rotateKeep },
        { isContinued, now: () => clock.now() },
      );
      return { receiver: fileReceiver(file), close: () => file.close() };
    }
    case 'post': {
      const headers =
        headerFile === undefined ? [] : readHeaderFile(fullPath(headerFile), process.getuid?.() ?? 0);
      try {
        const poster = createLinePoster({
          url: target.url,
          headers,
          certificateFile,
          clock,
          userAgent: `vigil/${version}`,
        });
        const most = { records: batch, characters: MOST_CHARACTERS };
        return { receiver: postReceiver(poster, most), close: () => poster.close() };
      } catch (error) {
        throw error instanceof ConnectionSettingError ? new UsageError(error.message) : error;
      }
    }
  }
}

function formatFor(format: FormatName, now: () => number): ForwardOptions['format'] {
  const objectOf: Readonly<Record<FormatName, (event: SecurityEvent) => unknown>> = {
    raw: ({ raw }) => asSent(raw),
    ocsf: (event) => ocsfFinding(event, version, now()),
    ecs: (event) => ecsEvent(event, now()),
  };
  return {
    event: (event) => asciiJson(objectOf[format](event)),
    note: (note) => asciiJson({ vigil: note }),
  };
}
