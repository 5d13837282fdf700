import type { Outcome } from '../../contract/values.ts';
import { findBlockedMaintainer, findBlockedPackage } from './blocked-lists.ts';
import type { EffectivePolicy } from './effective-policy.ts';
import { isLicenceAllowed } from './licences.ts';
import type { PackageVersion } from './package-facts.ts';

const DAY = 86_400_000;

/** What a policy makes of one version; `reasons` is empty only for `allow`. */
export interface Verdict {
  readonly outcome: Outcome;
  /** Sentences that carry the numbers compared: what blocks first, then what asks for review. */
  readonly reasons: readonly string[];
}

const ALLOWED: Verdict = { outcome: 'allow', reasons: [] };

/**
 * Evaluates one version at one time (milliseconds) by the rules of the specification ("Policy"). Every rule is applied,
 * so that the reasons are complete; the gravest outcome wins.
 *
 * Blocked: a listed package or maintainer, a scorecard below the minimum, more vulnerabilities than allowed, a critical
 * one, provenance that is required and missing (or beyond checking, without the fallback), and a lookalike when the
 * action says so. Review: a scorecard below the review threshold, a package newer than asked for, a licence that is not
 * in the list or missing (a question for people, not a danger to the machine), and a lookalike otherwise. A figure that
 * equals its threshold passes, except similarity, which counts from the threshold on. An unknown scorecard passes.
 */
export function evaluate(policy: EffectivePolicy, facts: PackageVersion, now: number): Verdict {
  const blocking: string[] = [];
  const reviewing: string[] = [];
  evaluateLists(policy, facts, blocking);
  evaluateScorecard(policy, facts, blocking, reviewing);
  evaluateVulnerabilities(policy, facts, blocking);
  evaluateProvenance(policy, facts, blocking);
  evaluateName(policy, facts, policy.rules.typosquat_action === 'block' ? blocking : reviewing);
  evaluateAge(policy, facts, now, reviewing);
  evaluateLicence(policy, facts, reviewing);
  if (blocking.length > 0) {
    return { outcome: 'block', reasons: [...blocking, ...reviewing] };
  }
  return reviewing.length > 0 ? { outcome: 'review', reasons: reviewing } : ALLOWED;
}

function evaluateLists(policy: EffectivePolicy, facts: PackageVersion, blocking: string[]): void {
  const listed = findBlockedPackage(policy.blocked, facts);
  if (listed !== undefined) {
    const what = listed.version === undefined ? facts.package : `${facts.package} ${facts.version}`;
    blocking.push(`${what} is on the list of blocked packages${because(listed.reason)}`);
  }
  const maintainer = findBlockedMaintainer(policy.blocked, facts);
  if (maintainer !== undefined) {
    blocking.push(
      `maintainer ${maintainer.name} is on the list of blocked maintainers${because(maintainer.reason)}`,
    );
  }
}

function evaluateScorecard(
  { rules }: EffectivePolicy,
  { scorecard }: PackageVersion,
  blocking: string[],
  reviewing: string[],
): void {
  if (scorecard === null) {
    return;
  }
  if (scorecard < rules.min_scorecard) {
    blocking.push(
      `scorecard ${scorecard.toFixed(1)} is below the policy minimum ${points(rules.min_scorecard)}`,
    );
  } else if (scorecard < rules.review_scorecard) {
    reviewing.push(
      `scorecard ${scorecard.toFixed(1)} is below the review threshold ${points(rules.review_scorecard)}`,
    );
  }
}

function evaluateVulnerabilities(
  { rules }: EffectivePolicy,
  facts: PackageVersion,
  blocking: string[],
): void {
  const known = facts.vulnerabilities.length;
  if (rules.block_on_critical_vuln && facts.criticalVulnerabilities > 0) {
    const critical = facts.vulnerabilities.slice(0, facts.criticalVulnerabilities);
    blocking.push(`${amount(critical.length, 'critical vulnerability')}: ${critical.join(', ')}`);
  }
  if (known > rules.max_known_vulnerabilities) {
    blocking.push(
      `${amount(known, 'known vulnerability')}, the policy maximum is ${rules.max_known_vulnerabilities}`,
    );
  }
}

function evaluateProvenance({ rules }: EffectivePolicy, facts: PackageVersion, blocking: string[]): void {
  if (!rules.require_provenance || facts.provenance === 'verified') {
    return;
  }
  if (facts.provenance === 'none') {
    blocking.push(`version ${facts.version} has no build provenance, which the policy requires`);
  } else if (!rules.allow_provenance_fallback) {
    blocking.push(
      `build provenance of version ${facts.version} cannot be verified, and the policy has no fallback`,
    );
  }
}

function evaluateName({ rules }: EffectivePolicy, { lookalike }: PackageVersion, reasons: string[]): void {
  if (lookalike !== null && lookalike.similarity >= rules.typosquat_threshold) {
    reasons.push(
      `name is ${lookalike.similarity.toFixed(2)} similar to ${lookalike.name}, ` +
        `a possible typosquat from ${rules.typosquat_threshold.toFixed(2)} on`,
    );
  }
}

function evaluateAge(
  { rules }: EffectivePolicy,
  facts: PackageVersion,
  now: number,
  reviewing: string[],
): void {
  const age = now - facts.firstPublishedAt;
  if (age < rules.review_on_new_package_days * DAY) {
    const days = Math.max(0, Math.floor(age / DAY));
    const since = days === 0 ? 'less than a day ago' : `${amount(days, 'day')} ago`;
    reviewing.push(
      `first published ${since}, newer than the ${amount(rules.review_on_new_package_days, 'day')} the policy asks for`,
    );
  }
}

function evaluateLicence(policy: EffectivePolicy, { licence }: PackageVersion, reviewing: string[]): void {
  if (licence === null) {
    reviewing.push('no licence is declared');
  } else if (!isLicenceAllowed(licence, policy.allowedLicences)) {
    reviewing.push(
      `licence ${licence} is not among the ${amount(policy.allowedLicences.size, 'licence')} the policy allows`,
    );
  }
}

function because(reason: string | undefined): string {
  return reason === undefined ? '' : ` (${reason})`;
}

/** At least one decimal, and no more than it takes: 4 → 4.0, 4.25 → 4.25. */
function points(value: number): string {
  return Number.isInteger(value * 10) ? value.toFixed(1) : String(value);
}

function amount(count: number, noun: string): string {
  const plural = noun.endsWith('y') && !noun.endsWith('ay') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${count} ${count === 1 ? noun : plural}`;
}
