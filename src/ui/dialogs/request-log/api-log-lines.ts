import { type Zone } from '../../../lib/zoned-time.ts';
import { withFullStop } from '../../../lib/full-stop.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { formatCountdown } from '../../../lib/format-time.ts';
import type {
  BudgetView,
  ConnectionState,
  LoggedRequest,
  Wait,
} from '../../../stores/connection/connection-store.ts';
import { REQUEST_QUERY, requestRecord } from '../../../stores/connection/request-query.ts';
import { memoizeLast } from '../../../stores/base/memoize-last.ts';
import type { QueryClock } from '../../../stores/query/query-time.ts';
import { rememberTest } from '../../../stores/query/row-query.ts';
import { nearRecordWords } from '../../panes/near-miss-words.ts';
import { WAITS_FOR_ALL } from '../../../stores/connection/select-waits.ts';
import type { EventsState } from '../../../stores/events/events-store.ts';
import type { FeedStatus } from '../../../stores/events/feed-status.ts';
import type { Theme } from '../../theme.ts';
import { sharedWords } from '../../panes/budget.ts';
import { fit, untrusted, untrustedWrapped, trusted, type Line } from '../../widgets/line.ts';
import { feedReport } from './feed-report.ts';
import { requestLines, type LazyLine } from './request-lines.ts';

interface Looks {
  readonly columns: number;
  readonly now: number;
  readonly theme: Theme;
}

const MINUTE = 60_000;
const INDENT = 3;
const LABEL_COLUMNS = 20;

/**
 * What is waited for, the budget, how complete the feed is, what was learned of the server, and the requests: all that
 * there is to know of the connection, one line under the other.
 */
export function apiLogLines(
  connection: ConnectionState,
  events: EventsState,
  {
    bound,
    standing,
    zone,
    search,
    clock,
    ...looks
  }: Looks & {
    readonly bound: number;
    readonly standing: FeedStatus;
    readonly zone: Zone;
    /** The query that requests must pass: while there is one, they stand alone. */
    readonly search: string;
    readonly clock: QueryClock;
  },
): readonly LazyLine[] {
  const passes = testOf(search, clock);
  if (passes !== undefined) {
    const { requests } = connection;
    const passing = requestsThat(requests, passes);
    const records = passing.length === 0 ? requests.map(requestRecord) : [];
    const none = `${nearRecordWords(records, search, REQUEST_QUERY, clock)}None of the ${formatCount(requests.length)} requests that are kept passes.`;
    return passing.length === 0
      ? sentence(none, looks).map((line) => () => line)
      : requestLines(passing, { ...looks, zone });
  }
  const sections: readonly Line[] = [
    ...section('Waiting', waitLines(connection, looks)),
    ...section('Budget', budgetLines(connection, looks)),
    ...section(
      'Event feed',
      feedReport(events, bound, standing, zone).flatMap(({ text, style, depth }) => {
        const indent = INDENT + 2 * depth;
        return untrustedWrapped(text, looks.columns - indent - 1, { style, ascii: looks.theme.ascii }).map(
          (line) => [trusted(' '.repeat(indent)), ...line],
        );
      }),
    ),
    ...section('Learned of the server', learnedLines(connection, looks)),
    [
      trusted(' Requests', 'heading'),
      trusted(`  the newest first, ${formatCount(connection.requests.length)} kept`, 'dim'),
    ],
  ];
  return [...sections.map((line) => () => line), ...requestLines(connection.requests, { ...looks, zone })];
}

const testOf = rememberTest(REQUEST_QUERY);

const requestsThat = memoizeLast(
  (requests: readonly LoggedRequest[], passes: (record: unknown) => boolean): readonly LoggedRequest[] =>
    requests.filter((request) => passes(requestRecord(request))),
);

/** How many of the requests that are kept pass the query. */
export function passingRequests(
  { requests }: ConnectionState,
  search: string,
  clock: QueryClock,
): { readonly passing: number; readonly of: number } | undefined {
  const passes = testOf(search, clock);
  return passes && { passing: requestsThat(requests, passes).length, of: requests.length };
}

function section(title: string, lines: readonly Line[]): readonly Line[] {
  return [[trusted(` ${title}`, 'heading')], ...lines, []];
}

