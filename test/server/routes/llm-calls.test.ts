import { afterEach, describe, expect, it } from 'vitest';

import { llmCallSchema } from '../../../src/contract/llm-call.ts';
import { parseUndocumentedPage } from '../../../src/contract/pagination.ts';
import { column, rowsOf, startTestService, stopTestServices } from '../../helpers/test-service.ts';

afterEach(stopTestServices);

describe('GET /events/llm', () => {
  it('gives the newest 50 by default', async () => {
    const test = await startTestService();
    const body = await test.get('/events/llm');
    expect(Object.keys(body)).toEqual(['events', 'pagination']);
    expect(body['pagination']).toEqual({ limit: 50, offset: 0, total: 60, has_more: true });
    expect(column(body, 'events', 'id').slice(0, 3)).toEqual(['call-3-59', 'call-3-58', 'call-3-57']);
    expect(rowsOf(body, 'events')[0]).toEqual({
      id: 'call-3-59',
      client_id: 'client-3-2',
      timestamp: '2026-03-02T08:20:00Z',
      provider: 'acme',
      model: 'large-1',
      input_tokens: 1059,
      output_tokens: 159,
      latency_ms: 1500,
      cost_usd: 0.25,
      status: 'ok',
    });
    expect(parseUndocumentedPage(body, llmCallSchema).rows).toHaveLength(50);
  });

  it('pages', async () => {
    const test = await startTestService();
    const body = await test.get('/events/llm?limit=5&offset=57');
    expect(column(body, 'events', 'id')).toEqual(['call-3-2', 'call-3-1', 'call-3-0']);
    expect(body['pagination']).toEqual({ limit: 5, offset: 57, total: 60, has_more: false });
    expect((await test.call('GET', '/events/llm?limit=x')).body).toEqual({
      error: 'limit must be a whole number of 1 or more',
    });
  });

  it('llm-order=oldest-first', async () => {
    const test = await startTestService({ choose: ['llm-order=oldest-first'] });
    expect(column(await test.get('/events/llm?limit=2'), 'events', 'id')).toEqual(['call-3-0', 'call-3-1']);
  });

  it.each([
    ['llm-events', 'llm_events'],
    ['data', 'data'],
  ])('llm-envelope=%s', async (variant, name) => {
    const test = await startTestService({ choose: [`llm-envelope=${variant}`] });
    expect(Object.keys(await test.get('/events/llm'))).toEqual([name, 'pagination']);
  });

  it('llm-envelope=bare', async () => {
    const test = await startTestService({ choose: ['llm-envelope=bare'] });
    expect(await test.get('/events/llm?limit=3')).toHaveLength(3);
  });

  it('llm-fields=nested', async () => {
    const test = await startTestService({ choose: ['llm-fields=nested'] });
    expect(rowsOf(await test.get('/events/llm?limit=1'), 'events')[0]).toMatchObject({
      tokens: { input: 1059, output: 159, total: 1218 },
      latency: { ms: 1500 },
      cost: { amount: 0.25, currency: 'USD' },
    });
  });

  it('llm-fields=other-units', async () => {
    const test = await startTestService({ choose: ['llm-fields=other-units'] });
    expect(rowsOf(await test.get('/events/llm?limit=1'), 'events')[0]).toMatchObject({
      prompt_tokens: 1059,
      completion_tokens: 159,
      total_tokens: 1218,
      duration: 1.5,
      cost_cents: 25,
    });
  });
});
