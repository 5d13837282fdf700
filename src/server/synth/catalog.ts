import { ECOSYSTEMS, type Ecosystem } from '../../contract/values.ts';
import { findLookalike, misspell } from './typosquats.ts';
import { DISTRUSTED_OWNERS, OWNERS, PACKAGE_NAMES } from './package-names.ts';
import {
  type Lookalike,
  PACKAGE_KINDS,
  type PackageKind,
  type PackageVersion,
  type Provenance,
} from './package-facts.ts';
import { Random } from './random.ts';
import { makeReleases, type VersionLine } from './releases.ts';

/** One package with its versions, oldest first. */
export interface CatalogPackage {
  readonly ecosystem: Ecosystem;
  readonly name: string;
  readonly kind: PackageKind;
  readonly versions: readonly PackageVersion[];
}

/** The packages of one ecosystem by kind, the most used first. */
export type Catalog = Readonly<Record<Ecosystem, Readonly<Record<PackageKind, readonly CatalogPackage[]>>>>;

const TAIL_SIZE: Readonly<Record<Ecosystem, number>> = { npm: 95, pip: 70, go: 50, cargo: 45 };
const KIND_SIZE = { weak: 9, abandoned: 4, oddLicence: 8, fresh: 18, typosquat: 7, listed: 2, distrusted: 2 };
const USUAL_LICENCES: Readonly<Record<Ecosystem, readonly string[]>> = {
  npm: [
    'MIT',
    'MIT',
    'MIT',
    'MIT',
    'ISC',
    'Apache-2.0',
    'BSD-3-Clause',
    'BSD-2-Clause',
    '0BSD',
    'BlueOak-1.0.0',
  ],
  pip: ['MIT', 'MIT', 'Apache-2.0', 'BSD-3-Clause', 'BSD-3-Clause', 'MPL-2.0', 'PSF-2.0'],
  go: ['MIT', 'Apache-2.0', 'BSD-3-Clause', 'BSD-3-Clause', 'MPL-2.0'],
  cargo: ['MIT OR Apache-2.0', 'MIT OR Apache-2.0', 'MIT', 'Apache-2.0 OR MIT', 'Zlib', 'Unlicense OR MIT'],
};
const ODD_LICENCES = [
  'SSPL-1.0',
  'AGPL-3.0-only',
  'UNLICENSED',
  'GPL-3.0-or-later',
  'BUSL-1.1',
  'CC-BY-NC-4.0',
  null,
];

/**
 * Composes the catalog: several hundred packages whose names, people and figures depend on the seed alone, and whose
 * dates lie relative to `until` (milliseconds).
 */
export function makeCatalog(seed: number, until: number): Catalog {
  const entries = ECOSYSTEMS.map((ecosystem) => [ecosystem, makeEcosystem(seed, ecosystem, until)] as const);
  return Object.fromEntries(entries) as unknown as Catalog;
}

function makeEcosystem(
  seed: number,
  ecosystem: Ecosystem,
  until: number,
): Record<PackageKind, CatalogPackage[]> {
  const random = new Random(seed, 'catalog', ecosystem);
  const popularNames = PACKAGE_NAMES[ecosystem].popular;
  const popular = popularNames.map(({ name }) => name);
  const taken = new Set(popular);
  const packages = Object.fromEntries(PACKAGE_KINDS.map((kind) => [kind, []])) as unknown as Record<
    PackageKind,
    CatalogPackage[]
  >;
  const add = (
    kind: PackageKind,
    name: string,
    order: number,
    lookalike: Lookalike | null,
    line?: VersionLine,
  ) => {
    packages[kind].push(makePackage(random, { ecosystem, name, kind, order, until, lookalike, line }));
  };
  for (const [order, { name, line }] of popularNames.entries()) {
    add('established', name, order, null, line);
  }
  const tail: readonly (readonly [PackageKind, number])[] = [
    ['established', TAIL_SIZE[ecosystem]],
    ['weak', KIND_SIZE.weak],
    ['abandoned', KIND_SIZE.abandoned],
    ['oddLicence', KIND_SIZE.oddLicence],
    ['fresh', KIND_SIZE.fresh],
    ['listed', KIND_SIZE.listed],
    ['distrusted', KIND_SIZE.distrusted],
  ];
  for (const [kind, amount] of tail) {
    for (let order = 0; order < amount; order++) {
      const [name, lookalike] = findName(taken, () => {
        const composed = composeName(random, ecosystem);
        const resembled = findLookalike(ecosystem, composed, popular);
        return resembled !== null && resembled.similarity >= 0.75 ? undefined : [composed, resembled];
      });
      add(kind, name, order, lookalike);
    }
  }
  for (let order = 0; order < KIND_SIZE.typosquat; order++) {
    const [name, lookalike] = findName(taken, () => {
      const original = random.pick(popular.slice(0, 16));
      const squat = misspell(random, original);
      const resembled = findLookalike(ecosystem, squat, popular);
      return resembled === null || resembled.similarity < 0.8 ? undefined : [squat, resembled];
    });
    add('typosquat', name, order, lookalike, lineOfModule(name));
  }
  return packages;
}

