import { ECOSYSTEMS, type Ecosystem } from '../../contract/values.ts';
import type { Catalog, CatalogPackage } from './catalog.ts';
import { PACKAGE_KINDS, type PackageKind, type PackageVersion } from './package-facts.ts';
import type { Random } from './random.ts';
import { type Weighted, weighted, weightedByRank } from './weighted.ts';

const FRESH_FOR = 13 * 86_400_000;

/**
 * Where a package comes from: `named` by a person, `locked` by a lock file that was looked at before, `settled` when a
 * lock file has long been in use, `reckless` on a machine that someone experiments on or has got into.
 */
export type Habit = 'named' | 'locked' | 'settled' | 'reckless';

type Choice = PackageKind | 'vulnerable';

/**
 * How often an install is of each kind. `vulnerable` is an outdated version of an established package. Names are
 * mistyped, and strangers' packages tried, where a person asks for a package.
 */
const SHARES: Readonly<Record<Habit, Readonly<Partial<Record<Choice, number>>>>> = {
  named: {
    established: 0.852,
    weak: 0.036,
    oddLicence: 0.03,
    fresh: 0.038,
    abandoned: 0.011,
    vulnerable: 0.006,
    typosquat: 0.014,
    listed: 0.006,
    distrusted: 0.007,
  },
  locked: {
    established: 0.905,
    weak: 0.031,
    oddLicence: 0.027,
    fresh: 0.018,
    abandoned: 0.008,
    vulnerable: 0.009,
    listed: 0.001,
    distrusted: 0.001,
  },
  settled: { established: 1 },
  reckless: {
    established: 0.57,
    weak: 0.09,
    oddLicence: 0.03,
    fresh: 0.08,
    abandoned: 0.07,
    vulnerable: 0.04,
    typosquat: 0.05,
    listed: 0.03,
    distrusted: 0.04,
  },
};

/** Chooses what is installed: by habit, then by popularity, in a version that existed at the time (milliseconds). */
export interface PackagePicker {
  pick(random: Random, habit: Habit, ecosystem: Ecosystem, at: number): PackageVersion;
}

/** Makes the picker of a catalog. */
export function makePackagePicker(catalog: Catalog): PackagePicker {
  const choices = {
    named: weighChoices(SHARES.named),
    locked: weighChoices(SHARES.locked),
    settled: weighChoices(SHARES.settled),
    reckless: weighChoices(SHARES.reckless),
  };
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

  return {
    pick(random, habit, ecosystem, at) {
      const choice = choices[habit].draw(random);
      if (choice === 'vulnerable') {
        const hole = vulnerable.get(ecosystem)?.draw(random);
        return hole ?? pickVersion(random, draw(random, ecosystem, 'established'), at);
      }
      if (choice === 'fresh') {
        const young = catalog[ecosystem].fresh.filter((item) => isYoung(item, at));
        const item = young.length > 0 ? random.pick(young) : draw(random, ecosystem, 'weak');
        return pickVersion(random, item, at);
      }
      return pickVersion(random, draw(random, ecosystem, choice), at);
    },
  };
}

function weighChoices(shares: Readonly<Partial<Record<Choice, number>>>): Weighted<Choice> {
  const entries = Object.entries(shares) as [Choice, number][];
  const { draw } = weighted(entries, ([, share]) => share);
  return { items: entries.map(([choice]) => choice), draw: (random) => draw(random)[0] };
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
