import { type Zone } from '../../../lib/zoned-time.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { BEFORE_ALL_TIMES, formatDateTime } from '../../../lib/format-time.ts';
import type { DamagedRow } from '../../../contract/pagination.ts';
import type { CoveredPart, EventsState } from '../../../stores/events/events-store.ts';
import {
  firstWords,
  statusSentence,
  statusWords,
  type FeedStatus,
} from '../../../stores/events/feed-status.ts';
import type { Style } from '../../theme.ts';
import { CHANGED_MARK, GONE_MARK, LATE_MARK } from '../../panes/feed-parts.ts';
import { jsonText } from '../../../lib/json-text.ts';

/** A sentence on the feed. It may quote the server. */
export interface Statement {
  readonly text: string;
  readonly style: Style;
  /** How deep it stands under the one before. */
  readonly depth: number;
}

/** So many damaged rows are shown one by one. */
const MOST_ROWS_LISTED = 8;

function statement(text: string, style: Style = 'plain', depth = 0): Statement {
  return { text, style, depth };
}

/** Everything that is known of how complete the feed is, in whole sentences. `bound` is how many rows are kept at most. */
export function feedReport(
  state: EventsState,
  bound: number,
  standing: FeedStatus,
  zone: Zone,
): readonly Statement[] {
  if (state.receivedAt === undefined) {
    return [statement('Nothing was read yet.', 'dim')];
  }
  return [
    ...wholePart(state, standing, zone),
    ...lacking(state, zone),
    ...lateOnes(state),
    ...damagedOnes(state.damaged),
    ...fewerOnes(state),
    state.audit === undefined
      ? statement('No audit was made yet.', 'dim')
      : statement(`Last audit: ${state.audit}.`, 'dim'),
    ...past(state, bound, zone),
  ];
}

function wholePart(state: EventsState, standing: FeedStatus, zone: Zone): readonly Statement[] {
  const { toCome, gaps, damaged, completeThrough } = state;
  if (standing.kind === 'unverified' || completeThrough === undefined) {
    return [statement(statusSentence(standing, zone), 'warn')];
  }
  const since = sinceWords(state, state.coveredSince ?? BEFORE_ALL_TIMES, zone);
  const but = toCome > 0 || gaps.length > 0 || damaged.length > 0 ? ', except for what is listed below' : '';
  return [
    statement(
      `Complete through ${formatDateTime(completeThrough, zone)}: every event ${since} is here${but}.`,
      but === '' && standing.kind === 'live' ? 'good' : 'warn',
    ),
    ...(standing.kind === 'late'
      ? [
          statement(`Not live: ${statusWords(standing).word}.`, 'warn'),
          statement(
            'In tmux or screen that is as far as these show it: the way behind them is not seen.',
            'dim',
            1,
          ),
        ]
      : []),
    ...(standing.kind === 'behind' || standing.kind === 'blind'
      ? [statement(`Not live: ${notLiveWords(standing)}.`, 'warn')]
      : []),
  ];
}

function notLiveWords(standing: FeedStatus): string {
  const { word, why } = statusWords(standing);
  return why === undefined ? word : `${word}, ${why}`;
}

/** From when on what was read is here: what had to make room is not, however far back it was read. */
function sinceWords({ droppedThrough, doubt }: EventsState, read: number, zone: Zone): string {
  const from = Math.max(read, droppedThrough === undefined ? read : droppedThrough + 1);
  return from === BEFORE_ALL_TIMES ? firstWords(doubt) : `from ${formatDateTime(from, zone)} on`;
}

function lacking({ toCome, gaps }: EventsState, zone: Zone): readonly Statement[] {
  const come =
    toCome === 0
      ? []
      : [statement(`${count(toCome, 'event is', 'events are')} still to come and being read.`, 'warn')];
  return [
    ...come,
    ...gaps.map(({ since, until, missing }) => {
      const from = formatDateTime(since * 1000, zone);
      const where =
        until === undefined ? `since ${from}` : `between ${from} and ${formatDateTime(until * 1000, zone)}`;
      return statement(
        `${count(missing, 'event is', 'events are')} missing ${where}; that time is read again by itself.`,
        'bad',
      );
    }),
  ];
}

