import type { PolicyRecord } from '../base/records.ts';
import type { Catalog } from './catalog.ts';
import { DEFAULT_RULES } from './default-policy.ts';
import { DISTRUSTED_OWNERS } from './package-names.ts';
import { HISTORY_DAYS } from './timeline.ts';

const REASONS = [
  'install script reads environment variables',
  'account takeover',
  'sends telemetry to an unknown host',
];

/**
 * The policy that the organization starts with: the default rules, the packages of the catalog that were found out, and
 * the accounts behind such packages. Last modified before the history begins, so that one policy decides all of it.
 */
export function makeInitialPolicy(catalog: Catalog, until: number): PolicyRecord {
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
