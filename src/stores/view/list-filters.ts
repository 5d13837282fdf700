import { ownValue } from '../../lib/own-value.ts';
import { LIST_FIELDS, type Check, type FieldRule } from '../base/field-rules.ts';
import type { JsonValue } from '../base/kept-on-host.ts';
import { LIST_IDS, listOf, TABS, type ListId, type Tab } from '../base/tab.ts';
import { LISTS } from './lists.ts';
import type { Place, ViewState } from './view-store.ts';

type Values = Readonly<Record<string, unknown>>;

/** The fields of a pane's view, in order, and what each of them is. */
function rulesOf(tab: Tab): readonly (readonly [name: string, rule: FieldRule])[] {
  const list = listOf(tab);
  return Object.entries<FieldRule>(list === undefined ? LIST_FIELDS : LISTS[list].fields);
}

function namesOf<Of extends string>(
  of: readonly Of[],
  isOne: (rule: FieldRule, name: string) => boolean,
): Readonly<Record<Of, readonly string[]>> {
  const names = (tab: Of) => rulesOf(tab as Tab).flatMap(([name, rule]) => (isOne(rule, name) ? [name] : []));
  return Object.fromEntries(of.map((tab) => [tab, names(tab)])) as unknown as Record<Of, readonly string[]>;
}

/** What is kept of the view of a list on this host: how it looks and its filters, never where somebody is in it. */
export function keptFieldsOf(list: ListId): Readonly<Record<string, Check>> {
  return Object.fromEntries(
    rulesOf(list).flatMap(([name, rule]) =>
      rule.role === 'place' || rule.kept === undefined ? [] : [[name, rule.kept]],
    ),
  );
}

/** What hides rows, the typed query among it. */
const HIDING = namesOf(TABS, ({ role }) => role === 'filter');

/** What decides which row stands where. */
const DECIDING = namesOf(TABS, ({ role }) => role === 'filter' || role === 'order');

/** What is saved under a name, the typed query left aside. */
const SAVED = namesOf(LIST_IDS, isSaved);

/** What of it hides something where it is set. */
const SAVED_FILTERS = namesOf(
  LIST_IDS,
  (rule, name) => isSaved(rule, name) && !('saved' in rule && rule.saved === 'beside the filters'),
);

function isSaved(rule: FieldRule, name: string): boolean {
  return (
    name !== 'text' &&
    rule.role !== 'place' &&
    rule.kept !== undefined &&
    (rule.role === 'filter' || rule.saved !== undefined)
  );
}

const CLEARED_FIRST = namesOf(
  TABS,
  (rule) => rule.role === 'filter' && 'isClearedFirst' in rule && rule.isClearedFirst === true,
);

function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, ownValue(values, name)]));
}

/** What of some values each check lets pass; what is not there is left out. */
export function validValues(
  values: Values,
  checks: Readonly<Record<string, Check>>,
): Readonly<Record<string, JsonValue>> {
  return Object.fromEntries(
    Object.entries(checks).flatMap(([name, check]) => {
      const value = ownValue(values, name);
      return value !== undefined && check(value) ? [[name, value as JsonValue]] : [];
    }),
  );
}

/** What of some values can be the filters of a list, its typed query left aside: as it is saved, or was. */
export function validFilters(list: ListId, values: object): Readonly<Record<string, JsonValue>> {
  const checks = keptFieldsOf(list);
  return validValues(values as Values, pick(checks, SAVED[list]) as Readonly<Record<string, Check>>);
}

/** Whether a list has filters beside its typed query. */
export function hasFilters(state: Pick<ViewState, ListId>, list: ListId): boolean {
  return setFilters(state, list).length > 0;
}

/** The filters of a list that hide something, by their names in its view, the typed query left aside. */
export function setFilters(
  state: Pick<ViewState, ListId>,
  list: ListId,
): readonly (readonly [name: string, value: unknown])[] {
  const now: Values = { ...state[list] };
  const open: Values = { ...LISTS[list].open };
  return SAVED_FILTERS[list]
    .filter(
      (name) =>
        ownValue(now, name) !== ownValue(open, name) &&
        JSON.stringify(ownValue(now, name)) !== JSON.stringify(ownValue(open, name)),
    )
    .map((name) => [name, ownValue(now, name)]);
}

/** The filters of a list that lets everything through, with all that is saved beside them. */
export function openFilters(list: ListId): Values {
  return pick({ ...LISTS[list].open }, [...HIDING[list], ...SAVED[list]]);
}

/** What Esc takes of the filters of a list: one of them, what is cleared first before the others. Empty where none is set. */
export function clearedFilter(state: Pick<ViewState, ListId>, list: ListId): Values {
  const open: Values = { ...LISTS[list].open };
  const now: Values = { ...state[list] };
  const isSet = (name: string) =>
    ownValue(now, name) !== ownValue(open, name) &&
    JSON.stringify(ownValue(now, name)) !== JSON.stringify(ownValue(open, name));
  const next = [...CLEARED_FIRST[list], ...HIDING[list]].find(isSet);
  return next === undefined ? {} : pick(open, [next]);
}

/** Of a list, what the view has now of some of its fields. */
export function valuesNow(state: Pick<ViewState, ListId>, list: ListId, of: Values): Values {
  return pick({ ...state[list] }, Object.keys(of));
}

/** What decides which rows a pane lists, and how. */
export function decidingValues(state: Pick<ViewState, Tab>, tab: Tab): readonly unknown[] {
  const values: Values = { ...state[tab] };
  return DECIDING[tab].map((name) => ownValue(values, name));
}

/** Whether the lists of two places are filtered alike. */
export function isFilteredAlike(left: Place, right: Place): boolean {
  const setIn = ({ tab, pane }: Place) =>
    JSON.stringify(Object.entries(pick({ ...pane }, HIDING[tab])).filter(([, value]) => value !== undefined));
  return setIn(left) === setIn(right);
}
