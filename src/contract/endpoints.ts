/** The fifteen endpoints: method, path below the base URL, and whether a key is needed ("Endpoints"). */

export const BASE_PATH = '/api/v1';

export interface Endpoint {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** `{id}` stands for the one path parameter. */
  readonly path: string;
  readonly needsKey: boolean;
  /** Query parameters that the specification documents. */
  readonly query: readonly string[];
}

const read = (path: string, query: readonly string[] = []): Endpoint => ({
  method: 'GET',
  path,
  needsKey: true,
  query,
});

export const ENDPOINTS = {
  health: { method: 'GET', path: '/health', needsKey: false, query: [] },
  listAgents: read('/registered-agents', ['limit', 'offset']),
  getAgent: read('/registered-agents/{id}'),
  setAgentStatus: { method: 'PUT', path: '/registered-agents/{id}/status', needsKey: true, query: [] },
  deleteAgent: {
    method: 'DELETE',
    path: '/registered-agents/{id}',
    needsKey: true,
    query: ['hard', 'reason'],
  },
  listSessions: read('/sessions', [
    'limit',
    'offset',
    'agent_id',
    'client_id',
    'project',
    'git_branch',
    'date',
    'tz',
    'include_subagents',
  ]),
  getSession: read('/sessions/{id}'),
  getTranscript: read('/sessions/{id}/content'),
  getCalendar: read('/sessions/calendar', ['since', 'until']),
  listSessionClients: read('/sessions/clients'),
  listEvents: read('/events', [
    'limit',
    'offset',
    'type',
    'outcome',
    'ecosystem',
    'package',
    'since',
    'until',
  ]),
  getSummary: read('/stats/summary'),
  listLlmCalls: read('/events/llm', ['limit']),
  getPolicy: read('/policy'),
  updatePolicy: { method: 'PUT', path: '/policy', needsKey: true, query: [] },
} as const satisfies Record<string, Endpoint>;

/** All that a client can call: the endpoints, and any other path that a person asks for, which is only read. */
export const CALLS = { ...ENDPOINTS, anyPath: read('{path}') } as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof CALLS;
