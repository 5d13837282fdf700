import { formatCount } from '../../../lib/format-number.ts';
import { filtersList } from '../../../commands/app/open-field.ts';
import type { Heard, HeardList, Known } from './heard.ts';
import {
  byWords,
  byWordsWithoutFigures,
  newLines,
  newRows,
  saidRow,
  saysSomething,
  selection,
  type ReadableRow,
} from './readable-rows.ts';
import { isTyping, sayDialog } from './say-dialog.ts';
import type { Setting } from '../../panes/setting.ts';
import { changedSettings } from './settings.ts';

/** What is to be said, and what somebody knows who has heard it. */
export interface Utterance {
  readonly said: readonly string[];
  readonly next: Known;
}

/** What else is known of the moment. */
export interface Moment {
  /** A question was just answered with yes: what becomes of that is said, and not where one is. */
  readonly isAnswered: boolean;
  /** What became of a change is just said: that the row says it, too, is no news. */
  readonly isVerdictSaid: boolean;
  /** How many rows are marked now, or are no longer, is just said. */
  readonly areMarksSaid: boolean;
  /** A key has scrolled a text: its new lines are read, whatever message they are of. */
  readonly isScrolled: boolean;
}

const USUAL: Moment = { isAnswered: false, isVerdictSaid: false, areMarksSaid: false, isScrolled: false };

/** What is to be said of what is shown now to somebody who has heard the rest: what a key did, or data have changed. */
export function sayChange(before: Known | undefined, now: Heard, moment = USUAL): Utterance {
  const isElsewhere = before?.place !== now.place;
  const isTypingNow = isTyping(before, now);
  const isCovered = !isElsewhere && now.dialog !== undefined;
  const keepsList = isCovered && (isTypingNow || now.list === undefined || !filtersList(now.dialog));
  const pane = isTypingNow ? SILENT : sayPane(before, now, moment);
  return {
    said: [
      ...pane.said,
      ...sayDialog(before, now, moment.isVerdictSaid),
      ...[...newRows(before?.stopped ?? [], now.stopped, byWords)].map(saidRow),
    ].filter((text) => (now.isText ? text !== '' : saysSomething(text))),
    next: {
      ...now,
      pane: now.dialog === undefined || isElsewhere ? now.pane : before.pane,
      // What a dialog leaves no room for, or changes while it is open, is said once it is closed.
      list: keepsList ? before.list : now.list,
      settings: isCovered ? before.settings : now.settings,
      menu: isTypingNow ? before?.menu : now.menu,
      dialogs: dialogsHeard(before, now, isTypingNow),
      owesCount: owesCount(before, now, pane.said),
      heading: pane.heading ?? (isElsewhere ? undefined : before.heading),
    },
  };
}

/** Whether it is still to be said how much the list holds. */
function owesCount(before: Known | undefined, { list }: Heard, said: readonly string[]): boolean {
  if (list?.isCounting !== true) {
    return false;
  }
  return before?.owesCount === true || said.some((each) => each.startsWith(list.count));
}

function dialogsHeard(
  before: Known | undefined,
  { dialog, dialogRows }: Heard,
  isTypingNow: boolean,
): Known['dialogs'] {
  if (dialog === undefined) {
    return new Map();
  }
  return isTypingNow
    ? (before?.dialogs ?? new Map())
    : new Map([...(before?.dialogs ?? []), [dialog.number, dialogRows]]);
}

interface PaneNews {
  readonly said: readonly string[];
  /** The heading over what was said last. */
  readonly heading?: string | undefined;
}

const SILENT: PaneNews = { said: [] };

