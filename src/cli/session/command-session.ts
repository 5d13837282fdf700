import type { Readable } from 'node:stream';

import type { Client } from '../../api/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { formatCount } from '../../lib/format-number.ts';
import type { Organization } from '../../stores/base/organization.ts';
import type { Waiting } from '../../sync/retry/waiting.ts';
import { readWithRetry } from '../../sync/retry/read-with-retry.ts';
import { withServerTime, type JournalClock, type JournalContext } from '../../sync/writes/journal-clock.ts';
import { dueSentence, readSuspensionEnds } from '../../sync/writes/suspension-ends.ts';
import { quoting, type Sentence } from '../../lib/untrusted.ts';
import type { Journal } from '../../sync/writes/journal.ts';
import { openConnection, type CommandConnection } from './command-connection.ts';
import { ownReadingHost, type ReadingHost } from './command-host.ts';
import type { ConnectionFlags, ConnectionSettings } from '../../host/connection/connection-settings.ts';
import { resolveConnection, type ResolvedConnection } from '../../host/connection/resolve-connection.ts';
import { DEMO, organizationOfDemo } from '../demo/demo-settings.ts';
import { shareQuota } from '../../host/state/shared-quota.ts';
import { organizationFolder } from '../../host/state/state-place.ts';
import { openJournal } from '../../host/journal/open-journal.ts';
import { isDiscarded, isPipe, UNHEARD } from '../output/standard-streams.ts';
import { LineOutput } from '../output/line-output.ts';
import { ReadingNotes } from '../output/reading-notes.ts';
import { outliveClosedErrors, say } from '../output/say.ts';
import { causeOfUnwritten, unwrittenSentence } from '../output/unwritten.ts';
import { PATIENCE, statusOfFailure } from './failure-status.ts';
import { UsageError } from '../../host/usage-error.ts';

/** The flags of every command that talks to a server and is not the console. */
export interface CommandFlags extends ConnectionFlags {
  readonly demo?: true;
  readonly ascii?: true;
  readonly quiet?: true;
}

/** The organization that a command works on. */
export interface CommandTarget extends ConnectionSettings {
  /** As the user knows it. */
  readonly title: string;
  /** The same as questions name it. */
  readonly organization: Organization;
  readonly isDemo: boolean;
  /** How often agents fetch the policy, in milliseconds; undefined for as often as is usual. */
  readonly policySync: number | undefined;
}

/** What a command takes from the process that it runs in. */
export interface CommandHost extends ReadingHost {
  readonly input: Readable;
  /** Whether what is written to the output reaches nobody, as far as that can be known. */
  readonly isOutputDiscarded?: boolean;
  /** Whether another program reads the output, which may draw on the same terminal, as less does. */
  readonly isOutputPiped?: boolean;
  readonly openJournal: (target: CommandTarget) => Journal;
}

/** What is done differently for some commands. */
export interface CommandKind {
  readonly writes: boolean;
  /** What it says is its status. */
  readonly answersBy?: 'status';
  /** Whether it is of no use unless somebody gets what it prints, as all that only reads, and whose status is no answer. */
  readonly isToPrint?: boolean;
  /** Whether it says of suspensions past their end, as all commands do that do not say it themselves. */
  readonly saysDue?: boolean;
  /** It runs for hours, and shares the quota with the consoles of this user. */
  readonly isLong?: boolean;
  /** It reads as the feed of a console does, and nobody waits for each answer. */
  readonly isFeed?: boolean;
  /** What is said when it was asked to stop and nobody takes what it printed. */
  readonly stalledSentence?: string;
}

/** What a command works with. */
export interface CommandSession {
  readonly target: CommandTarget;
  readonly connection: CommandConnection;
  readonly clock: JournalClock;
  readonly random: () => number;
  readonly input: Readable;
  readonly output: LineOutput;
  /** Where every write is recorded; nothing is opened before it is used. */
  readonly journal: Journal;
  /** Says on standard error what is waited for. */
  readonly notes: ReadingNotes;
  /** Says on standard error what is good to know and leaves the status as it is; nothing with `--quiet`. */
  readonly remark: (sentence: Sentence) => void;
  /** Aborts when the program is asked to stop; its reason is the exit status then. */
  readonly stop: AbortSignal;
  /** Aborts then, too, and when nobody reads what is printed. */
  readonly ended: AbortSignal;
  /** Reads something; what fails is reported and waited out for a while. */
  read<Value>(read: (client: Client, signal: AbortSignal) => Promise<Value>): Promise<Value>;
}

/**
 * Runs a command against a server and resolves with its exit status: that of `run`, 3 when the service refused the key, 1
 * when something failed, that of the signal when it was asked to stop. A closed pipe ends a command that only reads quietly, with 0 unless
 * its status is what it says. Of
 * one that writes it is said what was not taken and where it stands, with status 1 at the least: no verdict is lost without a word.
 * A stream that seems to be closed ends what is only there to print with 1, before anything is asked for; otherwise that is said, and leaves the
 * status as it is, since a program that started this one may have meant it so. Rejects with a
 * UsageError when the configuration is wrong, or when a command that writes may not, before anything else is looked at.
 */
