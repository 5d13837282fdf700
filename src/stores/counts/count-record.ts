import type { JsonObject } from '../../contract/tolerant.ts';
import { MACHINES, measuresOf, type CountedListId, type CountMeasure } from './count-measures.ts';
import type { CountGroup } from './counts.ts';

/** The columns of counts of a list behind those of the fields that are counted by; `shares` within each group last. */
export function countColumnNames(
  list: CountedListId,
  shares: readonly CountMeasure[] = [],
): readonly string[] {
  return [
    ...measuresOf(list),
    { name: 'share' },
    MACHINES,
    { name: 'first' },
    { name: 'last' },
    ...shares,
  ].map(({ name }) => name);
}

/** Decimals of a share: a hundredth of a per cent. */
const SHARE_DECIMALS = 4;

/**
 * A group as it is printed and exported: each field under its own name, null for none; then its figures, null where no row
 * gives one; the share of all rows that are counted, from 0 to 1; times in ISO 8601; and `shares` within the group.
 */
export function recordOfCount(
  list: CountedListId,
  group: CountGroup,
  fields: readonly string[],
  rows: number,
  shares: readonly CountMeasure[] = [],
): JsonObject {
  const { values, count, first, last } = group;
  return {
    ...Object.fromEntries(fields.map((field, index) => [field, values[index] ?? null])),
    ...Object.fromEntries(measuresOf(list).map(({ name, valueOf }) => [name, valueOf(group) ?? null])),
    share: rounded(count / Math.max(1, rows)),
    [MACHINES.name]: MACHINES.valueOf(group) ?? null,
    first: isoTime(first),
    last: isoTime(last),
    ...Object.fromEntries(
      shares.map(({ name, valueOf }) => {
        const value = valueOf(group);
        return [name, value === undefined ? null : rounded(value)];
      }),
    ),
  };
}

function rounded(share: number): number {
  return Number(share.toFixed(SHARE_DECIMALS));
}

function isoTime(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}
