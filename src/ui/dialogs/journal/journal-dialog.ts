import { noteDialogRows, placeInDialog } from '../../../commands/base/dialog-rows.ts';
import { organizationElsewhere } from '../../../commands/journal/organization-elsewhere.ts';
import { journalList, listedRows } from '../../../commands/journal/listed-rows.ts';
import { formatCount } from '../../../lib/format-number.ts';
import {
  formatAgo,
  formatClock,
  formatDateTime,
  type TimeStyle,
  clockColumns,
  zoneOf,
} from '../../../lib/format-time.ts';
import { momentsIn } from '../../../lib/sentence-moments.ts';
import type { Untrusted } from '../../../lib/untrusted.ts';
import type { JournalDialog } from '../../../stores/view/dialog-states.ts';
import { JOURNAL_QUERY, journalRecord } from '../../../stores/journal/journal-query.ts';
import { queryClock, type QueryClock } from '../../../stores/query/query-time.ts';
import { nearRecordWords } from '../../panes/near-miss-words.ts';
import { filterWords } from '../filter-words.ts';
import type { JournalRow, JournalState } from '../../../stores/journal/journal-row.ts';
import { distinguishingIdsOf, type PartOfId } from '../../../stores/agents/distinguishing-ids.ts';
import { memoizeLast } from '../../../stores/base/memoize-last.ts';
import type { Glyph, Style, Theme } from '../../theme.ts';
import {
  cutWithMark,
  fit,
  fitLines,
  untrusted,
  untrustedWrapped,
  identifier,
  lineColumns,
  trusted,
  ruleLine,
  type Line,
  type Size,
} from '../../widgets/line.ts';
import { agentName } from '../../panes/agent-cells.ts';
import { wholeBody, type DialogContext, type DialogPicture, type PaintedView } from '../base/dialog-view.ts';

const STATE_LOOKS: Readonly<
  Record<JournalState, { readonly shape: Glyph; readonly word: string; readonly style: Style }>
> = {
  confirmed: { shape: 'done', word: 'confirmed', style: 'good' },
  unchanged: { shape: 'separator', word: 'unchanged', style: 'dim' },
  contradicted: { shape: 'block', word: 'CONTRADICTED', style: 'bad' },
  unknown: { shape: 'unknown', word: 'UNKNOWN', style: 'warn' },
  refused: { shape: 'review', word: 'REFUSED', style: 'warn' },
  unfinished: { shape: 'flag', word: 'UNFINISHED', style: 'bad' },
  open: { shape: 'unread', word: 'open', style: 'dim' },
};

const STATE_COLUMNS = 16;
/** Most columns of a target, however long its name. */
const TARGET_COLUMNS = 40;
/** What is left of it beside the rest of a small screen. */
const LEAST_TARGET = 8;
/** What is said of the change under the cursor takes so many rows at most. */
const SENTENCE_ROWS = 3;

/** Every change that was made from this host, the newest first, and what was said of the one under the cursor. */
export const journalView: PaintedView<JournalDialog> = {
  drawnAs: 'lines',
  speech: { as: 'list' },
  height: wholeBody,
  staysUnderField: true,
  paint: paintJournal,
};

function paintJournal(
  dialog: JournalDialog,
  { commands, theme, now }: DialogContext,
  { columns, rows }: Size,
): DialogPicture {
  const { timeStyle, organization } = commands.stores.view.getState();
  const clock = queryClock(commands.stores.view.getState());
  const listed = listedRows(dialog, clock);
  const ids = distinguishingIdsOf(agentsOf(dialog.rows), commands.stores.agents.getState().data);
  const places = journalList(listed, dialog);
  const cursor = placeInDialog(commands, places);
  const selected = listed[cursor];
  const head = [ruleLine(columns, theme, titleLine(dialog, listed.length, theme))];
  const foot =
    selected === undefined ? [] : sentenceLines(selected, organization.key, timeStyle, columns, theme);
  const room = Math.max(1, rows - head.length - foot.length);
  const top = Math.max(0, Math.min(cursor - Math.floor(room / 2), listed.length - room));
  const times = listed.flatMap(({ time }) => time ?? []);
  const widths = {
    ...widthsOf(listed, ids, theme),
    time: clockColumns(times.at(-1) ?? now, times[0] ?? now, now, timeStyle),
  };
  const list = listed.slice(top, top + room).map((row, index) =>
    rowLine(row, {
      isSelected: top + index === cursor,
      ids,
      elsewhere: organizationElsewhere(row, organization),
      columns,
      widths,
      theme,
      timeStyle,
      now,
    }),
  );
  const body = fitLines(listed.length === 0 ? emptyLines(dialog, clock, columns, theme) : list, room);
  return {
    lines: fitLines([...head, ...body, ...foot], rows),
    noteSeen: () => noteDialogRows(commands, places),
  };
}

