import { ECOSYSTEMS, EVENT_TYPES, OUTCOMES } from '../../contract/values.ts';
import { isDate } from '../../lib/days.ts';
import { ownValue } from '../../lib/own-value.ts';
import type { JsonValue, KeptOnHost } from '../base/kept-on-host.ts';
import type { QueryList } from '../query/query-fields.ts';
import { createViewStore, type ViewState, type ViewStore } from './view-store.ts';
import { AGENT_FLAGS } from '../agents/agents-view.ts';
import { TABS, type Tab } from '../base/tab.ts';
import type { Sorting } from '../base/list-view.ts';

/** Whether a value that was read is one that a field may have. */
type Check = (value: unknown) => boolean;

/** A filter is typed by hand: what is longer was not. */
const LONGEST_TEXT = 1000;

/** So many commands of the palette are remembered at most. */
const MOST_RECENT = 50;

const isCommandId: Check = (value) => typeof value === 'string' && /^[a-z-]{1,40}\.[a-z-]{1,40}$/.test(value);
const isFlag: Check = (value) => typeof value === 'boolean';
const isText: Check = (value) => typeof value === 'string' && value.length <= LONGEST_TEXT;
const oneOf =
  (values: readonly string[]): Check =>
  (value) =>
    values.includes(value as string);
const someOf =
  (values: readonly string[]): Check =>
  (value) =>
    Array.isArray(value) && value.every(oneOf(values)) && new Set(value).size === value.length;

function isSorting(value: unknown): boolean {
  const { column, descending } = (value ?? {}) as Partial<Sorting>;
  return isText(column) && isFlag(descending);
}

/** What is kept of every list. */
const LIST = { text: isText, detail: isFlag, sort: isSorting, wrap: isFlag };

/** What is kept of each pane: how it looks and its filters, never where its cursor is or what it shows. */
const PANES: Readonly<Record<Tab, Readonly<Record<string, Check>>>> = {
  overview: {},
  events: {
    ...LIST,
    outcomes: someOf(OUTCOMES),
    type: oneOf(EVENT_TYPES),
    ecosystem: oneOf(ECOSYSTEMS),
    suspicious: isFlag,
    unacknowledged: isFlag,
    folded: isFlag,
    histogram: isFlag,
  },
  agents: { ...LIST, flag: oneOf(AGENT_FLAGS) },
  sessions: {
    ...LIST,
    date: (value) => typeof value === 'string' && isDate(value),
    dateZone: oneOf(['utc', 'local']),
    agentId: isText,
    project: isText,
    branch: isText,
    clientId: isText,
    subagents: isFlag,
    suspicious: isFlag,
  },
  llm: { ...LIST, shows: oneOf(['calls', 'totals']), totalsSort: isSorting, suspicious: isFlag },
  policy: LIST,
};

/** The filters of a pane as they are kept, its typed query left aside. */
export function filtersOfPane(state: ViewState, tab: Tab): Readonly<Record<string, JsonValue>> {
  return kept(state[tab], checksOfFilters(tab));
}

/** What of some values can be the filters of a pane. */
export function validFilters(
  tab: Tab,
  read: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return valid(read, checksOfFilters(tab));
}

function checksOfFilters(tab: Tab): Readonly<Record<string, Check>> {
  return Object.fromEntries(
    Object.entries(PANES[tab]).filter(([name]) => !Object.hasOwn(LIST, name) && !LAYOUT.includes(name)),
  );
}

/** What is kept of single panes and filters nothing. */
const LAYOUT: readonly string[] = ['folded', 'histogram', 'shows'];

/** The names of each pane's filters in its view, the typed query left aside. */
const FILTER_NAMES = Object.fromEntries(
  TABS.map((tab) => [tab, Object.keys(checksOfFilters(tab))]),
) as unknown as Readonly<Record<Tab, readonly string[]>>;

/** What hides nothing by itself. */
const HIDES_NOTHING: readonly string[] = ['dateZone', 'subagents'];

/** Whether a pane has filters beside its typed query. */
export function hasFilters(state: Pick<ViewState, QueryList>, list: QueryList): boolean {
  return setFilters(state, list).length > 0;
}