function lateOnes({ lateEvents }: EventsState): readonly Statement[] {
  return lateEvents === 0
    ? []
    : [
        statement(
          `${count(lateEvents, 'event', 'events')} came in late, after events of their time had been read. ` +
            `They stand where they belong, marked ${LATE_MARK}.`,
        ),
      ];
}

function damagedOnes(damaged: readonly DamagedRow[]): readonly Statement[] {
  if (damaged.length === 0) {
    return [];
  }
  const rest = damaged.length - MOST_ROWS_LISTED;
  return [
    statement(
      `${count(damaged.length, 'row', 'rows')} could not be read and ${damaged.length === 1 ? 'is' : 'are'} left out:`,
      'warn',
    ),
    ...damaged
      .slice(0, MOST_ROWS_LISTED)
      .map(({ field, problem, item }) => statement(`${field}: ${problem}. ${excerpt(item)}`, 'plain', 1)),
    ...(rest > 0 ? [statement(`and ${formatCount(rest)} more`, 'dim', 1)] : []),
  ];
}

/** The beginning of a row as it was sent. */
function excerpt(item: unknown): string {
  const text = jsonText(item);
  return text.length <= 80 ? text : `${text.slice(0, 80)}...`;
}

function fewerOnes({ fewer, gone, changed }: EventsState): readonly Statement[] {
  const others: readonly Statement[] = [
    ...(gone.size === 0
      ? []
      : [
          statement(
            `${count(gone.size, 'event', 'events')} that the server does not list any more ${gone.size === 1 ? 'was' : 'were'} found out, marked ${GONE_MARK}.`,
            'warn',
          ),
        ]),
    ...(changed.size === 0
      ? []
      : [
          statement(
            `${count(changed.size, 'event', 'events')} changed at the server since ${changed.size === 1 ? 'it was' : 'they were'} first read, marked ${CHANGED_MARK}. The newest version is shown.`,
            'warn',
          ),
        ]),
  ];
  return fewer === 0
    ? others
    : [
        statement(
          `The server now counts ${count(fewer, 'event', 'events')} fewer than were read. None was taken away here.`,
          'warn',
        ),
        ...others,
      ];
}

function past(state: EventsState, bound: number, zone: Zone): readonly Statement[] {
  const { rows, totalAtServer, droppedThrough, coverage, older, olderFailure } = state;
  const total =
    totalAtServer === undefined ? '' : ` of about ${formatCount(Math.max(totalAtServer, rows.length))}`;
  const dropped =
    droppedThrough === undefined
      ? `At most ${formatCount(bound)} are kept.`
      : `Those through ${formatDateTime(droppedThrough, zone)} had to make room: ${rows.length < bound ? `${formatCount(rows.length)} are kept, since they hold much text` : `${formatCount(bound)} are kept`}.`;
  return [
    statement(`${formatCount(rows.length)}${total} events are loaded. ${dropped}`, 'dim'),
    ...(older === 'reading'
      ? [statement('Older events are being read, since you scrolled back.', 'accent')]
      : []),
    ...(olderFailure === undefined
      ? []
      : [
          statement(
            `Older events could not be read${olderFailure.status === undefined ? '' : ` (${olderFailure.status})`}. r in the feed tries again.`,
            'warn',
          ),
        ]),
    ...(older === 'given-up'
      ? [statement('Older events are not read on: you stopped it. r in the feed takes it up again.', 'warn')]
      : []),
    ...(older === 'full'
      ? [statement('Older events are not read: as many are kept as can be.', 'warn')]
      : []),
    ...coverage.map((part) => coveredPart(part, state, zone)),
  ];
}

function coveredPart({ filter, since, incomplete }: CoveredPart, state: EventsState, zone: Zone): Statement {
  const what = Object.entries(filter)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
  const but =
    incomplete === 0 ? '' : `, but for ${count(incomplete, 'time', 'times')} in which some could not be had`;
  return statement(
    `With ${what}: ${state.doubt === undefined ? 'all' : 'read'} ${sinceWords(state, since, zone)}${but}.`,
    incomplete === 0 ? 'dim' : 'warn',
  );
}

function count(amount: number, one: string, many: string): string {
  return `${formatCount(amount)} ${amount === 1 ? one : many}`;
}
