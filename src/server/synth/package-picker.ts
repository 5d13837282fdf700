import { ECOSYSTEMS, type Ecosystem } from '../../contract/values.ts';
import type { Catalog, CatalogPackage } from './catalog.ts';
import { PACKAGE_KINDS, type PackageKind, type PackageVersion } from './package-facts.ts';
import type { Random } from './random.ts';
import { type Weighted, weighted, weightedByRank } from './weighted.ts';

const FRESH_FOR = 13 * 86_400_000;

type Share = readonly [kind: PackageKind | 'vulnerable', share: number];

/**
 * How often an install is of each kind. `vulnerable` is an outdated version of an established package. Names are
 * mistyped, and strangers' packages tried, where a person asks for a package; what a lock file holds was looked at before.
 */
const NAMED: readonly Share[] = [
  ['established', 0.852],
  ['weak', 0.036],
  ['oddLicence', 0.03],
  ['fresh', 0.038],
  ['abandoned', 0.011],
  ['vulnerable', 0.006],
  ['typosquat', 0.014],
  ['listed', 0.006],
  ['distrusted', 0.007],
];
const LOCKED: readonly Share[] = [
  ['established', 0.905],
  ['weak', 0.031],
  ['oddLicence', 0.027],
  ['fresh', 0.018],
  ['abandoned', 0.008],
  ['vulnerable', 0.009],
  ['listed', 0.001],
  ['distrusted', 0.001],
];

/** Chooses what is installed: by popularity, in a version that existed at the time. */
export interface PackagePicker {
  /** One version for an install that names its package, of that ecosystem at that time (milliseconds). */
  pickNamed(random: Random, ecosystem: Ecosystem, at: number): PackageVersion;
  /** One version of those that a lock file leads to. */
  pickLocked(random: Random, ecosystem: Ecosystem, at: number): PackageVersion;
  /** One version of an established package, as most lines of a lock file are. */
  pickEstablished(random: Random, ecosystem: Ecosystem, at: number): PackageVersion;
}

/** Makes the picker of a catalog. */
export function makePackagePicker(catalog: Catalog): PackagePicker {
  const named = weighted(NAMED, ([, share]) => share);
  const locked = weighted(LOCKED, ([, share]) => share);
  const byKind = new Map<string, Weighted<CatalogPackage>>();
  const vulnerable = new Map<Ecosystem, Weighted<PackageVersion> | undefined>();
  for (const ecosystem of ECOSYSTEMS) {
    for (const kind of PACKAGE_KINDS) {
      byKind.set(`${ecosystem} ${kind}`, weightedByRank(catalog[ecosystem][kind]));
    }
    const holes = catalog[ecosystem].established.flatMap((item) => item.versions.filter(isDangerous));
    vulnerable.set(ecosystem, holes.length === 0 ? undefined : weightedByRank(holes));
  }
  const draw = (random: Random, ecosystem: Ecosystem, kind: PackageKind) =>
    (byKind.get(`${ecosystem} ${kind}`) as Weighted<CatalogPackage>).draw(random);
  const pickEstablished = (random: Random, ecosystem: Ecosystem, at: number) =>
    pickVersion(random, draw(random, ecosystem, 'established'), at);

  const pick = (random: Random, [kind]: Share, ecosystem: Ecosystem, at: number) => {
    if (kind === 'vulnerable') {
      return vulnerable.get(ecosystem)?.draw(random) ?? pickEstablished(random, ecosystem, at);
    }
    if (kind === 'fresh') {
      const young = catalog[ecosystem].fresh.filter((item) => isYoung(item, at));
      return young.length === 0
        ? pickVersion(random, draw(random, ecosystem, 'weak'), at)
        : pickVersion(random, random.pick(young), at);
    }
    return pickVersion(random, draw(random, ecosystem, kind), at);
  };

  return {
    pickNamed: (random, ecosystem, at) => pick(random, named.draw(random), ecosystem, at),
    pickLocked: (random, ecosystem, at) => pick(random, locked.draw(random), ecosystem, at),
    pickEstablished,
  };
}

/** The newest version at the time, or now and then the one before it; never one that is known to be dangerous. */
function pickVersion(random: Random, item: CatalogPackage, at: number): PackageVersion {
  const { versions } = item;
  let index = versions.length - 1;
  while (index > 0 && (versions[index] as PackageVersion).publishedAt > at) {
    index--;
  }
  if (index > 0 && random.chance(0.22)) {
    index--;
  }
  const found = versions[index] as PackageVersion;
  if (!isDangerous(found)) {
    return found;
  }
  const next = versions[index + 1];
  return next !== undefined && next.publishedAt <= at ? next : (versions[index - 1] ?? found);
}

function isDangerous(version: PackageVersion): boolean {
  return version.criticalVulnerabilities > 0 || version.vulnerabilities.length > 3;
}

function isYoung(item: CatalogPackage, at: number): boolean {
  const age = at - (item.versions[0] as PackageVersion).firstPublishedAt;
  return age >= 0 && age < FRESH_FOR;
}
