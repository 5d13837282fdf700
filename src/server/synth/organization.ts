import type { SynthesisSettings, SyntheticOrganization, PolicyRecord } from '../base/records.ts';
import { makeCatalog, type Catalog } from './catalog.ts';
import { readEffectivePolicy } from './effective-policy.ts';
import { streamHistory } from './history.ts';
import { LiveOrganization } from './live.ts';
import { makeMachines, makeRegistrationKeys } from './machines.ts';
import { makePackagePicker } from './package-picker.ts';
import { PolicySync } from './policy-sync.ts';
import { planHistory, HISTORY_DAYS } from './timeline.ts';
import { makeWorkforce } from './workforce.ts';
import { DEFAULT_RULES } from './default-policy.ts';
import { DISTRUSTED_OWNERS } from './package-names.ts';

const REASONS = [
  'install script reads environment variables',
  'account takeover',
  'sends telemetry to an unknown host',
];

/**
 * The policy that the organization starts with: the default rules, the packages of the catalog that were found out, and
 * the accounts behind such packages. Last modified before the history begins, so that one policy decides all of it.
 */
function makeInitialPolicy(catalog: Catalog, until: number): PolicyRecord {
  const listed = Object.values(catalog).flatMap((kinds) => kinds.listed);
  return {
    version: '7',
    name: 'default',
    updated_at: Math.floor(until - (HISTORY_DAYS + 6.3) * 86_400_000),
    rules: { ...DEFAULT_RULES },
    blocked_packages: listed.map((item, index) => ({
      ecosystem: item.ecosystem,
      name: item.name,
      reason: REASONS[index % REASONS.length],
    })),
    blocked_maintainers: [...DISTRUSTED_OWNERS],
  };
}

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
