import { expect, it } from 'vitest';

import { getHealth } from '../../../src/api/health.ts';
import { wrapClient } from '../../../src/sync/retry/wrap-client.ts';
import { createFakeClient } from '../../helpers/fake-client.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

it('goes through what is made of a call, is all else that the client is by then, and leaves that as it was', async () => {
  const client = createFakeClient(new VirtualClock(), () => ({ body: { status: 'ok' } }));
  const purposes: unknown[] = [];
  const wrapped = wrapClient(client, (next) => (endpoint, options, read) => {
    purposes.push(options.purpose);
    return next(endpoint, { ...options, purpose: 'wrapped' }, read);
  });
  await getHealth(wrapped);
  await getHealth(client);
  expect(purposes).toEqual(['health']);
  expect(client.calls.map(({ purpose }) => purpose)).toEqual(['wrapped', 'health']);
  client.setWritable(undefined);
  expect(wrapped.isReadOnly).toBe(true);
  expect(wrapped.learned).toBe(client.learned);
});
