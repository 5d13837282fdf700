import type { SourceRecord } from '../../lib/record-formats/record-format.ts';
import { selectEventFacts } from '../../stores/events/event-facts.ts';
import { selectVisibleAgents } from '../../stores/agents/select-agents.ts';
import { selectListedCompleteness } from '../../stores/events/feed-completeness.ts';
import type { FilterProgress } from '../../stores/base/filter-progress.ts';
import { selectVisibleEvents } from '../../stores/events/select-events.ts';
import { recordOfTotals } from '../../stores/llm/llm-totals-record.ts';
import type { LlmTotals } from '../../stores/llm/llm-totals.ts';
import {
  selectLlmCompleteness,
  selectLlmTotals,
  selectSummedCompleteness,
  selectVisibleLlmCalls,
} from '../../stores/llm/select-llm-calls.ts';
import { selectPolicyFields } from '../../stores/policy/select-policy.ts';
import { completenessOf, incompleteRecord, type Completeness } from '../../stores/base/completeness.ts';
import { selectSessionsCompleteness, selectVisibleSessions } from '../../stores/sessions/select-sessions.ts';
import { selectMarked } from '../../stores/view/count-marks.ts';
import type { Marks } from '../../stores/base/mark-set.ts';
import { selectedIndex } from '../../stores/base/cursor.ts';
import { visibleRows } from '../../stores/base/visible-rows.ts';
import type { CommandContext } from '../base/command.ts';
import { selectOverviewRecords } from './overview-records.ts';
import { selectPageRecords } from './page-records.ts';
import { notesOnAge, notesOnFeed } from './row-notes.ts';
import type { PaneRecords } from './record-document.ts';
import {
  AGENT_FIELDS,
  EVENT_FIELDS,
  SESSION_FIELDS,
  valuesOfAgent,
  valuesOfEvent,
  valuesOfFields,
  valuesOfSession,
  type CopiedValue,
} from './record-values.ts';

/**
 * What can be copied and written of what is seen: the page over the active pane, else what that lists. While the detail has
 * the focus the values are its fields. Undefined where nothing is listed.
 */
export function selectPaneRecords(context: CommandContext): PaneRecords | undefined {
  const records = selectPageRecords(context) ?? listedRecords(context);
  const { tab, focus, ...view } = context.stores.view.getState();
  const isInDetail = focus === 'detail' && view[tab].detail && records?.document === undefined;
  return isInDetail && records?.current !== undefined
    ? { ...records, values: valuesOfFields(records.current) }
    : records;
}

