import type { JsonObject } from '../../contract/tolerant.ts';
import { MACHINES, measuresOf, type CountedListId } from './count-measures.ts';
import type { CountGroup } from './counts.ts';

/** The columns of counts of a list behind those of the fields that are counted by. */
export function countColumnNames(list: CountedListId): readonly string[] {
  return [...measuresOf(list).map(({ name }) => name), 'share', MACHINES.name, 'first', 'last'];
}

/** Decimals of a share: a hundredth of a per cent. */
const SHARE_DECIMALS = 4;

/**
 * A group as it is printed and exported: each field under its own name, null for none; then its figures, null where no row
 * gives one; the share of all rows that are counted, from 0 to 1; times in ISO 8601.
 */
export function recordOfCount(
  list: CountedListId,
  group: CountGroup,
  fields: readonly string[],
  rows: number,
): JsonObject {
  const { values, count, first, last } = group;
  return {
    ...Object.fromEntries(fields.map((field, index) => [field, values[index] ?? null])),
    ...Object.fromEntries(measuresOf(list).map(({ name, valueOf }) => [name, valueOf(group) ?? null])),
    share: Number((count / Math.max(1, rows)).toFixed(SHARE_DECIMALS)),
    [MACHINES.name]: MACHINES.valueOf(group) ?? null,
    first: isoTime(first),
    last: isoTime(last),
  };
}

function isoTime(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}
