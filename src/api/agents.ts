import { agentSchema, type Agent } from '../contract/agent.ts';
import type { StatusChange } from '../contract/bodies.ts';
import { parsePage, type Page } from '../contract/pagination.ts';
import type { AgentsQuery } from '../contract/queries.ts';
import type { Answered, Client, WriteCall } from './client.ts';
import { unwrap } from './single-resource.ts';

/** GET /registered-agents: one page of the organization's agents. */
export function listAgents(
  client: Client,
  query: AgentsQuery = {},
  signal?: AbortSignal,
  purpose?: string,
): Promise<Answered<Page<Agent>>> {
  return client.call('listAgents', { query, signal, purpose }, (body) =>
    parsePage(body, 'agents', agentSchema),
  );
}

/** GET /registered-agents/{id}: one agent, whether the body is bare or wrapped. */
export function getAgent(
  client: Client,
  id: string,
  signal?: AbortSignal,
  purpose?: string,
): Promise<Answered<Agent>> {
  return client.call('getAgent', { id, signal, purpose }, (body) =>
    agentSchema.parse(unwrap(body, ['id', 'client_id', 'hostname', 'status', 'last_seen_at'])),
  );
}

/** PUT /registered-agents/{id}/status: asks for `active` or `suspended`. Says nothing of what became of it: read again. */
export function setAgentStatus(
  client: Client,
  id: string,
  { status, reason }: StatusChange,
  how: WriteCall = {},
): Promise<Answered<void>> {
  const body = reason === undefined || reason === '' ? { status } : { status, reason };
  return client.call('setAgentStatus', { id, body, ...how }, () => undefined);
}

/**
 * DELETE /registered-agents/{id}. A soft delete sends no `hard` at all. The reason travels in the URL. What a soft
 * delete does is not shown: read again.
 */
export function deleteAgent(
  client: Client,
  id: string,
  { hard = false, reason }: { readonly hard?: boolean; readonly reason?: string } = {},
  how: WriteCall = {},
): Promise<Answered<void>> {
  const query = { hard: hard ? true : undefined, reason: reason === '' ? undefined : reason };
  return client.call('deleteAgent', { id, query, ...how }, () => undefined);
}
