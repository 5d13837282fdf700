import { afterEach, describe, expect, it } from 'vitest';

import { healthSchema } from '../../../src/contract/health.ts';
import { startTestService, stopTestServices } from '../../helpers/test-service.ts';

afterEach(stopTestServices);

describe('GET /health', () => {
  it('answers without a key', async () => {
    const test = await startTestService();
    const reply = await test.call('GET', '/health', { key: null });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      status: 'ok',
      timestamp: '2026-03-02T09:00:00Z',
      version: '1.0.0',
      database: 'connected',
    });
    expect(healthSchema.parse(reply.body).status).toBe('ok');
  });

  it('takes nothing from the rate limit, and shows that of a key that is sent', async () => {
    const test = await startTestService({ quota: 3 });
    await test.get('/policy');
    for (let again = 0; again < 5; again++) {
      const reply = await test.call('GET', '/health');
      expect([reply.status, reply.headers['x-ratelimit-remaining']]).toEqual([200, '2']);
    }
    const anonymous = await test.call('GET', '/health', { key: 'sk_live_wrong' });
    expect([anonymous.status, anonymous.headers['x-ratelimit-remaining']]).toEqual([200, '3']);
  });
});
