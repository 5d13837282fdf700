import type { Agent } from '../../contract/agent.ts';
import type { Session } from '../../contract/session.ts';
import { ownValue } from '../../lib/own-value.ts';
import { parseTime } from '../../lib/format-time.ts';
import { AGENTS_LIST } from '../agents/agents-list.ts';
import type { AgentsSlice } from '../agents/agents-slice.ts';
import { selectVisibleAgents } from '../agents/select-agents.ts';
import type { SlicedResult } from '../base/background-result.ts';
import type { Completeness } from '../base/completeness.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import { LLM_LIST } from '../llm/llm-list.ts';
import { amountOf, type LlmCallRow } from '../llm/llm-call-row.ts';
import { discoverColumns, discoverFields, type DiscoveredFields } from '../llm/llm-fields.ts';
import type { LlmSlice } from '../llm/llm-slice.ts';
import { meansError } from '../llm/llm-totals.ts';
import { selectVisibleLlmCalls } from '../llm/select-llm-calls.ts';
import type { ListQuery } from '../query/query-fields.ts';
import { typedField } from '../query/typed-names.ts';
import { textsAt } from '../query/record-leaves.ts';
import { selectVisibleSessions } from '../sessions/select-sessions.ts';
import { SESSIONS_LIST } from '../sessions/sessions-list.ts';
import type { SessionsSlice } from '../sessions/sessions-slice.ts';
import { partsOf } from './count-measures.ts';
import { Counts, type CountedRow } from './counts.ts';
import { fieldsInData, LOOKED_AT } from './fields-in-data.ts';
import type { CountQuestion } from './count-question.ts';
import { dayOf, hourOf } from './hours-and-days.ts';

/** Lists that are read anew as a whole. */
export type ReadListId = 'agents' | 'sessions' | 'llm';

/** The stores of these lists. */
export type ReadListsSlice = AgentsSlice & SessionsSlice & LlmSlice;

/** What is counted of a row, beside its values. */
type Facts = Omit<CountedRow, 'values'>;

interface ReadList<Row> {
  readonly query: ListQuery;
  readonly rows: (slice: ReadListsSlice, now: number) => readonly Row[];
  readonly completeness: (slice: ReadListsSlice) => Completeness;
  readonly isFiltering: (slice: ReadListsSlice) => boolean;
  readonly record: (row: Row) => unknown;
  /** What is known of each row, given all of them. */
  readonly facts: (rows: readonly Row[]) => (row: Row) => Facts;
  /** The fields that are offered, the likeliest first. */
  readonly offered: (rows: readonly Row[]) => readonly string[];
  /** The field of the time that a row is counted under; undefined where there is none. */
  readonly timeField: (rows: readonly Row[]) => string | undefined;
}

const AGENTS: ReadList<Agent> = {
  query: AGENTS_LIST.query,
  rows: selectVisibleAgents,
  completeness: (slice) => AGENTS_LIST.counted(slice),
  isFiltering: (slice) => AGENTS_LIST.isFiltering(slice),
  record: ({ raw }) => raw,
  facts: () => (agent) => ({
    time: parseTime(agent.last_seen_at),
    part: agent.status,
    machine: agent.machine_id,
  }),
  offered: () => ['status', 'version', 'os', 'arch', 'user', 'machine', 'host', 'clone', 'day', 'hour'],
  timeField: () => 'seen',
};

const SESSIONS: ReadList<Session> = {
  query: SESSIONS_LIST.query,
  rows: (slice) => selectVisibleSessions(slice),
  completeness: (slice) => SESSIONS_LIST.counted(slice),
  isFiltering: (slice) => SESSIONS_LIST.isFiltering(slice),
  record: ({ raw }) => raw,
  facts: () => (session) => ({
    time: parseTime(session.modified_at),
    part: undefined,
    machine: session.client_id,
    amounts: { messages: session.message_count, size_bytes: session.size_bytes },
  }),
  offered: () => ['project', 'branch', 'host', 'client', 'subagent', 'day', 'hour'],
  timeField: () => 'modified',
};

/** A field with more different values than these among so many calls is no kind of call but the name of one. */
const MOST_VALUES = 100;

const LLM: ReadList<LlmCallRow> = {
  query: LLM_LIST.query,
  rows: (slice) => selectVisibleLlmCalls(slice),
  completeness: (slice) => LLM_LIST.counted(slice),
  isFiltering: (slice) => slice.visibleLlmCalls.filtering !== undefined,
  record: ({ fields }) => fields,
  facts: (rows) => {
    const names = discoverFields(rows);
    return (row) => factsOfCall(row, names);
  },
  offered: memoizeLast((rows: readonly LlmCallRow[]) => {
    const { model, provider, status } = discoverFields(rows);
    const looked = rows.slice(0, LOOKED_AT);
    const others = discoverColumns(rows)
      .filter(({ name, kind }) => {
        const values = new Set(looked.map(({ fields }) => ownValue(fields, name)));
        return kind === 'text' && values.size <= MOST_VALUES;
      })
      .map(({ name }) => name);
    return [...new Set([model, provider, status, ...others, 'day', 'hour'])].filter(
      (name) => name !== undefined,
    );
  }),
  timeField: (rows) => discoverFields(rows).time,
};

