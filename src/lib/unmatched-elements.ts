/** Elements that are looked ahead for the place from which two lists go on alike. */
const LOOKED_AHEAD = 24;

/**
 * What is left of two lists when the elements that stand in both, in the same order, are taken out of each: a long list and
 * what became of it by some changes have nearly all in common, whatever lies between the changes. Where they differ by more
 * than that at one place, all behind it is left but what is the same at their ends.
 */
export function unmatchedElements(
  left: readonly unknown[],
  right: readonly unknown[],
): readonly [ofLeft: readonly unknown[], ofRight: readonly unknown[]] {
  const [ofLeft, ofRight]: [unknown[], unknown[]] = [[], []];
  let [atLeft, atRight] = [0, 0];
  let [endLeft, endRight] = [left.length, right.length];
  while (endLeft > 0 && endRight > 0 && left[endLeft - 1] === right[endRight - 1]) {
    endLeft--;
    endRight--;
  }
  while (atLeft < endLeft && atRight < endRight) {
    if (left[atLeft] === right[atRight]) {
      atLeft++;
      atRight++;
      continue;
    }
    const skipped = nextAlike([left, atLeft, endLeft], [right, atRight, endRight]);
    if (skipped === undefined) {
      break;
    }
    for (let count = 0; count < skipped[0]; count++) {
      ofLeft.push(left[atLeft++]);
    }
    for (let count = 0; count < skipped[1]; count++) {
      ofRight.push(right[atRight++]);
    }
  }
  return [ofLeft.concat(left.slice(atLeft, endLeft)), ofRight.concat(right.slice(atRight, endRight))];
}

type Part = readonly [list: readonly unknown[], from: number, to: number];

/** How many elements of each are to be passed over until they go on alike; undefined when they do not soon. */
function nextAlike(
  [left, atLeft, endLeft]: Part,
  [right, atRight, endRight]: Part,
): readonly [ofLeft: number, ofRight: number] | undefined {
  for (let sum = 1; sum <= LOOKED_AHEAD; sum++) {
    for (let ofRight = 0; ofRight <= sum; ofRight++) {
      const ofLeft = sum - ofRight;
      const [inLeft, inRight] = [atLeft + ofLeft, atRight + ofRight];
      if (inLeft < endLeft && inRight < endRight && left[inLeft] === right[inRight]) {
        return [ofLeft, ofRight];
      }
    }
  }
  return undefined;
}
