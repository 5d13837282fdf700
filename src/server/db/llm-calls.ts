import type { Choices } from '../base/choices.ts';
import type { LlmCallRecord } from '../base/records.ts';
import type { Database } from './database.ts';

const FIELDS =
  'id, client_id, timestamp, provider, model, input_tokens, output_tokens, latency_ms, cost_usd, status';

/** Stores LLM calls and counts them. To be called inside a transaction. */
export function insertLlmCalls(
  database: Database,
  organization: number,
  calls: readonly LlmCallRecord[],
): void {
  if (calls.length === 0) {
    return;
  }
  const insert = database.statement(
    `INSERT INTO llm_calls (organization, ${FIELDS}) VALUES (?, ${'?, '.repeat(9)}?)`,
  );
  for (const call of calls) {
    insert.run(
      organization,
      call.id,
      call.client_id,
      call.timestamp,
      call.provider,
      call.model,
      call.input_tokens,
      call.output_tokens,
      call.latency_ms,
      call.cost_usd,
      call.status,
    );
  }
  database.run(
    'UPDATE organizations SET llm_calls = llm_calls + ? WHERE number = ?',
    calls.length,
    organization,
  );
}

/** One page of an organization's LLM calls and how many there are in all. */
export function pageOfLlmCalls(
  database: Database,
  organization: number,
  limit: number,
  offset: number,
  order: Choices['llm-order'],
): { readonly rows: readonly LlmCallRecord[]; readonly total: number } {
  const direction = order === 'newest-first' ? 'DESC' : 'ASC';
  const sorted = `timestamp ${direction}, number ${direction}`;
  const rows = database.all<LlmCallRecord>(
    `SELECT ${FIELDS} FROM llm_calls WHERE number IN (
      SELECT number FROM llm_calls INDEXED BY llm_calls_by_time
      WHERE organization = ? ORDER BY ${sorted} LIMIT ? OFFSET ?
    ) ORDER BY ${sorted}`,
    organization,
    limit,
    offset,
  );
  const counted = database.one<{ llm_calls: number }>(
    'SELECT llm_calls FROM organizations WHERE number = ?',
    organization,
  );
  return { rows, total: counted?.llm_calls ?? 0 };
}
