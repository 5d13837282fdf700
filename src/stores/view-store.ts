import { createStore, type StoreApi } from 'zustand/vanilla';

import { OUTCOMES, type Ecosystem, type EventType, type Outcome } from '../contract/values.ts';
import type { TimeStyle } from '../lib/format-time.ts';
import type { Dialog } from './dialog.ts';
import type { PagerView } from './transcript/pager-view.ts';

export const TABS = ['overview', 'events', 'agents', 'sessions', 'llm', 'policy'] as const;
export type Tab = (typeof TABS)[number];

/** What every list has: a cursor that is an id, a text filter, and whether the detail is shown. */
export interface ListView {
  /** The row that is selected; undefined stands for the first. */
  readonly cursor: string | undefined;
  readonly text: string;
  readonly detail: boolean;
}

export interface EventsView extends ListView {
  /** The view stays at the live edge and the cursor with it. */
  readonly follow: boolean;
  /** While not following: nothing that arrived after this batch is shown. */
  readonly frozenAt: number;
  readonly outcomes: readonly Outcome[];
  readonly type: EventType | undefined;
  readonly ecosystem: Ecosystem | undefined;
  /** Only events with an identifier in which something had to be escaped. */
  readonly suspicious: boolean;
}

export type AgentFlag = 'clone' | 'silent' | 'suspended' | 'suspicious';

export interface AgentsView extends ListView {
  readonly flag: AgentFlag | undefined;
}

/** What the server is asked for when it lists sessions. */
export interface SessionsView extends ListView {
  readonly date: string | undefined;
  readonly project: string | undefined;
  readonly branch: string | undefined;
  readonly clientId: string | undefined;
  readonly subagents: boolean;
  /** Only sessions with an identifier in which something had to be escaped; the server is not asked for it. */
  readonly suspicious: boolean;
}

/** Below this the console only says that it needs more room. */
export const LEAST_SCREEN = { columns: 60, rows: 15 } as const;

/** Whether the screen is so small that nothing but a line fits. */
export function isTooSmall({ columns, rows }: Pick<ViewState, 'columns' | 'rows'>): boolean {
  return columns < LEAST_SCREEN.columns || rows < LEAST_SCREEN.rows;
}

/** A message that shows for a while at the bottom. */
export interface Notice {
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'plain';
  readonly since: number;
  readonly until: number;
}

export type Mode = 'read-only' | 'write' | 'demo';

export interface ViewState {
  readonly tab: Tab;
  readonly previousTab: Tab;
  readonly focus: 'list' | 'detail';
  readonly detailTop: number;
  readonly zoomed: boolean;
  readonly timeStyle: TimeStyle;
  readonly mode: Mode;
  /** The organization as the user knows it: a profile's name, or the server. */
  readonly title: string;
  readonly columns: number;
  readonly rows: number;
  /** Nothing but ASCII is drawn. */
  readonly ascii: boolean;
  /** Rows that the active list has on the screen. */
  readonly pageSize: number;
  readonly dialogs: readonly Dialog[];
  readonly notice: Notice | undefined;
  readonly overview: ListView;
  readonly events: EventsView;
  readonly agents: AgentsView;
  readonly sessions: SessionsView;
  readonly llm: ListView;
  readonly policy: ListView;
  /** The open transcript; undefined while the list of sessions is shown. */
  readonly pager: PagerView | undefined;
}

export type ViewStore = StoreApi<ViewState>;

const list: ListView = { cursor: undefined, text: '', detail: false };

/** The view of a console that has just started: Overview, following the feed, read-only until told otherwise. */
export function createViewStore(): ViewStore {
  return createStore<ViewState>(() => ({
    tab: 'overview',
    previousTab: 'events',
    focus: 'list',
    detailTop: 0,
    zoomed: false,
    timeStyle: 'utc',
    mode: 'read-only',
    title: '',
    columns: 80,
    rows: 24,
    ascii: false,
    pageSize: 10,
    dialogs: [],
    notice: undefined,
    overview: list,
    events: {
      ...list,
      follow: true,
      frozenAt: 0,
      outcomes: OUTCOMES,
      type: undefined,
      ecosystem: undefined,
      suspicious: false,
    },
    agents: { ...list, flag: undefined },
    sessions: {
      ...list,
      date: undefined,
      project: undefined,
      branch: undefined,
      clientId: undefined,
      subagents: false,
      suspicious: false,
    },
    llm: list,
    policy: list,
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
