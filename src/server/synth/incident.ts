import type { Ecosystem } from '../../contract/values.ts';
import type { Machine } from './machine.ts';
import type { PackageVersion } from './package-facts.ts';

const DAY = 86_400_000;

/** From a Monday through the Friday of every fourth week, so that each history of 45 days holds one of them whole. */
const EVERY = 28;
const LASTS = 5;
/** The first Monday of 1970. */
const MONDAY = 4;

/** So many machines have it. */
export const STRUCK_MACHINES = 3;

const release = (name: string, version: string): PackageVersion => ({
  ecosystem: 'npm',
  package: name,
  version,
  scorecard: 7.4,
  vulnerabilities: [],
  criticalVulnerabilities: 0,
  provenance: 'verified',
  firstPublishedAt: Date.parse('2019-05-07T08:00:00Z'),
  publishedAt: Date.parse('2025-09-08T13:16:00Z'),
  licence: 'MIT',
  maintainers: ['ansi-tint-release'],
  lookalike: null,
});

/** What was slipped into releases of packages that nobody had a reason to distrust: by machine. */
export const HIJACKED_RELEASES: readonly PackageVersion[] = [
  release('ansi-tint', '5.6.1'),
  release('ansi-tint', '5.6.1'),
  release('term-weave', '3.1.4'),
];

/** The machines that meet them: the first people who work in npm alone, and much, so that none of them misses it. */
export function isStruck(
  machine: Pick<Machine, 'isRunner' | 'projects' | 'diligence'>,
  fate: string | undefined,
  before: number,
): boolean {
  return (
    before < STRUCK_MACHINES &&
    !machine.isRunner &&
    fate === undefined &&
    machine.diligence >= 1 &&
    machine.projects.every(({ ecosystem }) => ecosystem === 'npm')
  );
}

/** The release that a machine installs in the place of what was asked for, where it meets one at that time (milliseconds). */
export function struckRelease(
  { incident }: Pick<Machine, 'incident'>,
  ecosystem: Ecosystem,
  at: number,
): PackageVersion | undefined {
  const day = Math.floor(at / DAY) - MONDAY;
  return incident === undefined || ecosystem !== 'npm' || day % EVERY >= LASTS
    ? undefined
    : HIJACKED_RELEASES[incident];
}
