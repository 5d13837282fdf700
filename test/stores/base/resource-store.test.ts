import { expect, it } from 'vitest';

import { createResourceStore, noteFailure, receive } from '../../../src/stores/base/resource-store.ts';

const failure = { message: '500 a fault of the server', at: 20, status: 500 };

it('keeps the last good data when a try fails, and says why', () => {
  const store = createResourceStore<string>();
  receive(store, 'good', 10);
  noteFailure(store, failure);
  expect(store.getState()).toEqual({ data: 'good', receivedAt: 10, failure });
});

it('forgets the failure with the next good data', () => {
  const store = createResourceStore<string>();
  noteFailure(store, failure);
  receive(store, 'better', 30);
  expect(store.getState()).toEqual({ data: 'better', receivedAt: 30, failure: undefined });
});
