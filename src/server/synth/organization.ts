import type { SynthesisSettings, SyntheticOrganization } from '../base/records.ts';
import { makeCatalog } from './catalog.ts';
import { readEffectivePolicy } from './effective-policy.ts';
import { streamHistory } from './history.ts';
import { makeInitialPolicy } from './initial-policy.ts';
import { LiveOrganization } from './live.ts';
import { makeMachines, makeRegistrationKeys } from './machines.ts';
import { makePackagePicker } from './package-picker.ts';
import { PolicySync } from './policy-sync.ts';
import { planHistory } from './timeline.ts';
import { makeWorkforce } from './workforce.ts';

/**
 * Makes a synthetic organization: machines, a policy, a history and a life after it. The same settings make the same
 * organization, to the byte; who its machines are depends on seed and amount of agents alone, so that an organization
 * made again with a later `until` is the same one, some time on.
 */
export function createSyntheticOrganization(settings: SynthesisSettings): SyntheticOrganization {
  const { seed, until } = settings;
  const registrationKeys = makeRegistrationKeys(seed);
  const machines = makeMachines(seed, settings.agents, until, registrationKeys);
  const catalog = makeCatalog(seed, until);
  const picker = makePackagePicker(catalog);
  const policy = makeInitialPolicy(catalog, until);
  const live = new LiveOrganization({
    seed,
    until,
    machines,
    picker,
    eventsPerSecond: settings.eventsPerSecond,
    policySync: new PolicySync(policy, settings.policySyncSeconds),
  });
  return {
    agents: machines.map((machine) => machine.agent),
    registrationKeys,
    policy,
    history() {
      const workforce = makeWorkforce(machines);
      const hours = planHistory({ ...settings, ...workforce });
      return streamHistory({ seed, until, hours, workforce, picker, policy: readEffectivePolicy(policy) });
    },
    step: (now, state) => live.step(now, state),
  };
}
