import type { Random } from './random.ts';

/** Draws from items of unequal weight. Drawing costs one random number and a binary search. */
export interface Weighted<Item> {
  readonly items: readonly Item[];
  readonly draw: (random: Random) => Item;
}

/** Weighs each item by `weightOf`, which must not be negative. Throws a RangeError when there is no item. */
export function weighted<Item>(
  items: readonly Item[],
  weightOf: (item: Item, index: number) => number,
): Weighted<Item> {
  if (items.length === 0) {
    throw new RangeError('nothing to weigh');
  }
  const sums = new Float64Array(items.length);
  let total = 0;
  for (const [index, item] of items.entries()) {
    total += weightOf(item, index);
    sums[index] = total;
  }
  return {
    items,
    draw(random) {
      const target = random.fraction() * total;
      let low = 0;
      let high = items.length - 1;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((sums[middle] as number) > target) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      return items[low] as Item;
    },
  };
}

/** Weighs items by rank, as words and packages are used: the second half as often as the first, and so on. */
export function weightedByRank<Item>(items: readonly Item[], exponent = 0.9): Weighted<Item> {
  return weighted(items, (_item, index) => 1 / Math.pow(index + 1.5, exponent));
}
