import type { Agent } from '../../contract/agent.ts';
import { formatCount } from '../../lib/format-number.ts';
import type { Sentence } from '../../lib/untrusted.ts';
import { deletedMeanwhile, incompleteness } from '../../stores/events/incompleteness.ts';
import {
  answerSentence,
  HUNT_QUERY,
  type SessionsOfMachines,
  huntedMachines,
  skippedSentences,
  unclearSentences,
} from '../../stores/hunt/hunt-answer.ts';
import { HuntFindings } from '../../stores/hunt/hunt-findings.ts';
import type { HuntList } from '../../stores/hunt/hunt-list.ts';
import type { ListKind } from '../../stores/hunt/list-kinds.ts';
import { certificate, leftSentence, type HuntReach } from '../../stores/hunt/hunt-words.ts';
import { ListMatcher } from '../../stores/hunt/list-matcher.ts';
import type { QueryClock } from '../../stores/query/query-time.ts';
import type { PartsReading } from '../../sync/follow/read-in-parts.ts';
import type { FoundEvent } from '../../sync/tail/event-tail.ts';
import { isForbidden } from '../../sync/retry/failure.ts';
import { MOST_KNOWN } from '../../sync/tail/known-events.ts';
import { FROM_THE_FIRST } from '../../sync/tail/window.ts';
import { readAllAgents } from '../agents/read-agents.ts';
import { hostsOf } from '../agents/read-hosts.ts';
import {
  asksForHosts,
  boundsOfQuestion,
  questionOf,
  selectionOf,
  type EventQuestion,
} from '../events/event-question.ts';
import { windowOf } from '../events/event-window.ts';
import { readThrough } from '../events/read-through.ts';
import { parseTimeArgument, type TimeArgument } from '../events/time-argument.ts';
import { say } from '../output/say.ts';
import { ANSWER_STATUS, runForAnswer } from '../session/answer-status.ts';
import type { CommandHost, CommandSession } from '../session/command-session.ts';
import { statusOfFailure } from '../session/failure-status.ts';
import { outputOf } from '../session/output-name.ts';
import { checkRowFlags, type RowFlags } from '../session/row-lines.ts';
import { readFoundSessions } from './found-sessions.ts';
import { findingLines } from './hunt-format.ts';
import { readListFile } from './read-list-file.ts';

/** The flags of `vigil hunt`, as the command line reads them. */
export interface HuntFlags extends RowFlags {
  readonly format?: ListKind;
  readonly since?: string;
  readonly until?: string;
  readonly sessions?: boolean;
}

interface Hunt {
  readonly list: HuntList;
  readonly question: EventQuestion;
  readonly since: TimeArgument | undefined;
  readonly until: TimeArgument | undefined;
  readonly mostAtOnce: number | undefined;
}

/** Sessions that nobody asked for. */
const NO_SESSIONS: SessionsOfMachines = new Map();

/** Which events the hunt goes through. */
type HuntWindow = Awaited<ReturnType<typeof windowOf>>;

/** What going through the events has seen. */
interface Seen {
  /** Events of the window. */
  events: number;
  /** The time of the oldest. */
  oldest: number | undefined;
}

/**
 * Runs `vigil hunt` and resolves with its exit status: 0 when no event names a listed version, 1 when some do, 5 when it is not
 * certain that these are all. Rejects with a UsageError when the list, a time or the filter is not understood, before
 * anything is asked for. Of the events so many are read at once, as many as are usual without it.
 */
export async function runHunt(
  file: string,
  flags: HuntFlags,
  host?: CommandHost,
  mostAtOnce?: number,
): Promise<number> {
  checkRowFlags(flags, HUNT_QUERY);
  const hunt = {
    list: await readListFile(file, flags.format, host?.input ?? process.stdin),
    question: questionOf(flags.filter === undefined ? {} : { filter: flags.filter }),
    since: flags.since === undefined ? undefined : parseTimeArgument('--since', flags.since),
    until: flags.until === undefined ? undefined : parseTimeArgument('--until', flags.until),
  };
  return runForAnswer(flags, (session) => searchEvents({ ...hunt, mostAtOnce }, session, flags), host);
}

