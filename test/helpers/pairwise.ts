import { seededRandom } from '../../src/server/base/random.ts';

type Parameters = Readonly<Record<string, readonly unknown[]>>;

/** One value for each parameter. */
export type Configuration<Of extends Parameters> = { readonly [Name in keyof Of]: Of[Name][number] };

/** So many sets are made, of which the smallest counts. */
const TRIES = 30;

/** Stands for a value that is still to be decided. */
const OPEN = -1;

type Row = number[];

/**
 * A small set of configurations in which every value of every parameter meets every value of every other one. Made
 * parameter by parameter, the one with most values first, after IPO (Lei and Tai, 1998). The same parameters and seed
 * give the same set.
 */
export function pairwise<Of extends Parameters>(parameters: Of, seed = 1): readonly Configuration<Of>[] {
  const entries = Object.entries(parameters).sort(([, left], [, right]) => right.length - left.length);
  const sizes = entries.map(([, values]) => values.length);
  const random = seededRandom(seed);
  const smallest = Array.from({ length: TRIES }, () => coverPairs(sizes, random)).reduce((best, rows) =>
    rows.length < best.length ? rows : best,
  );
  return smallest.map(
    (row) =>
      Object.fromEntries(
        entries.map(([name, values], parameter) => [name, values[row[parameter] ?? 0]]),
      ) as Configuration<Of>,
  );
}

function coverPairs(sizes: readonly number[], random: () => number): readonly Row[] {
  const rows: Row[] = Array.from({ length: sizes[0] ?? 0 }, (_, value) => [value]);
  for (let parameter = 1; parameter < sizes.length; parameter++) {
    const missing = new MissingPairs(sizes, parameter);
    for (const row of shuffled(rows, random)) {
      row[parameter] = bestValue(row, sizes[parameter] ?? 0, missing, random);
      missing.remove(row);
    }
    for (const [other, otherValue, value] of missing.list()) {
      if (!missing.has(other, otherValue, value)) {
        continue;
      }
      let row = rows.find(
        (candidate) => isFree(candidate[parameter], value) && isFree(candidate[other], otherValue),
      );
      if (row === undefined) {
        row = Array.from<number>({ length: parameter }).fill(OPEN);
        rows.push(row);
      }
      row[parameter] = value;
      row[other] = otherValue;
      missing.remove(row);
    }
  }
  return rows.map((row) =>
    row.map((value, parameter) => (value === OPEN ? Math.floor(random() * (sizes[parameter] ?? 1)) : value)),
  );
}

/** The value that covers most missing pairs; none when it would cover nothing, as it may be of use later. */
function bestValue(row: Row, size: number, missing: MissingPairs, random: () => number): number {
  let best = OPEN;
  let bestScore = 1;
  for (let value = 0; value < size; value++) {
    const gain = row.filter((otherValue, other) => missing.has(other, otherValue, value)).length;
    const score = gain + random() / 2;
    if (score >= bestScore) {
      best = value;
      bestScore = score;
    }
  }
  return best;
}

function isFree(present: number | undefined, value: number): boolean {
  return present === value || present === OPEN;
}

/** The pairs of one parameter's values with those of the parameters before it that no row has yet. */
class MissingPairs {
  readonly #parameter: number;
  readonly #missing = new Set<string>();

  constructor(sizes: readonly number[], parameter: number) {
    this.#parameter = parameter;
    for (let other = 0; other < parameter; other++) {
      for (let otherValue = 0; otherValue < (sizes[other] ?? 0); otherValue++) {
        for (let value = 0; value < (sizes[parameter] ?? 0); value++) {
          this.#missing.add(`${other} ${otherValue} ${value}`);
        }
      }
    }
  }

  has(other: number, otherValue: number, value: number): boolean {
    return this.#missing.has(`${other} ${otherValue} ${value}`);
  }

  remove(row: Row): void {
    for (let other = 0; other < this.#parameter; other++) {
      this.#missing.delete(`${other} ${row[other]} ${row[this.#parameter]}`);
    }
  }

  list(): readonly (readonly [other: number, otherValue: number, value: number])[] {
    return [...this.#missing].map((pair) => pair.split(' ').map(Number) as [number, number, number]);
  }
}

function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((left, right) => left.key - right.key)
    .map(({ item }) => item);
}
