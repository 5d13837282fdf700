/**
 * An ORDER BY term that has nothing to do with time: rows by a hash of their number. With a random source the order is
 * another one each time.
 */
export function scattered(random?: () => number): string {
  const factor = random === undefined ? 2_654_435_761 : Math.floor(random() * 2 ** 31) * 2 + 1;
  return `(number * ${factor}) & 4294967295, number`;
}
