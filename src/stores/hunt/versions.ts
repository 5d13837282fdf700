import * as pep440 from '@renovatebot/pep440';
import Range from 'semver/classes/range.js';
import type SemVer from 'semver/classes/semver.js';
import compareSemver from 'semver/functions/compare.js';
import parseSemver from 'semver/functions/parse.js';

import type { Ecosystem } from '../../contract/values.ts';

/** No version that is meant is longer: what is longer is not read at all. */
const LONGEST = 256;

/** A version whose last numbers are left out, where versions have three. */
const PARTIAL = /^v?\d+(\.\d+)?$/i;

/** How an ecosystem orders versions and writes ranges. */
interface VersionScheme<Version> {
  /** Undefined for what is no version. */
  read(text: string): Version | undefined;
  compare(left: Version, right: Version): number;
  /** The same for versions that are the same. */
  keyOf(version: Version): string;
  /** Keys under which a list may name this version. */
  keysOf(version: Version): readonly string[];
  /** Undefined for what is no range. */
  readRange(text: string): ((version: Version) => boolean) | undefined;
  /** The range that is meant by a version whose last numbers are left out, where that is none itself. */
  partial(text: string): string;
}

const semantic: VersionScheme<SemVer> = {
  read: (text) => parseSemver(text) ?? undefined,
  compare: (left, right) => compareSemver(left, right),
  keyOf: ({ version }) => version,
  keysOf: ({ version }) => [version],
  readRange(text) {
    try {
      // Cargo and advisories put commas between what must all hold. A release candidate of a listed range is hunted, too.
      const range = new Range(text.replaceAll(',', ' ').replaceAll('==', '='), { includePrerelease: true });
      return (version) => range.test(version);
    } catch {
      return undefined;
    }
  },
  partial: (text) => text,
};

const cargo: VersionScheme<SemVer> = { ...semantic, partial: (text) => `^${text}` };

const python: VersionScheme<string> = {
  read: (text) => pep440.valid(text) ?? undefined,
  compare: (left, right) => pep440.compare(left, right),
  keyOf: pythonKey,
  // What a distributor built of 1.0 as 1.0+local is the 1.0 that a list names.
  keysOf: (version) => [pythonKey(version), pythonKey(version.replace(/\+.*$/s, ''))],
  readRange(text) {
    const specifier = text
      .split(',')
      .map((part) => part.trim().replace(/^=(?![=])/, '=='))
      .join(',');
    return pep440.validRange(specifier)
      ? (version) => pep440.satisfies(version, specifier, { prereleases: true })
      : undefined;
  },
  partial: (text) => text,
};

/** 1.0 and 1.0.0 are the same version. */
function pythonKey(version: string): string {
  const parts = pep440.explain(version);
  if (parts === null) {
    return version;
  }
  const { epoch, release, pre, post, dev, local } = parts;
  const last = release.findLastIndex((number) => number !== 0);
  return JSON.stringify([epoch, release.slice(0, last + 1), pre, post, dev, local]);
}

const SCHEMES: ReadonlyMap<Ecosystem, VersionScheme<SemVer> | VersionScheme<string>> = new Map<
  Ecosystem,
  VersionScheme<SemVer> | VersionScheme<string>
>([
  ['npm', semantic],
  ['cargo', cargo],
  ['go', semantic],
  ['pip', python],
]);

/** One thing that happens at a version along a range of an OSV record. */
export interface RangeEvent {
  readonly kind: 'introduced' | 'fixed' | 'last_affected' | 'limit';
  readonly version: string;
}

/** Which versions an entry of a list is about. */
export type ListedVersions =
  | { readonly kind: 'any' }
  /** Versions that cannot be compared, such as commits. */
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'these';
      readonly exact: readonly string[];
      readonly ranges: readonly string[];
      /** Ranges as OSV writes them. */
      readonly spans: readonly (readonly RangeEvent[])[];
    };

/** Whether a version is listed: `unclear` where it, or what is listed, cannot be compared. */
export type Verdict = 'listed' | 'other' | 'unclear';

/** Says of a version as an event names it whether it is listed. */
export type VersionTest = (version: string | undefined) => Verdict;

