import type { Client } from '../../api/client.ts';
import { NetworkError } from '../../api/errors.ts';
import type { Session } from '../../contract/session.ts';
import { UsageError } from '../../host/usage-error.ts';
import { formatBytes, formatCount } from '../../lib/format-number.ts';
import { parseTime } from '../../lib/format-time.ts';
import { PatternError, patternSentence } from '../../lib/line-pattern/pattern-syntax.ts';
import { named } from '../../lib/named.ts';
import { systemSlices } from '../../lib/slices.ts';
import { readSought, type Sought } from '../../lib/text-finder.ts';
import { quoting } from '../../lib/untrusted.ts';
import type { TimeBounds } from '../../stores/query/time-bounds.ts';
import { HIT_QUERY } from '../../stores/search/hit-record.ts';
import { NOTHING_SEARCHED, type SearchProgress } from '../../stores/search/session-search.ts';
import {
  counted,
  foundSentence,
  reachSentence,
  unsearchedSentences,
  type SearchReach,
} from '../../stores/search/search-words.ts';
import { SESSION_QUERY } from '../../stores/sessions/sessions-view.ts';
import { isRateLimited } from '../../sync/retry/failure.ts';
import { RetryEndedError } from '../../sync/retry/retry-ended-error.ts';
import { wrapClient } from '../../sync/retry/wrap-client.ts';
import { searchTranscripts } from '../../sync/search/search-transcripts.ts';
import { momentOf, parseTimeArgument, type TimeArgument } from '../events/time-argument.ts';
import { chosenColumns } from '../output/record-columns.ts';
import { say } from '../output/say.ts';
import { ANSWER_STATUS, runForAnswer, statusOfFailedAnswer } from '../session/answer-status.ts';
import type { CommandHost, CommandSession } from '../session/command-session.ts';
import { parseFilterAhead } from '../session/list-filter.ts';
import { passingRows, remarkFilter } from '../session/print-rows.ts';
import type { RowFlags } from '../session/row-lines.ts';
import {
  checkSessionChoice,
  readChosenSessions,
  SESSIONS,
  type SessionChoiceFlags,
} from './chosen-sessions.ts';
import { hitLines } from './hit-lines.ts';
import { SESSION_FORM } from './session-forms.ts';

/** The flags of `vigil sessions search`, as the command line reads them. */
export interface SearchFlags extends RowFlags, SessionChoiceFlags {
  readonly secrets?: true;
  readonly since?: string;
  readonly until?: string;
  readonly limit?: number;
}

interface Asked {
  readonly sought: Sought;
  readonly since: TimeArgument | undefined;
  readonly until: TimeArgument | undefined;
}

const ASKED_FOR = { one: 'that was asked for', several: 'that were asked for' };

/** Transcripts that could not be searched, or not whole, are named up to so many. */
const MOST_NAMED = 10;

/**
 * Searches the transcripts of sessions and prints each message in which something is found. Resolves with the exit status: 0 when
 * nothing was found, 1 when something was, 5 when it is not certain that this is all. Rejects with a UsageError when the flags
 * are wrong, before anything is asked for.
 */
export async function runSessionsSearch(
  words: readonly string[],
  flags: SearchFlags,
  host?: CommandHost,
): Promise<number> {
  const asked: Asked = {
    sought: soughtOf(words, flags),
    since: flags.since === undefined ? undefined : parseTimeArgument('--since', flags.since),
    until: flags.until === undefined ? undefined : parseTimeArgument('--until', flags.until),
  };
  if (flags.columns !== undefined) {
    chosenColumns(flags.columns, HIT_QUERY);
  }
  checkSessionChoice(flags);
  parseFilterAhead(flags.filter, SESSION_QUERY);
  return runForAnswer(flags, (session) => search(asked, session, flags), host);
}

