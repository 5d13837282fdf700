import { formatCount } from '../../../lib/format-number.ts';
import { named } from '../../../lib/named.ts';
import { prose, quoting } from '../../../lib/untrusted.ts';
import { differencesOf } from '../../../stores/policy/review-rows.ts';
import { SHORT_HELP } from '../../../commands/app/help.ts';
import type { Dialog } from '../../../stores/view/dialog-states.ts';
import { viewOf } from '../../dialogs/dialog-views.ts';
import { MEANING, TURNS_BACK } from '../../dialogs/agent-action/agent-plan-lines.ts';
import { DELETED, sayEdit } from './field-edit.ts';
import type { Heard, HeardMenu, Known } from './heard.ts';
import {
  byWordsWithoutFigures,
  byWordsWithoutTimes,
  newLines,
  newRows,
  saidRow,
  saysSomething,
  selection,
  withoutTimes,
  type ReadableRow,
} from './readable-rows.ts';

/**
 * What is to be said of the dialog that is open: all of it once it opens, and of a menu, a list or the palette the entry
 * under the cursor alone; then what is new in it.
 */
export function sayDialog(before: Known | undefined, now: Heard, isVerdictSaid = false): readonly string[] {
  const { dialog, dialogRows: rows } = now;
  if (dialog === undefined) {
    return [];
  }
  const known = before?.dialogs.get(dialog.number);
  const last = before?.dialog?.number === dialog.number ? before.dialog : undefined;
  if (last !== undefined && before?.edited !== undefined && now.edited !== undefined) {
    const isName = dialog.kind === 'text' && dialog.isName?.(now.edited.text) === true;
    const edit = sayEdit(before.edited, now.edited, isName);
    if (edit !== '') {
      const isStepped = dialog.kind === 'text' && dialog.step !== undefined;
      // What steps a number says which one it is now.
      return [isStepped ? saySteppedEdit(edit, now.edited.text) : edit];
    }
  }
  if (now.menu !== undefined) {
    return sayMenu(last === undefined ? undefined : before?.menu, now.menu);
  }
  if (viewOf(dialog).speech.as === 'list') {
    const quiet =
      dialog.kind === 'agent-results'
        ? quietResults(known, rows, isVerdictSaid)
        : dialog.kind === 'session-search'
          ? quietSearch(known, rows)
          : dialog.kind === 'hunt'
            ? quietHunt(known, rows)
            : NONE;
    return sayDialogList(known, last, { dialog, rows, quiet });
  }
  if (known === undefined) {
    return openingOf(before, now);
  }
  // Whoever comes back from a dialog over it hears where they are.
  const isBack = last === undefined;
  const isOther = isBack || selection(rows) !== selection(known);
  const fresh = freshRows(before, now, known);
  const quiet = quietRows(dialog, rows);
  return rows
    .filter(
      (row, index) =>
        (row.isSelected && isOther) ||
        (index === 0 && isBack) ||
        (fresh.has(row) && !(index === 0 && isOther)),
    )
    .filter((row) => !quiet.has(row))
    .filter((row) => now.edited === undefined || !holdsField(row, now.edited.text))
    .map(saidRow);
}

/** So many lines of a text are said when it opens. */
const FIRST_LINES = 3;

/** Behind its two titles so many keys of the short help are said when it opens, those by which the rest is heard among them. */
const FIRST_HELP = 5;

/** So many lines of a question say what is asked, in which organization and of which agent: whoever answers hears them. */
const ABOUT = 3;

