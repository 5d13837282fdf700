import type { Ecosystem } from '../../contract/values.ts';
import type { PackageKind } from './package-facts.ts';
import type { Random } from './random.ts';

const DAY = 86_400_000;

export interface Release {
  readonly version: string;
  readonly publishedAt: number;
  readonly vulnerabilities: readonly string[];
  readonly criticalVulnerabilities: number;
}

export interface Releases {
  readonly firstPublishedAt: number;
  /** Oldest first. */
  readonly versions: readonly Release[];
}

interface ReleasePlan {
  readonly ecosystem: Ecosystem;
  readonly kind: PackageKind;
  readonly until: number;
  /** Days between the first publication and `until`. */
  readonly ageDays: number;
}

/**
 * The versions of a package with their dates and known vulnerabilities. An old version of an established package may
 * carry many or critical ones, fixed in a later version; its newest versions never do.
 */
export function makeReleases(random: Random, plan: ReleasePlan): Releases {
  const firstPublishedAt = plan.until - plan.ageDays * DAY;
  const amount = plan.kind === 'fresh' ? random.integer(1, 2) : random.integer(3, 7);
  const newest =
    plan.kind === 'fresh' ? plan.ageDays * 0.6 : Math.min(plan.ageDays * 0.5, random.logNormal(40, 1));
  const numbers = countVersions(random, plan, amount);
  const holed = plan.kind === 'established' && random.chance(0.3);
  const versions = numbers.map((version, index) => {
    const left = amount === 1 ? 1 : 1 - index / (amount - 1);
    // The first listed version of an old package is not its very first one.
    const oldest =
      plan.kind === 'fresh' ? plan.ageDays : Math.min(plan.ageDays, newest + random.between(200, 900));
    const publishedAt = plan.until - (newest + (oldest - newest) * left) * DAY;
    return { version, publishedAt, ...drawVulnerabilities(random, plan.kind, holed && index === 1, left) };
  });
  return { firstPublishedAt, versions };
}

function countVersions(random: Random, { ecosystem, kind }: ReleasePlan, amount: number): string[] {
  const young = kind === 'fresh' || kind === 'typosquat';
  let [major, minor, patch] = young
    ? [random.integer(0, 1), 0, random.integer(1, 3)]
    : [random.integer(0, 6), random.integer(0, 18), random.integer(0, 6)];
  const prefix = ecosystem === 'go' ? 'v' : '';
  return Array.from({ length: amount }, () => {
    const version = `${prefix}${major}.${minor}.${patch}`;
    const drawn = random.fraction();
    if (drawn < 0.08 && !young) {
      [major, minor, patch] = [major + 1, 0, 0];
    } else if (drawn < 0.5) {
      [minor, patch] = [minor + random.integer(1, 2), 0];
    } else {
      patch += random.integer(1, 3);
    }
    return version;
  });
}

function drawVulnerabilities(
  random: Random,
  kind: PackageKind,
  isHole: boolean,
  left: number,
): { vulnerabilities: readonly string[]; criticalVulnerabilities: number } {
  if (isHole) {
    const critical = random.chance(0.7) ? random.integer(1, 2) : 0;
    const others = critical === 0 ? random.integer(4, 7) : random.integer(0, 4);
    return { vulnerabilities: drawAdvisories(random, critical + others), criticalVulnerabilities: critical };
  }
  const some =
    kind === 'abandoned' ? random.integer(0, 3) : random.chance(left * 0.4) ? random.integer(1, 2) : 0;
  return { vulnerabilities: drawAdvisories(random, some), criticalVulnerabilities: 0 };
}

function drawAdvisories(random: Random, amount: number): string[] {
  const block = () => random.base32(4).toLowerCase();
  return Array.from({ length: amount }, () => `GHSA-${block()}-${block()}-${block()}`);
}