function soughtOf(words: readonly string[], { secrets }: SearchFlags): Sought {
  const typed = words.join(' ');
  if ((typed === '') === (secrets !== true)) {
    throw new UsageError(
      secrets === true
        ? '--secrets stands in the place of words: it cannot be combined with any.'
        : 'Say what is searched for: words, a pattern such as /tok[ae]n/, or --secrets.',
    );
  }
  const sought = secrets === true ? ({ kind: 'secrets' } as const) : readSought(typed);
  if (sought instanceof PatternError) {
    throw new UsageError(patternSentence(sought));
  }
  return sought;
}

async function search(asked: Asked, session: CommandSession, flags: SearchFlags): Promise<number> {
  const listing = await readChosenSessions(session, flags);
  const times = timesOf(asked, session.clock.now());
  const passing = passingRows(listing.rows, SESSION_FORM, flags, session);
  const sessions = times === undefined ? passing : passing.filter((each) => isActiveIn(each, times));
  const isListed = listing.problems.length === 0;
  const reach: Omit<SearchReach, keyof SearchProgress | 'phase'> = {
    sessions,
    isFiltered: sessions.length < listing.rows.length || isChoosing(flags),
    listed: isListed ? 'all' : { read: listing.rows.length, of: listing.isFull ? undefined : listing.total },
    leavesSubagentsOut: flags.subagents !== true,
  };
  const { progress, printed, problem } = await printHits(sessions, { ...asked, times }, session, flags);
  const { output, stop, remark } = session;
  if (output.ended.aborted && !stop.aborted) {
    return ANSWER_STATUS.uncertain;
  }
  listing.problems.forEach(say);
  const isOver = progress.done === sessions.length && problem === undefined;
  const isCertain = isListed && isOver && progress.unsearched.length === 0 && progress.cutMessages === 0;
  const isEnough = !isOver && printed === flags.limit;
  const phase = isOver ? 'done' : 'cancelled';
  const isInTheMidst = printed > progress.found.messages;
  const reached = `${reachSentence({ ...reach, ...progress, phase }, ASKED_FOR)}${isInTheMidst ? ', and a part of the next one' : ''}`;
  const sentence = isOver
    ? [reached, foundSentence({ ...progress, phase }), ...unsearchedSentences(progress)].join('; ')
    : [reached, printedWords(printed), ...unsearchedSentences(progress)].join('; ');
  if (stop.aborted) {
    sayUnsearched(progress);
    say(`Stopped: ${sentence}.`);
    return Number(stop.reason);
  }
  remarkFilter(session, {
    records: listing.rows.map(SESSION_FORM.recordOf),
    isNone: isOver && isCertain && passing.length === 0,
    filter: flags.filter,
    names: SESSIONS,
    query: SESSION_QUERY,
  });
  if (isOver && isCertain && sessions.length === 0) {
    if (passing.length > 0) {
      remark(`None of the ${counted(passing.length, 'session')} was active in that time.`);
    }
    return ANSWER_STATUS.none;
  }
  const status = problem === undefined ? undefined : statusOfFailedAnswer(problem);
  sayUnsearched(progress);
  const tell = isCertain || isEnough ? remark : say;
  tell(isEnough ? `Stopped at --limit: ${sentence}.` : `${capitalized(sentence)}.`);
  return (
    status ??
    (isEnough || (isCertain && printed > 0)
      ? ANSWER_STATUS.found
      : isCertain
        ? ANSWER_STATUS.none
        : ANSWER_STATUS.uncertain)
  );
}

/** What came of going through the transcripts, and what ended that before its end. */
interface Searched {
  readonly progress: SearchProgress;
  readonly printed: number;
  readonly problem: unknown;
}

