import { PackageURL } from 'packageurl-js';

import { named } from '../../../lib/named.ts';
import { asUntrusted, quoting } from '../../../lib/untrusted.ts';
import { ecosystemNamed } from '../ecosystems.ts';
import { ListBuilder, type ListEntry, type ListReading } from '../hunt-list.ts';
import { textLines } from './text-lines.ts';

/** What a purl says; `ecosystem` is undefined for one that the API does not know. */
export interface ReadPurl extends Pick<ListEntry, 'ecosystem' | 'name' | 'versions' | 'foldsCase'> {
  readonly type: string;
}

/** Reads a purl; undefined for what is none. A range in it is none that this reads: `range`. */
export function readPurl(text: string): ReadPurl | 'range' | undefined {
  let purl: PackageURL;
  try {
    purl = PackageURL.fromString(text);
  } catch {
    return undefined;
  }
  const { type, namespace, name, version } = purl;
  if (type === undefined || name === undefined || name === '') {
    return undefined;
  }
  if (purl.qualifiers !== undefined && Object.hasOwn(purl.qualifiers, 'vers')) {
    return 'range';
  }
  const ecosystem = ecosystemNamed(type);
  const whole = [namespace, name]
    .filter((part) => part !== undefined && part !== null && part !== '')
    .join('/');
  const spelled = asSpelled(text, whole);
  // A purl writes names in lower case, whatever the registry does.
  const hasLostCase = (ecosystem === 'npm' || ecosystem === 'go') && spelled === spelled.toLowerCase();
  return {
    type,
    ecosystem,
    name: asUntrusted(spelled),
    ...(hasLostCase ? { foldsCase: true } : {}),
    versions:
      version === undefined || version === null || version === ''
        ? { kind: 'any' }
        : { kind: 'these', exact: [version], ranges: [], spans: [] },
  };
}

/** The name with the case in which the purl itself spells it, which reading it takes away. */
function asSpelled(text: string, name: string): string {
  try {
    const decoded = decodeURIComponent(text);
    const at = decoded.toLowerCase().indexOf(`/${name.toLowerCase()}`);
    return at === -1 ? name : decoded.slice(at + 1, at + 1 + name.length);
  } catch {
    return name;
  }
}

/** A list of purls, one a line. */
export function readPurlList(text: string): ListReading {
  const list = new ListBuilder('purl');
  for (const { line, content } of textLines(text)) {
    const purl = readPurl(content);
    if (purl === undefined) {
      list.reject(line, quoting`${named(content)} is no purl. Write pkg:npm/name@1.2.3.`);
    } else if (purl === 'range') {
      list.reject(line, quoting`${named(content)} has a range. Write it into a CSV: name,version,ecosystem.`);
    } else if (purl.ecosystem === undefined) {
      list.skip('ecosystem', asUntrusted(purl.type));
    } else {
      list.add({ ...purl, matched: asUntrusted(content) });
    }
  }
  return list.reading;
}