/** What is said of a dialog when it opens: what is asked and of what, nothing of it twice, and nothing that the one before it in a question said. */
function openingOf(before: Known | undefined, now: Heard): readonly string[] {
  const { dialog, dialogRows: rows, detailKey } = now;
  if (dialog === undefined) {
    return [];
  }
  if (viewOf(dialog).speech.as === 'text') {
    const [title = '', ...lines] = rows.map(saidRow).filter(saysSomething);
    return lines.length <= FIRST_LINES + 1
      ? [title, ...lines]
      : [title, ...lines.slice(0, FIRST_LINES), `${detailKey} reads all of it.`];
  }
  if (dialog.kind === 'help' && dialog.topic === SHORT_HELP) {
    const lines = rows.map(saidRow).filter(saysSomething);
    return [...lines.slice(0, FIRST_HELP + 2), `${detailKey} reads all of it.`];
  }
  const asked = before?.dialog;
  const heard = asked?.kind === 'agent-action' ? before?.dialogs.get(asked.number) : undefined;
  const isNext = heard !== undefined && (dialog.kind === 'agent-action' || dialog.kind === 'agent-question');
  const fresh = isNext ? newRows(heard, rows, byWordsWithoutTimes) : new Set(rows);
  const isReview = dialog.kind === 'policy-review' || dialog.kind === 'policy-comparison';
  const quiet = new Set([...quietRows(dialog, rows), ...(isReview ? rows.filter(isOtherEntry) : [])]);
  const keys = isReview ? rows.findLast((row) => saysSomething(saidRow(row))) : undefined;
  const saying = rows.filter((row) => saysSomething(saidRow(row)));
  // Hosts have the same name: what `y` answers says which agent it is, though the step before it said so.
  const about = new Set([
    ...saying.slice(0, ABOUT),
    ...saying.filter(({ words }) => /^agent {2}/.test(words)),
  ]);
  return [
    ...rows
      .filter((row) => (about.has(row) || fresh.has(row)) && !quiet.has(row))
      .flatMap((row) => [
        ...(row.isSelected ? loosenedFields(dialog) : []),
        row === keys ? firstKeys(row) : fewNames(saidRow(row)),
      ]),
    ...(isReview || (!isNext && rows.some((row) => quiet.has(row))) ? [`${detailKey} reads the rest.`] : []),
  ];
}

/** An entry of a list that is not under its cursor: each is said when somebody goes there. */
function isOtherEntry({ isEntry, isSelected }: ReadableRow): boolean {
  return isEntry && !isSelected;
}

/** So many of several agents are named in a question before the rest is counted. */
const MOST_NAMED = 3;

/** `agents  12: build-1  build-2  build-3 and 9 more`: the others are said on request. */
function fewNames(words: string): string {
  const [label, first = '', ...others] = words.split('  ');
  const [, count] = /^(\d[\d,]*): /.exec(first) ?? [];
  const more = count === undefined ? 0 : Number(count.replaceAll(',', '')) - MOST_NAMED;
  return more > 0 && others.length >= MOST_NAMED
    ? `${[label, first, ...others.slice(0, MOST_NAMED - 1)].join('  ')} and ${formatCount(more)} more`
    : words;
}

/** What answers a review, or leaves it; the other keys are said on request. */
function firstKeys(row: ReadableRow): string {
  return saidRow(row).split(/ {2,}/).slice(0, 2).join('  ');
}

/** The rows of a review that are said on request alone. */
function quietRows(dialog: Dialog, rows: readonly ReadableRow[]): ReadonlySet<ReadableRow> {
  return new Set([
    ...spelledAgain(dialog, rows),
    ...estimatesIn(dialog, rows),
    ...effectsAgain(dialog, rows),
    ...besideAgent(dialog, rows),
  ]);
}

/** So many fields are named that a review loosens. */
const MOST_FIELDS = 5;

/** `2 fields loosened: max_age_days, min_scorecard`: of the changes only the one under the cursor is said. */
function loosenedFields(dialog: Dialog): readonly string[] {
  if (dialog.kind !== 'policy-review') {
    return [];
  }
  const fields = [
    ...new Set(
      differencesOf(dialog)
        .filter(({ effect }) => effect === 'loosens')
        .map(({ field }) => field),
    ),
  ];
  const more = fields.length - MOST_FIELDS;
  const names = prose(fields.slice(0, MOST_FIELDS).map(named).join(', '));
  return fields.length < 2
    ? []
    : [
        quoting`${formatCount(fields.length)} fields loosened: ${names}${more > 0 ? ` and ${formatCount(more)} more` : ''}`,
      ];
}

/** How many changes loosen, where what has to be typed says it as well. */
function effectsAgain({ kind }: Dialog, rows: readonly ReadableRow[]): readonly ReadableRow[] {
  return kind === 'policy-review' && rows.some(({ words }) => /: type \d+/.test(words))
    ? rows.filter(({ words }) => /^\d+ (?:loosens?|unclear|tightens?)\b[^:]*$/.test(words))
    : [];
}

