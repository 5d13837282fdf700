import { describe, expect, it } from 'vitest';

import { createRateLimit } from '../../../src/server/base/rate-limit.ts';

const START = Date.parse('2026-03-02T09:00:00Z');

describe('createRateLimit', () => {
  it('allows the quota in a window, refuses the rest, and takes nothing for what it refuses', () => {
    const limit = createRateLimit(2, 60);
    expect(limit.spend(1, START)).toMatchObject({ allowed: true, standing: { remaining: 1 } });
    expect(limit.spend(1, START)).toMatchObject({ allowed: true, standing: { remaining: 0 } });
    for (let again = 0; again < 3; again++) {
      expect(limit.spend(1, START + 59_999)).toMatchObject({ allowed: false, standing: { remaining: 0 } });
    }
    expect(limit.spend(1, START + 60_000)).toMatchObject({ allowed: true, standing: { remaining: 1 } });
  });

  it('keeps organizations apart', () => {
    const limit = createRateLimit(1, 60);
    limit.spend(1, START);
    expect(limit.look(1, START).remaining).toBe(0);
    expect(limit.spend(2, START).allowed).toBe(true);
  });

  it('shows a full quota without a key, and when the window ends', () => {
    const limit = createRateLimit(5, 10);
    expect(limit.look(undefined, START + 3000)).toEqual({ limit: 5, remaining: 5, resetAt: START + 10_000 });
  });

  it('begins a new window when the clock is set back', () => {
    const limit = createRateLimit(1, 60);
    limit.spend(1, START);
    expect(limit.look(1, START - 120_000)).toMatchObject({ remaining: 1, resetAt: START - 60_000 });
  });
});
