import type { Ecosystem } from '../../contract/values.ts';
import type { PackageKind } from './package-facts.ts';
import type { Random } from './random.ts';

const DAY = 86_400_000;

/** Major and minor number of a newest version. */
export type VersionLine = readonly [major: number, minor: number];

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
  /** Undefined for a package whose numbers are free. */
  readonly line: VersionLine | undefined;
}

/**
 * The versions of a package with their dates and known vulnerabilities. An old version of an established package may
 * carry many or critical ones, fixed in a later version; its newest versions never do.
 */
export function makeReleases(random: Random, plan: ReleasePlan): Releases {
  const firstPublishedAt = Math.floor(plan.until - plan.ageDays * DAY);
  const amount = plan.kind === 'fresh' ? random.integer(1, 2) : random.integer(3, 7);
  const newest =
    plan.kind === 'fresh' ? plan.ageDays * 0.6 : Math.min(plan.ageDays * 0.5, random.logNormal(40, 1));
  const numbers = countVersions(random, plan, amount);
  const last = numbers.length - 1;
  const holed = plan.kind === 'established' && last >= 2 && random.chance(0.3);
  // The first listed version of an old package is not its very first one.
  const oldest =
    plan.kind === 'fresh' ? plan.ageDays : Math.min(plan.ageDays, newest + random.between(200, 900));
  const versions = numbers.map((version, index) => {
    const left = last === 0 ? 1 : 1 - index / last;
    const publishedAt = Math.floor(plan.until - (newest + (oldest - newest) * left) * DAY);
    return {
      version,
      publishedAt,
      ...drawVulnerabilities(random, plan.kind, holed && index === 1, left),
    };
  });
  return { firstPublishedAt, versions };
}

/** Version numbers, oldest first, counted back from the newest. */
function countVersions(random: Random, { ecosystem, kind, line }: ReleasePlan, amount: number): string[] {
  const young = kind === 'fresh' || kind === 'typosquat';
  // A Go module from version 2 on has its number in its name.
  const highestMajor = ecosystem === 'go' || young ? 1 : 6;
  let [major, minor] = line ?? [random.integer(0, highestMajor), random.integer(0, young ? 2 : 18)];
  let patch = random.integer(1, minor === 0 ? 12 : 7);
  const prefix = ecosystem === 'go' ? 'v' : '';
  const numbers: string[] = [];
  for (let made = 0; made < amount; made++) {
    numbers.unshift(`${prefix}${major}.${minor}.${patch}`);
    if (patch > 1 && (minor === 0 || random.chance(0.6))) {
      patch -= random.integer(1, Math.min(3, patch - 1));
    } else if (minor > 0) {
      [minor, patch] = [minor - random.integer(1, Math.min(2, minor)), random.integer(0, 6)];
    } else if (major > 1 && ecosystem !== 'go') {
      [major, minor, patch] = [major - 1, random.integer(4, 20), random.integer(0, 6)];
    } else {
      break;
    }
  }
  return numbers;
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