function sayPane(before: Known | undefined, now: Heard, moment: Moment): PaneNews {
  if (before?.place !== now.place) {
    return { said: [now.title, ...(now.dialog === undefined ? openingOf(now) : [])] };
  }
  const changed = now.dialog === undefined ? changedSettings(before.settings, now.settings) : [];
  const words = changed.map(wordsOf);
  const isBack = before.dialog !== undefined && now.dialog === undefined && !moment.isAnswered;
  if (now.list !== undefined) {
    return { said: [...words, ...sayList(before, now, changed, { ...moment, isBack })] };
  }
  if (now.dialog !== undefined) {
    return { said: words };
  }
  if (now.isText) {
    const text = sayText(before, now, changed.length > 0, moment);
    const remarks = now.remarks.filter((remark) => !before.remarks.includes(remark));
    // Whoever comes back to it hears where they are.
    const message = isBack ? messageRows(now, now.message).map(saidRow) : [];
    const place = message.filter((row) => row !== '').slice(0, 2);
    const isOther = text.some((row) => !place.includes(row));
    return { said: [...words, ...(isBack && !isOther ? place : text), ...remarks] };
  }
  const rows = sayRows(before, now, isBack);
  return { ...rows, said: [...words, ...rows.said] };
}

/** What is said of a pane once it opens: how much there is, and what is under the cursor. */
function openingOf(now: Heard): readonly string[] {
  const { tab, list, pane, isText, settings } = now;
  if (list !== undefined) {
    const narrowed = Object.values(settings).filter(({ isOfList, isUsual }) => isOfList && !isUsual);
    return [...narrowed.map(wordsOf), ...wholeList(list)];
  }
  if (isText) {
    return [...messageRows(now, now.message).map(saidRow), ...now.remarks];
  }
  const selected = pane.filter(({ isSelected }) => isSelected);
  // Without a cursor there is a sentence in the place of rows.
  const rows = selected.length > 0 || tab === 'overview' ? selected : pane.slice(0, MOST_SENTENCES);
  return rows.map(saidRow);
}

const MOST_SENTENCES = 6;

function wordsOf({ words }: Setting): string {
  return words.map(({ text }) => text).join('');
}

/** `60 rows; first: …` */
function wholeList(list: HeardList): readonly string[] {
  const { length, count, place, row, empty, stale } = list;
  if (length === 0) {
    return [empty];
  }
  const where = place === 0 ? 'first' : `row ${formatCount(place + 1)}`;
  return [`${count}; ${where}: ${markedRow(list, row)}`, ...(stale === '' ? [] : [stale])];
}

function markedRow({ isMarked }: HeardList, row: string): string {
  return isMarked ? `marked: ${row}` : row;
}

function sayList(
  before: Known,
  now: Heard,
  changed: readonly Setting[],
  { isBack, isVerdictSaid, areMarksSaid }: Moment & { readonly isBack: boolean },
): readonly string[] {
  const { list } = now;
  const old = before.list;
  if (list === undefined || old === undefined) {
    return list === undefined ? [] : wholeList(list);
  }
  const isOther = changed.some(({ isOfList }) => isOfList);
  if (now.dialog !== undefined) {
    // While words are typed, only what passes them is counted.
    return filtersList(now.dialog) && old.count !== list.count ? [list.count] : [];
  }
  if (
    isOther ||
    (old.length === 0) !== (list.length === 0) ||
    (list.length === 0 && claimOf(old.empty) !== claimOf(list.empty))
  ) {
    return wholeList(list);
  }
  const { detail } = now.settings;
  const isDetailOpened = detail !== undefined && changed.includes(detail) && !detail.isUsual;
  const said = [
    ...(before.owesCount && !list.isCounting ? [list.count] : []),
    ...(old.marked === list.marked || areMarksSaid ? [] : [`${formatCount(list.marked)} marked`]),
    ...(isBack ||
    (!isDetailOpened && isOtherRow(before, now, old, isVerdictSaid || areMarksSaid ? old : list))
      ? [markedRow(list, list.row)]
      : []),
    ...(isDetailOpened ? beginningOf(list.detail(), now.detailKey) : []),
  ];
  return before.detailTop === now.detailTop ? said : [...said, ...scrolledLines(before, now)];
}