async function searchEvents(
  { list, question, since, until, mostAtOnce }: Hunt,
  session: CommandSession,
  flags: HuntFlags,
): Promise<number> {
  const { clock, output, remark, ended, stop } = session;
  const queryClock: QueryClock = { now: clock.now(), zone: 'utc' };
  const named = boundsOfQuestion(question, queryClock);
  skippedSentences(list).forEach(remark);
  const all: TimeArgument | undefined = Number.isFinite(named.from)
    ? undefined
    : { at: FROM_THE_FIRST * 1000 };
  const asked = { follow: false, since: since ?? all, until, bounds: named, limit: undefined };
  const window = await windowOf(asked, session, ended);
  const agents = await readMachines(session, asksForHosts(question, queryClock));
  const hosts = hostsOf(agents ?? []);
  const findings = new HuntFindings();
  const seen: Seen = { events: 0, oldest: undefined };
  const selection = selectionOf(question, hosts, queryClock);
  const select = selection?.select ?? ((found: readonly FoundEvent[]) => found);
  const matcher = new ListMatcher(list);
  const reading = await readThrough(
    { ...window, filter: question.asked },
    session,
    (found) => {
      const fresh = found.filter(({ kind }) => kind !== 'known');
      seen.events += fresh.length;
      seen.oldest = fresh.reduce((oldest, { time }) => lower(oldest, time), seen.oldest);
      const matching = fresh.filter(
        ({ event, time }) =>
          (time === undefined || (time >= named.from && time < named.to)) &&
          matcher.match(event) !== undefined,
      );
      for (const { event, time } of select(matching)) {
        const match = matcher.match(event);
        if (match !== undefined) {
          findings.add(event, time, match);
        }
      }
    },
    mostAtOnce,
  );
  stop.throwIfAborted();
  const missing = missingOf(reading, findings, clock.now());
  const isAll = reading.problem === undefined && missing.length === 0;
  const sorted = findings.sorted(hosts);
  const clients =
    agents && new Set(agents.flatMap(({ client_id: client }) => (client === undefined ? [] : [client])));
  const answer = answerSentence(huntedMachines(sorted, clients), isAll);
  const isText = outputOf(flags) === 'text';
  const printed = isText ? sorted.filter(({ verdict }) => verdict === 'listed') : sorted;
  const sessions =
    flags.sessions === false || reading.problem !== undefined
      ? NO_SESSIONS
      : await readFoundSessions(printed, hosts, session, say);
  stop.throwIfAborted();
  await output.write([...(isText ? [answer] : []), ...findingLines(printed, hosts, sessions, flags)]);
  if (!isText) {
    remark(answer);
  }
  selection?.absentFields().forEach(remark);
  const unclear = unclearSentences(sorted);
  unclear.forEach(say);
  missing.forEach(say);
  const failed = reading.problem === undefined ? undefined : statusOfFailure(reading.problem, say);
  const isCertain = isAll && unclear.length === 0 && output.problem === undefined;
  const certify = isCertain ? remark : say;
  certify(
    certificate(
      reachOf(reading, seen, { window, now: clock.now(), isAll, isFiltered: flags.filter !== undefined }),
      'utc',
    ),
  );
  if (failed === ANSWER_STATUS.refused) {
    return failed;
  }
  return !isCertain
    ? ANSWER_STATUS.uncertain
    : sorted.length === 0
      ? ANSWER_STATUS.none
      : ANSWER_STATUS.found;
}

/** All agents; undefined where the key may not read them and they only give names, which is said. */
async function readMachines(
  session: CommandSession,
  isNeeded: boolean,
): Promise<readonly Agent[] | undefined> {
  try {
    return (await readAllAgents(session)).rows;
  } catch (error) {
    if (isNeeded || !isForbidden(error)) {
      throw error;
    }
    session.remark(
      'The key is not permitted to read agents (403): machines have the ids of their clients in the place of names, and how many there are is not known.',
    );
    return undefined;
  }
}

function lower(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? (left ?? right) : Math.min(left, right);
}

/** What keeps the answer from being whole, a sentence each. */
function missingOf(
  { state, deleted, largest }: PartsReading,
  { left }: HuntFindings,
  now: number,
): readonly Sentence[] {
  const rows: readonly Sentence[] = [
    ...(deleted > 0 ? [deletedMeanwhile(deleted)] : []),
    ...(left > 0 ? [leftSentence(left)] : []),
    ...(largest > MOST_KNOWN
      ? [
          `More than ${formatCount(MOST_KNOWN)} events cannot be counted in one reading, and the server does not say how to divide them. Hunt in parts, with --since and --until.`,
        ]
      : []),
  ];
  return [...incompleteness(state, now), ...rows];
}

/** Which events the hunt went through. */
function reachOf(
  { state: { completeThrough } }: PartsReading,
  { events, oldest }: Seen,
  {
    window: { begin, until },
    now,
    isAll,
    isFiltered,
  }: {
    readonly window: HuntWindow;
    readonly now: number;
    readonly isAll: boolean;
    readonly isFiltered: boolean;
  },
): HuntReach {
  const asked = 'since' in begin ? begin.since : Number.NEGATIVE_INFINITY;
  const isFromFirst = asked <= FROM_THE_FIRST * 1000;
  return {
    from: isFromFirst ? oldest : asked,
    isFromFirst,
    through: Math.min(until ?? Number.POSITIVE_INFINITY, completeThrough ?? now),
    events,
    isWhole: isAll,
    isFiltered,
  };
}
