import { describe, expect, it } from 'vitest';

import type { PolicyRecord } from '../../../src/server/base/records.ts';
import { makeMachines, makeRegistrationKeys } from '../../../src/server/synth/machines.ts';
import type { Machine } from '../../../src/server/synth/machine.ts';
import { PolicySync } from '../../../src/server/synth/policy-sync.ts';
import { UNTIL } from './sample.ts';

const [made] = makeMachines(1, 1, UNTIL, makeRegistrationKeys(1)) as [Machine];
/** Syncs at every full minute and 15 seconds. */
const machine: Machine = { ...made, syncPhase: 0.25 };
const NOON = Date.parse('2026-03-11T12:00:00Z');
const SECOND = 1000;

const policy = (version: string, updated_at: number): PolicyRecord => ({
  version,
  name: 'default',
  updated_at,
  rules: {},
  blocked_packages: [],
  blocked_maintainers: [],
});

describe('PolicySync', () => {
  it('gives a machine the policy that it fetched last', () => {
    const sync = new PolicySync(policy('1', 0), 60);
    sync.learn(policy('1', 0), NOON, NOON + SECOND);
    sync.learn(policy('2', NOON + 10 * SECOND), NOON + SECOND, NOON + 20 * SECOND);
    expect(sync.lastSync(machine, NOON + 14 * SECOND)).toBe(NOON - 45 * SECOND);
    expect(sync.lastSync(machine, NOON + 15 * SECOND)).toBe(NOON + 15 * SECOND);
    expect(sync.policyOf(machine, NOON + 14_999).version).toBe('1');
    expect(sync.policyOf(machine, NOON + 15 * SECOND).version).toBe('2');
  });

  it('gives it a change of the very moment of the sync, and a later one a minute later', () => {
    const sync = new PolicySync(policy('1', 0), 60);
    sync.learn(policy('1', 0), NOON, NOON + SECOND);
    sync.learn(policy('2', NOON + 15 * SECOND), NOON + SECOND, NOON + 16 * SECOND);
    sync.learn(policy('3', NOON + 16_500), NOON + 16 * SECOND, NOON + 17 * SECOND);
    expect(sync.policyOf(machine, NOON + 16 * SECOND).version).toBe('2');
    expect(sync.policyOf(machine, NOON + 74 * SECOND).version).toBe('2');
    expect(sync.policyOf(machine, NOON + 75 * SECOND).version).toBe('3');
  });

  it('dates a change whose time makes no sense within the stretch it was learned in', () => {
    const sync = new PolicySync(policy('1', 0), 60);
    sync.learn(policy('1', 0), NOON, NOON + 20 * SECOND);
    sync.learn(policy('2', 0), NOON + 20 * SECOND, NOON + 30 * SECOND);
    expect(sync.policyOf(machine, NOON + 74 * SECOND).version).toBe('1');
    expect(sync.policyOf(machine, NOON + 75 * SECOND).version).toBe('2');
  });

  it('takes it that a policy which was there from the start has long been fetched', () => {
    const sync = new PolicySync(policy('1', 0), 60);
    sync.learn(policy('8', NOON - 3_600_000), NOON, NOON + SECOND);
    expect(sync.policyOf(machine, NOON + SECOND).version).toBe('8');
  });

  it('lets machines sync at moments of their own', () => {
    const sync = new PolicySync(policy('1', 0), 900);
    const other = { ...machine, syncPhase: 0.75 };
    expect(sync.lastSync(other, NOON)).not.toBe(sync.lastSync(machine, NOON));
  });
});
