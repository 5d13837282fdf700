/** So many names are named at most. */
const MOST = 3;

/** The names that somebody may have meant who typed another: those that begin like it, then those a slip away. */
export function nearestNames(typed: string, names: readonly string[]): readonly string[] {
  const wanted = typed.toLowerCase();
  if (wanted === '') {
    return [];
  }
  const farthest = wanted.length < 4 ? 1 : 2;
  const ranked = names.flatMap((name) => {
    const distance = name.startsWith(wanted) ? 0 : editDistance(wanted, name.toLowerCase());
    return distance <= farthest ? [{ name, distance }] : [];
  });
  return ranked
    .sort((left, right) => left.distance - right.distance)
    .slice(0, MOST)
    .map(({ name }) => name);
}

/** How many letters have to be added, left out, changed or swapped with their neighbour. */
function editDistance(left: string, right: string): number {
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const isSame = left[i - 1] === right[j - 1];
      const isSwapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      next[j] = Math.min(
        (row[j] as number) + 1,
        (next[j - 1] as number) + 1,
        (row[j - 1] as number) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] as number) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = row;
    row = next;
  }
  return row[right.length] as number;
}
