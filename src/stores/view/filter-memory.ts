import { withoutBlanks } from '../../lib/text-cleaning.ts';
import { sameValueKey } from '../../lib/same-value.ts';
import type { Untrusted } from '../../lib/untrusted.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';

import type { JsonValue, KeptOnHost } from '../base/kept-on-host.ts';
import { LIST_IDS, type ListId } from '../base/tab.ts';
import { isChosenAlert, type Alert, type ChosenAlert } from './alert.ts';

/** Filters of a list under a name. */
export interface SavedFilter {
  readonly name: string;
  readonly list: ListId;
  /** The typed query. */
  readonly text: string;
  /** The other filters of the list, by their names in its view. */
  readonly others: Readonly<Record<string, JsonValue>>;
  /** What happens when an event arrives that passes. */
  readonly alert?: ChosenAlert;
}

/** A saved filter of the config file: everybody who has the file has it, and the console does not change it. */
export interface ConfiguredFilter {
  readonly name: string;
  readonly list: ListId;
  /** The query. */
  readonly text: string;
  readonly alert: Alert;
}

export interface FilterMemoryState {
  /** Queries that were typed, by list, the newest first. */
  readonly history: Readonly<Record<ListId, readonly string[]>>;
  readonly saved: readonly SavedFilter[];
  /** The filters of the config file, which are not kept with those. */
  readonly configured: readonly ConfiguredFilter[];
}

/** What was typed and saved. */
export interface FilterMemory extends StoreApi<FilterMemoryState> {
  readonly kept: KeptOnHost;
  /** Puts a query at the front of its list's history. */
  remember(list: ListId, text: string | Untrusted): void;
  /** Keeps filters under their name; those that had it are replaced. */
  save(filter: SavedFilter): void;
  forget(name: string): void;
}

const MOST_QUERIES = 50;
const MOST_SAVED = 100;
const LONGEST = 1000;
/** A name of a saved filter is at most so long. */
export const LONGEST_NAME = 40;

/** An empty memory. */
export function createFilterMemory(): FilterMemory {
  const store = createStore<FilterMemoryState>(() => ({
    history: historyFrom({}),
    saved: [],
    configured: [],
  }));
  return {
    ...store,
    kept: keepFilters(store),
    remember(list, text) {
      const wanted = withoutBlanks(text);
      if (wanted !== '' && wanted.length <= LONGEST) {
        store.setState(({ history }) => ({
          history: { ...history, [list]: withFirst(history[list], wanted) },
        }));
      }
    },
    save(filter) {
      store.setState(({ saved }) => ({ saved: withSaved(saved, filter) }));
    },
    forget(name) {
      store.setState(({ saved }) => ({ saved: saved.filter((other) => other.name !== name) }));
    },
  };
}

/**
 * How they are kept. Two consoles have one history and one list of saved filters: what one saved or forgot since the file was
 * read last, the other has too. Where both saved under one name, the last of them is kept, as it is within one console.
 */
function keepFilters(store: StoreApi<FilterMemoryState>): KeptOnHost {
  /** What is known to be in the file. */
  let seen: readonly SavedFilter[] = [];
  let isTakingIn = false;
  return {
    name: 'filters',
    read: () => asJson(store.getState()),
    isWhole(value) {
      const taken = new Set(savedFrom(recordFrom(value)['saved']).map((filter) => sameValueKey(filter)));
      const { history = {}, saved = [], ...others } = recordFrom(value);
      return (
        isRecord(value ?? {}) &&
        Object.keys(others).length === 0 &&
        isHistoryWhole(history) &&
        Array.isArray(saved) &&
        saved.length <= MOST_SAVED &&
        saved.every((filter) => taken.has(sameValueKey(filter)))
      );
    },
    restore(value) {
      const { history, saved } = recordFrom(value);
      seen = savedFrom(saved);
      store.setState({ history: historyFrom(history), saved: seen });
    },
    takeIn(value) {
      const { history, saved } = recordFrom(value);
      const [own, theirs] = [store.getState(), savedFrom(saved)];
      const other = historyFrom(history);
      isTakingIn = true;
      store.setState({
        history: historyFrom(
          Object.fromEntries(LIST_IDS.map((list) => [list, [...own.history[list], ...other[list]]])),
        ),
        saved: mergeSaved(seen, own.saved, theirs),
      });
      isTakingIn = false;
      seen = theirs;
    },
    written(value) {
      seen = savedFrom(recordFrom(value)['saved']);
    },
    subscribe: (listener) => store.subscribe(() => (isTakingIn ? undefined : listener())),
  };
}

/** What another console has, with what was saved and forgotten here since both had what was `seen`. */
function mergeSaved(
  seen: readonly SavedFilter[],
  mine: readonly SavedFilter[],
  theirs: readonly SavedFilter[],
): readonly SavedFilter[] {
  const keyOf = (filter: SavedFilter) => sameValueKey(filter);
  const [known, names] = [new Set(seen.map(keyOf)), new Set(mine.map(({ name }) => name))];
  const forgotten = new Set(seen.filter(({ name }) => !names.has(name)).map(keyOf));
  return [
    ...theirs.filter((filter) => !forgotten.has(keyOf(filter))),
    ...mine.filter((filter) => !known.has(keyOf(filter))),
  ].reduce<readonly SavedFilter[]>(withSaved, []);
}

function withFirst(queries: readonly string[], first: string): readonly string[] {
  return [first, ...queries.filter((other) => other !== first)].slice(0, MOST_QUERIES);
}

function withSaved(saved: readonly SavedFilter[], filter: SavedFilter): readonly SavedFilter[] {
  return [...saved.filter(({ name }) => name !== filter.name), filter]
    .slice(-MOST_SAVED)
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}

function asJson({ history, saved }: Pick<FilterMemoryState, 'history' | 'saved'>): JsonValue {
  return { history, saved: saved.map((filter) => ({ ...filter })) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function recordFrom(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** Whether it is nothing but queries of lists, no more of each than are kept. */
function isHistoryWhole(history: unknown): boolean {
  return (
    isRecord(history) &&
    Object.entries(history).every(
      ([list, queries]) =>
        isList(list) && Array.isArray(queries) && queries.length <= MOST_QUERIES && queries.every(isText),
    )
  );
}

function isList(value: unknown): value is ListId {
  return (LIST_IDS as readonly unknown[]).includes(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST;
}

function historyFrom(value: unknown): FilterMemoryState['history'] {
  const read = recordFrom(value);
  const queriesOf = (list: ListId) => {
    const queries = Array.isArray(read[list]) ? (read[list] as readonly unknown[]).filter(isText) : [];
    return [...new Set(queries)].slice(0, MOST_QUERIES);
  };
  return Object.fromEntries(LIST_IDS.map((list) => [list, queriesOf(list)])) as Record<ListId, string[]>;
}

function savedFrom(value: unknown): readonly SavedFilter[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  return entries.flatMap(savedFilterFrom).reduce<readonly SavedFilter[]>(withSaved, []);
}

function savedFilterFrom(value: unknown): readonly SavedFilter[] {
  const { name, list, text, others, alert } = recordFrom(value);
  const isValid =
    isText(name) && name.length <= LONGEST_NAME && isList(list) && (text === '' || isText(text));
  const filters = { others: recordFrom(others) as Record<string, JsonValue> };
  return isValid
    ? [{ name, list, text, ...filters, ...(list === 'events' && isChosenAlert(alert) ? { alert } : {}) }]
    : [];
}
