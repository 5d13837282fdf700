import { expect, it } from 'vitest';

import { BASE_PATH, ENDPOINTS } from '../../src/contract/endpoints.ts';
import { HEADERS } from '../../src/contract/headers.ts';

it('has exactly the fifteen endpoints of the specification', () => {
  expect(Object.values(ENDPOINTS).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /health',
    'GET /registered-agents',
    'GET /registered-agents/{id}',
    'PUT /registered-agents/{id}/status',
    'DELETE /registered-agents/{id}',
    'GET /sessions',
    'GET /sessions/{id}',
    'GET /sessions/{id}/content',
    'GET /sessions/calendar',
    'GET /sessions/clients',
    'GET /events',
    'GET /stats/summary',
    'GET /events/llm',
    'GET /policy',
    'PUT /policy',
  ]);
});

it('asks for the key everywhere but at the health check', () => {
  const open = Object.entries(ENDPOINTS).filter(([, endpoint]) => !endpoint.needsKey);
  expect(open.map(([name]) => name)).toEqual(['health']);
});

it('names the base path and the headers as the specification does', () => {
  expect(BASE_PATH).toBe('/api/v1');
  expect(Object.values(HEADERS)).toEqual([
    'X-API-Key',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'Retry-After',
  ]);
});
