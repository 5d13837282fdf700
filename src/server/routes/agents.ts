import { statusChangeSchema } from '../../contract/bodies.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { agentsQuerySchema, deletionQuerySchema } from '../../contract/queries.ts';
import { DEFAULT_PAGE_SIZE } from '../../contract/values.ts';
import type { Choices } from '../base/choices.ts';
import { findAgent, pageOfAgents, removeAgent, setAgentStatus } from '../db/agents.ts';
import { recordAudit } from '../db/audit.ts';
import { NO_CONTENT, ok, RequestError, type Answer } from '../http/answer.ts';
import { checkBody, readJson } from '../http/body.ts';
import { readQuery } from '../http/query.ts';
import { showAgent } from './present.ts';
import type { AgentRecord } from '../base/records.ts';
import { choosePage, showPagination } from './paging.ts';
import type { Route, RouteContext, RouteRequest } from '../http/route.ts';
import { unknownId } from './unknown-id.ts';

/** GET /registered-agents */
export const listAgents: Route = {
  endpoint: ENDPOINTS.listAgents,
  answer({ database, choices, random }, { organization, query }) {
    const page = choosePage(readQuery(agentsQuerySchema, query), DEFAULT_PAGE_SIZE.agents, choices);
    const { rows, total } = pageOfAgents(database, organization, {
      ...page,
      order: choices['agent-order'],
      withDeleted: choices['soft-delete'] !== 'hidden',
      random,
    });
    return ok({ agents: rows.map(showAgent), pagination: showPagination(page, rows.length, total) });
  },
};

/** GET /registered-agents/{id} */
export const getAgent: Route = {
  endpoint: ENDPOINTS.getAgent,
  answer(context, request) {
    const agent = showAgent(requireAgent(context, request));
    return ok(context.choices['agent-wrapping'] === 'wrapped' ? { agent } : agent);
  },
};

/** PUT /registered-agents/{id}/status. Asking for the status that an agent has already succeeds too. */
export const changeStatus: Route = {
  endpoint: ENDPOINTS.setAgentStatus,
  answer(context, request) {
    const { database, clock, choices } = context;
    const { status, reason } = checkBody(readJson(request.body), statusChangeSchema);
    const agent = requireAgent(context, request);
    if (agent.status === 'deleted') {
      refuseLeavingDeleted(agent, choices);
    }
    database.transaction(() => {
      setAgentStatus(database, request.organization, agent.id, status);
      recordAudit(database, request.organization, {
        at: clock.now(),
        action: 'agent.status',
        target: agent.id,
        reason: reason ?? null,
        details: { from: agent.status, to: status },
      });
    });
    return NO_CONTENT;
  },
};

/** DELETE /registered-agents/{id}, soft or with `hard=true`. Deleting softly twice succeeds twice. */
export const deleteAgent: Route = {
  endpoint: ENDPOINTS.deleteAgent,
  answer(context, request) {
    const { database, clock, choices } = context;
    const { hard = false, reason } = readQuery(deletionQuerySchema, request.query);
    const agent = requireAgent(context, request);
    const removes = hard || choices['soft-delete'] === 'gone';
    database.transaction(() => {
      if (removes) {
        removeAgent(database, request.organization, agent.id);
      } else if (choices['soft-delete'] !== 'keeps-status') {
        setAgentStatus(database, request.organization, agent.id, 'deleted');
      }
      recordAudit(database, request.organization, {
        at: clock.now(),
        action: removes ? 'agent.remove' : 'agent.delete',
        target: agent.id,
        reason: reason ?? null,
        details: { from: agent.status, hard },
      });
    });
    return answerDeletion(findAgent(database, request.organization, agent.id) ?? agent, choices);
  },
};

function requireAgent({ database, choices }: RouteContext, { organization, id }: RouteRequest): AgentRecord {
  return findAgent(database, organization, id) ?? unknownId('agent', choices);
}

function refuseLeavingDeleted(agent: AgentRecord, choices: Choices): void {
  switch (choices['leaving-deleted']) {
    case 'allowed':
      return;
    case 'refused-404':
      throw new RequestError(404, 'There is no agent with this id');
    case 'refused-400':
      throw new RequestError(400, `The agent ${agent.hostname} is deleted; its status can no longer change`);
  }
}

function answerDeletion(agent: AgentRecord, choices: Choices): Answer {
  switch (choices['delete-answer']) {
    case 'no-content':
      return NO_CONTENT;
    case 'message':
      return ok({ message: 'Agent deleted' });
    case 'agent':
      return ok(choices['agent-wrapping'] === 'wrapped' ? { agent: showAgent(agent) } : showAgent(agent));
  }
}
