import { placeInDialog } from '../../../commands/base/dialog-rows.ts';
import { findingRows, huntNow, noteFindings } from '../../../commands/hunt/hunt-rows.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { zoneOf, type TimeStyle } from '../../../lib/format-time.ts';
import { joinUntrusted, quoting, type Sentence, type Untrusted } from '../../../lib/untrusted.ts';
import type { HostByClient } from '../../../stores/base/host-by-client.ts';
import type { Sorting } from '../../../stores/base/list-view.ts';
import { memoizeLast } from '../../../stores/base/memoize-last.ts';
import {
  answerSentence,
  HUNT_QUERY,
  recordOfFinding,
  skippedSentences,
  unclearSentences,
} from '../../../stores/hunt/hunt-answer.ts';
import type { HuntFinding } from '../../../stores/hunt/hunt-findings.ts';
import type { HuntRow } from '../../../stores/hunt/hunt-order.ts';
import { lackSentences, reachSentence } from '../../../stores/hunt/hunt-words.ts';
import type { HuntFacts } from '../../../stores/hunt/select-hunt.ts';
import { queryClock } from '../../../stores/query/query-time.ts';
import type { HuntDialog } from '../../../stores/view/dialog-states.ts';
import { nearRecordWords } from '../../panes/near-miss-words.ts';
import type { Style, Theme } from '../../theme.ts';
import {
  cutWithMark,
  fitLines,
  identifier,
  ruleLine,
  trusted,
  untrustedWrapped,
  type Line,
  type Size,
} from '../../widgets/line.ts';
import { createRowPainter, headingLine, placeColumns } from '../../widgets/table.ts';
import { wholeBody, type DialogContext, type DialogPicture, type PaintedView } from '../base/dialog-view.ts';
import { HOLD_WORDS, holdLeft } from '../base/hold-words.ts';
import { filterWords } from '../filter-words.ts';
import { findingColumns, machineName, sessionCell } from './finding-columns.ts';

/** Each sentence takes so many rows at most. */
const MOST_SAID = 2;

/** On a screen with fewer rows only the first thing is said that keeps the answer from being whole. */
const ROOMY = 18;

/** What the last hunt found, in which events, and by what of the list. */
export const huntView: PaintedView<HuntDialog> = {
  drawnAs: 'lines',
  speech: { as: 'list' },
  height: wholeBody,
  paint: paintHunt,
  staysUnderField: true,
};

const tableOf = memoizeLast(
  (
    rows: readonly HuntRow[],
    hosts: HostByClient<Untrusted>,
    sort: Sorting | undefined,
    columns: number,
    now: number,
    timeStyle: TimeStyle,
    theme: Theme,
  ) => {
    const placed = placeColumns(findingColumns({ rows, hosts, sort, theme, now, timeStyle }), columns);
    return { heading: headingLine(placed, theme), paint: createRowPainter(placed, theme) };
  },
);

/** Ages move on with the clock; what is shown of other times changes with the day at most. */
function steadyMinute(now: number, timeStyle: TimeStyle): number {
  return timeStyle === 'age' ? now : Math.floor(now / 60_000) * 60_000;
}

