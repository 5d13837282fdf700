import type { Client } from '../api/client.ts';
import { listLlmCalls } from '../api/llm-calls.ts';
import type { LlmCall } from '../contract/llm-call.ts';
import type { DamagedRow, Page } from '../contract/pagination.ts';
import { timeOfLlmCall } from '../stores/select-llm-calls.ts';
import type { Listing } from '../stores/stores.ts';

/** So many calls are kept: the newest. */
export const KEPT_LLM_CALLS = 200;

/** More than a hundred is refused by some servers. */
export const LLM_PAGE = 100;
const MOST_PAGES = 20;

/**
 * The newest LLM calls, at most 200. Neither the order of the list nor its envelope is shown: where the oldest come
 * first, the end of the list is read; where no total is told, until nothing new comes. Those that were read `before` are
 * the same objects. Throws what a request throws.
 */
export async function readLlmCalls(
  client: Client,
  signal: AbortSignal | undefined,
  purpose: string,
  before: readonly LlmCall[] = [],
): Promise<Listing<LlmCall>> {
  const known = new Map(before.map((call) => [JSON.stringify(call.raw), call]));
  const byContent = new Map<string, LlmCall>();
  const damaged: DamagedRow[] = [];
  let total: number | undefined;
  let offset = 0;
  let isOldestFirst = false;
  for (let number = 0; number < MOST_PAGES; number++) {
    const query = { limit: LLM_PAGE, offset: offset === 0 ? undefined : offset };
    const { value: page } = await listLlmCalls(client, query, signal, purpose);
    const readBefore = byContent.size;
    for (const call of page.rows) {
      const content = JSON.stringify(call.raw);
      byContent.set(content, known.get(content) ?? call);
    }
    damaged.push(...page.damaged);
    total = page.pagination?.total ?? total;
    offset += page.rows.length + page.damaged.length;
    if (number === 0) {
      isOldestFirst = isAscending(page);
      if (isOldestFirst && total !== undefined) {
        offset = Math.max(offset, total - KEPT_LLM_CALLS);
      }
    }
    const hasMore = page.pagination?.has_more ?? (total === undefined || offset < total);
    const isEnough = !isOldestFirst && byContent.size >= KEPT_LLM_CALLS;
    if (!hasMore || isEnough || byContent.size === readBefore) {
      break;
    }
  }
  const rows = [...byContent.values()].sort((left, right) => timeOf(right) - timeOf(left));
  return { rows: rows.slice(0, KEPT_LLM_CALLS), total, damaged };
}

function isAscending({ rows }: Page<LlmCall>): boolean {
  const [first, last] = [rows[0], rows.at(-1)];
  return first !== undefined && last !== undefined && timeOf(first) < timeOf(last);
}

function timeOf(call: LlmCall): number {
  return timeOfLlmCall(call) ?? 0;
}