function listedRecords(context: CommandContext): PaneRecords | undefined {
  const { stores, clock } = context;
  const view = stores.view.getState();
  switch (view.tab) {
    case 'overview':
      return selectOverviewRecords(context);
    case 'events': {
      const rows = selectVisibleEvents(stores);
      const { marks } = view.events;
      const current = selectEventFacts(stores)?.event;
      return {
        noun: 'event',
        nouns: 'events',
        count: rows.length,
        counted: selectListedCompleteness(stores),
        notes: notesOnFeed(stores),
        fields: EVENT_FIELDS,
        current: current?.event.raw,
        values: valuesOfEvent(stores, current),
        mayHoldSecrets: true,
        marked: {
          count: selectMarked(stores, 'events'),
          *all() {
            for (const id of marks) {
              const row = stores.events.get(id);
              if (row !== undefined) {
                yield row.event.raw;
              }
            }
          },
        },
        *all() {
          for (const { event } of rows) {
            yield event.raw;
          }
        },
      };
    }
    case 'agents': {
      const rows = selectVisibleAgents(stores, clock.now());
      const index = selectedIndex(stores, 'agents', visibleRows(rows));
      const agent = rows[index];
      return recordsOf(
        {
          noun: 'agent',
          nouns: 'agents',
          fields: AGENT_FIELDS,
          counted: lookedThrough(stores.visibleAgents, completenessOf(stores.agents.getState().data)),
          notes: notesOnAge(stores, stores.agents.getState()),
        },
        rows.map(({ raw }) => raw),
        index,
        valuesOfAgent(agent),
        markedOf(stores.agents.getState().data?.rows ?? [], view.agents.marks),
      );
    }
    case 'sessions': {
      const rows = selectVisibleSessions(stores);
      const index = selectedIndex(stores, 'sessions', visibleRows(rows));
      const session = rows[index];
      return recordsOf(
        {
          noun: 'session',
          nouns: 'sessions',
          fields: SESSION_FIELDS,
          mayHoldSecrets: true,
          counted: selectSessionsCompleteness(stores),
          notes: notesOnAge(stores, stores.sessions.getState()),
        },
        rows.map(({ raw }) => raw),
        index,
        valuesOfSession(session),
        markedOf(stores.sessions.getState().data?.rows ?? [], view.sessions.marks),
      );
    }
    case 'llm': {
      const notes = notesOnAge(stores, stores.llmCalls.getState());
      if (view.llm.shows === 'totals') {
        const counted = lookedThrough(stores.visibleLlmCalls, selectSummedCompleteness(stores));
        const totals = selectLlmTotals(stores);
        const recordOf = (row: LlmTotals) => ({ ...recordOfTotals(row), ...incompleteRecord(counted) });
        const index = selectedIndex(stores, 'llm', visibleRows(totals));
        const name = totals[index]?.model ?? totals[index]?.provider;
        return recordsOf(
          { noun: 'total', nouns: 'totals', fields: undefined, counted, countedEach: counted, notes },
          totals.map(recordOf),
          index,
          [{ label: 'name', value: name }],
          totals.filter(({ id }) => view.llm.marks.has(id)).map(recordOf),
        );
      }
      const counted = lookedThrough(stores.visibleLlmCalls, selectLlmCompleteness(stores));
      const rows = selectVisibleLlmCalls(stores);
      const index = selectedIndex(stores, 'llm', visibleRows(rows));
      const marked = rows.filter(({ id }) => view.llm.marks.has(id)).map(({ fields }) => fields);
      const fields = Object.entries(rows[index]?.fields ?? {});
      return recordsOf(
        { noun: 'call', nouns: 'calls', fields: undefined, counted, notes },
        rows.map((row) => row.fields),
        index,
        fields.flatMap(([label, value]) => (typeof value === 'string' ? [{ label, value }] : [])).slice(0, 6),
        marked,
      );
    }
    case 'policy': {
      const rows = selectPolicyFields(stores);
      const index = selectedIndex(stores, 'policy', visibleRows(rows));
      const field = rows[index];
      return recordsOf(
        {
          noun: 'rule',
          nouns: 'rules',
          fields: undefined,
          counted: 'all',
          notes: notesOnAge(stores, stores.policy.getState()),
        },
        rows.map(({ id, stored }) => ({ rule: id, value: stored })),
        index,
        [{ label: 'name', value: field?.id }],
      );
    }
  }
}

/** How much was looked at while a filter is not done; otherwise how much of what there is was read. */
function lookedThrough(
  { filtering }: { readonly filtering: FilterProgress | undefined },
  read: Completeness,
): Completeness {
  return filtering === undefined ? read : { read: filtering.looked, of: filtering.of };
}

function recordsOf(
  facts: Pick<PaneRecords, 'noun' | 'nouns' | 'fields' | 'counted' | 'countedEach' | 'notes'> & {
    readonly mayHoldSecrets?: true;
  },
  records: readonly SourceRecord[],
  index: number,
  values: readonly CopiedValue[],
  marked: readonly SourceRecord[] = [],
): PaneRecords {
  return {
    mayHoldSecrets: false,
    ...facts,
    count: records.length,
    current: records[index],
    values,
    marked: { count: marked.length, all: () => marked },
    all: () => records,
  };
}

function markedOf(
  rows: readonly { readonly id: string; readonly raw: SourceRecord }[],
  marks: Marks,
): readonly SourceRecord[] {
  return marks.size === 0 ? [] : rows.filter(({ id }) => marks.has(id)).map(({ raw }) => raw);
}
