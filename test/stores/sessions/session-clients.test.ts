import { describe, expect, it } from 'vitest';

import { sessionClientSchema } from '../../../src/contract/session.ts';
import { readCountedClient } from '../../../src/stores/sessions/session-clients.ts';

const read = (raw: Readonly<Record<string, unknown>>) => readCountedClient(sessionClientSchema.parse(raw));

describe('the record of a client', () => {
  it.each([
    [{ client_id: 'c1', agent_hostname: 'build-1', session_count: 7 }],
    [{ client: 'c1', hostname: 'build-1', count: 7 }],
    [{ last_seen: 12, id: 'c1', host: 'build-1', sessions: 7 }],
    [{ client: { id: 'c1', name: 'build-1' }, totals: { sessions: '7' } }],
    [{ number: 7, clientId: 'c1', machine: 'build-1' }],
  ])('is read whatever its fields are called: %j', (raw) => {
    expect(read(raw)).toEqual({ id: 'c1', host: 'build-1', sessions: 7 });
  });

  it('is left out when nothing in it can be an id, and has no count when there is none', () => {
    expect(read({ sessions: 4 })).toBeUndefined();
    expect(read({ client_id: 'c1', sessions: -1 })).toEqual({
      id: 'c1',
      host: undefined,
      sessions: undefined,
    });
  });
});
