import { randomBytes } from 'node:crypto';

import type { AgentStatus } from '../../contract/values.ts';
import type { Choices } from '../base/choices.ts';
import type { AgentRecord } from '../base/records.ts';
import type { Database } from './database.ts';
import { hashOf } from './keys.ts';
import { scattered } from './scattered.ts';

type Row = Omit<AgentRecord, 'clone_detected'> & { readonly clone_detected: number };

const FIELDS = `id, client_id, machine_id, generation, secret_prefix, registration_key_id, registration_key_name, status,
  hostname, os, arch, version, username, clone_detected, clone_reason, registered_at, last_seen_at`;

/** Stores the agents of an organization, each with the hash of a secret that begins with its prefix. */
export function insertAgents(database: Database, organization: number, agents: readonly AgentRecord[]): void {
  const insert = database.statement(
    `INSERT INTO agents (organization, secret_hash, ${FIELDS}) VALUES (?, ?, ${'?, '.repeat(16)}?)`,
  );
  for (const agent of agents) {
    insert.run(
      organization,
      hashOf(agent.secret_prefix + randomBytes(20).toString('hex')),
      agent.id,
      agent.client_id,
      agent.machine_id,
      agent.generation,
      agent.secret_prefix,
      agent.registration_key_id,
      agent.registration_key_name,
      agent.status,
      agent.hostname,
      agent.os,
      agent.arch,
      agent.version,
      agent.username,
      Number(agent.clone_detected),
      agent.clone_reason,
      agent.registered_at,
      agent.last_seen_at,
    );
  }
}

export interface AgentSelection {
  readonly limit: number;
  readonly offset: number;
  readonly order: Choices['agent-order'];
  readonly withDeleted: boolean;
  readonly random: () => number;
}

/** One page of an organization's agents and how many there are in all. */
export function pageOfAgents(
  database: Database,
  organization: number,
  selection: AgentSelection,
): { readonly rows: readonly AgentRecord[]; readonly total: number } {
  const where = `organization = ?${selection.withDeleted ? '' : " AND status <> 'deleted'"}`;
  const rows = database.all<Row>(
    `SELECT ${FIELDS} FROM agents WHERE ${where} ORDER BY ${orderOf(selection)} LIMIT ? OFFSET ?`,
    organization,
    selection.limit,
    selection.offset,
  );
  const counted = database.one<{ count: number }>(
    `SELECT count(*) AS count FROM agents WHERE ${where}`,
    organization,
  );
  return { rows: rows.map(toRecord), total: counted?.count ?? 0 };
}

function orderOf({ order, random }: AgentSelection): string {
  switch (order) {
    case 'newest-first':
      return 'registered_at DESC, number DESC';
    case 'oldest-first':
      return 'registered_at, number';
    case 'hostname':
      return 'hostname, number';
    case 'last-seen':
      return 'last_seen_at DESC, number DESC';
    case 'id-hash':
      return scattered();
    case 'reshuffled':
      return scattered(random);
  }
}

/** The agent with that id, or undefined when the organization has none. */
export function findAgent(database: Database, organization: number, id: string): AgentRecord | undefined {
  const row = database.one<Row>(
    `SELECT ${FIELDS} FROM agents WHERE organization = ? AND id = ?`,
    organization,
    id,
  );
  return row && toRecord(row);
}

/** Sets the status of an agent. */
export function setAgentStatus(
  database: Database,
  organization: number,
  id: string,
  status: AgentStatus,
): void {
  database.run('UPDATE agents SET status = ? WHERE organization = ? AND id = ?', status, organization, id);
}

/** Removes an agent; what it reported stays. */
export function removeAgent(database: Database, organization: number, id: string): void {
  database.run('DELETE FROM agents WHERE organization = ? AND id = ?', organization, id);
}

/** Records that an agent checked in; an earlier time than the stored one changes nothing. */
export function recordCheckIn(database: Database, organization: number, id: string, at: number): void {
  database.run(
    'UPDATE agents SET last_seen_at = ? WHERE organization = ? AND id = ? AND last_seen_at < ?',
    at,
    organization,
    id,
    at,
  );
}

/** Status by id of all agents of an organization. */
export function statusByAgent(database: Database, organization: number): ReadonlyMap<string, AgentStatus> {
  const rows = database.all<{ id: string; status: AgentStatus }>(
    'SELECT id, status FROM agents WHERE organization = ?',
    organization,
  );
  return new Map(rows.map((row) => [row.id, row.status]));
}

function toRecord(row: Row): AgentRecord {
  return { ...row, clone_detected: row.clone_detected === 1 };
}
