import { hostname } from 'node:os';

import { journalRowOf } from '../commands/journal/journal-rows.ts';
import { asciiJson } from '../lib/ascii-json.ts';
import { systemClock } from '../lib/clock.ts';
import { formatCount } from '../lib/format-number.ts';
import { parseTime } from '../lib/format-time.ts';
import type { JournalOperation } from '../sync/writes/journal.ts';
import { hasProcessEnded } from './journal/has-ended.ts';
import { JournalError } from './journal/journal-error.ts';
import { journalPath } from './journal/journal-place.ts';
import { readJournalFile } from './journal/read-journal-file.ts';
import { journalText } from './output/journal-text.ts';
import { LineOutput } from './output/line-output.ts';
import { say } from './output/say.ts';
import { styleOfOutput } from './output/text-style.ts';
import { momentOf, parseTimeArgument } from './time-argument.ts';

/** The flags of `vigil journal`, as the command line reads them. */
export interface JournalFlags {
  readonly since?: string;
  readonly limit?: number;
  readonly json?: true;
  readonly ascii?: true;
}

/**
 * Prints every write that was made from this host, to whichever organization, the oldest first. Resolves with the exit
 * status: 0, or 1 when the journal cannot be read.
 */
export async function runJournal({ since, limit, json, ...flags }: JournalFlags): Promise<number> {
  const from =
    since === undefined ? undefined : momentOf(parseTimeArgument('--since', since), systemClock.now());
  const style = styleOfOutput(flags);
  const output = new LineOutput(process.stdout);
  try {
    const { operations, damaged } = await readJournalFile(
      journalPath(process.env),
      process.getuid?.() ?? 0,
      (origin) => hasProcessEnded(origin, hostname()),
    );
    const wanted = operations
      .filter(({ steps: [{ time }] }) => from === undefined || (parseTime(time) ?? from) > from)
      .slice(0, limit)
      .reverse();
    await output.write(
      wanted.flatMap((operation) =>
        json === true ? [asciiJson(objectOf(operation))] : journalText(journalRowOf(operation), style),
      ),
    );
    if (damaged > 0) {
      say(`${formatCount(damaged)} ${damaged === 1 ? 'line' : 'lines'} of the journal cannot be read.`);
    }
    tellUnfinished(wanted);
    if (operations.length === 0 && json !== true) {
      say('Nothing was written from this host yet.');
    }
    return output.problem === undefined ? 0 : 1;
  } catch (error) {
    if (!(error instanceof JournalError)) {
      throw error;
    }
    say(error.message);
    return 1;
  }
}

/** Says how what was left without a verdict comes to one. */
function tellUnfinished(operations: readonly JournalOperation[]): void {
  const { length: count } = operations.filter(({ isUnfinished }) => isUnfinished);
  if (count > 0) {
    const what = count === 1 ? 'change has' : 'changes have';
    say(
      `${formatCount(count)} ${what} no verdict: vigil ended in the middle. It looks into that when the console is started, or a command writes, with the same server.`,
    );
  }
}

/** A write as one object: its intent, what became of it, and all lines of it. */
function objectOf(operation: JournalOperation): object {
  const { steps, isUnfinished } = operation;
  const [intent] = steps;
  const { sentence, status, after, verdict } = steps.findLast(({ step }) => step === 'verdict') ?? {};
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
