import { isExactNumber } from '../../lib/exact-json.ts';
import { textWithin } from '../base/text-within.ts';

/** Nothing that people look for lies deeper. */
const DEEPEST = 32;

/**
 * The values of a record under a name, names joined by dots and in lower case: the value itself, or what it holds. Each
 * element of a list counts as what stands in its place.
 */
export function leavesAt(record: unknown, path: string): readonly unknown[] {
  const found: unknown[] = [];
  collect(record, '', path, found, DEEPEST);
  return found;
}

function collect(value: unknown, prefix: string, path: string | undefined, found: unknown[], depth: number) {
  if (typeof value !== 'object' || value === null || isExactNumber(value) || depth === 0) {
    if (path === undefined) {
      found.push(value);
    }
    return;
  }
  if (Array.isArray(value)) {
    for (const item of value) {
      collect(item, prefix, path, found, depth - 1);
    }
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    const here = prefix + name.toLowerCase();
    if (path === undefined || here === path) {
      collect(inner, '', undefined, found, depth - 1);
    } else if (path.startsWith(`${here}.`)) {
      collect(inner, `${here}.`, path, found, depth - 1);
    }
  }
}

/** The texts of a record's values under some names; empty ones are left out. */
export function textsAt(record: unknown, paths: readonly string[]): readonly string[] {
  return paths
    .flatMap((path) => leavesAt(record, path))
    .map((value) => textWithin(value))
    .filter((text) => text !== '');
}
