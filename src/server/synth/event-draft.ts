import type { EventRecord } from '../base/records.ts';
import type { EffectivePolicy } from './effective-policy.ts';
import { evaluate, type Verdict } from './evaluate.ts';
import type { Machine } from './machine.ts';
import type { PackageVersion } from './package-facts.ts';
import type { Project } from './teams.ts';

/** What a machine is about to report, before its policy has decided anything. */
export interface EventDraft {
  readonly id: string;
  readonly machine: Machine;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly project: Project;
  readonly branch: string;
  readonly actor: EventRecord['actor'];
  /** Undefined where the agent reports none. */
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  /** One version for an install; for an audit a sample of the lock file. Never empty. */
  readonly versions: readonly PackageVersion[];
  /** Undefined for an install. */
  readonly audit: { readonly lockFile: string; readonly packages: number } | undefined;
}

/** A verdict with the version it is about. */
interface Finding {
  readonly facts: PackageVersion;
  readonly verdict: Verdict;
}

const GRAVITY = { allow: 0, review: 1, block: 2 } as const;

/**
 * Decides a draft by a policy. The outcome of an install is that of its one version. An audit has the outcome, the subject and the
 * reasons of its worst finding (the first of the worst), and lists every version that is not simply allowed.
 */
export function decideEvent(draft: EventDraft, policy: EffectivePolicy): EventRecord {
  const findings = draft.versions.map((facts) => ({ facts, verdict: evaluate(policy, facts, draft.at) }));
  const worst = findings.reduce((left, right) =>
    GRAVITY[right.verdict.outcome] > GRAVITY[left.verdict.outcome] ? right : left,
  );
  const { facts, verdict } = worst;
  return {
    id: draft.id,
    client_id: draft.machine.agent.client_id,
    timestamp: draft.at,
    type: draft.audit === undefined ? 'install' : 'audit',
    outcome: verdict.outcome,
    actor: draft.actor,
    subject: { ecosystem: facts.ecosystem, package: facts.package, version: facts.version },
    metadata: draft.metadata === undefined ? {} : { ...draft.metadata, policy_version: policy.version },
    payload: {
      ...(verdict.reasons.length === 0 ? {} : { reasons: verdict.reasons }),
      ...describe(facts),
      ...(draft.audit === undefined ? {} : describeAudit(draft.audit, findings)),
    },
  };
}

function describe(facts: PackageVersion): Record<string, unknown> {
  return {
    scorecard: facts.scorecard,
    license: facts.licence,
    provenance: facts.provenance,
    known_vulnerabilities: facts.vulnerabilities.length,
    ...(facts.vulnerabilities.length === 0
      ? {}
      : { critical_vulnerabilities: facts.criticalVulnerabilities, advisories: facts.vulnerabilities }),
    first_published_at: isoSeconds(facts.firstPublishedAt),
    maintainers: facts.maintainers,
    ...(facts.lookalike === null || facts.lookalike.similarity < 0.75
      ? {}
      : {
          similar_to: facts.lookalike.name,
          similarity: Math.round(facts.lookalike.similarity * 1000) / 1000,
        }),
  };
}

function describeAudit(
  audit: { readonly lockFile: string; readonly packages: number },
  findings: readonly Finding[],
): Record<string, unknown> {
  return {
    lock_file: audit.lockFile,
    packages_checked: audit.packages,
    findings: findings
      .filter(({ verdict }) => verdict.outcome !== 'allow')
      .map(({ facts, verdict }) => ({
        package: facts.package,
        version: facts.version,
        outcome: verdict.outcome,
        reasons: verdict.reasons,
      })),
  };
}

/** ISO 8601 in UTC, to the second. */
export function isoSeconds(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