const NO_ROWS: readonly JournalRow[] = [];

function titleLine(
  { rows = NO_ROWS, isWhole, damaged, search, onlyProblems }: JournalDialog,
  count: number,
  { ascii }: Theme,
): Line {
  const isPart = count < rows.length;
  return [
    trusted('Journal', 'heading'),
    trusted(
      ` · ${isPart ? `${formatCount(count)} of ` : ''}${formatCount(rows.length)} ${rows.length === 1 ? 'change' : 'changes'} from this host${rows.length === 0 || isWhole ? '' : ' so far'}`,
    ),
    ...filterWords(search, JOURNAL_QUERY, { rows, recordOf: journalRecord, nouns: 'changes' }, ascii),
    ...(onlyProblems ? [trusted(' that are not confirmed', 'accent')] : []),
    ...(damaged === 0
      ? []
      : [trusted(` · ${formatCount(damaged)} ${damaged === 1 ? 'line' : 'lines'} cannot be read`, 'warn')]),
  ];
}

/** Why nothing is listed. */
function emptyLines(
  { rows, problem, search }: JournalDialog,
  clock: QueryClock,
  columns: number,
  { ascii }: Theme,
): readonly Line[] {
  if (problem !== undefined) {
    return untrustedWrapped(problem, columns - 2, { style: 'bad', ascii }).map((line) => [
      trusted(' '),
      ...line,
    ]);
  }
  if (rows === undefined) {
    return [[trusted(' Reading the journal…', 'dim')]];
  }
  const nothing =
    rows.length === 0
      ? 'Nothing was changed from this host yet.'
      : `${nearRecordWords(rows.map(journalRecord), search, JOURNAL_QUERY, clock)}No change passes.`;
  return untrustedWrapped(nothing, columns - 2, { style: 'dim', ascii }).map((line) => [
    trusted(' '),
    ...line,
  ]);
}

interface Widths {
  /** Of times on a narrow screen. */
  readonly time: number;
  readonly action: number;
  readonly target: number;
}

type Ids = ReadonlyMap<string, PartOfId>;

/** The agents that changes were made to, each by the name that it had then. */
const agentsOf = memoizeLast((rows: JournalDialog['rows'] = []) =>
  rows.flatMap(({ id, target }) => (id === undefined ? [] : [{ id, hostname: target }])),
);

function partOf(ids: Ids, id: Untrusted | undefined): PartOfId | undefined {
  return id === undefined ? undefined : ids.get(id);
}

/** What the longest of all that are listed need, so that scrolling moves no column. */
const widthsOf = memoizeLast(
  (listed: readonly JournalRow[], ids: Ids, theme: Theme): Omit<Widths, 'time'> => {
    const widest = (columnsOfRow: (row: JournalRow) => number) =>
      listed.reduce((most, row) => Math.max(most, columnsOfRow(row)), 0);
    return {
      action: widest(({ action }) => action.length),
      target: widest(({ target, id }) =>
        lineColumns(agentName(target, partOf(ids, id), TARGET_COLUMNS, { theme })),
      ),
    };
  },
);

