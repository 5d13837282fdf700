import { expect, it } from 'vitest';

import { createConnectionStore } from '../../src/stores/connection-store.ts';
import { NOW } from '../helpers/sample-data.ts';

it('keeps the last 500 requests, newest first, and numbers them all', () => {
  const store = createConnectionStore();
  for (let sent = 1; sent <= 510; sent++) {
    store.log({
      at: NOW + sent,
      method: 'GET',
      path: '/events',
      query: '',
      purpose: 'new events',
      status: 200,
      milliseconds: 5,
      bytes: 10,
      problem: undefined,
    });
  }
  const { requests } = store.getState();
  expect(requests).toHaveLength(500);
  expect(requests[0]).toMatchObject({ number: 510, at: NOW + 510 });
  expect(requests.at(-1)?.number).toBe(11);
});
