import { append } from '../lib/long-lists.ts';
import { hostname } from 'node:os';

import { journalRowOf } from '../commands/journal/journal-rows.ts';
import { asciiJson } from '../lib/ascii-json.ts';
import { systemClock } from '../lib/clock.ts';
import { formatCount } from '../lib/format-number.ts';
import { formatDateTime } from '../lib/format-time.ts';
import { effectiveVerdict } from '../stores/journal/effective-verdict.ts';
import type { JournalOperation, JournalRecord } from '../sync/writes/journal.ts';
import { hasProcessEnded } from '../host/state/process-liveness.ts';
import { JournalError } from '../host/journal/journal-error.ts';
import { journalPath } from '../host/journal/journal-place.ts';
import { ownProcessNamespace, ownProcessStart } from '../host/state/process-start.ts';
import { partsOfJournal, readOperation } from '../host/journal/read-journal-file.ts';
import type { StoredOperation } from '../host/journal/stored-operations.ts';
import { journalText } from './output/journal-text.ts';
import { isDiscarded, UNHEARD } from './output/standard-streams.ts';
import { LineOutput } from './output/line-output.ts';
import { say } from './output/say.ts';
import { unwrittenSentence } from './output/unwritten.ts';
import { styleOfOutput } from './output/text-style.ts';
import { momentOf, parseTimeArgument } from './events/time-argument.ts';

/** The flags of `vigil journal`, as the command line reads them. */
export interface JournalFlags {
  readonly since?: string;
  readonly limit?: number;
  readonly json?: true;
  readonly ascii?: true;
}

/** So many are read whole before they are printed: of the others only the lines are held. */
const OPERATIONS_AT_ONCE = 100;

/**
 * Prints every write that was made from this host, to whichever organization, the oldest first. Resolves with the exit
 * status: 0, or 1 when the journal or a line of it cannot be read, or not be printed.
 */
export async function runJournal({ since, limit, json, ...flags }: JournalFlags): Promise<number> {
  const from =
    since === undefined ? undefined : momentOf(parseTimeArgument('--since', since), systemClock.now());
  if (isDiscarded(1)) {
    say(UNHEARD);
    return 1;
  }
  const style = styleOfOutput(flags);
  const output = new LineOutput(process.stdout);
  const source = { path: journalPath(process.env), userId: process.getuid?.() ?? 0 };
  const own = {
    host: hostname(),
    pid: process.pid,
    process_start: ownProcessStart(),
    process_namespace: ownProcessNamespace(),
  };
  const now = systemClock.now();
  const origin = { hasEnded: (line: JournalRecord) => hasProcessEnded(line, own, now), isOwn: () => false };
  try {
    const stored: StoredOperation[] = [];
    let damaged = 0;
    let unfinished = 0;
    for await (const part of partsOfJournal(source, from)) {
      damaged += part.damaged;
      append(
        stored,
        part.operations.filter(({ time }) => from === undefined || time > from),
      );
      if (limit !== undefined && stored.length >= limit) {
        break;
      }
    }
    const wanted = stored.slice(0, limit).reverse();
    for (let start = 0; start < wanted.length && !output.ended.aborted; start += OPERATIONS_AT_ONCE) {
      const read = wanted
        .slice(start, start + OPERATIONS_AT_ONCE)
        .map((operation) => readOperation(operation, origin));
      damaged += read.reduce((sum, each) => sum + each.damaged, 0);
      unfinished += read.flatMap((each) => each.operations).filter((each) => each.isUnfinished).length;
      await output.write(
        read
          .flatMap(({ operations }) => operations)
          .flatMap((operation) =>
            json === true ? [asciiJson(objectOf(operation))] : journalText(journalRowOf(operation), style),
          ),
      );
    }
    if (output.ended.aborted && output.problem === undefined) {
      return 0;
    }
    if (damaged > 0) {
      say(`${formatCount(damaged)} ${damaged === 1 ? 'line' : 'lines'} of the journal cannot be read.`);
    }
    reportUnfinished(unfinished);
    if (stored.length === 0 && damaged === 0 && json !== true) {
      say(
        from === undefined
          ? 'Nothing was written from this host yet.'
          : `Nothing was written from this host after ${formatDateTime(from, 'utc')}.`,
      );
    }
    if (output.problem !== undefined) {
      say(unwrittenSentence(output.problem));
      return 1;
    }
    return damaged === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof JournalError)) {
      throw error;
    }
    say(error.message);
    return 1;
  }
}

/** Says how what was left without a verdict comes to one. */
function reportUnfinished(count: number): void {
  if (count > 0) {
    const [what, each] = count === 1 ? ['change has', 'it'] : ['changes have', 'them'];
    say(
      `${formatCount(count)} ${what} no verdict, since vigil ended too soon. What became of ${each} is checked when the console is started, or a command writes, with the same server and key.`,
    );
  }
}

/** A write as one object: its intent, what became of it, and all lines of it. */
function objectOf(operation: JournalOperation): object {
  const { steps, isUnfinished } = operation;
  const [intent] = steps;
  const { sentence, status, after, verdict } = effectiveVerdict(steps) ?? {};
  return {
    ...intent,
    step: undefined,
    wanted: intent.after,
    after,
    status,
    verdict: verdict === undefined ? null : journalRowOf(operation).state,
    sentence,
    unfinished: isUnfinished,
    steps,
  };
}
