import type { Ecosystem } from '../../contract/values.ts';

/** Whether a version was built where its source says: proven, not claimed at all, or claimed but beyond checking. */
export type Provenance = 'verified' | 'none' | 'unverifiable';

/**
 * What makes a package interesting to a policy. `established` is what is installed nearly always; each of the others
 * trips one rule of the default policy.
 */
export const PACKAGE_KINDS = [
  'established',
  'weak',
  'abandoned',
  'oddLicence',
  'fresh',
  'typosquat',
  'listed',
  'distrusted',
] as const;
export type PackageKind = (typeof PACKAGE_KINDS)[number];

/** A popular name that another name resembles; `similarity` goes from 0 to 1. */
export interface Lookalike {
  readonly name: string;
  readonly similarity: number;
}

/** What is known of one version of one package, which is all that a policy looks at. Times are in milliseconds. */
export interface PackageVersion {
  readonly ecosystem: Ecosystem;
  readonly package: string;
  readonly version: string;
  /** From 0 to 10; null when nobody scored it. */
  readonly scorecard: number | null;
  /** Advisory identifiers of all known vulnerabilities, the critical ones first. */
  readonly vulnerabilities: readonly string[];
  /** How many of the vulnerabilities are critical. */
  readonly criticalVulnerabilities: number;
  readonly provenance: Provenance;
  /** When the first version of the package appeared. */
  readonly firstPublishedAt: number;
  /** When this version appeared. */
  readonly publishedAt: number;
  /** An SPDX expression; null when the package names none. */
  readonly licence: string | null;
  readonly maintainers: readonly string[];
  /** Null for popular packages and for names that resemble none. */
  readonly lookalike: Lookalike | null;
}
