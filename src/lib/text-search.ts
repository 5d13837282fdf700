/**
 * A pattern that finds a text wherever it occurs, whatever the case; undefined for an empty one. Places that it finds
 * are places in the original text, which lower-casing would shift for some letters.
 */
export function createSearch(wanted: string): RegExp | undefined {
  return wanted === '' ? undefined : new RegExp(wanted.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
}

/** The same with "smart case": a text with a capital letter in it is found only as it is written. */
export function createSmartSearch(wanted: string): RegExp | undefined {
  const search = createSearch(wanted);
  return search !== undefined && wanted !== wanted.toLowerCase() ? new RegExp(search.source, 'gu') : search;
}
