/** What the engine does through arguments, of which there must not be many: a long list ends the program there. */

/** The largest of some numbers; `least` when none is larger. */
export function largest(numbers: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let found = least;
  for (const number of numbers) {
    found = Math.max(found, number);
  }
  return found;
}

/** The smallest of some numbers; `most` when none is smaller. */
export function smallest(numbers: Iterable<number>, most = Number.POSITIVE_INFINITY): number {
  let found = most;
  for (const number of numbers) {
    found = Math.min(found, number);
  }
  return found;
}

/** Puts items behind those of a list. */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) {
    list.push(item);
  }
}
