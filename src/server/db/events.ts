import type { SQLInputValue } from 'node:sqlite';

import type { Ecosystem, EventType, Outcome } from '../../contract/values.ts';
import type { Choices } from '../base/choices.ts';
import type { TimeWindow } from '../base/event-window.ts';
import type { EventRecord } from '../base/records.ts';
import { ecosystemCode, ecosystemOfCode, outcomeCode, outcomeOfCode, typeCode, typeOfCode } from './codes.ts';
import type { Database } from './database.ts';
import { addToCounts, countByKind, type EventKind, type KindCount } from './event-counts.ts';
import { scattered } from './scattered.ts';

/** Filters of GET /events; what is undefined filters nothing. */
export interface EventFilter {
  readonly type: EventType | undefined;
  readonly outcome: Outcome | undefined;
  readonly ecosystem: Ecosystem | undefined;
  readonly package: string | undefined;
  readonly window: TimeWindow;
}

export interface EventSelection {
  readonly filter: EventFilter;
  readonly packageMatch: Choices['package-match'];
  readonly order: Choices['event-order'];
  readonly limit: number;
  readonly offset: number;
  readonly random: () => number;
}

interface Row {
  readonly id: string;
  readonly client_id: string;
  readonly timestamp: number;
  readonly type: number;
  readonly outcome: number;
  readonly ecosystem: number;
  readonly package: string;
  readonly details: string;
}

/** What no filter asks for. */
interface Details {
  readonly actor: EventRecord['actor'];
  readonly version: string;
  readonly metadata: EventRecord['metadata'];
  readonly payload: EventRecord['payload'];
}

/** Stores events and counts them. To be called inside a transaction. */
export function insertEvents(database: Database, organization: number, events: readonly EventRecord[]): void {
  const insert = database.statement(
    `INSERT INTO events (organization, id, client_id, timestamp, type, outcome, ecosystem, package, details)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const kinds: (EventKind & { timestamp: number })[] = [];
  for (const event of events) {
    const kind = {
      timestamp: event.timestamp,
      type: typeCode(event.type),
      outcome: outcomeCode(event.outcome),
      ecosystem: ecosystemCode(event.subject.ecosystem),
    };
    const details: Details = {
      actor: event.actor,
      version: event.subject.version,
      metadata: event.metadata,
      payload: event.payload,
    };
    insert.run(
      organization,
      event.id,
      event.client_id,
      event.timestamp,
      kind.type,
      kind.outcome,
      kind.ecosystem,
      event.subject.package,
      JSON.stringify(details),
    );
    kinds.push(kind);
  }
  addToCounts(database, organization, kinds);
}

/** One page of an organization's events under a filter, and how many match in all. */
export function pageOfEvents(
  database: Database,
  organization: number,
  selection: EventSelection,
): { readonly rows: readonly EventRecord[]; readonly total: number } {
  const { filter } = selection;
  const kinds = filter.package === undefined ? countByKind(database, organization, filter.window) : [];
  const { index, where, values } = planFilter(organization, selection, kinds);
  const total =
    filter.package === undefined
      ? sumMatching(kinds, filter)
      : (database.one<{ count: number }>(
          `SELECT count(*) AS count FROM events INDEXED BY ${index} WHERE ${where}`,
          ...values,
        )?.count ?? 0);
  if (selection.offset >= total) {
    return { rows: [], total };
  }
  const order = orderOf(selection);
  const numbers = database.all<{ number: number }>(
    `SELECT number FROM events INDEXED BY ${index} WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`,
    ...values,
    selection.limit,
    selection.offset,
  );
  const find = database.statement(
    'SELECT id, client_id, timestamp, type, outcome, ecosystem, package, details FROM events WHERE number = ?',
  );
  return { rows: numbers.map(({ number }) => toRecord(find.get(number) as unknown as Row)), total };
}

/** The codes that a filter asks for, by column. */
function codesOf(filter: EventFilter): readonly (readonly [keyof EventKind, number])[] {
  const codes: (readonly [keyof EventKind, number])[] = [];
  if (filter.type !== undefined) {
    codes.push(['type', typeCode(filter.type)]);
  }
  if (filter.outcome !== undefined) {
    codes.push(['outcome', outcomeCode(filter.outcome)]);
  }
  if (filter.ecosystem !== undefined) {
    codes.push(['ecosystem', ecosystemCode(filter.ecosystem)]);
  }
  return codes;
}

function sumMatching(kinds: readonly KindCount[], filter: EventFilter): number {
  const codes = codesOf(filter);
  return kinds
    .filter((kind) => codes.every(([column, code]) => kind[column] === code))
    .reduce((sum, kind) => sum + kind.count, 0);
}

/** The condition, and the index that leaves the fewest rows to look at. */
function planFilter(
  organization: number,
  { filter, packageMatch }: EventSelection,
  kinds: readonly KindCount[],
): { readonly index: string; readonly where: string; readonly values: SQLInputValue[] } {
  const conditions = ['organization = ?'];
  const values: SQLInputValue[] = [organization];
  const codes = codesOf(filter);
  for (const [column, code] of codes) {
    conditions.push(`${column} = ?`);
    values.push(code);
  }
  if (filter.window.from !== undefined) {
    conditions.push('timestamp >= ?');
    values.push(filter.window.from);
  }
  if (filter.window.to !== undefined) {
    conditions.push('timestamp < ?');
    values.push(filter.window.to);
  }
  if (filter.package !== undefined) {
    conditions.push(packageCondition(packageMatch));
    values.push(filter.package);
  }
  const where = conditions.join(' AND ');
  if (filter.package !== undefined) {
    return { index: packageMatch === 'exact' ? 'events_by_package' : 'events_by_time', where, values };
  }
  const countOf = ([column, code]: readonly [keyof EventKind, number]) =>
    kinds.reduce((sum, kind) => sum + (kind[column] === code ? kind.count : 0), 0);
  const rarest = [...codes].sort((left, right) => countOf(left) - countOf(right))[0];
  return { index: `events_by_${rarest?.[0] ?? 'time'}`, where, values };
}

function packageCondition(match: Choices['package-match']): string {
  switch (match) {
    case 'exact':
      return 'package = ?';
    case 'ignore-case':
      return 'lower(package) = lower(?)';
    case 'substring':
      return 'instr(lower(package), lower(?)) > 0';
  }
}

function orderOf({ order, random }: EventSelection): string {
  switch (order) {
    case 'newest-first':
      return 'timestamp DESC, number DESC';
    case 'oldest-first':
      return 'timestamp, number';
    case 'arrival':
      return 'number DESC';
    case 'id-hash':
      return scattered();
    case 'reshuffled':
      return scattered(random);
  }
}

function toRecord(row: Row): EventRecord {
  const details = JSON.parse(row.details) as Details;
  return {
    id: row.id,
    client_id: row.client_id,
    timestamp: row.timestamp,
    type: typeOfCode(row.type),
    outcome: outcomeOfCode(row.outcome),
    actor: details.actor,
    subject: {
      ecosystem: ecosystemOfCode(row.ecosystem),
      package: row.package,
      version: details.version,
    },
    metadata: details.metadata,
    payload: details.payload,
  };
}