function rowLine(
  { time, state, action, target, id, reason }: JournalRow,
  {
    isSelected,
    ids,
    elsewhere,
    columns,
    widths,
    theme,
    timeStyle,
    now,
  }: {
    readonly isSelected: boolean;
    readonly ids: Ids;
    /** The organization in which it was made, where that is another one than this. */
    readonly elsewhere: Untrusted | undefined;
    readonly columns: number;
    readonly widths: Widths;
    readonly theme: Theme;
    readonly timeStyle: TimeStyle;
    readonly now: number;
  },
): Line {
  const { shape, word, style } = STATE_LOOKS[state];
  const { ascii } = theme;
  const when = whenText(time, timeStyle, now, columns, widths.time);
  const actionColumns = widths.action + 2;
  const left = columns - when.length - STATE_COLUMNS - actionColumns - 6;
  const nameColumns = Math.max(LEAST_TARGET, Math.min(widths.target, left));
  const room = left - nameColumns;
  return cutWithMark(
    [
      isSelected ? trusted(theme.glyph('gutter').padEnd(2), 'accent') : trusted('  '),
      trusted(`${when}  `, 'dim'),
      ...fit([trusted(`${theme.glyph(shape)} ${word}`, style)], STATE_COLUMNS, theme),
      ...fit([trusted(action)], actionColumns, theme),
      ...fit(
        agentName(target, partOf(ids, id), nameColumns, { style: isSelected ? 'bold' : 'plain', theme }),
        nameColumns,
        theme,
      ),
      trusted('  '),
      ...(room < 8
        ? []
        : cutWithMark(
            [
              ...(elsewhere === undefined
                ? []
                : [trusted('in '), ...untrusted(elsewhere, { profile: 'ident', ascii }), trusted('  ')]),
              ...(reason === undefined ? [] : untrusted(reason, { style: 'dim', ascii })),
            ],
            room,
            theme,
          )),
    ],
    columns,
    theme,
  );
}

/** On fewer columns the day is left out of times of today, and the seconds of others. */
const NARROW = 100;

function whenText(
  time: number | undefined,
  timeStyle: TimeStyle,
  now: number,
  columns: number,
  narrow: number,
): string {
  if (time === undefined) {
    return '-'.padEnd(narrow);
  }
  if (timeStyle === 'age') {
    return formatAgo(now - time).padEnd(narrow);
  }
  return columns < NARROW
    ? formatClock(time, now, timeStyle).padEnd(narrow)
    : formatDateTime(time, timeStyle);
}

const WHO_WORDS: ReadonlyMap<string, string> = new Map([
  ['user', 'by'],
  ['server', 'at'],
  ['key fingerprint', 'key'],
]);

/** Which agent the change under the cursor was about, who made it, and what was observed. */
function sentenceLines(
  { id, said, origin, steps, time }: JournalRow,
  ownKey: string | undefined,
  timeStyle: TimeStyle,
  columns: number,
  theme: Theme,
): readonly Line[] {
  const { ascii } = theme;
  // One URL may serve several organizations by their keys.
  const who = origin.filter(
    ({ label, value }) =>
      label === 'user' ||
      label === 'SSH from' ||
      label === 'server' ||
      (label === 'key fingerprint' && value !== ownKey),
  );
  return [
    cutWithMark(
      [
        trusted(' '),
        ...identifier(id, Math.floor(columns / 2), { style: 'dim', ascii }),
        ...who.flatMap(({ label, value }) => [
          trusted(`  ${WHO_WORDS.get(label) ?? 'from'} `, 'dim'),
          ...untrusted(value, { profile: 'ident', style: 'dim', ascii }),
        ]),
      ],
      columns,
      theme,
    ),
    ...untrustedWrapped(
      said === undefined
        ? 'There is no verdict: whoever made it was ended before there was one, or is at it still.'
        : momentsIn(zoneOf(timeStyle), said, steps.at(-1)?.time ?? time ?? 0),
      columns - 2,
      { ascii },
    )
      .slice(0, SENTENCE_ROWS - 1)
      .map((line) => [trusted(' '), ...line]),
  ];
}
