import type {
  SynthesisSettings,
  SyntheticOrganization,
  Happenings,
} from '../../../src/server/base/records.ts';
import type { PackageVersion } from '../../../src/server/synth/package-facts.ts';

/** A Wednesday afternoon. */
export const UNTIL = Date.parse('2026-03-11T15:30:00Z');
export const DAY = 86_400_000;

/** Settings of a small organization; give what a test is about. */
export function settings(given: Partial<SynthesisSettings> = {}): SynthesisSettings {
  return {
    seed: 11,
    agents: 30,
    events: 3000,
    sessions: 25,
    eventsPerSecond: 1,
    policySyncSeconds: 60,
    until: UNTIL,
    ...given,
  };
}

/** All batches of a history, or of several steps, as one. */
export function join(batches: Iterable<Happenings>): Happenings {
  const all = [...batches];
  return {
    events: all.flatMap((batch) => batch.events),
    llmCalls: all.flatMap((batch) => batch.llmCalls),
    sessions: all.flatMap((batch) => batch.sessions),
    checkIns: all.flatMap((batch) => batch.checkIns),
  };
}

/** The state that an organization starts with. */
export function initialState({ agents, policy }: SyntheticOrganization) {
  return { statusOf: new Map(agents.map((agent) => [agent.id, agent.status])), policy };
}

/** A version that no rule of the default policy objects to; give what a test is about. */
export function facts(given: Partial<PackageVersion> = {}): PackageVersion {
  return {
    ecosystem: 'npm',
    package: 'left-shelf',
    version: '1.4.0',
    scorecard: 7.2,
    vulnerabilities: [],
    criticalVulnerabilities: 0,
    provenance: 'verified',
    firstPublishedAt: UNTIL - 800 * DAY,
    publishedAt: UNTIL - 40 * DAY,
    licence: 'MIT',
    maintainers: ['quietlabs'],
    lookalike: null,
    ...given,
  };
}
