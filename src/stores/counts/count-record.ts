import type { JsonObject } from '../../contract/tolerant.ts';
import type { CountGroup } from './counts.ts';

/** The columns of counts behind those of the fields that are counted by. */
export const COUNT_COLUMNS = [
  'count',
  'block',
  'review',
  'allow',
  'share',
  'machines',
  'first',
  'last',
] as const;

/** Decimals of a share: a hundredth of a per cent. */
const SHARE_DECIMALS = 4;

/**
 * A group as it is printed and exported: each field under its own name, null for none; the share of all rows that are
 * counted, from 0 to 1; times in ISO 8601.
 */
export function recordOfCount(group: CountGroup, fields: readonly string[], rows: number): JsonObject {
  const { values, count, parts, machines, first, last } = group;
  return {
    ...Object.fromEntries(fields.map((field, index) => [field, values[index] ?? null])),
    count,
    ...parts,
    share: Number((count / Math.max(1, rows)).toFixed(SHARE_DECIMALS)),
    machines,
    first: new Date(first).toISOString(),
    last: new Date(last).toISOString(),
  };
}

/** The most frequent first; of as many, those with more blocks, and then by their values. */
export function mostFrequentFirst(left: CountGroup, right: CountGroup): number {
  return (
    right.count - left.count ||
    right.parts.block - left.parts.block ||
    (left.id < right.id ? -1 : left.id > right.id ? 1 : 0)
  );
}
