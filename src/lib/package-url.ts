import { PackageURL } from 'packageurl-js';

import { ownValue } from './own-value.ts';
import { asUntrusted, type AnyText, type Untrusted } from './untrusted.ts';

/** The types that package URLs have for ecosystems of the API. */
const PURL_TYPES: Readonly<Record<string, string>> = {
  npm: 'npm',
  pip: 'pypi',
  go: 'golang',
  cargo: 'cargo',
};

/**
 * The package URL of a package (https://github.com/package-url/purl-spec), as `pkg:npm/%40scope/name@1.0.0`; undefined for an
 * ecosystem that has no type there, and for a name that none can be made of.
 */
export function packageUrl(
  ecosystem: AnyText | undefined,
  name: AnyText | undefined,
  version: AnyText | undefined,
): Untrusted | undefined {
  const type = ownValue(PURL_TYPES, ecosystem ?? '');
  if (type === undefined || name === undefined || name === '') {
    return undefined;
  }
  const slash = name.lastIndexOf('/');
  const namespace = slash > 0 && (type === 'npm' || type === 'golang') ? name.slice(0, slash) : undefined;
  try {
    const last = namespace === undefined ? name : name.slice(slash + 1);
    const numbered = version === '' ? undefined : version;
    return asUntrusted(new PackageURL(type, namespace, last, numbered, undefined, undefined).toString());
  } catch {
    return undefined;
  }
}
