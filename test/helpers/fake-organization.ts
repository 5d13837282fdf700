import type { FakeAnswer, FakeCall } from './fake-client.ts';

/** Agents and a policy of a server that exists only in a test. */
export interface FakeOrganization {
  readonly agents: Map<string, Record<string, unknown>>;
  readonly policy: { version: number; rules: Record<string, unknown> };
  /** What a server without faults says to a call, after having done it. */
  answer(call: FakeCall): FakeAnswer;
}

const GONE: FakeAnswer = { status: 404, body: { error: 'no such agent' } };

/** An organization whose agents have these ids and are active. */
export function createFakeOrganization(ids: readonly string[]): FakeOrganization {
  const agents = new Map(
    ids.map((id) => [id, { id, hostname: `host-${id}`, generation: 1, status: 'active' }]),
  );
  const policy = { version: 1, rules: { min_scorecard: 5 } as Record<string, unknown> };
  return {
    agents,
    policy,
    answer({ endpoint, id = '', body, query }) {
      const agent = agents.get(id);
      switch (endpoint) {
        case 'listAgents': {
          const { offset = 0, limit = 50 } = query as { readonly offset?: number; readonly limit?: number };
          const rows = [...agents.values()].slice(offset, offset + limit);
          const pagination = { limit, offset, total: agents.size, has_more: offset + limit < agents.size };
          return { body: { agents: rows, pagination } };
        }
        case 'getAgent':
          return agent === undefined ? GONE : { body: { ...agent } };
        case 'setAgentStatus':
          if (agent === undefined) {
            return GONE;
          }
          Object.assign(agent, { status: (body as { readonly status: string }).status });
          return { status: 204 };
        case 'deleteAgent':
          agents.delete(id);
          return { status: 204 };
        case 'updatePolicy':
          Object.assign(policy.rules, (body as { readonly rules: object }).rules);
          policy.version++;
          return { body: structuredClone(policy) };
        default:
          return { body: structuredClone(policy) };
      }
    },
  };
}
