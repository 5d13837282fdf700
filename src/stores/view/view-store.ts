import type { Sentence } from '../../lib/untrusted.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';

import type { TimeStyle } from '../../lib/format-time.ts';
import type { Dialog } from './dialog-states.ts';
import type { OpenPage } from '../entity/page-subject.ts';
import type { Organization } from '../base/organization.ts';
import { OPEN_LIST, type ListView } from '../base/list-view.ts';
import { LIST_IDS, TABS, type ListId, type Tab } from '../base/tab.ts';
import type { PagerView } from '../transcript/pager-view.ts';
import { LISTS, type ListViews } from './lists.ts';

/** Below this the console only says that it needs more room. */
export const LEAST_SCREEN = { columns: 60, rows: 15 } as const;

/** Whether the screen is so small that nothing but a line fits. */
export function isTooSmall({ columns, rows }: Pick<ViewState, 'columns' | 'rows'>): boolean {
  return columns < LEAST_SCREEN.columns || rows < LEAST_SCREEN.rows;
}

/** From so many columns on, whatever the rows, or from such a screen on, a list and its detail have room together. */
const ROOM_BESIDE = 120;
const ROOM_BELOW = { columns: 80, rows: 24 } as const;

/** Whether a detail that is shown has all the room of its list ("Layout"). */
export function isDetailAlone({
  columns,
  rows,
  zoomed,
}: Pick<ViewState, 'columns' | 'rows' | 'zoomed'>): boolean {
  const isRoomy = columns >= ROOM_BESIDE || (columns >= ROOM_BELOW.columns && rows >= ROOM_BELOW.rows);
  return zoomed || !isRoomy;
}

/** A message that the user was shown, and when. */
export interface Message {
  readonly text: Sentence;
  /** What became of a change is good or bad; what a key did here, such as a copy, is done; the rest is plain. */
  readonly tone: 'good' | 'bad' | 'done' | 'plain';
  readonly at: number;
  /** What it is about: a later message of the same takes its place at once, as it is true no longer. */
  readonly topic?: string | undefined;
}

/** A message that shows for a while at the bottom. */
export interface Notice extends Message {
  readonly since: number;
  readonly until: number;
}

/** The message that is at the bottom now; undefined while none is. */
export function shownNotice({ ignored, notice }: Pick<ViewState, 'ignored' | 'notice'>): Notice | undefined {
  return ignored ?? notice;
}

export type Mode = 'read-only' | 'write' | 'demo';

/** Whether the console that is read-only can be opened for changes, and until when it is. */
export interface WriteAccess {
  /** What it is called while changes are allowed. */
  readonly openMode: Exclude<Mode, 'read-only'>;
  /** The setting that forbids changes altogether, in words; undefined when they can be allowed. */
  readonly forbiddenBy: string | undefined;
  /** When it is read-only again, in milliseconds since the epoch; undefined when nothing was said of that. */
  readonly until: number | undefined;
}

/** The chords that the user has chosen, by command; a command without any has no key. */
export type Rebound = ReadonlyMap<string, readonly string[]>;

