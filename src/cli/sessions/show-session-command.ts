import { getSession, getTranscript, type SessionIds } from '../../api/sessions.ts';
import { STATUS } from '../../contract/status.ts';
import type { Transcript } from '../../contract/transcript/transcript.ts';
import { StatusError } from '../../api/errors.ts';
import { UsageError } from '../../host/usage-error.ts';
import { keepWhatIsCut } from '../../contract/size-gate.ts';
import { named } from '../../lib/named.ts';
import { formatCount } from '../../lib/format-number.ts';
import { quoting } from '../../lib/untrusted.ts';
import { jsonOf } from '../../stores/transcript/transcript-pieces.ts';
import { checkRowFlags, recordLines, type RowFlags } from '../session/row-lines.ts';
import { say } from '../output/say.ts';
import { styleOfOutput } from '../output/text-style.ts';
import {
  runAgainstServer,
  type CommandFlags,
  type CommandHost,
  type CommandSession,
} from '../session/command-session.ts';
import { remarkUnseenColumns } from '../session/print-rows.ts';
import { statusOfFailure } from '../session/failure-status.ts';
import { outputOf, type OutputName } from '../session/output-name.ts';
import { ALL_SESSIONS, readAllSessions } from './read-sessions.ts';
import { SESSION_FORM } from './session-forms.ts';
import { TranscriptPrinting } from './transcript-printing.ts';
import { messageLines, type ShownTools } from './transcript-lines.ts';

/** Prints one session with all that the server says of it. Resolves with the exit status: 1 when there is none. */
export async function runSessionsShow(id: string, flags: RowFlags, host?: CommandHost): Promise<number> {
  checkRowFlags(flags, SESSION_FORM.query);
  const run = async (session: CommandSession) => {
    const found = await withSession(session, id, async (ids) => {
      const { value } = await session.read((client, signal) => getSession(client, ids, signal, 'session'));
      return value;
    });
    if (found === undefined) {
      return 1;
    }
    await session.output.write(recordLines(found, SESSION_FORM, flags));
    remarkUnseenColumns(session, [found.raw], flags, SESSION_FORM.query);
    return 0;
  };
  return runAgainstServer(flags, { writes: false }, run, host);
}

/** The flags of `vigil sessions transcript`, as the command line reads them. */
export interface TranscriptFlags extends CommandFlags {
  readonly json?: true;
  readonly output?: Exclude<OutputName, 'csv'>;
  readonly tools?: ShownTools;
}

/**
 * Prints what was said in a session, message by message while it arrives. Resolves with the exit status: 1 when there is no such session, or
 * its transcript is not whole; what came of that is printed.
 */
export async function runSessionsTranscript(
  id: string,
  flags: TranscriptFlags,
  host?: CommandHost,
): Promise<number> {
  const asJson = outputOf(flags) === 'json';
  if (asJson && flags.tools !== undefined) {
    throw new UsageError('--tools is for text: JSON has every message as it was sent.');
  }
  if (asJson) {
    keepWhatIsCut();
  }
  const run = async (session: CommandSession) => {
    const style = styleOfOutput(flags);
    const linesOf = (transcript: Transcript, index: number) =>
      asJson
        ? [jsonOf(transcript.readWhole(index))]
        : messageLines(transcript, index, flags.tools ?? 'short', style);
    const printing = new TranscriptPrinting(session.output, linesOf);
    const { transcript } = printing;
    const progress = session.connection.showProgress('bytes of the transcript', () => ({
      read: transcript.bytes,
      of: transcript.expectedBytes,
      pageRows: Number.POSITIVE_INFINITY,
    }));
    try {
      const problem = await readPrinting(session, id, printing);
      return problem === 'no such session' ? 1 : reportEnd(printing, problem, session);
    } finally {
      progress.end();
    }
  };
  return runAgainstServer(flags, { writes: false }, run, host);
}

/**
 * Reads the transcript and prints it meanwhile. Where that breaks off, it is read anew for as long as it comes further each time, and
 * printed on. Resolves with what kept it from being whole. Rejects where nothing was printed, or it was stopped.
 */
async function readPrinting(
  session: CommandSession,
  id: string,
  printing: TranscriptPrinting,
): Promise<unknown> {
  const { transcript } = printing;
  for (;;) {
    try {
      const read = await withSession(session, id, (ids) =>
        session.read((client, signal) =>
          getTranscript(client, ids, signal, 'transcript', {
            into: transcript,
            onBegin: () => printing.begin(),
            onPiece: () => printing.take(),
          }),
        ),
      );
      if (read === undefined) {
        if (printing.printed > 0) {
          say(notWhole(printing));
        }
        return 'no such session';
      }
      await printing.end();
      return undefined;
    } catch (error) {
      if (session.stop.aborted && printing.printed > 0) {
        say(`The first ${counted(printing.printed)} printed.`);
      }
      if (session.ended.aborted || printing.printed === 0) {
        throw error;
      }
      if (!printing.cameFurther) {
        return error;
      }
    }
  }
}

function reportEnd(
  { transcript, printed, failure, isOther }: TranscriptPrinting,
  problem: unknown,
  { remark }: CommandSession,
): number {
  if (failure !== undefined) {
    throw failure;
  }
  const { damaged } = transcript;
  if (damaged.length > 0) {
    say(
      `${formatCount(damaged.length)} of the elements between the messages ${damaged.length === 1 ? 'is' : 'are'} damaged and left out.`,
    );
  }
  if (problem !== undefined) {
    const status = statusOfFailure(problem, say);
    say(notWhole({ printed }));
    return status;
  }
  if (isOther) {
    say(
      `The transcript is another one than it was at first: the first ${counted(printed)} printed, as they were then.`,
    );
    return 1;
  }
  if (transcript.problem !== undefined) {
    say(transcript.problem);
    return 1;
  }
  if (printed === 0) {
    remark('The transcript has no messages.');
  }
  return damaged.length === 0 ? 0 : 1;
}

function notWhole({ printed }: Pick<TranscriptPrinting, 'printed'>): string {
  return `The transcript is not whole: the first ${counted(printed)} printed.`;
}

function counted(printed: number): string {
  return `${formatCount(printed)} ${printed === 1 ? 'message was' : 'messages were'}`;
}

/**
 * What `read` makes of the session with that id, which may be either of its two: where the server does not know it, the list
 * is looked through for the other one. Undefined, after it was said, when there is none.
 */
async function withSession<Value>(
  session: CommandSession,
  id: string,
  read: (ids: SessionIds) => Promise<Value>,
): Promise<Value | undefined> {
  if (id === '' || id === '.' || id === '..') {
    throw new UsageError('An id of a session must not be empty, . or ..');
  }
  const ask = async (ids: SessionIds) => {
    try {
      return { value: await read(ids) };
    } catch (error) {
      if (error instanceof StatusError && UNKNOWN.includes(error.status)) {
        return undefined;
      }
      throw error;
    }
  };
  const answered = await ask({ id });
  if (answered !== undefined) {
    return answered.value;
  }
  const { rows } = await readAllSessions(session, ALL_SESSIONS);
  const listed = rows.find((row) => row.id === id || row.session_id === id);
  const again = listed === undefined ? undefined : await ask(listed);
  if (again === undefined) {
    say(
      listed === undefined
        ? quoting`There is no session with the id ${named(id)}: vigil sessions list --subagents shows all.`
        : quoting`The server lists the session ${named(id)}, and says that there is no such one.`,
    );
    return undefined;
  }
  return again.value;
}

/** What a server says of an id that it does not know, or that is not of the kind that it takes. */
const UNKNOWN: readonly number[] = [STATUS.notFound, 400];