function paintHunt(dialog: HuntDialog, context: DialogContext, { columns, rows }: Size): DialogPicture {
  const { commands, theme, now } = context;
  const facts = huntNow(commands, dialog);
  if (facts === undefined) {
    const nothing = [trusted(' Reading the list.', 'dim')];
    return { lines: fitLines([ruleLine(columns, theme, [trusted('Hunt', 'heading')]), nothing], rows) };
  }
  const { timeStyle } = commands.stores.view.getState();
  const { rows: listed, hosts } = facts;
  const places = findingRows(facts, dialog);
  const cursor = placeInDialog(commands, places);
  const selected = listed[cursor];
  const table = tableOf(listed, hosts, dialog.sort, columns, steadyMinute(now, timeStyle), timeStyle, theme);
  const head = [
    ruleLine(columns, theme, titleLine(facts, dialog, columns, theme)),
    ...stateLines(facts, context, { columns, rows }),
    ...(theme.sideBySide && listed.length > 0 ? [table.heading] : []),
  ];
  const foot = selected === undefined ? [] : [matchedLine(selected, columns, theme)];
  const room = Math.max(1, rows - head.length - foot.length);
  const top = Math.max(0, Math.min(cursor - Math.floor(room / 2), listed.length - room));
  const shown = listed.slice(top, top + room);
  const lines = shown.map((row, index) => {
    const isSelected = top + index === cursor;
    const { client } = row.finding;
    const marked = client !== undefined && dialog.marks.has(client);
    return theme.sideBySide
      ? table.paint(row, { selected: isSelected, marked, stale: false })
      : saidFinding(row, facts, { isSelected, marked }, theme);
  });
  const body = listed.length === 0 ? emptyLines(facts, context, columns) : lines;
  return {
    lines: fitLines([...head, ...fitLines(body, room), ...foot], rows),
    noteSeen: () => {
      const clients = [...new Set(shown.flatMap(({ finding: { client } }) => client ?? []))];
      noteFindings(commands, facts, dialog, clients);
    },
  };
}

/** What is hunted for, how many findings there are, and which of them are listed. */
function titleLine(
  { hunt, rows, all, hosts }: HuntFacts,
  { marks, search, withUnclear }: HuntDialog,
  columns: number,
  { ascii }: Theme,
): Line {
  const { length } = hunt.list.entries;
  const listable = withUnclear ? all.length : all.filter(({ verdict }) => verdict === 'listed').length;
  const of = rows.length < listable ? ` of ${formatCount(listable)}` : '';
  return [
    trusted('Hunt ', 'heading'),
    ...identifier(hunt.file, Math.max(12, Math.floor(columns / 3)), { style: 'accent', ascii }),
    trusted(` · ${formatCount(length)} ${length === 1 ? 'entry' : 'entries'}`),
    trusted(` · ${formatCount(rows.length)}${of} ${listable === 1 ? 'finding' : 'findings'}`),
    ...(withUnclear ? [trusted(' with unclear ones', 'accent')] : []),
    ...filterWords(
      search,
      HUNT_QUERY,
      { rows: nearbyRecords(all, hosts), recordOf: asItIs, nouns: 'findings' },
      ascii,
    ),
    ...(marks.size === 0 ? [] : [trusted(` · ${formatCount(marks.size)} marked`, 'accent')]),
  ];
}

/** The answer, in which events that is, and what is not certain or can match nothing. */
function stateLines(
  facts: HuntFacts,
  { commands: { stores }, theme, now }: DialogContext,
  { columns, rows }: Size,
): readonly Line[] {
  const isRoomy = rows >= ROOMY;
  const said = (text: Sentence, style: Style = 'plain'): readonly Line[] => {
    const lines = untrustedWrapped(text, columns - 3, { style, ascii: theme.ascii });
    const shown = theme.sideBySide ? lines.slice(0, MOST_SAID) : lines;
    const isCut = shown.length < lines.length;
    return shown.map((line, index) => [
      trusted(' '),
      ...line,
      trusted(isCut && index === shown.length - 1 ? theme.glyph('ellipsis') : '', style),
    ]);
  };
  const { machines, isWhole, all, hunt } = facts;
  const { phase } = hunt.past;
  const zone = zoneOf(stores.view.getState().timeStyle);
  const lacks = lackSentences(facts, zone, now);
  const unclear = unclearSentences(all);
  const hold = phase === 'running' ? holdLeft(stores, now) : undefined;
  const keys =
    phase === 'running' && isRoomy
      ? ` ${theme.keyOf('hunt.leave')} lets it go on.`
      : phase === 'stopped' || phase === 'cancelled'
        ? ` ${theme.keyOf('hunt.go-on')} goes on.`
        : '';
  return [
    ...said(answerSentence(machines, isWhole), machines.installed > 0 ? 'bad' : 'bold'),
    ...said(quoting`${reachSentence(facts, zone, now)}${keys}`, isWhole ? 'good' : 'plain'),
    ...(hold === undefined ? [] : said(`${HOLD_WORDS[hold.kind]}.`, 'warn')),
    ...[...lacks, ...unclear].slice(0, isRoomy ? undefined : 1).flatMap((sentence) => said(sentence, 'warn')),
    ...(isRoomy ? skippedSentences(hunt.list).flatMap((sentence) => said(sentence, 'dim')) : []),
  ];
}

