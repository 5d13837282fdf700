import type { TyposquatAction } from '../../contract/values.ts';

/** The ten rules of the specification ("Policy"), each with a value that an agent can act on. */
export interface RuleValues {
  readonly min_scorecard: number;
  readonly review_scorecard: number;
  readonly max_known_vulnerabilities: number;
  readonly block_on_critical_vuln: boolean;
  readonly require_provenance: boolean;
  readonly allow_provenance_fallback: boolean;
  readonly review_on_new_package_days: number;
  readonly allowed_licenses: readonly string[];
  readonly typosquat_action: TyposquatAction;
  readonly typosquat_threshold: number;
}

/** What an agent falls back to when a rule is missing or holds what the rule cannot hold. */
export const DEFAULT_RULES: RuleValues = {
  min_scorecard: 4,
  review_scorecard: 5.5,
  max_known_vulnerabilities: 3,
  block_on_critical_vuln: true,
  require_provenance: false,
  allow_provenance_fallback: true,
  review_on_new_package_days: 14,
  allowed_licenses: [
    'MIT',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'ISC',
    '0BSD',
    'MPL-2.0',
    'Unlicense',
    'CC0-1.0',
    'PSF-2.0',
    'Zlib',
    'BlueOak-1.0.0',
  ],
  typosquat_action: 'block',
  typosquat_threshold: 0.8,
};
