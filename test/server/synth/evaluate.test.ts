import { describe, expect, it } from 'vitest';

import type { PolicyRecord } from '../../../src/server/base/records.ts';
import { readEffectivePolicy } from '../../../src/server/synth/effective-policy.ts';
import { evaluate } from '../../../src/server/synth/evaluate.ts';
import type { PackageVersion } from '../../../src/server/synth/package-facts.ts';
import { DAY, facts, UNTIL } from './sample.ts';

const RULES = {
  min_scorecard: 4,
  review_scorecard: 6,
  max_known_vulnerabilities: 2,
  block_on_critical_vuln: true,
  require_provenance: false,
  allow_provenance_fallback: true,
  review_on_new_package_days: 30,
  allowed_licenses: ['MIT', 'Apache-2.0'],
  typosquat_action: 'block',
  typosquat_threshold: 0.8,
};

function verdictOf(
  given: Partial<PackageVersion>,
  rules: Record<string, unknown> = {},
  lists: Partial<Pick<PolicyRecord, 'blocked_packages' | 'blocked_maintainers'>> = {},
) {
  const policy = readEffectivePolicy({
    version: '3',
    name: 'default',
    updated_at: 0,
    rules: { ...RULES, ...rules },
    blocked_packages: [],
    blocked_maintainers: [],
    ...lists,
  });
  return evaluate(policy, facts(given), UNTIL);
}

const lookalike = (similarity: number) => ({ lookalike: { name: 'lodash', similarity } });
const vulnerable = (known: number, critical = 0) => ({
  vulnerabilities: Array.from({ length: known }, (_, index) => `GHSA-${index}`),
  criticalVulnerabilities: critical,
});

describe('evaluate', () => {
  it('allows what no rule objects to, without reasons', () => {
    expect(verdictOf({})).toEqual({ outcome: 'allow', reasons: [] });
  });

  it.each<[string, Partial<PackageVersion>, Record<string, unknown>, string, string[]]>([
    [
      'scorecard below the minimum',
      { scorecard: 2.1 },
      {},
      'block',
      ['scorecard 2.1 is below the policy minimum 4.0'],
    ],
    [
      'scorecard at the minimum',
      { scorecard: 4 },
      {},
      'review',
      ['scorecard 4.0 is below the review threshold 6.0'],
    ],
    [
      'scorecard just below the review threshold',
      { scorecard: 5.9 },
      {},
      'review',
      ['scorecard 5.9 is below the review threshold 6.0'],
    ],
    ['scorecard at the review threshold', { scorecard: 6 }, {}, 'allow', []],
    [
      'a minimum with two decimals',
      { scorecard: 6.2 },
      { min_scorecard: 6.25 },
      'block',
      ['scorecard 6.2 is below the policy minimum 6.25'],
    ],
    ['no scorecard', { scorecard: null }, { min_scorecard: 10 }, 'allow', []],
    ['as many vulnerabilities as allowed', vulnerable(2), {}, 'allow', []],
    ['one more', vulnerable(3), {}, 'block', ['3 known vulnerabilities, the policy maximum is 2']],
    [
      'one where none is allowed',
      vulnerable(1),
      { max_known_vulnerabilities: 0 },
      'block',
      ['1 known vulnerability, the policy maximum is 0'],
    ],
    ['a critical vulnerability', vulnerable(2, 1), {}, 'block', ['1 critical vulnerability: GHSA-0']],
    ['a critical one that may be', vulnerable(2, 1), { block_on_critical_vuln: false }, 'allow', []],
    ['no provenance where none is required', { provenance: 'none' }, {}, 'allow', []],
    [
      'no provenance',
      { provenance: 'none' },
      { require_provenance: true },
      'block',
      ['version 1.4.0 has no build provenance, which the policy requires'],
    ],
    [
      'provenance beyond checking, with the fallback',
      { provenance: 'unverifiable' },
      { require_provenance: true },
      'allow',
      [],
    ],
    [
      'provenance beyond checking, without it',
      { provenance: 'unverifiable' },
      { require_provenance: true, allow_provenance_fallback: false },
      'block',
      ['build provenance of version 1.4.0 cannot be verified, and the policy has no fallback'],
    ],
    ['proven provenance', {}, { require_provenance: true, allow_provenance_fallback: false }, 'allow', []],
    ['a package exactly as old as asked for', { firstPublishedAt: UNTIL - 30 * DAY }, {}, 'allow', []],
    [
      'a package a millisecond younger',
      { firstPublishedAt: UNTIL - 30 * DAY + 1 },
      {},
      'review',
      ['first published 29 days ago, newer than the 30 days the policy asks for'],
    ],
    [
      'a package of today',
      { firstPublishedAt: UNTIL - 5 },
      {},
      'review',
      ['first published less than a day ago, newer than the 30 days the policy asks for'],
    ],
    [
      'a package of today where age does not matter',
      { firstPublishedAt: UNTIL - 5 },
      { review_on_new_package_days: 0 },
      'allow',
      [],
    ],
    [
      'a licence outside the list',
      { licence: 'SSPL-1.0' },
      {},
      'review',
      ['licence SSPL-1.0 is not among the 2 licences the policy allows'],
    ],
    ['no licence', { licence: null }, {}, 'review', ['no licence is declared']],
    [
      'an empty list of licences',
      {},
      { allowed_licenses: [] },
      'review',
      ['licence MIT is not among the 0 licences the policy allows'],
    ],
    [
      'a lookalike at the threshold',
      lookalike(0.8),
      {},
      'block',
      ['name is 0.80 similar to lodash, a possible typosquat from 0.80 on'],
    ],
    ['a lookalike below it', lookalike(0.799), {}, 'allow', []],
    [
      'a lookalike that is to be reviewed',
      lookalike(0.9),
      { typosquat_action: 'review' },
      'review',
      ['name is 0.90 similar to lodash, a possible typosquat from 0.80 on'],
    ],
  ])('%s', (_title, given, rules, outcome, reasons) => {
    expect(verdictOf(given, rules)).toEqual({ outcome, reasons });
  });

  it('blocks a listed package and says why it is listed', () => {
    const lists = { blocked_packages: [{ name: 'left-shelf', reason: 'account takeover' }] };
    expect(verdictOf({}, {}, lists)).toEqual({
      outcome: 'block',
      reasons: ['left-shelf is on the list of blocked packages (account takeover)'],
    });
  });

  it('blocks what a listed maintainer publishes', () => {
    expect(verdictOf({}, {}, { blocked_maintainers: ['QuietLabs'] })).toEqual({
      outcome: 'block',
      reasons: ['maintainer QuietLabs is on the list of blocked maintainers'],
    });
  });

  it('gives every reason, those that block first', () => {
    const { outcome, reasons } = verdictOf({ scorecard: 1, licence: null, ...vulnerable(4) });
    expect(outcome).toBe('block');
    expect(reasons).toEqual([
      'scorecard 1.0 is below the policy minimum 4.0',
      '4 known vulnerabilities, the policy maximum is 2',
      'no licence is declared',
    ]);
  });

  it.each([['text'], [Number.NaN], [11], [-1], [null], [undefined]])(
    'takes the default where min_scorecard is %s',
    (value) => {
      expect(verdictOf({ scorecard: 3.9 }, { min_scorecard: value }).outcome).toBe('block');
      expect(verdictOf({ scorecard: 4.1 }, { min_scorecard: value, review_scorecard: 0 }).outcome).toBe(
        'allow',
      );
    },
  );
});