/** What a question says of agents beside which ones they are and what their status is. */
function besideAgent({ kind }: Dialog, rows: readonly ReadableRow[]): readonly ReadableRow[] {
  return kind === 'agent-question' || kind === 'agent-action'
    ? rows.filter(
        ({ words }) =>
          /^(?:user|last seen|takes) {2}/.test(words) ||
          // Of an undo it is enough what it turns back.
          (words === MEANING.reactivate && rows.some((row) => row.words.startsWith(TURNS_BACK))),
      )
    : [];
}

/** What a review says of what each rule would have done: the last of what is to be known, above the changes, and when agents have it. */
function estimatesIn({ kind }: Dialog, rows: readonly ReadableRow[]): readonly ReadableRow[] {
  const start = rows.findIndex(({ words }) => /^(?:Estimate(?: from|:)|No estimate for) /.test(words));
  const end = rows.findIndex(({ isEntry }) => isEntry);
  return kind !== 'policy-review' || start < 0 ? [] : rows.slice(start, Math.max(start, end));
}

/** Words before a value that is spelled out below a list. */
const SPELLED: readonly string[] = ['before', 'after', 'added', 'removed'];

/** The rows below a list of changes that spell out nothing but what the one under the cursor says. */
function spelledAgain({ kind }: Dialog, rows: readonly ReadableRow[]): readonly ReadableRow[] {
  const place = rows.findIndex(({ isSelected }) => isSelected);
  if (place < 0 || (kind !== 'policy-review' && kind !== 'policy-comparison')) {
    return [];
  }
  const said = new Set([...(rows[place]?.words.split(/ +/) ?? []), ...SPELLED]);
  return rows
    .slice(place + 1)
    .filter(({ words, isEntry }) => !isEntry && words.split(/ +/).every((word) => said.has(word)));
}

/** What was deleted of a number is said before what is left of it. */
function saySteppedEdit(edit: string, text: string): string {
  return !edit.endsWith(DELETED) ? text : text === '' ? edit : `${edit}: ${text}`;
}

function freshRows(
  before: Known | undefined,
  { dialog, dialogRows: rows, question }: Heard,
  known: readonly ReadableRow[],
): ReadonlySet<ReadableRow> {
  const speech = dialog && viewOf(dialog).speech;
  const movesOn = speech !== undefined && 'movesOn' in speech ? speech.movesOn : undefined;
  if (movesOn === undefined) {
    return newLines(known, rows);
  }
  const isSame = movesOn === 'figures' || before?.question === question;
  return newRows(known, rows, isSame ? byWordsWithoutFigures : byWordsWithoutTimes);
}

const NONE: ReadonlySet<ReadableRow> = new Set();

/** How many agents are in which state: `3 confirmed  1 refused  8 waiting`. */
const COUNTS = /^\d[\d,]* (?:confirmed|contradicted|unknown|refused|skipped|waiting)\b/;
const PROBLEMS = /contradicted|unknown|refused/g;

/**
 * The rows of the results that say nothing new by themselves: while agents are gone through one by one all but the first of
 * each problem, and once a message has said what became of them, all but the keys.
 */
function quietResults(
  known: readonly ReadableRow[] | undefined,
  rows: readonly ReadableRow[],
  isVerdictSaid: boolean,
): ReadonlySet<ReadableRow> {
  const problemsIn = (all: readonly ReadableRow[]) =>
    new Set(all.find(({ words }) => COUNTS.test(words))?.words.match(PROBLEMS)).size;
  const [title] = rows;
  if (known === undefined) {
    const isBegun = !rows.some(({ words }) => /^\d[\d,]* waiting$/.test(words));
    return isBegun ? NONE : new Set(rows.filter(({ isSelected, words }) => isSelected || COUNTS.test(words)));
  }
  if (isVerdictSaid) {
    return new Set(rows.slice(0, -1));
  }
  const isUnderWay = / (?:under way|stopping)$/.test(title?.words ?? '');
  const isWorse = problemsIn(rows) > problemsIn(known);
  return isUnderWay
    ? new Set(rows.filter((row) => row === title || row.isSelected || (COUNTS.test(row.words) && !isWorse)))
    : NONE;
}