/** The filters of a pane that hide something, by their names in its view, the typed query left aside. */
export function setFilters(
  state: Pick<ViewState, QueryList>,
  list: QueryList,
): readonly (readonly [name: string, value: unknown])[] {
  const now: Readonly<Record<string, unknown>> = { ...state[list] };
  const open: Readonly<Record<string, unknown>> = { ...openPanes[list] };
  return FILTER_NAMES[list]
    .filter(
      (name) =>
        ownValue(now, name) !== ownValue(open, name) &&
        !HIDES_NOTHING.includes(name) &&
        JSON.stringify(ownValue(now, name)) !== JSON.stringify(ownValue(open, name)),
    )
    .map((name) => [name, ownValue(now, name)]);
}

/** The panes as they are when everything is shown. */
const openPanes = createViewStore().getState();

/** The filters of a list that lets everything through, its typed query left aside. */
export function openFilters(list: QueryList): Readonly<Record<string, unknown>> {
  const open: Readonly<Record<string, unknown>> = { ...openPanes[list] };
  return Object.fromEntries(FILTER_NAMES[list].map((name) => [name, ownValue(open, name)]));
}

/** What is kept besides the panes. */
const SHELL = {
  tab: oneOf(TABS),
  timeStyle: oneOf(['utc', 'local', 'age']),
  recentCommands: (value: unknown) =>
    Array.isArray(value) && value.length <= MOST_RECENT && value.every((id) => isCommandId(id)),
};

/** All that is kept: what is none of it, as a newer program may have written it, would be lost with the next writing. */
const WHOLE: Readonly<Record<string, Check>> = {
  ...SHELL,
  ...Object.fromEntries(TABS.map((tab) => [tab, (value: unknown) => isRecordOf(PANES[tab], value)])),
};

/**
 * The view as it is kept: the last tab, the style of times, and the filters, sorting and layout of each pane. A field
 * that is not set is left out. Of two consoles the one that changed it last decides how the next one begins: where somebody
 * is, is no work that could be lost.
 */
export function keepView(view: ViewStore): KeptOnHost {
  return {
    name: 'view',
    read() {
      const state = view.getState();
      return {
        ...kept(state, SHELL),
        ...Object.fromEntries(TABS.map((tab) => [tab, kept(state[tab], PANES[tab])])),
      };
    },
    isWhole: (value) => isRecordOf(WHOLE, value),
    restore(value) {
      const read = asRecord(value);
      view.setState((state) => ({
        ...valid(read, SHELL),
        ...Object.fromEntries(
          TABS.map((tab) => [tab, { ...state[tab], ...valid(asRecord(read[tab]), PANES[tab]) }]),
        ),
      }));
    },
    subscribe: (listener) =>
      view.subscribe((state, before) => {
        if (isChanged(state, before)) {
          listener();
        }
      }),
  };
}

/** Whether anything that is kept is another one: a cursor that moves is nothing to write. */
function isChanged(state: ViewState, before: ViewState): boolean {
  return (
    differs(state, before, SHELL) ||
    TABS.some((tab) => state[tab] !== before[tab] && differs(state[tab], before[tab], PANES[tab]))
  );
}

function differs(state: object, before: object, fields: Readonly<Record<string, Check>>): boolean {
  const [now, then] = [state as Record<string, unknown>, before as Record<string, unknown>];
  return Object.keys(fields).some((name) => ownValue(now, name) !== ownValue(then, name));
}

function kept(state: object, fields: Readonly<Record<string, Check>>): Readonly<Record<string, JsonValue>> {
  const values = state as Readonly<Record<string, JsonValue | undefined>>;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, check]) => {
      const value = ownValue(values, name);
      // What the next start would not take is not written: the file would seem to be damaged for it.
      return value !== undefined && check(value) ? [[name, value]] : [];
    }),
  );
}

function valid(
  read: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, Check>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, check]) =>
      Object.hasOwn(read, name) && check(read[name]) ? [[name, read[name]]] : [],
    ),
  );
}

/** Whether all of a value is fields that are known, as they may be. */
function isRecordOf(fields: Readonly<Record<string, Check>>, value: unknown): boolean {
  return (
    value === null ||
    (typeof value === 'object' &&
      !Array.isArray(value) &&
      Object.entries(value).every(([name, each]) => ownValue(fields, name)?.(each) === true))
  );
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
