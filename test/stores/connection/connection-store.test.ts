import { expect, it } from 'vitest';

import { createConnectionStore } from '../../../src/stores/connection/connection-store.ts';
import { NOW } from '../../helpers/sample-data.ts';

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
      cost: 1,
      outcome: 'answered',
    });
  }
  const { requests } = store.getState();
  expect(requests).toHaveLength(500);
  expect(requests[0]).toMatchObject({ number: 510, at: NOW + 510 });
  expect(requests.at(-1)?.number).toBe(11);
});

it('keeps one finding for each topic, the latest, in the order in which the topics came up', () => {
  const store = createConnectionStore();
  store.learn('X-RateLimit-Reset', 'seconds that are left');
  store.learn('page size', 'clamped to 100');
  store.learn('X-RateLimit-Reset', 'the length of the window');
  expect(store.getState().learned).toEqual([
    { topic: 'X-RateLimit-Reset', finding: 'the length of the window' },
    { topic: 'page size', finding: 'clamped to 100' },
  ]);
});

it('does not wake anybody when what was learned is known already', () => {
  const store = createConnectionStore();
  store.learn('page size', 'clamped to 100');
  const before = store.getState();
  store.learn('page size', 'clamped to 100');
  expect(store.getState()).toBe(before);
});