/** How far a search has come, while it goes on: that is said when its hits are opened, on request, and at its end. */
function quietSearch(
  known: readonly ReadableRow[] | undefined,
  rows: readonly ReadableRow[],
): ReadonlySet<ReadableRow> {
  return known === undefined ? NONE : new Set(rows.filter(({ words }) => / sessions so far\b/.test(words)));
}

/** Through which events a hunt has gone, which moves on with each that comes in: that is said when it is first so. */
const REACH = /^(?:complete|not complete) from /i;

/** How often a finding was seen, which grows while events are read: that is said with the finding. */
const TIMES = /\d[\d,]* times?\b/;

/** How far a hunt has come: that is said when its findings are opened, on request, and at its end. */
function quietHunt(
  known: readonly ReadableRow[] | undefined,
  rows: readonly ReadableRow[],
): ReadonlySet<ReadableRow> {
  if (known === undefined) {
    return NONE;
  }
  const wasSaid = known.some(({ words }) => REACH.test(words));
  const before = new Set(known.map(({ words }) => words.replace(TIMES, '')));
  return new Set(
    rows.filter(
      ({ words, isEntry }) =>
        / events so far\b/.test(words) ||
        (wasSaid && REACH.test(words)) ||
        (isEntry && before.has(words.replace(TIMES, ''))),
    ),
  );
}

/** Of a list what it is and how much it holds, the row under the cursor, and what is said about both. */
function sayDialogList(
  known: readonly ReadableRow[] | undefined,
  last: Dialog | undefined,
  {
    dialog,
    rows,
    quiet,
  }: {
    readonly dialog: Dialog;
    readonly rows: readonly ReadableRow[];
    /** Of these nothing is said by itself. */
    readonly quiet: ReadonlySet<ReadableRow>;
  },
): readonly string[] {
  const isEmpty = !rows.some(({ isSelected }) => isSelected);
  const isSaid = (row: ReadableRow) => (row.isSelected || !row.isEntry || isEmpty) && !quiet.has(row);
  if (known === undefined) {
    return rows.filter(isSaid).map(saidRow);
  }
  const isBack = last === undefined;
  const hasMoved = isBack || cursorOf(last) !== cursorOf(dialog);
  const fresh = newRows(known, rows, byWordsWithoutTimes);
  return rows.flatMap((row, index) => {
    if (row.isSelected ? hasMoved : index === 0 && isBack) {
      return [saidRow(row)];
    }
    const before = row.isSelected ? known.find(({ isSelected }) => isSelected) : known[index];
    return isSaid(row) && fresh.has(row) ? [addedWords(before, row)] : [];
  });
}

/** What a row says now that it did not say before: of what is heard already nothing is said again. */
function addedWords(before: ReadableRow | undefined, row: ReadableRow): string {
  const pieces = (words: string) => words.split('  ');
  const known = pieces(withoutTimes(before?.words ?? ''));
  return pieces(row.words)
    .filter((piece) => !known.includes(withoutTimes(piece)))
    .join('  ');
}

function cursorOf(dialog: Dialog): unknown {
  return 'cursor' in dialog ? dialog.cursor : undefined;
}

/** Whether a key has just changed what stands in a field: what follows from that is said once the keys rest. */
export function isTyping(before: Known | undefined, { dialog, edited }: Heard): boolean {
  return (
    before?.dialog?.number === dialog?.number &&
    before?.edited !== undefined &&
    edited !== undefined &&
    sayEdit(before.edited, edited) !== ''
  );
}

function holdsField({ words }: ReadableRow, text: string): boolean {
  return text !== '' && words.endsWith(text.trim());
}

function sayMenu(
  before: HeardMenu | undefined,
  { title, length, cursor, entry }: HeardMenu,
): readonly string[] {
  if (length === 0) {
    return before?.entry === entry ? [] : [...(before === undefined ? [title] : []), entry];
  }
  if (before === undefined) {
    const place = cursor === 0 ? 'first' : `${formatCount(cursor + 1)}.`;
    return [title, `${formatCount(length)} to choose from; ${place}: ${entry}`];
  }
  return cursor === before.cursor && entry === before.entry ? [] : [entry];
}
