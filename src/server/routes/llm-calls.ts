import { ENDPOINTS } from '../../contract/endpoints.ts';
import { llmCallsQuerySchema } from '../../contract/queries.ts';
import { DEFAULT_PAGE_SIZE } from '../../contract/values.ts';
import { pageOfLlmCalls } from '../db/llm-calls.ts';
import { ok } from '../http/answer.ts';
import { readQuery } from '../http/query.ts';
import { showLlmCall } from './present.ts';
import { choosePage, showPagination } from './paging.ts';
import type { Route } from '../http/route.ts';

/** GET /events/llm, in the envelope and with the fields that the choices say. */
export const listLlmCalls: Route = {
  endpoint: ENDPOINTS.listLlmCalls,
  answer({ database, choices }, { organization, query }) {
    const page = choosePage(readQuery(llmCallsQuerySchema, query), DEFAULT_PAGE_SIZE.events, choices);
    const { rows, total } = pageOfLlmCalls(
      database,
      organization,
      page.limit,
      page.offset,
      choices['llm-order'],
    );
    const calls = rows.map((call) => showLlmCall(call, choices));
    const pagination = showPagination(page, rows.length, total);
    switch (choices['llm-envelope']) {
      case 'events':
        return ok({ events: calls, pagination });
      case 'llm-events':
        return ok({ llm_events: calls, pagination });
      case 'data':
        return ok({ data: calls, pagination });
      case 'bare':
        return ok(calls);
    }
  },
};
