import { expect, it } from 'vitest';

import { strictnessOf } from '../../../src/stores/policy/policy-strictness.ts';

it.each([
  ['min_scorecard', 5, 7, 'tightens'],
  ['min_scorecard', 5, 4, 'loosens'],
  ['review_scorecard', 5, 5.5, 'tightens'],
  ['max_known_vulnerabilities', 3, 0, 'tightens'],
  ['max_known_vulnerabilities', 0, 1, 'loosens'],
  ['block_on_critical_vuln', false, true, 'tightens'],
  ['block_on_critical_vuln', true, false, 'loosens'],
  ['require_provenance', undefined, true, 'tightens'],
  ['allow_provenance_fallback', false, true, 'loosens'],
  ['allow_provenance_fallback', true, false, 'tightens'],
  ['require_provenance', undefined, false, 'unclear'],
  ['require_provenance', true, undefined, 'unclear'],
  ['review_scorecard', 6, 5, 'loosens'],
  ['review_scorecard', undefined, 5, 'unclear'],
  ['review_on_new_package_days', 14, 30, 'tightens'],
  ['review_on_new_package_days', 14, 0, 'loosens'],
  ['review_on_new_package_days', 'two weeks', 30, 'unclear'],
  ['allowed_licenses', ['MIT'], ['MIT', 'GPL-3.0'], 'loosens'],
  ['allowed_licenses', ['MIT', 'GPL-3.0'], ['MIT'], 'tightens'],
  ['allowed_licenses', ['MIT'], ['GPL-3.0'], 'unclear'],
  ['allowed_licenses', ['MIT'], [], 'unclear'],
  ['allowed_licenses', [], ['MIT'], 'unclear'],
  ['allowed_licenses', undefined, ['MIT'], 'unclear'],
  ['quarantine_hours', 3, 4, 'unclear'],
  ['allowed_registries', ['a'], ['a', 'b'], 'unclear'],
  ['typosquat_action', 'review', 'block', 'tightens'],
  ['typosquat_action', 'block', 'review', 'loosens'],
  ['typosquat_action', 'ignore', 'review', 'unclear'],
  ['typosquat_threshold', 0.8, 0.7, 'tightens'],
  ['typosquat_threshold', 0.8, 0.9, 'loosens'],
  ['blocked_packages', ['evil'], ['evil', 'worse'], 'tightens'],
  ['blocked_packages', ['evil'], [], 'loosens'],
  ['blocked_maintainers', [{ name: 'a' }], [{ name: 'b' }], 'unclear'],
  ['blocked_maintainers', [{ name: 'a' }, 'b'], ['b', { name: 'a' }], 'unclear'],
] as const)('%s from %j to %j %s', (field, before, after, expected) => {
  expect(strictnessOf(field, before, after)).toBe(expected);
});