/** The first line of a detail below its title, which the row said, and how to hear the others. */
function beginningOf([title = '', ...lines]: readonly string[], key: string): readonly string[] {
  const first = lines.find(saysSomething);
  return first === undefined ? [title] : [first, `${key} reads all of it.`];
}

/** What of a list without rows is said to be empty: how far it was looked through moves on by itself. */
function claimOf(empty: string): string {
  return empty.replace(/[.;] [^]*/, '').replaceAll(/\d+/g, '0');
}

/** Whether another row is under the cursor, or the same one says something else. A figure or a time alone is no news. */
function isOtherRow(before: Known, now: Heard, old: HeardList, list: HeardList): boolean {
  if (before.position !== now.position) {
    return true;
  }
  if (list.isAtLiveEdge) {
    return false;
  }
  const key = (row: string) => (now.tab === 'policy' ? row : row.replaceAll(/\d+/g, '0'));
  return key(old.row) !== key(list.row) || old.isMarked !== list.isMarked;
}

/** The lines of a detail that have come into sight. */
function scrolledLines(before: Known, now: Heard): readonly string[] {
  const below = now.pane.findLastIndex(({ isHeading }) => isHeading) + 1;
  return [...newLines(before.pane.slice(below, -1), now.pane.slice(below, -1))].map(saidRow);
}

/** The message that a key went to, or else every line of a text that was not there before. */
function sayText(
  before: Known,
  now: Heard,
  isShownOtherwise: boolean,
  { isScrolled }: Moment,
): readonly string[] {
  const isOther = now.message !== before.message && now.message !== undefined;
  if (isShownOtherwise || (isOther && !isScrolled)) {
    return messageRows(now, now.message).map(saidRow);
  }
  const [, ...body] = now.pane.slice(0, -1);
  const [title] = now.pane;
  const hadNone = before.messages.length === 0 && now.messages.length > 0;
  return hadNone
    ? messageRows(now, now.message).map(saidRow)
    : [
        ...(title !== undefined && title.words !== before.pane[0]?.words ? [title] : []),
        ...newLines(before.pane.slice(1, -1), body),
      ].map(saidRow);
}

/** A message as far as it is on the screen; the first one there unless it is said which. */
export function messageRows(
  { pane, messages }: Pick<Heard, 'pane' | 'messages'>,
  message: number | undefined,
): readonly ReadableRow[] {
  const [, ...body] = pane.slice(0, -1);
  const wanted = message !== undefined && messages.includes(message) ? message : messages[0];
  return wanted === undefined ? body : body.filter((_, index) => messages[index] === wanted);
}

/** Of rows that are no list of their own: the one under the cursor, under its heading, and the summary above all. */
function sayRows(before: Known, now: Heard, isBack: boolean): PaneNews {
  const { pane } = now;
  const hasMoved = before.position !== now.position;
  const keyOf = hasMoved ? byWords : byWordsWithoutFigures;
  const isOther = isBack || hasMoved || selection(pane, keyOf) !== selection(before.pane, keyOf);
  const said: string[] = [];
  const [summary] = pane;
  // Figures move on all the time: the first is said once there is any, and the rest on request.
  if (summary !== undefined && /\d/.test(summary.words) && !/\d/.test(before.pane[0]?.words ?? '')) {
    said.push(summary.words.split('  ', 1).join(''));
  }
  let above: ReadableRow | undefined;
  let heading: string | undefined;
  for (const row of isOther ? pane : []) {
    if (row.isHeading) {
      above = row;
    } else if (row.isSelected) {
      if (above !== undefined && byWordsWithoutFigures(above) !== before.heading) {
        said.push(saidRow(above));
      }
      heading = above === undefined ? undefined : byWordsWithoutFigures(above);
      said.push(row.words);
    }
  }
  const isNowhere = !pane.some(({ isSelected }) => isSelected);
  const others = said.filter((each) => !now.title.includes(each));
  return { said: isBack && isNowhere ? [now.title, ...others] : said, heading };
}
