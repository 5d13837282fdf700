/** Rows that are sorted at once: about a tenth of a millisecond. */
const RUN = 256;

/** Rows that are merged between two pauses. */
const STEP = 1024;

/**
 * Sorts in small pieces: it yields between them, and returns the sorted list. What is nearly in order already takes one
 * comparison for each run. Equal rows stay in their order.
 */
export function* mergeSort<Row>(
  rows: readonly Row[],
  compare: (left: Row, right: Row) => number,
): Generator<void, readonly Row[]> {
  let runs: (readonly Row[])[] = [];
  for (let start = 0; start < rows.length; start += RUN) {
    runs.push(rows.slice(start, start + RUN).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly Row[])[] = [];
    for (let index = 0; index < runs.length; index += 2) {
      const [left, right] = [runs[index] as readonly Row[], runs[index + 1]];
      merged.push(right === undefined ? left : yield* merge(left, right, compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<Row>(
  left: readonly Row[],
  right: readonly Row[],
  compare: (left: Row, right: Row) => number,
): Generator<void, readonly Row[]> {
  if (compare(left.at(-1) as Row, right[0] as Row) <= 0) {
    yield;
    return left.concat(right);
  }
  const merged: Row[] = [];
  let [fromLeft, fromRight] = [0, 0];
  while (fromLeft < left.length && fromRight < right.length) {
    const isLeft = compare(left[fromLeft] as Row, right[fromRight] as Row) <= 0;
    merged.push((isLeft ? left[fromLeft++] : right[fromRight++]) as Row);
    if (merged.length % STEP === 0) {
      yield;
    }
  }
  yield;
  return merged.concat(left.slice(fromLeft), right.slice(fromRight));
}
