/** A value as charts draw it: what is no number, or less than nothing, counts as nothing; sums never become infinite. */
export function amountOf(value: number): number {
  return value > 0 ? Math.min(value, Number.MAX_VALUE) : 0;
}

/** The greatest of the values as charts draw them; 0 when there is none. */
export function greatestOf(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, amountOf(value)), 0);
}

/**
 * How many of so many steps an amount fills of the greatest: none for nothing, all for the greatest, and at least one for
 * whatever else there is, so that nothing that happened becomes invisible.
 */
export function stepsOf(value: number, most: number, steps: number): number {
  const amount = amountOf(value);
  if (amount === 0 || most === 0 || steps === 0) {
    return 0;
  }
  return Math.min(steps, Math.max(1, Math.round((amount / most) * steps)));
}

/**
 * Neighbours put together so that no more than so many groups are left, as even as can be and in their order. Every item
 * is in exactly one group.
 */
export function groupedInto<Item>(items: readonly Item[], groups: number): readonly (readonly Item[])[] {
  const count = Math.min(items.length, Math.max(0, groups));
  return Array.from({ length: count }, (_, group) =>
    items.slice(Math.floor((group * items.length) / count), Math.floor(((group + 1) * items.length) / count)),
  );
}
