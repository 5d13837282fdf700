/** No list is so long: where a row stands here, the server does not look at the offset. */
export const BEYOND = 1_000_000_000;

/**
 * How many rows a list has, by whether one stands at an offset: two questions where it has as many as expected, and
 * otherwise about twice the logarithm of the difference. Whatever the order is, and also where it changes, a list has a row
 * at an offset if it is longer than that. Undefined where a row is given at any offset.
 */
export async function countByOffsets(
  expected: number,
  hasRowAt: (offset: number) => Promise<boolean>,
): Promise<number | undefined> {
  const isLonger = await hasRowAt(expected);
  if (isLonger && (await hasRowAt(BEYOND))) {
    return undefined;
  }
  let least = isLonger ? expected + 1 : 0;
  let most = isLonger ? BEYOND : expected;
  for (let step = 1; least < most; step *= 2) {
    const middle = Math.floor((least + most) / 2);
    const offset = isLonger ? Math.min(middle, least + step - 1) : Math.max(middle, most - step);
    if (await hasRowAt(offset)) {
      least = offset + 1;
    } else {
      most = offset;
    }
  }
  return least;
}
