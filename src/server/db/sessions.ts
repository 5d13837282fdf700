import { append } from '../../lib/long-lists.ts';
import type { SQLInputValue } from 'node:sqlite';
import { deflateRawSync } from 'node:zlib';

import type { Choices } from '../base/choices.ts';
import type { SessionRecord } from '../base/records.ts';
import type { Database } from './database.ts';
import { scattered } from './scattered.ts';

/** A session as it is stored: what was recorded, its row's number, and the size of its messages. */
export interface StoredSession extends Omit<SessionRecord, 'messages'> {
  readonly number: number;
  readonly message_count: number;
  readonly size_bytes: number;
}

/** Filters of GET /sessions; what is undefined filters nothing. */
export interface SessionFilter {
  readonly agentId: string | undefined;
  readonly clientId: string | undefined;
  readonly project: string | undefined;
  readonly gitBranch: string | undefined;
  /** The day, in milliseconds since the epoch; `to` is the first that does not belong to it. */
  readonly day: { readonly from: number; readonly to: number } | undefined;
  readonly withSubagents: boolean;
}

export interface SessionSelection {
  readonly filter: SessionFilter;
  readonly choices: Choices;
  readonly limit: number;
  readonly offset: number;
  readonly random: () => number;
}

type Row = Omit<StoredSession, 'is_subagent'> & { readonly is_subagent: number };

const FIELDS = `session_id, client_id, agent_hostname, project_path, first_prompt, git_branch, message_count,
  created_at, modified_at, uploaded_at, size_bytes, is_subagent, subagent_count`;

/**
 * Stores sessions; one whose `session_id` the organization has already takes the place of what was stored and keeps its
 * number. To be called inside a transaction.
 */
export function storeSessions(
  database: Database,
  organization: number,
  sessions: readonly SessionRecord[],
): void {
  const store = database.statement(
    `INSERT INTO sessions (organization, ${FIELDS}) VALUES (?, ${'?, '.repeat(12)}?)
      ON CONFLICT (organization, session_id) DO UPDATE SET
        client_id = excluded.client_id, agent_hostname = excluded.agent_hostname,
        project_path = excluded.project_path, first_prompt = excluded.first_prompt,
        git_branch = excluded.git_branch, message_count = excluded.message_count,
        created_at = excluded.created_at, modified_at = excluded.modified_at,
        uploaded_at = excluded.uploaded_at, size_bytes = excluded.size_bytes,
        is_subagent = excluded.is_subagent, subagent_count = excluded.subagent_count
      RETURNING number`,
  );
  const storeContents = database.statement(
    'INSERT OR REPLACE INTO session_contents (session, messages) VALUES (?, ?)',
  );
  for (const session of sessions) {
    const messages = Buffer.from(JSON.stringify(session.messages));
    const stored = store.get(
      organization,
      session.session_id,
      session.client_id,
      session.agent_hostname,
      session.project_path,
      session.first_prompt,
      session.git_branch,
      session.messages.length,
      session.created_at,
      session.modified_at,
      session.uploaded_at,
      messages.length,
      Number(session.is_subagent),
      session.subagent_count,
    ) as unknown as { readonly number: number };
    storeContents.run(stored.number, deflateRawSync(messages, { level: 1 }));
  }
}

/** One page of an organization's sessions under a filter, and how many match in all. */
export function pageOfSessions(
  database: Database,
  organization: number,
  selection: SessionSelection,
): { readonly rows: readonly StoredSession[]; readonly total: number } {
  const { where, values } = condition(organization, selection.filter, selection.choices);
  const rows = database.all<Row>(
    `SELECT number, ${FIELDS} FROM sessions WHERE ${where} ORDER BY ${orderOf(selection)} LIMIT ? OFFSET ?`,
    ...values,
    selection.limit,
    selection.offset,
  );
  const counted = database.one<{ count: number }>(
    `SELECT count(*) AS count FROM sessions WHERE ${where}`,
    ...values,
  );
  return { rows: rows.map(toSession), total: counted?.count ?? 0 };
}

/** The session with that number or that `session_id`, or undefined when the organization has none. */
export function findSession(
  database: Database,
  organization: number,
  key: { readonly number: number } | { readonly sessionId: string },
): StoredSession | undefined {
  const [column, value] = 'number' in key ? ['number', key.number] : ['session_id', key.sessionId];
  const row = database.one<Row>(
    `SELECT number, ${FIELDS} FROM sessions WHERE organization = ? AND ${column} = ?`,
    organization,
    value,
  );
  return row && toSession(row);
}

function condition(organization: number, filter: SessionFilter, choices: Choices) {
  const conditions = ['organization = ?'];
  const values: SQLInputValue[] = [organization];
  const add = (sql: string, ...more: SQLInputValue[]) => {
    conditions.push(sql);
    append(values, more);
  };
  if (!filter.withSubagents) {
    add('is_subagent = 0');
  }
  if (filter.agentId !== undefined) {
    add(
      'client_id = (SELECT client_id FROM agents WHERE organization = ? AND id = ?)',
      organization,
      filter.agentId,
    );
  }
  if (filter.clientId !== undefined) {
    add('client_id = ?', filter.clientId);
  }
  if (filter.project !== undefined) {
    add(projectCondition(choices['project-match']), filter.project);
  }
  if (filter.gitBranch !== undefined) {
    add('git_branch = ?', filter.gitBranch);
  }
  if (filter.day !== undefined) {
    const column = dateColumn(choices);
    add(`${column} >= ? AND ${column} < ?`, filter.day.from, filter.day.to);
  }
  return { where: conditions.join(' AND '), values };
}

/** The column by which a session belongs to a date. */
export function dateColumn(choices: Choices): 'created_at' | 'modified_at' {
  return choices['session-date'] === 'created' ? 'created_at' : 'modified_at';
}

function projectCondition(match: Choices['project-match']): string {
  switch (match) {
    case 'exact':
      return 'project_path = ?';
    case 'prefix':
      return 'instr(project_path, ?) = 1';
    case 'substring':
      return 'instr(project_path, ?) > 0';
  }
}

function orderOf({ choices, random }: SessionSelection): string {
  switch (choices['session-order']) {
    case 'newest-first':
      return 'modified_at DESC, number DESC';
    case 'oldest-first':
      return 'modified_at, number';
    case 'created-first':
      return 'created_at DESC, number DESC';
    case 'arrival':
      return 'number DESC';
    case 'id-hash':
      return scattered();
    case 'reshuffled':
      return scattered(random);
  }
}

function toSession(row: Row): StoredSession {
  return { ...row, is_subagent: row.is_subagent === 1 };
}
