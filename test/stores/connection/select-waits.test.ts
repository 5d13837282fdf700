import { describe, expect, it } from 'vitest';

import {
  createConnectionStore,
  type ConnectionState,
} from '../../../src/stores/connection/connection-store.ts';
import { selectHold, selectWait } from '../../../src/stores/connection/select-waits.ts';

const NOW = Date.parse('2026-03-02T09:00:00Z');
const LATER = NOW + 8000;

function connection(fields: Partial<ConnectionState>): ConnectionState {
  return { ...createConnectionStore().getState(), state: 'live', ...fields };
}

function waitOf(what: string, until: number | undefined, reason = 'The server failed (503).') {
  return { what, reason, until, next: 'then it is read again' };
}

describe('what holds all requests back', () => {
  it.each<[string, Partial<ConnectionState>, ReturnType<typeof selectHold>]>([
    ['nothing', {}, undefined],
    ['nothing, while one resource waits', { waits: [waitOf('agents', LATER)] }, undefined],
    ['a 429', { waits: [waitOf('everything', LATER, 'Wait (429).')] }, { kind: 'refused', until: LATER }],
    [
      'a used-up limit',
      { heldUntil: LATER, waits: [waitOf('everything', LATER, 'Used up.')] },
      { kind: 'used-up', until: LATER },
    ],
    ['a hold of which nothing else is known', { heldUntil: LATER }, { kind: 'used-up', until: LATER }],
    ['a hold that is over', { heldUntil: NOW }, undefined],
    [
      'a server that fails',
      { state: 'failing', waits: [{ ...waitOf('everything', LATER), isOutage: true }] },
      { kind: 'broken', until: LATER },
    ],
    [
      'a server of which only the health check answers',
      { state: 'live', waits: [{ ...waitOf('everything', undefined), isOutage: true }] },
      { kind: 'broken', until: undefined },
    ],
    [
      'a stop, whatever else waits',
      { stopped: 'refused', waits: [waitOf('everything', LATER, 'Wait (429).')] },
      { kind: 'stopped', until: undefined },
    ],
  ])('is %s', (_, fields, hold) => {
    expect(selectHold(connection(fields), NOW)).toEqual(hold);
  });
});

describe('what a resource waits for', () => {
  const ofAll = waitOf('everything', LATER);

  it('is what all wait for, before its own', () => {
    expect(selectWait({ waits: [ofAll, waitOf('agents', NOW)] }, 'agents')).toBe(ofAll);
    expect(selectWait({ waits: [ofAll] }, undefined)).toBe(ofAll);
  });

  it('is its own, not that of others', () => {
    const its = waitOf('agents', LATER);
    expect(selectWait({ waits: [waitOf('llm', NOW), its] }, 'agents')).toBe(its);
    expect(selectWait({ waits: [its] }, 'policy')).toBeUndefined();
  });

  it('is its own when that never ends by itself', () => {
    const its = waitOf('agents', undefined);
    expect(selectWait({ waits: [ofAll, its] }, 'agents')).toBe(its);
  });
});