export async function runAgainstServer(
  flags: CommandFlags,
  {
    writes,
    answersBy,
    isToPrint = !writes && answersBy === undefined,
    saysDue = true,
    isLong = false,
    isFeed = false,
    stalledSentence,
  }: CommandKind,
  run: (session: CommandSession) => Promise<number>,
  host: CommandHost = ownHost(),
): Promise<number> {
  const target = await targetOf(flags, writes);
  outliveClosedErrors();
  if (isToPrint && host.isOutputDiscarded === true) {
    say(`${UNHEARD} Nothing was asked for.`);
    return 1;
  }
  const { clock, random, input } = host;
  // What is read before a change is a part of that action, for which the reserve is kept.
  const priority = writes ? 'person-read' : isFeed ? 'feed' : 'command';
  const consoles = isLong && !target.isDemo ? quotaOf(target, clock) : undefined;
  const isQuiet = flags.quiet === true;
  const output = new LineOutput(host.output);
  const mayDraw = () => host.isOutputPiped !== true || output.taken === 0;
  const connection = openConnection(target, {
    ...host,
    readOnly: !writes,
    priority,
    consoles,
    isQuiet,
    mayDraw,
  });
  const { stop, finished } = host.listenForSignals(stalledSentence);
  let interrupted: Waiting | undefined;
  // Nothing is waited for any more once those who wait have heard it, too.
  stop.addEventListener('abort', () => (interrupted = connection.waiting()), { once: true });
  const ended = AbortSignal.any([stop, output.ended]);
  const notes = new ReadingNotes(clock, say, { isQuiet });
  const session: CommandSession = {
    target,
    connection,
    clock: withServerTime(clock, () => connection.governor.serverNow),
    random,
    input,
    output,
    journal: host.openJournal(target),
    notes,
    remark: isQuiet ? () => undefined : say,
    stop,
    ended,
    read: (read) =>
      readWithRetry((signal) => read(connection.reading, signal), {
        clock,
        random,
        signal: ended,
        report: notes.report,
        waiting: connection.waiting,
        patience: PATIENCE,
      }),
  };
  const reminding = saysDue && !isQuiet && !target.isDemo ? sayDue(session) : undefined;
  let status: number;
  try {
    status = await run(session);
  } catch (error) {
    const consequence = writes ? 'Nothing was sent.' : undefined;
    if (stop.aborted) {
      notes.stopped(interrupted, consequence);
    }
    status = stop.aborted
      ? Number(stop.reason)
      : output.ended.aborted
        ? 0
        : statusOfFailure(error, say, consequence);
  } finally {
    consoles?.leave();
    finished();
    await reminding;
    await connection.close();
  }
  const { problem, lost } = output;
  if (output.ended.aborted && problem === undefined && !writes && answersBy !== 'status') {
    return 0;
  }
  if (problem !== undefined && !writes) {
    say(unwrittenSentence(problem));
  } else if (lost.count > 0 && writes) {
    reportLost(lost, problem);
  } else {
    if (output.taken > 0 && host.isOutputDiscarded === true) {
      const tell = writes ? say : session.remark;
      tell(`${UNHEARD} ${writes ? IN_JOURNAL : 'The exit status alone is the answer.'}`);
    }
    return status;
  }
  return status === 0 ? 1 : status;
}

/** Says on standard error which suspensions of this user are past their end by the journal; nothing where that cannot be read. */
async function sayDue(context: JournalContext): Promise<void> {
  const ends = await readSuspensionEnds(context).catch(() => []);
  const due = ends.filter(({ until }) => until <= context.clock.now());
  if (due.length > 0) {
    say(quoting`${dueSentence(due)} vigil agents due shows ${due.length === 1 ? 'it' : 'them'}.`);
  }
}

const IN_JOURNAL = 'vigil journal has what became of each change.';

/** Says which results were not printed, so that no verdict is lost. */
function reportLost({ count, first }: LineOutput['lost'], problem: Error | undefined): void {
  const why =
    problem === undefined
      ? 'What reads the results has closed its end'
      : `The results cannot be written: ${causeOfUnwritten(problem)}`;
  say(`${why}. ${count === 1 ? '1 line was' : `${formatCount(count)} lines were`} not taken. ${IN_JOURNAL}`);
  first.forEach((line) => say(`Not taken: ${line}`));
}

/** The part of the quota that this user's consoles have with this server. */
function quotaOf(target: CommandTarget, clock: Clock) {
  return shareQuota({
    folder: organizationFolder(process.env, target),
    userId: process.getuid?.() ?? 0,
    clock,
  });
}

/** This process. */
function ownHost(): CommandHost {
  return {
    ...ownReadingHost(),
    input: process.stdin,
    isOutputDiscarded: isDiscarded(1),
    isOutputPiped: isPipe(1),
    openJournal: (target) => openJournal(target, target.isDemo),
  };
}

async function targetOf({ demo, ...flags }: CommandFlags, writes: boolean): Promise<CommandTarget> {
  if (demo === true) {
    if (writes && flags.readOnly === true) {
      throw new UsageError(READ_ONLY);
    }
    const { startDemo } = await import('../demo/demo-service.ts');
    return {
      ...(await startDemo()),
      title: DEMO.title,
      organization: organizationOfDemo,
      isDemo: true,
      policySync: DEMO.policySync * 1000,
    };
  }
  const resolved = await resolveConnection(flags);
  if (writes && resolved.mode !== 'write') {
    throw new UsageError(refusalOf(resolved));
  }
  return { ...resolved, isDemo: false };
}

const READ_ONLY = 'Nothing was sent: --read-only lets no changes through.';

/** Why a command that writes may not, and what to add so that it may. `--yes` answers a question, and is no permission. */
function refusalOf({ sources: { mode, profile } }: ResolvedConnection): string {
  if (mode === '--read-only') {
    return READ_ONLY;
  }
  return mode.startsWith('read_only ')
    ? `Nothing was sent: ${mode} is true. Nothing but the config file can change that.`
    : `Nothing was sent: changes are not allowed here. Add --write to the command${profile === undefined ? '' : ', or write = true to the profile'}.`;
}
