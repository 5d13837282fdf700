import type { JsonObject } from '../../contract/tolerant.ts';
import type { HostByClient } from '../base/host-by-client.ts';
import type { RecordColumn } from '../../lib/record-formats/record-format.ts';

/** Columns of events whose values stand in the list of agents. */
const ELSEWHERE = ['host', 'user'];

/** Whether one of these columns of events has its values in the list of agents. */
export function needAgents(columns: readonly RecordColumn[]): boolean {
  return columns.some(({ paths }) => ELSEWHERE.includes(paths[0] ?? ''));
}

/** An event with its machine and who uses it beside what was sent, for a table of columns. */
export function withMachine(raw: JsonObject, hosts: HostByClient): JsonObject {
  const { client_id: sent } = raw;
  const client = typeof sent === 'string' ? sent : '';
  return { ...raw, host: hosts.get(client) ?? client, user: hosts.users?.get(client) ?? '' };
}
