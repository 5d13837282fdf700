import { describe, expect, it } from 'vitest';

import { POLICY_RULES, findRuleProblem } from '../../../src/contract/policy-rules.ts';
import { createSyntheticOrganization } from '../../../src/server/synth/organization.ts';
import { join, settings } from './sample.ts';

const bytes = (given = {}) => {
  const organization = createSyntheticOrganization(settings(given));
  const { agents, registrationKeys, policy } = organization;
  return JSON.stringify({ agents, registrationKeys, policy, history: join(organization.history()) });
};

describe('createSyntheticOrganization', () => {
  it('makes the same from the same settings, to the byte', () => {
    expect(bytes()).toBe(bytes());
  });

  it('makes the same history each time it is asked for', () => {
    const organization = createSyntheticOrganization(settings());
    expect(JSON.stringify([...organization.history()])).toBe(JSON.stringify([...organization.history()]));
  });

  it('makes another one from another seed', () => {
    const clients = (seed: number) =>
      createSyntheticOrganization(settings({ seed })).agents.map((agent) => agent.client_id);
    expect(new Set([...clients(1), ...clients(2)]).size).toBe(60);
    expect(bytes({ seed: 1 })).not.toBe(bytes({ seed: 2 }));
  });

  it('starts with a policy whose every rule is set and allowed', () => {
    const { policy } = createSyntheticOrganization(settings());
    for (const rule of POLICY_RULES) {
      expect(findRuleProblem(rule, policy.rules[rule.name]), rule.name).toBeUndefined();
    }
    expect(Object.keys(policy.rules).length).toBe(POLICY_RULES.length);
    expect(policy.blocked_packages.length).toBeGreaterThan(3);
    expect(policy.blocked_maintainers.length).toBeGreaterThan(1);
  });
});