/** Whether an ecosystem takes a text for a range. */
export function isRange(ecosystem: Ecosystem, text: string): boolean {
  return text.length <= LONGEST && SCHEMES.get(ecosystem)?.readRange(text) !== undefined;
}

/** The test for the versions of an entry, in the order and the notation of its ecosystem, or of one that nothing is known of. */
export function versionTest(ecosystem: Ecosystem | undefined, listed: ListedVersions): VersionTest {
  if (listed.kind === 'any') {
    return () => 'listed';
  }
  if (listed.kind === 'unknown') {
    return () => 'unclear';
  }
  const scheme = ecosystem === undefined ? undefined : SCHEMES.get(ecosystem);
  if (scheme === undefined) {
    const plain = (text: string) => text.trim().replace(/^v(?=\d)/i, '');
    const texts = new Set(listed.exact.map(plain));
    const unlike = listed.ranges.length + listed.spans.length === 0 ? 'other' : 'unclear';
    return (version) => (version === undefined ? 'unclear' : texts.has(plain(version)) ? 'listed' : unlike);
  }
  // The compiler cannot know that both are of one scheme.
  return testOf(scheme as VersionScheme<unknown>, listed);
}

function testOf<Version>(
  scheme: VersionScheme<Version>,
  { exact, ranges, spans }: Extract<ListedVersions, { kind: 'these' }>,
): VersionTest {
  const read = (text: string) => (text.length > LONGEST ? undefined : scheme.read(text.trim()));
  const keys = new Set<string>();
  const texts = new Set<string>();
  const partials: ((version: Version) => boolean)[] = [];
  for (const text of exact) {
    const version = read(text);
    if (version === undefined) {
      texts.add(text.trim());
      const range = PARTIAL.test(text.trim()) ? scheme.readRange(scheme.partial(text.trim())) : undefined;
      if (range !== undefined) {
        partials.push(range);
      }
    } else {
      keys.add(scheme.keyOf(version));
    }
  }
  const tests = [
    ...partials,
    ...ranges.map((text) => scheme.readRange(text)),
    ...spans.map((events) => spanTest(scheme, events, read)),
  ];
  return (text) => {
    if (text === undefined) {
      return 'unclear';
    }
    if (texts.has(text.trim())) {
      return 'listed';
    }
    const version = read(text);
    if (version === undefined) {
      return 'unclear';
    }
    if (scheme.keysOf(version).some((key) => keys.has(key)) || tests.some((test) => test?.(version))) {
      return 'listed';
    }
    return tests.includes(undefined) ? 'unclear' : 'other';
  };
}

/** A range of an OSV record, as its specification evaluates it; undefined where one of its versions cannot be read. */
function spanTest<Version>(
  scheme: VersionScheme<Version>,
  events: readonly RangeEvent[],
  read: (text: string) => Version | undefined,
): ((version: Version) => boolean) | undefined {
  const points: { readonly kind: RangeEvent['kind']; readonly at: Version | 'first' }[] = [];
  let isLimited = false;
  for (const { kind, version } of events) {
    const isEndless = kind === 'limit' && version === '*';
    const at = kind === 'introduced' && version === '0' ? 'first' : read(version);
    if (at === undefined && !isEndless) {
      return undefined;
    }
    isLimited ||= kind === 'limit' && !isEndless;
    if (at !== undefined && !isEndless) {
      points.push({ kind, at });
    }
  }
  const isUnlimited = events.some(({ kind, version }) => kind === 'limit' && version === '*');
  const steps = points
    .filter(({ kind }) => kind !== 'limit')
    .sort((left, right) =>
      left.at === 'first' ? -1 : right.at === 'first' ? 1 : scheme.compare(left.at, right.at),
    );
  const limits = points.filter(({ kind }) => kind === 'limit');
  return (version) => {
    const isWithin =
      !isLimited || isUnlimited || limits.some(({ at }) => at !== 'first' && scheme.compare(version, at) < 0);
    let isIn = false;
    for (const { kind, at } of steps) {
      const order = at === 'first' ? 1 : scheme.compare(version, at);
      if (kind === 'introduced' && order >= 0) {
        isIn = true;
      } else if ((kind === 'fixed' && order >= 0) || (kind === 'last_affected' && order > 0)) {
        isIn = false;
      }
    }
    return isIn && isWithin;
  };
}
