import { llmCallSchema, type LlmCall } from '../contract/llm-call.ts';
import { parseUndocumentedPage, type Page } from '../contract/pagination.ts';
import type { LlmCallsQuery } from '../contract/queries.ts';
import type { Answered, Client } from './client.ts';

/** GET /events/llm: LLM calls. The response shape is not shown, so the largest array in the body is taken. */
export function listLlmCalls(
  client: Client,
  query: LlmCallsQuery = {},
  signal?: AbortSignal,
  purpose?: string,
): Promise<Answered<Page<LlmCall>>> {
  return client.call('listLlmCalls', { query, signal, purpose }, (body) =>
    parseUndocumentedPage(body, llmCallSchema),
  );
}
