/** How alike two package names look. */

/**
 * The number of single-character insertions, deletions, replacements and swaps of neighbours that turn one text into
 * the other (optimal string alignment), counted in UTF-16 units. Symmetric; 0 only for equal texts.
 */
export function editDistance(left: string, right: string): number {
  const width = right.length + 1;
  let beforeLast = new Uint16Array(width);
  let last = new Uint16Array(width);
  let current = new Uint16Array(width);
  for (let column = 0; column < width; column++) {
    last[column] = column;
  }
  for (let row = 1; row <= left.length; row++) {
    current[0] = row;
    const leftCode = left.charCodeAt(row - 1);
    for (let column = 1; column < width; column++) {
      const rightCode = right.charCodeAt(column - 1);
      const replaced = (last[column - 1] as number) + (leftCode === rightCode ? 0 : 1);
      let best = Math.min((last[column] as number) + 1, (current[column - 1] as number) + 1, replaced);
      const swapped =
        row > 1 &&
        column > 1 &&
        leftCode === right.charCodeAt(column - 2) &&
        left.charCodeAt(row - 2) === rightCode;
      if (swapped) {
        best = Math.min(best, (beforeLast[column - 2] as number) + 1);
      }
      current[column] = best;
    }
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return last[right.length] as number;
}

/** From 0 (nothing in common) to 1 (equal): one minus the edit distance over the length of the longer text. */
export function similarity(left: string, right: string): number {
  const longer = Math.max(left.length, right.length);
  return longer === 0 ? 1 : 1 - editDistance(left, right) / longer;
}