/** Of more findings nobody waits for what a filter was near to, or for a field that none has. */
const MOST_NEAR = 2000;

const NO_RECORDS: readonly object[] = [];

/** What a filter is compared with, for what is said of it. */
function nearbyRecords(all: readonly HuntFinding[], hosts: HostByClient): readonly object[] {
  return all.length > MOST_NEAR ? NO_RECORDS : recordsOf(all, hosts);
}

const asItIs = (record: object) => record;

const recordsOf = memoizeLast((all: readonly HuntFinding[], hosts: HostByClient) =>
  all.map((finding) => recordOfFinding(finding, hosts)),
);

/** Why nothing is listed. */
function emptyLines(
  { all, hosts, look: { search }, hunt }: HuntFacts,
  { commands: { stores }, theme }: DialogContext,
  columns: number,
): readonly Line[] {
  if (search === '' || all.length === 0) {
    return hunt.past.phase === 'running' ? [[trusted(' No finding so far.', 'dim')]] : [];
  }
  const clock = queryClock(stores.view.getState());
  const near = nearRecordWords(nearbyRecords(all, hosts), search, HUNT_QUERY, clock);
  return untrustedWrapped(`${near}No finding passes.`, columns - 2, { style: 'dim', ascii: theme.ascii }).map(
    (line) => [trusted(' '), ...line],
  );
}

/** What the list calls what the finding is of. */
function matchedLine({ finding: { entries } }: HuntRow, columns: number, theme: Theme): Line {
  const names = [...new Set(entries.slice(0, 8).map(({ matched }) => matched))];
  const more = entries.length - 8;
  const text = joinUntrusted([...names, ...(more > 0 ? [`${formatCount(more)} more`] : [])], '; ');
  return cutWithMark(
    [trusted(' listed as ', 'dim'), ...identifier(text, Math.max(8, columns - 13), { ascii: theme.ascii })],
    columns,
    theme,
  );
}

/** A finding where lines are read one after the other. */
function saidFinding(
  { finding, sessions }: HuntRow,
  { hosts }: HuntFacts,
  { isSelected, marked }: { readonly isSelected: boolean; readonly marked: boolean },
  theme: Theme,
): Line {
  const { package: name, version, outcome, type, count, verdict } = finding;
  const { ascii } = theme;
  return [
    isSelected ? trusted(theme.glyph('gutter').padEnd(2), 'accent') : trusted('  '),
    ...identifier(machineName(finding, hosts), 80, { ascii }),
    trusted(marked ? ' (marked) ' : ' '),
    ...identifier(name, 80, { ascii }),
    trusted(' '),
    ...identifier(version, 80, { ascii }),
    trusted(verdict === 'listed' ? '  ' : ' (not compared)  '),
    ...identifier(outcome, 40, { ascii }),
    trusted(type === 'audit' ? ' in an audit' : ''),
    trusted(`  ${formatCount(count)} ${count === 1 ? 'time' : 'times'}`),
    ...(typeof sessions === 'object'
      ? [
          trusted(sessions.sessions.length > 1 ? '  sessions ' : '  session '),
          ...sessionCell(sessions, 80, theme),
        ]
      : []),
  ];
}
