import type { SourceRecord } from '../../lib/record-formats/record-format.ts';
import { joinUntrusted, untrustedText, type Untrusted } from '../../lib/untrusted.ts';
import { selectHostByClient, selectVisibleAgents } from '../../stores/select-agents.ts';
import { selectEventFacts } from '../../stores/event-facts.ts';
import { selectVisibleEvents } from '../../stores/select-events.ts';
import { recordOfTotals } from '../../stores/llm-totals-record.ts';
import { selectLlmTotals, selectVisibleLlmCalls } from '../../stores/select-llm-calls.ts';
import { selectPolicyFields } from '../../stores/select-policy.ts';
import { selectVisibleSessions } from '../../stores/select-sessions.ts';
import { cursorIndex, visibleRows } from '../../stores/visible-rows.ts';
import type { CommandContext } from '../command.ts';

/** A value of the row under the cursor that people copy. */
export interface CopiedValue {
  readonly label: string;
  readonly value: string | undefined;
}

/** The rows that a pane lists, as the server sent them. */
export interface PaneRecords {
  /** What one is, and several: `event`, `events`. */
  readonly noun: string;
  readonly nouns: string;
  /** Rows that pass the filters. */
  readonly count: number;
  /** The fields that people look at first. */
  readonly fields: readonly string[] | undefined;
  /** What is under the cursor; undefined when the list is empty. */
  readonly current: SourceRecord | undefined;
  readonly values: readonly CopiedValue[];
  readonly marked: readonly SourceRecord[];
  readonly all: () => Iterable<SourceRecord>;
}

const EVENT_FIELDS = [
  'timestamp',
  'outcome',
  'subject.ecosystem',
  'subject.package',
  'subject.version',
  'client_id',
  'payload.reasons',
];
const AGENT_FIELDS = ['hostname', 'id', 'status', 'username', 'os', 'version', 'last_seen_at'];
const SESSION_FIELDS = [
  'modified_at',
  'agent_hostname',
  'project_path',
  'git_branch',
  'message_count',
  'session_id',
];

/** What the active pane lists; undefined where it lists nothing. */
export function selectPaneRecords(context: CommandContext): PaneRecords | undefined {
  const { stores, clock } = context;
  const view = stores.view.getState();
  switch (view.tab) {
    case 'overview': {
      const summary = stores.summary.getState().data?.raw;
      const records = summary === undefined ? [] : [summary];
      return recordsOf({ noun: 'summary', nouns: 'summaries', fields: undefined }, records, 0, []);
    }
    case 'events': {
      const rows = selectVisibleEvents(stores);
      const { marks } = view.events;
      const current = selectEventFacts(stores)?.event;
      const { subject, client_id: client } = current?.event ?? {};
      return {
        noun: 'event',
        nouns: 'events',
        count: rows.length,
        fields: EVENT_FIELDS,
        current: current?.event.raw,
        values: [
          { label: 'package', value: subject?.package },
          { label: 'package@version', value: joined(subject?.package, subject?.version) },
          { label: 'host', value: selectHostByClient(stores).get(client ?? '') },
          { label: 'client id', value: client },
          { label: 'event id', value: current?.id },
          { label: 'reasons', value: joinUntrusted(current?.event.payload?.reasons ?? [], '; ') },
        ],
        marked: [...marks].map((id) => stores.events.get(id)?.event.raw).filter((raw) => raw !== undefined),
        *all() {
          for (const { event } of rows) {
            yield event.raw;
          }
        },
      };
    }
    case 'agents': {
      const rows = selectVisibleAgents(stores, clock.now());
      const index = cursorIndex(visibleRows(rows), view.agents.cursor);
      const agent = rows[index];
      return recordsOf(
        { noun: 'agent', nouns: 'agents', fields: AGENT_FIELDS },
        rows.map(({ raw }) => raw),
        index,
        [
          { label: 'host', value: agent?.hostname },
          { label: 'agent id', value: agent?.id },
          { label: 'client id', value: agent?.client_id },
          { label: 'machine id', value: agent?.machine_id },
          { label: 'user', value: agent?.username },
        ],
        markedOf(stores.agents.getState().data?.rows ?? [], view.agents.marks),
      );
    }
    case 'sessions': {
      const rows = selectVisibleSessions(stores);
      const index = cursorIndex(visibleRows(rows), view.sessions.cursor);
      const session = rows[index];
      return recordsOf(
        { noun: 'session', nouns: 'sessions', fields: SESSION_FIELDS },
        rows.map(({ raw }) => raw),
        index,
        [
          { label: 'session id', value: session?.session_id ?? session?.id },
          { label: 'project', value: session?.project_path },
          { label: 'branch', value: session?.git_branch },
          { label: 'host', value: session?.agent_hostname },
          { label: 'client id', value: session?.client_id },
          { label: 'first prompt', value: session?.first_prompt },
        ],
        markedOf(stores.sessions.getState().data?.rows ?? [], view.sessions.marks),
      );
    }
    case 'llm': {
      if (view.llm.shows === 'totals') {
        const totals = selectLlmTotals(stores);
        const index = cursorIndex(visibleRows(totals), view.llm.cursor);
        const name = totals[index]?.model ?? totals[index]?.provider;
        return recordsOf(
          { noun: 'total', nouns: 'totals', fields: undefined },
          totals.map(recordOfTotals),
          index,
          [{ label: 'name', value: name }],
          totals.filter(({ id }) => view.llm.marks.has(id)).map(recordOfTotals),
        );
      }
      const rows = selectVisibleLlmCalls(stores);
      const index = cursorIndex(visibleRows(rows), view.llm.cursor);
      const marked = rows.filter(({ id }) => view.llm.marks.has(id)).map(({ fields }) => fields);
      const fields = Object.entries(rows[index]?.fields ?? {});
      return recordsOf(
        { noun: 'call', nouns: 'calls', fields: undefined },
        rows.map((row) => row.fields),
        index,
        fields.flatMap(([label, value]) => (typeof value === 'string' ? [{ label, value }] : [])).slice(0, 6),
        marked,
      );
    }
    case 'policy': {
      const rows = selectPolicyFields(stores);
      const index = cursorIndex(visibleRows(rows), view.policy.cursor);
      const field = rows[index];
      return recordsOf(
        { noun: 'rule', nouns: 'rules', fields: undefined },
        rows.map(({ id, stored }) => ({ rule: id, value: stored })),
        index,
        [{ label: 'name', value: field?.id }],
      );
    }
  }
}

function recordsOf(
  facts: Pick<PaneRecords, 'noun' | 'nouns' | 'fields'>,
  records: readonly SourceRecord[],
  index: number,
  values: readonly CopiedValue[],
  marked: readonly SourceRecord[] = [],
): PaneRecords {
  return { ...facts, count: records.length, current: records[index], values, marked, all: () => records };
}

function markedOf(
  rows: readonly { readonly id: string; readonly raw: SourceRecord }[],
  marks: ReadonlySet<string>,
): readonly SourceRecord[] {
  return marks.size === 0 ? [] : rows.filter(({ id }) => marks.has(id)).map(({ raw }) => raw);
}

function joined(name: Untrusted | undefined, version: Untrusted | undefined): string | undefined {
  return name === undefined || version === undefined ? undefined : untrustedText`${name}@${version}`;
}
