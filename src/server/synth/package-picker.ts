import { ECOSYSTEMS, type Ecosystem } from '../../contract/values.ts';
import type { Catalog, CatalogPackage } from './catalog.ts';
import { PACKAGE_KINDS, type PackageKind, type PackageVersion } from './package-facts.ts';
import type { Random } from './random.ts';
import { type Weighted, weighted, weightedByRank } from './weighted.ts';

const FRESH_FOR = 13 * 86_400_000;

/** How often an install is of each kind. `vulnerable` is an outdated version of an established package. */
const SHARES: readonly (readonly [PackageKind | 'vulnerable', number])[] = [
  ['established', 0.891],
  ['weak', 0.031],
  ['oddLicence', 0.027],
  ['fresh', 0.025],
  ['abandoned', 0.009],
  ['vulnerable', 0.007],
  ['typosquat', 0.004],
  ['listed', 0.003],
  ['distrusted', 0.003],
];

/** Chooses what is installed: by popularity, in a version that existed at the time. */
export interface PackagePicker {
  /** One version for an install of that ecosystem at that time (milliseconds). */
  pick(random: Random, ecosystem: Ecosystem, at: number): PackageVersion;
  /** One version of an established package, as most lines of a lock file are. */
  pickEstablished(random: Random, ecosystem: Ecosystem, at: number): PackageVersion;
}

/** Makes the picker of a catalog. */
export function makePackagePicker(catalog: Catalog): PackagePicker {
  const kinds = weighted(SHARES, ([, share]) => share);
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

  return {
    pickEstablished,
    pick(random, ecosystem, at) {
      const [kind] = kinds.draw(random);
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
    },
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
