import { describe, expect, it } from 'vitest';

import { agentSchema } from '../../src/contract/agent.ts';
import { llmCallSchema } from '../../src/contract/llm-call.ts';
import { parsePage, parseUndocumentedPage } from '../../src/contract/pagination.ts';
import { sessionClientSchema } from '../../src/contract/session.ts';
import { AGENT } from '../fixtures/agent.ts';
import { LLM_CALL } from '../fixtures/llm-call.ts';
import { PAGINATION } from '../fixtures/page.ts';
import { SESSION_CLIENT } from '../fixtures/session.ts';

const agents = (...rows: readonly unknown[]) =>
  parsePage({ agents: rows, pagination: PAGINATION }, 'agents', agentSchema);

describe('a documented list', () => {
  it('gives its rows in the order sent, and its pagination', () => {
    const page = agents(AGENT, { ...AGENT, id: 'agt_2' });
    expect(page.rows.map((agent) => agent.id)).toEqual([AGENT.id, 'agt_2']);
    expect(page.pagination).toEqual(PAGINATION);
    expect(page.damaged).toEqual([]);
  });

  it('may be empty, and may lack its pagination', () => {
    expect(parsePage({ agents: [] }, 'agents', agentSchema)).toEqual({
      rows: [],
      damaged: [],
      pagination: undefined,
      sent: 0,
    });
  });

  it('keeps the good rows and names the damaged ones by place and field', () => {
    const page = agents(AGENT, { hostname: 'nameless' }, null, 'row', { ...AGENT, id: 'agt_5' }, [AGENT]);
    expect(page.rows.map((agent) => agent.id)).toEqual([AGENT.id, 'agt_5']);
    expect(page.damaged.map(({ index, field }) => [index, field])).toEqual([
      [1, 'id'],
      [2, '(row)'],
      [3, '(row)'],
      [5, '(row)'],
    ]);
    expect(page.damaged.every(({ problem }) => problem !== '')).toBe(true);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['an array', [AGENT]],
    ['text', 'agents'],
    ['an object without the list', { items: [AGENT] }],
    ['an object with another thing in place of the list', { agents: { 0: AGENT } }],
    ['an object with null in place of the list', { agents: null }],
  ])('is refused when the body is %s', (_what, body) => {
    expect(() => parsePage(body, 'agents', agentSchema)).toThrow();
  });

  it.each([undefined, null, 'none', 7, [1]])('takes a pagination that is %j for none', (pagination) => {
    expect(parsePage({ agents: [AGENT], pagination }, 'agents', agentSchema).pagination).toBeUndefined();
  });

  it('keeps the good fields of a pagination', () => {
    const pagination = { ...PAGINATION, total: '1', has_more: 0 };
    expect(parsePage({ agents: [], pagination }, 'agents', agentSchema).pagination).toEqual({
      limit: 50,
      offset: 0,
    });
  });

  it('names the list that is missing', () => {
    expect(() => parsePage({ items: [] }, 'agents', agentSchema)).toThrow(/"agents"/);
  });
});

describe('a list whose envelope is not documented', () => {
  const other = { ...LLM_CALL, model: 'small-1' };
  const models = (body: unknown) =>
    parseUndocumentedPage(body, llmCallSchema).rows.map((call) => call.raw['model']);

  it.each([
    ['a bare array', [LLM_CALL, other]],
    ['an object under any name', { llm_events: [LLM_CALL, other] }],
    ['an object with its pagination', { pagination: PAGINATION, data: [LLM_CALL, other] }],
    ['one level below', { data: { events: [LLM_CALL, other], pagination: PAGINATION } }],
    ['two levels below', { response: { data: { events: [LLM_CALL, other] } } }],
    ['an object with a smaller list beside', { providers: [{ name: 'acme' }], calls: [LLM_CALL, other] }],
    ['an object with a longer list of text beside', { models: ['a', 'b', 'c'], calls: [LLM_CALL, other] }],
    ['an object with a table of arrays beside', { matrix: [[1], [2], [3]], calls: [LLM_CALL, other] }],
  ])('is found in %s', (_what, body) => {
    expect(models(body)).toEqual(['large-1', 'small-1']);
  });

  it('finds the pagination beside the list, or at the top', () => {
    const pagination = (body: unknown) => parseUndocumentedPage(body, llmCallSchema).pagination;
    expect(pagination({ data: [LLM_CALL], pagination: PAGINATION })).toEqual(PAGINATION);
    expect(pagination({ data: { events: [LLM_CALL], pagination: PAGINATION } })).toEqual(PAGINATION);
    expect(pagination({ data: { events: [LLM_CALL] }, pagination: PAGINATION })).toEqual(PAGINATION);
    expect(pagination([LLM_CALL])).toBeUndefined();
  });

  it.each([
    ['a bare empty array', []],
    ['an empty list', { events: [] }],
    ['an empty list with a list of text beside', { models: ['a', 'b'], events: [] }],
  ])('may be empty: %s', (_what, body) => {
    expect(parseUndocumentedPage(body, llmCallSchema)).toMatchObject({ rows: [], damaged: [] });
  });

  it('names elements that are no objects', () => {
    const page = parseUndocumentedPage({ clients: [SESSION_CLIENT, 'cl_1', null] }, sessionClientSchema);
    expect(page.rows.map((client) => client.raw)).toEqual([SESSION_CLIENT]);
    expect(page.damaged.map((row) => row.index)).toEqual([1, 2]);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['text', 'none'],
    ['an object without any array', { total: 0, note: { text: 'none' } }],
    ['an empty object', {}],
  ])('is refused when the body is %s', (_what, body) => {
    expect(() => parseUndocumentedPage(body, llmCallSchema)).toThrow();
  });
});
