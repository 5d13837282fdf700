/** What a row is sorted by; undefined where it has no such value. */
export type SortKey = number | string | undefined;

/**
 * Sorts rows by a key: numbers before text, text whatever its case, and rows without a value last whichever way it goes.
 * Rows that are equal keep the order in which they came. It begins with the order of the last time, so that a list of
 * which little has changed costs little.
 */
export function createRowSorter<Row extends object>(): (
  rows: readonly Row[],
  keyOf: (row: Row) => SortKey,
  descending: boolean,
) => readonly Row[] {
  let places = new WeakMap<Row, number>();
  return (rows, keyOf, descending) => {
    const known: Keyed<Row>[] = [];
    const others: Keyed<Row>[] = [];
    for (const [index, row] of rows.entries()) {
      const keyed = { row, index, key: comparable(keyOf(row)) };
      const place = places.get(row);
      if (place === undefined || known[place] !== undefined) {
        others.push(keyed);
      } else {
        known[place] = keyed;
      }
    }
    const sign = descending ? -1 : 1;
    const sorted = [...known.filter((keyed) => keyed !== undefined), ...others]
      .sort((left, right) => compareKeys(left.key, right.key, sign) || left.index - right.index)
      .map(({ row }) => row);
    places = new WeakMap(sorted.map((row, place) => [row, place]));
    return sorted;
  };
}

interface Keyed<Row> {
  readonly row: Row;
  readonly index: number;
  readonly key: SortKey;
}

function comparable(key: SortKey): SortKey {
  return typeof key === 'string' ? key.toLowerCase() : Number.isNaN(key) ? undefined : key;
}

function compareKeys(left: SortKey, right: SortKey, sign: number): number {
  if (left === right) {
    return 0;
  }
  if (left === undefined || right === undefined) {
    return left === undefined ? 1 : -1;
  }
  if (typeof left !== typeof right) {
    return typeof left === 'number' ? -1 : 1;
  }
  return left < right ? -sign : sign;
}
