import { afterEach, describe, expect, it } from 'vitest';

import { summarySchema } from '../../../src/contract/summary.ts';
import { startTestService, stopTestServices } from '../../helpers/test-service.ts';

afterEach(stopTestServices);

describe('GET /stats/summary', () => {
  it('counts the events of 30 days by outcome and ecosystem', async () => {
    const test = await startTestService();
    const body = await test.get('/stats/summary');
    expect(body).toEqual({
      total_events: 60,
      outcomes: { allow: 20, review: 20, block: 20 },
      ecosystems: { npm: 15, pip: 15, go: 15, cargo: 15 },
      period: '30d',
    });
    expect(summarySchema.parse(body).total_events).toBe(60);
  });

  it.each(['1d', '7d', '30d', '90d'])('summary-period=%s counts as GET /events does', async (period) => {
    const test = await startTestService({ choose: [`summary-period=${period}`], events: 4000 });
    const days = Number.parseInt(period, 10);
    const since = new Date(test.clock.now() - days * 86_400_000 - 1000).toISOString();
    const listed = (await test.get(`/events?since=${since}`))['pagination'] as { total: number };
    expect(await test.get('/stats/summary')).toMatchObject({ period, total_events: listed.total });
    expect(listed.total).toBeGreaterThan(0);
    expect(listed.total).toBeLessThan(4000);
  });

  it('shows zeros for an organization without events', async () => {
    const test = await startTestService({ events: 0 });
    expect(await test.get('/stats/summary')).toEqual({
      total_events: 0,
      outcomes: { allow: 0, review: 0, block: 0 },
      ecosystems: { npm: 0, pip: 0, go: 0, cargo: 0 },
      period: '30d',
    });
  });
});
