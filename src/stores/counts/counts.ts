import { asUntrusted, type Untrusted } from '../../lib/untrusted.ts';

/** What is counted of a row. */
export interface CountedRow {
  /**
   * For each field that is counted by, the values that the row has in it: one with several counts under each of them, and one
   * with none under none.
   */
  readonly values: readonly (readonly string[])[];
  /** In milliseconds. */
  readonly time: number;
  readonly outcome: string | undefined;
  readonly machine: string | undefined;
}

/** How many rows came to which outcome; others than those of the specification are in no part. */
export interface CountParts {
  readonly block: number;
  readonly review: number;
  readonly allow: number;
}

/** The rows that have the same values in all fields that are counted by. */
export interface CountGroup {
  /** The same as long as the counting goes on. */
  readonly id: string;
  /** One for each field; undefined for rows that have none. */
  readonly values: readonly (Untrusted | undefined)[];
  readonly count: number;
  readonly parts: CountParts;
  /** How many different machines they are of. */
  readonly machines: number;
  /** Times of the earliest and of the latest, in milliseconds. */
  readonly first: number;
  readonly last: number;
  /** How many of them are at or after a time and before another one. */
  countWithin(from: number, to: number): number;
}

/** Counts rows by their values in some fields; rows can be taken out again, and what it costs follows the rows that change. */
export class Counts {
  readonly #groups = new Map<string, Group>();
  #rows = 0;

  /** How many rows are counted, each once, whatever it has several values of. */
  get rows(): number {
    return this.#rows;
  }

  /** How many different values, or pairs of them, they have. */
  get size(): number {
    return this.#groups.size;
  }

  /** The groups, in no order. */
  get groups(): Iterable<CountGroup> {
    return this.#groups.values();
  }

  add(row: CountedRow): void {
    this.#rows++;
    for (const values of combinations(row.values)) {
      const id = idOf(values);
      let group = this.#groups.get(id);
      if (group === undefined) {
        group = new Group(
          id,
          values.map((value) => (value === undefined ? undefined : asUntrusted(value))),
        );
        this.#groups.set(id, group);
      }
      group.add(row);
    }
  }

  /** Takes a row out that was added. */
  remove(row: CountedRow): void {
    this.#rows--;
    for (const values of combinations(row.values)) {
      const id = idOf(values);
      const group = this.#groups.get(id);
      group?.remove(row);
      if (group?.count === 0) {
        this.#groups.delete(id);
      }
    }
  }
}

type Values = readonly (string | undefined)[];

/** Every way to take one value of each field. */
function combinations(fields: CountedRow['values']): readonly Values[] {
  return fields.reduce<readonly Values[]>(
    (before, values) => {
      const different = values.length === 0 ? [undefined] : [...new Set(values)];
      return before.flatMap((each) => different.map((value) => [...each, value]));
    },
    [[]],
  );
}

function idOf(values: Values): string {
  return JSON.stringify(values.map((value) => value ?? null));
}

class Group implements CountGroup {
  readonly id: string;
  readonly values: CountGroup['values'];
  readonly #machines = new Map<string, number>();
  readonly #parts = { block: 0, review: 0, allow: 0 };
  /** From the earliest to the latest once they are in order; those before `#start` were taken out. */
  #times: number[] = [];
  #start = 0;
  #isInOrder = true;

  constructor(id: string, values: CountGroup['values']) {
    this.id = id;
    this.values = values;
  }

  get count(): number {
    return this.#times.length - this.#start;
  }

  get parts(): CountParts {
    return this.#parts;
  }

  get machines(): number {
    return this.#machines.size;
  }

  get first(): number {
    return this.#inOrder()[this.#start] ?? Number.NaN;
  }

  get last(): number {
    return this.#inOrder().at(-1) ?? Number.NaN;
  }

  countWithin(from: number, to: number): number {
    return this.#placeOf(to) - this.#placeOf(from);
  }

  add({ time, outcome, machine }: CountedRow): void {
    this.#isInOrder &&= this.count === 0 || time >= (this.#times.at(-1) as number);
    this.#times.push(time);
    this.#count(outcome, 1);
    if (machine !== undefined) {
      this.#machines.set(machine, (this.#machines.get(machine) ?? 0) + 1);
    }
  }

  remove({ time, outcome, machine }: CountedRow): void {
    const place = this.#placeOf(time);
    if (this.#times[place] !== time) {
      return;
    }
    if (place === this.#start) {
      this.#start++;
      this.#giveUpRoom();
    } else {
      this.#times.splice(place, 1);
    }
    this.#count(outcome, -1);
    const left = machine === undefined ? 0 : (this.#machines.get(machine) ?? 1) - 1;
    if (machine !== undefined && left === 0) {
      this.#machines.delete(machine);
    } else if (machine !== undefined) {
      this.#machines.set(machine, left);
    }
  }

  #count(outcome: string | undefined, change: number): void {
    if (outcome === 'block' || outcome === 'review' || outcome === 'allow') {
      this.#parts[outcome] += change;
    }
  }

  /** The oldest rows of a feed go first: their room is given up when it is half of all. */
  #giveUpRoom(): void {
    if (2 * this.#start > this.#times.length) {
      this.#times = this.#times.slice(this.#start);
      this.#start = 0;
    }
  }

  #inOrder(): readonly number[] {
    if (!this.#isInOrder) {
      this.#times = this.#times.slice(this.#start).sort((left, right) => left - right);
      this.#start = 0;
      this.#isInOrder = true;
    }
    return this.#times;
  }

  /** The place of the first time that is not before another one. */
  #placeOf(time: number): number {
    const times = this.#inOrder();
    let low = this.#start;
    let high = times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((times[middle] as number) < time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
