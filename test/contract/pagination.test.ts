import { describe, expect, test } from 'vitest';

import { agentSchema } from '../../src/contract/agent.ts';
import { llmCallSchema } from '../../src/contract/llm-call.ts';
import { parsePage, parseUndocumentedPage } from '../../src/contract/pagination.ts';
import { AGENT, LLM_CALL, PAGINATION } from '../fixtures/resources.ts';

const readAgents = (body: unknown) => parsePage(body, 'agents', agentSchema);
const readCalls = (body: unknown) => parseUndocumentedPage(body, llmCallSchema);

describe('a documented list', () => {
  test('rows and pagination are read', () => {
    const page = readAgents({ agents: [AGENT], pagination: PAGINATION });
    expect(page.rows.map((agent) => agent.hostname)).toEqual(['build-04']);
    expect(page.pagination).toEqual(PAGINATION);
    expect(page.damaged).toEqual([]);
  });

  test('a damaged row is named and costs no other', () => {
    const page = readAgents({ agents: [AGENT, { hostname: 'x' }, 'row', { ...AGENT, id: 'b' }] });
    expect(page.rows.map((agent) => agent.id)).toEqual([AGENT.id, 'b']);
    expect(page.damaged.map(({ index, field }) => [index, field])).toEqual([
      [1, 'id'],
      [2, '(row)'],
    ]);
    expect(page.damaged.every((row) => row.problem !== '')).toBe(true);
  });

  test.each([undefined, null, 'none', 7, []])('pagination %j reads as absent', (pagination) => {
    expect(readAgents({ agents: [], pagination }).pagination).toBeUndefined();
  });

  test('fields of the pagination that cannot be read are absent by themselves', () => {
    const { pagination } = readAgents({ agents: [], pagination: { ...PAGINATION, total: 'many' } });
    expect(pagination).toEqual({ ...PAGINATION, total: undefined });
  });

  test.each([null, [], 'x', {}, { agents: null }, { agents: {} }, { rows: [] }])('%j is refused', (body) => {
    expect(() => readAgents(body)).toThrow();
  });
});

describe('a list of unknown shape', () => {
  test.each([
    ['bare', [LLM_CALL]],
    ['under some name', { events: [LLM_CALL] }],
    ['beside a list of text', { providers: ['a', 'b', 'c'], calls: [LLM_CALL] }],
  ])('%s', (_name, body) => {
    expect(readCalls(body).rows.map((call) => call.raw)).toEqual([LLM_CALL]);
  });

  test('the larger of two lists of objects is taken', () => {
    const page = readCalls({ filters: [{ name: 'x' }], data: [LLM_CALL, LLM_CALL], pagination: PAGINATION });
    expect(page.rows).toHaveLength(2);
    expect(page.pagination).toEqual(PAGINATION);
  });

  test('an empty list is a list', () => {
    expect(readCalls({ events: [] }).rows).toEqual([]);
  });

  test.each([null, 'x', 7, {}, { total: 3 }])('%j is refused', (body) => {
    expect(() => readCalls(body)).toThrow();
  });
});
