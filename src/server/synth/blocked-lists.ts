import { ECOSYSTEMS } from '../../contract/values.ts';
import { ownValue } from '../../lib/own-value.ts';
import type { PackageVersion } from './package-facts.ts';

/**
 * The two blocked lists of a policy. The specification does not show the shape of their elements, so many are read:
 * `lodash`, `lodash@4.17.20`, `requests==2.31.0`, `npm:lodash`, `npm/lodash@4.17.20`, or an object with the name under
 * `name` or `package` and, as it likes, `ecosystem`, `version` (`*` is any) and `reason`.
 */
export interface BlockedLists {
  /** By name in lower case. */
  readonly packages: ReadonlyMap<string, readonly BlockedPackage[]>;
  /** By handle in lower case, without a leading `@`. */
  readonly maintainers: ReadonlyMap<string, BlockedMaintainer>;
}

export interface BlockedPackage {
  readonly name: string;
  /** Undefined stands for every ecosystem. */
  readonly ecosystem: string | undefined;
  /** Undefined stands for every version. */
  readonly version: string | undefined;
  readonly reason: string | undefined;
}

export interface BlockedMaintainer {
  readonly name: string;
  readonly reason: string | undefined;
}

/** Reads both lists; elements that name nothing are passed over. */
export function readBlockedLists(
  packages: readonly unknown[],
  maintainers: readonly unknown[],
): BlockedLists {
  const packagesByName = new Map<string, BlockedPackage[]>();
  for (const element of packages) {
    const entry = readBlockedPackage(element);
    if (entry !== undefined) {
      const key = entry.name.toLowerCase();
      packagesByName.set(key, [...(packagesByName.get(key) ?? []), entry]);
    }
  }
  const maintainersByName = new Map<string, BlockedMaintainer>();
  for (const element of maintainers) {
    const entry = readBlockedMaintainer(element);
    if (entry !== undefined) {
      maintainersByName.set(entry.name.toLowerCase(), entry);
    }
  }
  return { packages: packagesByName, maintainers: maintainersByName };
}

/** The element that blocks this version, if any. */
export function findBlockedPackage(lists: BlockedLists, facts: PackageVersion): BlockedPackage | undefined {
  return lists.packages
    .get(facts.package.toLowerCase())
    ?.find(
      (entry) =>
        (entry.ecosystem === undefined || entry.ecosystem === facts.ecosystem) &&
        (entry.version === undefined || stripV(entry.version) === stripV(facts.version)),
    );
}

/** The element that blocks one of this version's maintainers, if any. */
export function findBlockedMaintainer(
  lists: BlockedLists,
  facts: PackageVersion,
): BlockedMaintainer | undefined {
  for (const maintainer of facts.maintainers) {
    const entry = lists.maintainers.get(maintainer.toLowerCase());
    if (entry !== undefined) {
      return entry;
    }
  }
  return undefined;
}

function readBlockedPackage(element: unknown): BlockedPackage | undefined {
  if (typeof element === 'string') {
    return readPackageText(element);
  }
  const text = readTextField(element, ['name', 'package', 'package_name']);
  if (text === undefined) {
    return undefined;
  }
  const named = readPackageText(text);
  const version = readTextField(element, ['version']);
  return (
    named && {
      name: named.name,
      ecosystem: readTextField(element, ['ecosystem', 'registry'])?.toLowerCase() ?? named.ecosystem,
      version: version === undefined || version === '*' ? named.version : version,
      reason: readTextField(element, ['reason', 'comment', 'note']),
    }
  );
}

function readPackageText(text: string): BlockedPackage | undefined {
  let rest = text.trim();
  let ecosystem: string | undefined;
  for (const candidate of ECOSYSTEMS) {
    if (rest.toLowerCase().startsWith(`${candidate}:`) || rest.toLowerCase().startsWith(`${candidate}/`)) {
      ecosystem = candidate;
      rest = rest.slice(candidate.length + 1);
      break;
    }
  }
  // The first character may be the @ of an npm scope, which starts no version.
  const separator = /(?<=.)(@|==)/.exec(rest);
  const name = separator === null ? rest : rest.slice(0, separator.index);
  const version = separator === null ? undefined : rest.slice(separator.index + separator[0].length);
  return name === ''
    ? undefined
    : {
        name,
        ecosystem,
        version: version === '' || version === '*' ? undefined : version,
        reason: undefined,
      };
}

function readBlockedMaintainer(element: unknown): BlockedMaintainer | undefined {
  const text =
    typeof element === 'string'
      ? element
      : readTextField(element, ['name', 'maintainer', 'username', 'handle', 'login']);
  const name = text?.trim().replace(/^@/, '');
  return name === undefined || name === ''
    ? undefined
    : { name, reason: readTextField(element, ['reason', 'comment', 'note']) };
}

function readTextField(element: unknown, names: readonly string[]): string | undefined {
  if (typeof element !== 'object' || element === null) {
    return undefined;
  }
  for (const name of names) {
    const value = ownValue(element as Record<string, unknown>, name);
    if (typeof value === 'string' && value.trim() !== '') {
      return value.trim();
    }
  }
  return undefined;
}

function stripV(version: string): string {
  return version.replace(/^v(?=\d)/, '');
}