export interface ViewState extends ListViews {
  readonly tab: Tab;
  readonly previousTab: Tab;
  /** The view that was left last; undefined before any was. */
  readonly lastPlace: Place | undefined;
  /** The steps that led here, the last one last. */
  readonly trail: readonly Step[];
  /** The ids of the commands that were run from the palette, the last one first. */
  readonly recentCommands: readonly string[];
  /** The filters that Esc cleared, the last one last, as they were. */
  readonly taken: readonly { readonly list: ListId; readonly values: Readonly<Record<string, unknown>> }[];
  readonly focus: 'list' | 'detail';
  readonly detailTop: number;
  /** Columns of the detail that are left out at its left side, while its lines are cut. */
  readonly detailLeft: number;
  readonly zoomed: boolean;
  readonly timeStyle: TimeStyle;
  /** The beginning of the minute, in milliseconds: what filters select by the clock moves on with it. */
  readonly minute: number;
  readonly mode: Mode;
  readonly access: WriteAccess;
  /** The organization as the user knows it: a profile's name, or the server. */
  readonly title: string;
  /** The same as questions name it. */
  readonly organization: Organization;
  readonly columns: number;
  readonly rows: number;
  /** Milliseconds by which the terminal shows what is drawn later, in whole seconds; undefined while that is not known. */
  readonly terminalDelay: number | undefined;
  /** It takes seconds to show a screen: what only adorns it is left out. */
  readonly isTerminalSlow: boolean;
  /** Nothing but ASCII is drawn. */
  readonly ascii: boolean;
  /** Things may stand beside each other; not where lines are read one after the other. */
  readonly sideBySide: boolean;
  readonly rebound: Rebound;
  /** Rows that the active list has on the screen. */
  readonly pageSize: number;
  /** Which rows of the active list are on the screen: from the first one up to another, which is not. */
  readonly shown: { readonly top: number; readonly end: number };
  /** The columns of the active list; undefined where they cannot be chosen. */
  readonly listColumns: ListColumns | undefined;
  readonly dialogs: readonly Dialog[];
  /** How many dialogs were opened so far. */
  readonly dialogsOpened: number;
  readonly notice: Notice | undefined;
  /** That keys were ignored, and why: it is shown before any notice, until the next key that counts. */
  readonly ignored: Notice | undefined;
  /** What is shown after it, the next one first. */
  readonly waiting: readonly Message[];
  /** The latest messages, the newest first. */
  readonly messages: readonly Message[];
  readonly overview: ListView;
  /** The pages that lie over each pane, the one that is seen last. */
  readonly pages: Readonly<Record<Tab, readonly OpenPage[]>>;
  /** The open transcript; undefined while the list of sessions is shown. */
  readonly pager: PagerView | undefined;
}

/** The columns of a list as it is on the screen, by their titles, or paths of fields of the data. */
export interface ListColumns {
  readonly list: ListId;
  /** Those that it has while nobody chose any, in order. */
  readonly usual: readonly string[];
  /** Those that there is room for. */
  readonly placed: readonly string[];
}

/** A view as somebody left it: a pane with its filters and its cursor, the pages over it, the transcript. */
export interface Place {
  readonly tab: Tab;
  readonly pane: ViewState[Tab];
  readonly pages: ViewState['pages'][Tab];
  readonly pager: ViewState['pager'];
  readonly screen: Pick<ViewState, 'focus' | 'detailTop' | 'detailLeft' | 'zoomed'>;
}

/** A step from one view to another; going back from where it led leads to where it began. */
export interface Step {
  readonly from: Place;
  readonly to: Place;
  /** The list that lay over the view where it began, as it was: the hits of a search, the findings of a hunt. */
  readonly over: Exclude<Dialog, { readonly kind: 'choice' }> | undefined;
}

export type ViewStore = StoreApi<ViewState>;

/** The lists while everything is shown. */
const OPEN_LISTS = Object.fromEntries(
  LIST_IDS.map((list) => [list, LISTS[list].open]),
) as unknown as ListViews;

const NO_PAGES = Object.fromEntries(TABS.map((tab) => [tab, []])) as unknown as ViewState['pages'];

/** The view of a console that has just started: Overview, following the feed, read-only until it is unlocked. */
export function createViewStore(): ViewStore {
  return createStore<ViewState>(() => ({
    tab: 'overview',
    previousTab: 'events',
    lastPlace: undefined,
    trail: [],
    recentCommands: [],
    taken: [],
    focus: 'list',
    detailTop: 0,
    detailLeft: 0,
    zoomed: false,
    timeStyle: 'utc',
    minute: 0,
    mode: 'read-only',
    access: { openMode: 'write', forbiddenBy: undefined, until: undefined },
    title: '',
    organization: { name: undefined, server: undefined, key: undefined },
    columns: 80,
    rows: 24,
    terminalDelay: 0,
    isTerminalSlow: false,
    ascii: false,
    sideBySide: true,
    rebound: new Map(),
    pageSize: 10,
    shown: { top: 0, end: 0 },
    listColumns: undefined,
    dialogs: [],
    dialogsOpened: 0,
    notice: undefined,
    ignored: undefined,
    waiting: [],
    messages: [],
    overview: OPEN_LIST,
    ...OPEN_LISTS,
    pages: NO_PAGES,
    pager: undefined,
  }));
}

/** Changes the view of one pane. */
export function updatePane<Name extends Tab>(
  view: ViewStore,
  pane: Name,
  change: Partial<ViewState[Name]>,
): void {
  view.setState((state) => ({ [pane]: { ...state[pane], ...change } }));
}
