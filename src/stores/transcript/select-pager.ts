import type { Transcript } from '../../contract/transcript/transcript.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import type { TranscriptSlice } from './transcript-slice.ts';
import { isFolded, isHidden } from './folding.ts';
import { headingLine, namesMessage } from './message-layout.ts';
import type { OpenTranscript } from './open-transcript.ts';
import type { Match, PagerView, Place } from './pager-view.ts';
import { messageAt } from './call-that-names.ts';
import { isBefore, type ShownLine, type TranscriptText } from './transcript-text.ts';

/** Columns before the text of a transcript: the mark, an event, a space. */
const GUTTER = 3;

/** The pager as it is to be shown now. */
export interface OpenPager {
  /** With everything unfolded that had to be. */
  readonly pager: PagerView;
  readonly open: OpenTranscript;
  readonly text: TranscriptText;
  /** The lines on the screen; as many as there are up to a page. */
  readonly page: readonly ShownLine[];
  readonly rows: number;
  readonly top: Place;
  /** The marked message; undefined when none is on the screen. */
  readonly cursor: number | undefined;
  /** The match that was last gone to, and where it is; undefined before there is one. */
  readonly match: FoundMatch | undefined;
  /** The match that was asked for may still be found. */
  readonly isSearching: boolean;
}

export interface FoundMatch extends Match {
  readonly isAround: boolean;
  readonly place: Place;
  /** Where it is in a line of the text before it was wrapped; undefined when it is in what is not shown. */
  readonly at: { readonly source: number; readonly index: number } | undefined;
}

/** Columns that the text of a transcript has on a screen of that width. */
function transcriptColumns(screenColumns: number): number {
  return Math.max(10, screenColumns - GUTTER);
}

/** The open transcript and where the reader is in it; undefined while nothing of it is here. */
export function selectPager(
  stores: TranscriptSlice,
  pageSize = stores.view.getState().pageSize,
): OpenPager | undefined {
  const { pager, columns, ascii } = stores.view.getState();
  const open = stores.transcript.getState().data;
  if (pager === undefined || open === undefined || open.sessionId !== pager.sessionId) {
    return undefined;
  }
  const { wrap, raw } = pager;
  const { transcript } = open;
  const rows = Math.max(1, pageSize);
  if (pager.search !== '') {
    stores.transcriptSearch.look(transcript, pager);
  }
  const next = nextMatch(stores, pager, open);
  const found = typeof next === 'object' ? next : undefined;
  const folds = foldsWith(pager, transcript, found?.message);
  const options = { columns: transcriptColumns(columns), wrap, raw, ascii };
  const text = stores.pagerText.look(transcript, options, pager.tools, folds);
  const match = found && { ...found, ...placeOfMatch(stores, text, found) };
  const top = topOf(pager, text, rows, match);
  const page = text.page(top, rows);
  return {
    pager: pager.folds === folds ? pager : { ...pager, folds },
    open,
    text,
    page,
    rows,
    top,
    cursor: cursorOn(page, wantedCursor(pager, text, match)),
    match,
    isSearching: next === 'pending',
  };
}

function nextMatch(stores: TranscriptSlice, pager: PagerView, { transcript, state }: OpenTranscript) {
  const isArriving = state === 'arriving';
  const { top } = pager;
  if (top.kind === 'match' && isArriving && top.from.message >= transcript.count) {
    // Where the search is to begin is not here yet: it would go on around the end.
    return 'pending';
  }
  return top.kind === 'match'
    ? stores.transcriptSearch.next(
        top.from,
        top.direction,
        (message) => !isHidden(transcript, message, pager),
      )
    : undefined;
}

/** What is folded: a message that is gone to because of what is in it is not. */
const unfolded = memoizeLast(
  (folds: PagerView['folds'], message: number): PagerView['folds'] => new Map([...folds, [message, false]]),
);

function foldsWith(pager: PagerView, transcript: Transcript, match: number | undefined): PagerView['folds'] {
  return match !== undefined && isFolded(transcript, match, pager)
    ? unfolded(pager.folds, match)
    : pager.folds;
}

function wantedCursor(pager: PagerView, text: TranscriptText, match: Match | undefined): number | undefined {
  switch (pager.top.kind) {
    case 'time':
      return messageAt(text.transcript, pager.top);
    case 'end':
      return text.count - 1;
    default:
      return match?.message ?? pager.cursor;
  }
}

function topOf(pager: PagerView, text: TranscriptText, rows: number, match: FoundMatch | undefined): Place {
  switch (pager.top.kind) {
    case 'place':
      return text.limited(pager.top.place, rows);
    case 'end':
      return text.lastTop(rows);
    case 'time':
      return text.limited(headingOf(text, messageAt(text.transcript, pager.top)), rows);
    case 'match': {
      const before = text.limited(pager.top.before, rows);
      return match === undefined ? before : seen(text, match.place, before, rows);
    }
  }
}

/** What is at the top so that a line is on the screen: as before when it is there already. */
function seen(text: TranscriptText, place: Place, before: Place, rows: number): Place {
  const last = text.moved(before, rows - 1);
  return isBefore(place, before) || isBefore(last, place)
    ? text.limited(text.moved(place, -Math.floor(rows / 3)), rows)
    : before;
}

/** The line of a message that names it. */
export function headingOf(text: TranscriptText, message: number): Place {
  const shown = text.settled({ message, line: 0 });
  return { ...shown, line: headingLine(shown.message === 0, text.layout(shown.message)) };
}

/** The line that a match is in; the last one of the message when it is in what is not shown of it. */
function placeOfMatch(
  stores: TranscriptSlice,
  text: TranscriptText,
  match: Match,
): Pick<FoundMatch, 'place' | 'at'> {
  const { lines, texts } = text.layout(match.message);
  let left = match.occurrence;
  for (const [source, line] of texts.entries()) {
    for (const { start } of stores.transcriptSearch.placesIn(line)) {
      if (left-- === 0) {
        const at = lines.findLastIndex((piece) => piece.source === source && piece.start <= start);
        return { place: { message: match.message, line: Math.max(0, at) }, at: { source, index: start } };
      }
    }
  }
  return { place: { message: match.message, line: lines.length - 1 }, at: undefined };
}

/** The message to mark on a page: the wanted one, or the nearest that is there. */
export function cursorOn(page: readonly ShownLine[], wanted: number | undefined): number | undefined {
  const named = page.filter(({ line }) => namesMessage(line));
  const shown = named.map(({ place }) => place.message);
  if (wanted !== undefined && page.some(({ place }) => place.message === wanted)) {
    return wanted;
  }
  const [first = page[0]?.place.message] = shown;
  const last = shown.at(-1);
  return wanted !== undefined && last !== undefined && wanted > last ? last : first;
}
