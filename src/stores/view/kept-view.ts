import { ownValue } from '../../lib/own-value.ts';
import { isOneOf, type Check } from '../base/field-rules.ts';
import type { JsonValue, KeptOnHost } from '../base/kept-on-host.ts';
import { listOf, TABS, type Tab } from '../base/tab.ts';
import { keptFieldsOf, validValues } from './list-filters.ts';
import type { ViewState, ViewStore } from './view-store.ts';

/** So many commands of the palette are remembered at most. */
const MOST_RECENT = 50;

const isCommandId: Check = (value) => typeof value === 'string' && /^[a-z-]{1,40}\.[a-z-]{1,40}$/.test(value);

/** What is kept of each pane. */
const PANES = Object.fromEntries(
  TABS.map((tab) => {
    const list = listOf(tab);
    return [tab, list === undefined ? {} : keptFieldsOf(list)];
  }),
) as unknown as Readonly<Record<Tab, Readonly<Record<string, Check>>>>;

/** What is kept besides the panes. */
const SHELL = {
  tab: isOneOf(TABS),
  timeStyle: isOneOf(['utc', 'local', 'age']),
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
        ...validValues(read, SHELL),
        ...Object.fromEntries(
          TABS.map((tab) => [tab, { ...state[tab], ...validValues(asRecord(read[tab]), PANES[tab]) }]),
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

/** What the next start would not take is not written: the file would seem to be damaged for it. */
function kept(state: object, fields: Readonly<Record<string, Check>>): Readonly<Record<string, JsonValue>> {
  return validValues(state as Record<string, unknown>, fields);
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
