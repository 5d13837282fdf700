import { describe, expect, it } from 'vitest';

import { lastCheckIn, makeMachines, makeRegistrationKeys } from '../../../src/server/synth/machines.ts';
import { DAY, UNTIL } from './sample.ts';

const keys = makeRegistrationKeys(5);
const machines = makeMachines(5, 200, UNTIL, keys);
const agents = machines.map((machine) => machine.agent);
const distinct = (values: readonly unknown[]) => new Set(values).size;

describe('makeMachines', () => {
  it.each([1, 2, 5, 60, 3000])('makes %i, the first of them in use over all the history', (amount) => {
    const made = makeMachines(1, amount, UNTIL, keys);
    expect(made.length).toBe(amount);
    expect(made[0]).toMatchObject({ isRunner: false, isSilent: false, activeUntil: Infinity });
    expect(made[0]?.activeFrom).toBeLessThan(UNTIL - 45 * DAY);
    for (const field of ['id', 'client_id', 'hostname'] as const) {
      expect(distinct(made.map(({ agent }) => agent[field]))).toBe(amount);
    }
  });

  it('has a bit of everything', () => {
    const statuses = agents.map((agent) => agent.status);
    expect(distinct(statuses)).toBe(3);
    expect(distinct(agents.map((agent) => agent.os))).toBeGreaterThan(5);
    expect(distinct(agents.map((agent) => agent.version))).toBeGreaterThan(3);
    expect(agents.filter((agent) => agent.version === '2.14.1').length).toBeGreaterThan(100);
    expect(machines.filter((machine) => machine.isRunner).length).toBeGreaterThan(20);
    const silent = agents.filter(
      (agent) => agent.status === 'active' && agent.last_seen_at < UNTIL - 3600_000,
    );
    expect(silent.length).toBeGreaterThan(5);
  });

  it('gives clones a reason and the machine id of another machine, and nobody else', () => {
    const clones = agents.filter((agent) => agent.clone_detected);
    expect(clones.length).toBeGreaterThan(2);
    for (const clone of clones) {
      const others = agents.filter((agent) => agent !== clone && agent.machine_id === clone.machine_id);
      expect(others.length).toBeGreaterThan(0);
      expect(others.some((other) => clone.clone_reason?.includes(other.hostname))).toBe(true);
    }
    const rest = agents.filter((agent) => !agent.clone_detected);
    expect(rest.every((agent) => agent.clone_reason === null)).toBe(true);
    expect(distinct(rest.map((agent) => agent.machine_id))).toBe(rest.length);
  });

  it('writes machine ids as each platform does', () => {
    const forms = { mac: /^[0-9A-F-]{36}$/, win: /^[0-9a-f-]{36}$/, other: /^[0-9a-f]{32}$/ };
    for (const { os, machine_id } of agents) {
      const form = os.startsWith('macOS') ? forms.mac : os.startsWith('Windows') ? forms.win : forms.other;
      expect(machine_id, os).toMatch(form);
    }
  });

  it('registers before it sees, and sees nothing after the end of the history', () => {
    for (const agent of agents) {
      expect(agent.registered_at).toBeLessThan(agent.last_seen_at);
      expect(agent.last_seen_at).toBeLessThanOrEqual(UNTIL);
      expect(keys).toContainEqual({ id: agent.registration_key_id, name: agent.registration_key_name });
    }
  });

  it('keeps who the machines are when only the time differs', () => {
    const later = makeMachines(5, 200, UNTIL + 9 * DAY, keys).map(({ agent }) => agent);
    const identity = ({ id, client_id, hostname, os, status }: (typeof agents)[number]) => [
      id,
      client_id,
      hostname,
      os,
      status,
    ];
    expect(later.map(identity)).toEqual(agents.map(identity));
  });
});

describe('lastCheckIn', () => {
  it('is within the last minute, and stays until the next one is due', () => {
    const at = lastCheckIn(UNTIL, 0.4);
    expect(at).toBeLessThanOrEqual(UNTIL);
    expect(at).toBeGreaterThan(UNTIL - 60_000);
    expect(lastCheckIn(at, 0.4)).toBe(at);
    expect(lastCheckIn(at - 1, 0.4)).toBe(at - 60_000);
  });
});
