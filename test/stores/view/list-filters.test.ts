import { describe, expect, it } from 'vitest';

import { OUTCOMES } from '../../../src/contract/values.ts';
import { LIST_IDS, type ListId } from '../../../src/stores/base/tab.ts';
import {
  clearedFilter,
  decidingValues,
  isFilteredAlike,
  keptFieldsOf,
  openFilters,
  setFilters,
  validFilters,
} from '../../../src/stores/view/list-filters.ts';
import { createViewStore, updatePane, type ViewState } from '../../../src/stores/view/view-store.ts';
import { placeOf } from '../../../src/stores/view/view-snapshot.ts';

/** Values that each field of a view may have beside that of an open list. */
const OTHERS = {
  events: {
    cursor: 'e1',
    text: 'x',
    detail: true,
    marks: new Set(['e1']),
    sort: { column: 'TIME', descending: true },
    sideways: 1,
    wrap: false,
    columns: ['TIME', 'payload.score'],
    follow: false,
    frozenAt: 3,
    frozenTime: 5,
    held: true,
    outcomes: ['block'],
    type: 'install',
    ecosystem: 'npm',
    suspicious: true,
    unacknowledged: true,
    range: { since: 1, until: 2 },
    folded: false,
    histogram: false,
    raw: true,
  },
  agents: { cursor: 'a1', text: 'x', sort: { column: 'OS', descending: true }, flag: 'clone' },
  sessions: {
    text: 'x',
    sort: { column: 'SIZE', descending: true },
    date: '2026-03-02',
    dateZone: 'local',
    agentId: 'a1',
    project: 'p',
    branch: 'b',
    clientId: 'c1',
    subagents: true,
    suspicious: true,
  },
  llm: {
    text: 'x',
    sort: { column: 'cost', descending: true },
    shows: 'totals',
    otherCursor: 'c1',
    totalsSort: { column: 'cost', descending: true },
    suspicious: true,
  },
  policy: { cursor: 'r', text: 'x', sort: { column: 'RULE', descending: true } },
} as const satisfies { readonly [Id in ListId]: Partial<ViewState[Id]> };

const openState = () => createViewStore().getState();

function withField(list: ListId, name: string, value: unknown): ViewState {
  const view = createViewStore();
  updatePane(view, list, { [name]: value });
  return { ...view.getState(), tab: list };
}

/** The fields of a list for which something holds once they are set. */
const fieldsWhere = (list: ListId, holds: (state: ViewState, name: string) => boolean) =>
  Object.entries(OTHERS[list])
    .filter(([name, value]) => holds(withField(list, name, value), name))
    .map(([name]) => name);

describe('of the view of each list', () => {
  it.each([
    [
      'events',
      'text detail sort wrap columns outcomes type ecosystem suspicious unacknowledged folded histogram',
    ],
    ['agents', 'text detail sort wrap columns flag'],
    [
      'sessions',
      'text detail sort wrap columns date dateZone agentId project branch clientId subagents suspicious',
    ],
    ['llm', 'text detail sort wrap columns shows totalsSort suspicious'],
    ['policy', 'text detail sort wrap columns'],
  ] as const)('%s is kept on this host: %s', (list, names) => {
    expect(Object.keys(keptFieldsOf(list)).join(' ')).toBe(names);
  });

  it.each([
    ['events', 'text outcomes type ecosystem suspicious unacknowledged range'],
    ['agents', 'text flag'],
    ['sessions', 'text date agentId project branch clientId suspicious'],
    ['llm', 'text suspicious'],
    ['policy', 'text'],
  ] as const)('%s is another place to come back to: %s', (list, names) => {
    const open = placeOf({ ...openState(), tab: list });
    expect(fieldsWhere(list, (state) => !isFilteredAlike(open, placeOf(state))).join(' ')).toBe(names);
  });

  it.each([
    ['events', 'text sort frozenAt outcomes type ecosystem suspicious unacknowledged range folded'],
    ['agents', 'text sort flag'],
    ['sessions', 'text sort date agentId project branch clientId subagents suspicious'],
    ['llm', 'text sort totalsSort suspicious'],
    ['policy', 'text sort'],
  ] as const)('%s may take the row under the cursor away without a word: %s', (list, names) => {
    const open = JSON.stringify(decidingValues(openState(), list));
    const isAnother = (state: ViewState) => JSON.stringify(decidingValues(state, list)) !== open;
    expect(fieldsWhere(list, isAnother).join(' ')).toBe(names);
  });

  it.each([
    ['events', 'outcomes type ecosystem suspicious unacknowledged'],
    ['agents', 'flag'],
    ['sessions', 'date dateZone agentId project branch clientId subagents suspicious'],
    ['llm', 'totalsSort suspicious'],
    ['policy', ''],
  ] as const)('%s is saved under a name: %s', (list, names) => {
    expect(Object.keys(validFilters(list, OTHERS[list])).join(' ')).toBe(names);
  });

  it.each([
    ['events', 'outcomes type ecosystem suspicious unacknowledged'],
    ['agents', 'flag'],
    ['sessions', 'date agentId project branch clientId suspicious'],
    ['llm', 'suspicious'],
    ['policy', ''],
  ] as const)('%s is told among the filters of last time: %s', (list, names) => {
    expect(fieldsWhere(list, (state) => setFilters(state, list).length > 0).join(' ')).toBe(names);
  });

  it.each([
    ['events', 'outcomes type ecosystem suspicious unacknowledged range'],
    ['agents', 'flag'],
    ['sessions', 'date dateZone agentId project branch clientId subagents suspicious'],
    ['llm', 'totalsSort suspicious'],
    ['policy', ''],
  ] as const)('%s gives way to a filter that is recalled: %s', (list, names) => {
    const open = openFilters(list);
    expect(fieldsWhere(list, (_state, name) => name !== 'text' && name in open).join(' ')).toBe(names);
  });
});

describe('Esc', () => {
  it.each(LIST_IDS)('clears the filters of %s one after the other, and nothing else', (list) => {
    const view = createViewStore();
    updatePane(view, list, { ...OTHERS[list], range: undefined });
    const before = view.getState();
    const hiding = fieldsWhere(list, (state) => {
      const open = placeOf({ ...openState(), tab: list });
      return !isFilteredAlike(open, placeOf(state));
    });
    for (let cleared = clearedFilter(before, list); Object.keys(cleared).length > 0;) {
      expect(Object.keys(cleared)).toHaveLength(1);
      updatePane(view, list, cleared);
      cleared = clearedFilter(view.getState(), list);
    }
    expect(view.getState()[list]).toEqual({
      ...before[list],
      ...Object.fromEntries(Object.entries(openState()[list]).filter(([name]) => hiding.includes(name))),
    });
  });

  it('clears the times of the feed before its other filters', () => {
    const view = createViewStore();
    updatePane(view, 'events', { range: { since: 1, until: 2 }, outcomes: [] });
    expect(clearedFilter(view.getState(), 'events')).toEqual({ range: undefined });
    updatePane(view, 'events', { range: undefined });
    expect(clearedFilter(view.getState(), 'events')).toEqual({ outcomes: OUTCOMES });
  });
});
