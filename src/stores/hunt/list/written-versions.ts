import { ECOSYSTEMS, type Ecosystem } from '../../../contract/values.ts';
import { isRange, type ListedVersions } from '../versions.ts';

const ANY: ReadonlySet<string> = new Set(['', '*', 'any', 'all', 'all versions', '-']);

/** A version without any sign of a range: it begins with a digit, or with a `v` and one. */
const VERSION = /^v?\d[\w.+!-]*$/i;

/** Ends in a part that stands for any number. */
const OPEN_ENDED = /(^|\.)[x*](\.|$)/i;

/** Words between which there is nothing that a range could mean. */
const BETWEEN_VERSIONS = /[\s,;|]+/;

/**
 * The versions that somebody wrote into a cell: one or several of them, a range as the ecosystem or an advisory writes it, or
 * nothing for any. Undefined for what is none of these.
 */
export function writtenVersions(text: string, ecosystem: Ecosystem | undefined): ListedVersions | undefined {
  const written = text.trim();
  if (ANY.has(written.toLowerCase())) {
    return { kind: 'any' };
  }
  const words = written.split(BETWEEN_VERSIONS).filter((word) => word !== '');
  if (words.every((word) => VERSION.test(word) && !OPEN_ENDED.test(word))) {
    return { kind: 'these', exact: words, ranges: [], spans: [] };
  }
  // Where pip has no word for either, each part is a range of its own.
  const ranges = written.split('||').map((part) => part.trim());
  const kinds = ecosystem === undefined ? ECOSYSTEMS : [ecosystem];
  return kinds.some((kind) => ranges.every((range) => range !== '' && isRange(kind, range)))
    ? { kind: 'these', exact: [], ranges, spans: [] }
    : undefined;
}