function factsOfCall({ fields, time }: LlmCallRow, names: DiscoveredFields): Facts {
  const amount = (name: string | undefined) =>
    name === undefined ? undefined : amountOf(ownValue(fields, name));
  const isError =
    names.status !== undefined && meansError(ownValue(fields, names.status), names.status) === true;
  const client = ownValue(fields, 'client_id');
  return {
    time,
    part: isError ? 'errors' : undefined,
    machine: typeof client === 'string' ? client : undefined,
    amounts: {
      tokens_in: amount(names.inputTokens),
      tokens_out: amount(names.outputTokens),
      cost: amount(names.cost),
      latency: amount(names.latency),
    },
  };
}

const READ_LISTS = { agents: AGENTS, sessions: SESSIONS, llm: LLM } as const;

/** One of these lists, whatever its rows are. */
function readList(list: ReadListId): ReadList<object> {
  return READ_LISTS[list] as unknown as ReadList<object>;
}

const LISTS_READ = { agents: AGENTS_LIST, sessions: SESSIONS_LIST } as const;

/** The fields that the rows of a list are offered to be counted by. */
export function fieldsOfList(stores: ReadListsSlice, list: ReadListId, now: number): readonly string[] {
  const { query, rows, offered } = readList(list);
  const known = offered(rows(stores, now));
  return list === 'llm'
    ? known
    : [...new Set([...known, ...fieldsInData(LISTS_READ[list].known(stores, LOOKED_AT), query)])];
}

/** The field of a list that says when a row was, as it is counted by hours and days; undefined where its rows have none. */
export function timeFieldOfList(stores: ReadListsSlice, list: ReadListId, now: number): string | undefined {
  const { rows, timeField } = readList(list);
  return timeField(rows(stores, now));
}

/** The counts of a list, with the rows and the question that they are of. */
interface CountedList {
  readonly counts: Counts;
  readonly rows: readonly object[];
  readonly question: string;
}

/** Counts of a list that is read anew as a whole; the question is a `CountQuestion` as JSON. */
export type ListedCounts = SlicedResult<
  readonly [list: ReadListId, rows: readonly object[], question: string],
  CountedList
>;

/** Rows that are counted before others have their turn. */
const STEP = 128;

/** Counts all rows of a list, yielding after each small piece of them. */
export function* countList(
  list: ReadListId,
  rows: readonly object[],
  question: string,
): Generator<void, CountedList> {
  const { by, within } = JSON.parse(question) as CountQuestion;
  const { query, record, facts } = readList(list);
  const counts = new Counts(partsOf(list));
  const factsOf = facts(rows);
  const tests = within.map(({ field, value }) => ({ valuesOf: valuesIn(query, field), value }));
  const valuesOf = valuesIn(query, by);
  for (const [index, row] of rows.entries()) {
    if (index % STEP === STEP - 1) {
      yield;
    }
    const known = factsOf(row);
    const sent = record(row);
    const passes = tests.every(({ valuesOf: valuesOfTest, value }) => {
      const values = valuesOfTest(sent, known.time);
      return value === undefined ? values.length === 0 : values.includes(value);
    });
    if (passes) {
      counts.add({ ...known, values: [valuesOf(sent, known.time)] });
    }
  }
  return { counts, rows, question };
}

/** The values that a record has in a field: those of the first of its places that holds any. */
function valuesIn(
  query: ListQuery,
  name: string,
): (record: unknown, time: number | undefined) => readonly string[] {
  if (name === 'hour' || name === 'day') {
    return (_record, time) => (time === undefined ? [] : [name === 'day' ? dayOf(time) : hourOf(time)]);
  }
  const { paths } = typedField(query, name).field;
  return (record) => {
    for (const path of paths) {
      const values = textsAt(record, [path]);
      if (values.length > 0) {
        return values;
      }
    }
    return [];
  };
}

/** Counts of a list as far as they are known, and how far they and its filters have come. */
export function lookAtList(
  stores: ReadListsSlice & { readonly listedCounts: ListedCounts },
  list: ReadListId,
  question: string,
  now: number,
): { readonly counts: Counts; readonly completeness: Completeness } {
  const source = readList(list);
  const rows = source.rows(stores, now);
  const made = stores.listedCounts.look(list, rows, question);
  if (made === undefined || made.question !== question) {
    return { counts: NOTHING, completeness: { read: 0, of: rows.length } };
  }
  const completeness =
    made.rows !== rows
      ? { read: made.rows.length, of: rows.length }
      : source.isFiltering(stores)
        ? { read: rows.length, of: undefined }
        : source.completeness(stores);
  return { counts: made.counts, completeness };
}

const NOTHING = new Counts();