async function printHits(
  sessions: readonly Session[],
  { sought, times }: Asked & { readonly times: TimeBounds | undefined },
  session: CommandSession,
  flags: SearchFlags,
): Promise<Searched> {
  const { clock, output, ended, connection } = session;
  const enough = new AbortController();
  const lines = hitLines(flags, sought.kind === 'secrets');
  let progress = NOTHING_SEARCHED;
  let printed = 0;
  let problem: unknown;
  const shown = connection.showProgress('sessions', () => ({
    read: progress.done,
    of: sessions.length,
    pageRows: 1,
    doing: [
      `searched ${formatCount(progress.done)} of ${formatCount(sessions.length)} sessions`,
      counted(printed, 'hit'),
      ...(progress.bytes === 0 ? [] : [formatBytes(progress.bytes)]),
    ].join(', '),
  }));
  try {
    progress = await searchTranscripts(sessions, sought, {
      client: patientClient(session),
      clock,
      slices: systemSlices,
      signal: AbortSignal.any([ended, enough.signal]),
      onProgress: (now) => (progress = now),
      async onHit(hit) {
        printed++;
        await output.write(lines.of(hit));
        if (printed === flags.limit) {
          enough.abort();
        }
      },
      ...(times === undefined ? {} : { times }),
    });
  } catch (error) {
    problem = error;
  } finally {
    shown.end();
  }
  await output.write(lines.end());
  return { progress, printed, problem };
}

/**
 * Reads as the command reads all else: what fails is waited out for a while. Where a transcript cannot be had then although the
 * server is there, the others are tried once each, until one comes: a search must come to its end.
 */
function patientClient(session: CommandSession): Client {
  let hasGivenUp = false;
  return wrapClient(session.connection.reading, (next) => async (endpoint, options, read) => {
    if (hasGivenUp) {
      try {
        const answered = await next(endpoint, options, read);
        hasGivenUp = false;
        return answered;
      } catch (error) {
        if (isOfOne(error)) {
          throw error;
        }
      }
    }
    try {
      return await session.read((_client, signal) =>
        next(
          endpoint,
          {
            ...options,
            signal: options.signal === undefined ? signal : AbortSignal.any([signal, options.signal]),
          },
          read,
        ),
      );
    } catch (error) {
      if (error instanceof RetryEndedError && error.lastError !== undefined && isOfOne(error.lastError)) {
        hasGivenUp = true;
        throw error.lastError;
      }
      throw error;
    }
  });
}

/** Whether a failure may be that of one transcript: the server was there, and did not ask to wait. */
function isOfOne(error: unknown): boolean {
  return !isRateLimited(error) && !(error instanceof NetworkError && error.neverSent);
}

/** Between which times what was said counts; undefined for all. */
function timesOf({ since, until }: Asked, now: number): TimeBounds | undefined {
  if (since === undefined && until === undefined) {
    return undefined;
  }
  const from = since === undefined ? Number.NEGATIVE_INFINITY : momentOf(since, now);
  const to = until === undefined ? Number.POSITIVE_INFINITY : momentOf(until, now);
  if (from >= to) {
    throw new UsageError('Nothing can be both after --since and before --until: --since is the later one.');
  }
  return { from, to };
}

/** Whether something may have been said in it within those times. */
function isActiveIn(
  { created_at: created, modified_at: modified }: Session,
  { from, to }: TimeBounds,
): boolean {
  return (parseTime(created) ?? from) < to && (parseTime(modified) ?? from) >= from;
}

function isChoosing({ date, project, branch, client, agent }: SearchFlags): boolean {
  return [date, project, branch, client, agent].some((flag) => flag !== undefined);
}

function sayUnsearched({ unsearched }: SearchProgress): void {
  for (const { session, problem, isInPart } of unsearched.slice(0, MOST_NAMED)) {
    const how = isInPart ? 'Searched in part' : 'Not searched';
    say(quoting`${how}: session ${named(session.session_id ?? session.id)}: ${problem}`);
  }
  if (unsearched.length > MOST_NAMED) {
    say(`Neither were ${formatCount(unsearched.length - MOST_NAMED)} more, or not whole.`);
  }
}

function printedWords(printed: number): string {
  return printed === 0 ? 'nothing found so far' : `${counted(printed, 'message')} printed`;
}

function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