/** The version line that a Go module's name ends with, as `/v5` does. */
function lineOfModule(name: string): VersionLine | undefined {
  const major = /\/v(\d+)$/.exec(name)?.[1];
  return major === undefined ? undefined : [Number(major), 1];
}

type Named = readonly [name: string, lookalike: Lookalike | null];

function findName(taken: Set<string>, propose: () => Named | undefined): Named {
  for (;;) {
    const named = propose();
    if (named !== undefined && !taken.has(named[0])) {
      taken.add(named[0]);
      return named;
    }
  }
}

function composeName(random: Random, ecosystem: Ecosystem): string {
  const { patterns, first, second } = PACKAGE_NAMES[ecosystem];
  return random
    .pick(patterns)
    .replace('{first}', random.pick(first))
    .replace('{second}', random.pick(second))
    .replace('{owner}', random.pick(OWNERS));
}

interface PackagePlan {
  readonly ecosystem: Ecosystem;
  readonly name: string;
  readonly kind: PackageKind;
  /** Its place among the packages of its kind. */
  readonly order: number;
  readonly until: number;
  readonly lookalike: Lookalike | null;
  readonly line: VersionLine | undefined;
}

function makePackage(random: Random, plan: PackagePlan): CatalogPackage {
  const { ecosystem, name, kind, order, until, lookalike, line } = plan;
  const releases = makeReleases(random, {
    ecosystem,
    kind,
    until,
    line,
    ageDays: drawAgeDays(random, kind, order),
  });
  const shared = {
    ecosystem,
    package: name,
    scorecard: drawScorecard(random, kind),
    firstPublishedAt: releases.firstPublishedAt,
    licence:
      kind === 'oddLicence'
        ? (ODD_LICENCES[order % ODD_LICENCES.length] ?? null)
        : random.pick(USUAL_LICENCES[ecosystem]),
    maintainers: drawMaintainers(random, plan),
    lookalike,
  };
  const provenance = drawProvenance(random, kind);
  return {
    ecosystem,
    name,
    kind,
    versions: releases.versions.map((release, index) => ({
      ...shared,
      ...release,
      // Build provenance is young: older versions were published without it.
      provenance: index < releases.versions.length / 2 && provenance === 'verified' ? 'none' : provenance,
    })),
  };
}

/** Days between the first publication and `until`. Fresh packages appear one by one over the length of the history. */
function drawAgeDays(random: Random, kind: PackageKind, order: number): number {
  switch (kind) {
    case 'fresh':
      return 1 + order * 3 + random.fraction() * 2;
    case 'typosquat':
      return random.between(50, 400);
    case 'listed':
    case 'distrusted':
      return random.between(120, 900);
    default:
      return random.between(400, 3600);
  }
}

function drawScorecard(random: Random, kind: PackageKind): number | null {
  const tenths = (low: number, high: number) => Math.round(random.between(low, high) * 10) / 10;
  switch (kind) {
    case 'weak':
      return tenths(4, 5.4);
    case 'abandoned':
      return tenths(1.2, 3.9);
    case 'typosquat':
      return random.chance(0.3) ? null : tenths(2.5, 4.5);
    case 'fresh':
      return random.chance(0.3) ? null : tenths(5.5, 7.2);
    default:
      return Math.max(tenths(5.5, 9.4), tenths(5.5, 9.4));
  }
}

function drawProvenance(random: Random, kind: PackageKind): Provenance {
  const drawn = random.fraction();
  if (kind === 'established') {
    return drawn < 0.45 ? 'verified' : drawn < 0.8 ? 'unverifiable' : 'none';
  }
  return drawn < 0.1 ? 'verified' : drawn < 0.3 ? 'unverifiable' : 'none';
}

function drawMaintainers(random: Random, { kind, order, name }: PackagePlan): readonly string[] {
  const own = /^(?:@|github\.com\/)([a-z0-9-]+)\//.exec(name)?.[1];
  const usual = random.shuffled(OWNERS).slice(0, random.integer(1, 3));
  if (kind === 'distrusted') {
    return [DISTRUSTED_OWNERS[order % DISTRUSTED_OWNERS.length] as string, ...usual.slice(1)];
  }
  return own === undefined ? usual : [own, ...usual.slice(1)];
}