/** A label and a text that wraps under its own beginning; without room for both, one under the other. */
function labelled(label: string, text: string, { columns, theme }: Looks): readonly Line[] {
  const { ascii } = theme;
  const room = columns - INDENT - LABEL_COLUMNS - 1;
  const shown = untrusted(label, { profile: 'ident', style: 'key', ascii });
  return untrustedWrapped(text, room, { ascii }).map((line, index) => [
    trusted(' '.repeat(INDENT)),
    ...fit(index === 0 ? shown : [], LABEL_COLUMNS, theme),
    ...line,
  ]);
}

function sentence(text: string, looks: Looks): readonly Line[] {
  return untrustedWrapped(text, looks.columns - INDENT - 1, { style: 'dim', ascii: looks.theme.ascii }).map(
    (line) => [trusted(' '.repeat(INDENT)), ...line],
  );
}

function waitLines({ waits, stopped }: ConnectionState, looks: Looks): readonly Line[] {
  const ofAll = waits.filter(({ what }) => what === WAITS_FOR_ALL).map(({ reason }) => reason);
  // What keeps everything waiting is not repeated for each resource that met it, nor is a try promised that it prevents.
  const shown = waits.filter(
    ({ what, reason }) => what === WAITS_FOR_ALL || (stopped === undefined && !ofAll.includes(reason)),
  );
  return shown.length === 0
    ? sentence('Nothing but the pace of the budget and answers that are still to come.', looks)
    : shown.flatMap((wait) =>
        labelled(wait.what, `${withFullStop(wait.reason)} ${nextStep(wait, looks.now)}`, looks),
      );
}

function nextStep({ until, next }: Wait, now: number): string {
  const then = `${next.charAt(0).toUpperCase()}${next.slice(1)}.`;
  if (until === undefined) {
    return then;
  }
  return until <= now ? `${then} It waits for its turn.` : `${formatCountdown(until - now)} to wait. ${then}`;
}

function budgetLines({ budget, requests }: ConnectionState, looks: Looks): readonly Line[] {
  const { now } = looks;
  const recent = requests.filter(({ at }) => at > now - MINUTE);
  const cost = recent.reduce((sum, request) => sum + request.cost, 0);
  const sent = `In the last minute ${recent.length === 1 ? '1 request was' : `${formatCount(recent.length)} requests were`} sent from here and took ${formatCount(cost)} of it.`;
  if (budget === undefined) {
    const isAnswered = requests.some(({ status }) => status !== undefined);
    const none = isAnswered
      ? 'The server reports no limit.'
      : 'No answer has come yet that could report a limit.';
    return sentence(`${none} ${sent}`, looks);
  }
  const { limit, remaining, resetsAt, refillPerMinute } = budget;
  if (resetsAt !== undefined && resetsAt <= now) {
    const over = `The window is over; how many of ${formatCount(limit)} remain, the next answer says.`;
    return sentence(`${over} ${sent}`, looks);
  }
  const ends =
    resetsAt === undefined
      ? refillPerMinute === undefined
        ? ''
        : `, and ${formatCount(refillPerMinute)} come back a minute`
      : `; the window ends in ${formatCountdown(resetsAt - now)}`;
  return sentence(
    `${formatCount(remaining)} of ${formatCount(limit)} requests remain${ends}. ${othersWords(budget)}${sent}`,
    looks,
  );
}

/** Who else takes from the budget. What other consoles of this user take cannot be distinguished from what the others do. */
function othersWords({ othersPerMinute = 0, consoles }: BudgetView): string {
  const shared = sharedWords(consoles);
  const others =
    shared === undefined
      ? 'Others of the organization'
      : 'The other consoles and the rest of the organization';
  return [
    shared === undefined ? '' : `It is ${shared} of this user. `,
    othersPerMinute > 0 ? `${others} take about ${formatCount(othersPerMinute)} a minute. ` : '',
  ].join('');
}

function learnedLines({ learned }: ConnectionState, looks: Looks): readonly Line[] {
  return learned.length === 0
    ? sentence('Nothing yet.', looks)
    : learned.flatMap(({ topic, finding }) => labelled(topic, finding, looks));
}
