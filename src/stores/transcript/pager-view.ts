import type { Session } from '../../contract/session.ts';
import type { Sought } from '../../lib/text-finder.ts';
import type { Untrusted } from '../../lib/untrusted.ts';

/** A line of a transcript: a message, counted from 0, and a line of it as it is laid out. */
export interface Place {
  readonly message: number;
  readonly line: number;
}

/** One of the places in the text of a message at which the searched words are, counted from 0. */
export interface Match {
  readonly message: number;
  readonly occurrence: number;
}

/** A moment of a session in milliseconds: the call near it that names a package, or else the message that is nearest. */
export interface Moment {
  readonly time: number;
  readonly names?: Untrusted | undefined;
}

/**
 * What is at the top of the screen. `end` stays at the end while the transcript grows. A time is that of a moment; a match is the next one behind `from` in that direction, until which `before` stays at the top.
 */
export type PagerTop =
  | { readonly kind: 'place'; readonly place: Place }
  | { readonly kind: 'end' }
  | ({ readonly kind: 'time' } & Moment)
  | {
      readonly kind: 'match';
      readonly direction: 1 | -1;
      readonly from: Match;
      readonly before: Place;
    };

/** The list of prompts and tool activity over a transcript. */
export interface OutlineView {
  /** The first message of the entry that is selected. */
  readonly cursor: number;
  readonly filter: string;
}

/** Where the transcript pager is, and how it shows a transcript. */
export interface PagerView {
  readonly sessionId: string;
  /** As it was known when it was opened; the lists may not hold it, or not any more. */
  readonly session: Session;
  readonly top: PagerTop;
  /** The marked message, as long as it is on the screen; undefined for the first one there. */
  readonly cursor: number | undefined;
  readonly column: number;
  readonly wrap: boolean;
  readonly tools: 'off' | 'short' | 'full';
  readonly raw: boolean;
  /** Messages that are folded (true) or unfolded although others of their kind are not. */
  readonly folds: ReadonlyMap<number, boolean>;
  /** What is searched for, or what that is called; empty while nothing is. */
  readonly search: string;
  readonly searchKind: Sought['kind'];
  readonly searchDirection: 1 | -1;
  /** Where the search began. */
  readonly searchFrom: number;
  /** The match that was last on the screen. */
  readonly lastMatch: Match | undefined;
  readonly outline: OutlineView | undefined;
}

/** The pager as it opens: at the beginning, or at a moment of the session. */
export function openedPager(session: Session, moment?: Moment): PagerView {
  return {
    sessionId: session.id,
    session,
    top:
      moment === undefined ? { kind: 'place', place: { message: 0, line: 0 } } : { kind: 'time', ...moment },
    cursor: undefined,
    column: 0,
    wrap: true,
    tools: 'short',
    raw: false,
    folds: new Map(),
    search: '',
    searchKind: 'words',
    searchDirection: 1,
    searchFrom: 0,
    lastMatch: undefined,
    outline: undefined,
  };
}

/** What is searched for in a transcript. */
export function soughtBy({ search, searchKind }: Pick<PagerView, 'search' | 'searchKind'>): Sought {
  return searchKind === 'secrets' ? { kind: 'secrets' } : { kind: searchKind, words: search };
}
