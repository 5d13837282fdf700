import { asUntrusted, type Untrusted } from '../../lib/untrusted.ts';

/** What is counted of a row. */
export interface CountedRow {
  /**
   * For each field that is counted by, the values that the row has in it: one with several counts under each of them, and one
   * with none under none.
   */
  readonly values: readonly (readonly string[])[];
  /** In milliseconds; undefined where it carries none that can be read. */
  readonly time: number | undefined;
  /** Which of the parts of a group it is in: its outcome or its status. */
  readonly part: string | undefined;
  readonly machine: string | undefined;
  /** What it has so much of, by name; undefined where it says nothing of it. */
  readonly amounts?: Readonly<Record<string, number | undefined>>;
}

/** What the rows of a group have of something, where any of them says how much. */
export interface Amount {
  readonly sum: number;
  /** By nearest rank: so much or less has half of them, and nineteen of twenty. */
  readonly median: number;
  readonly slow: number;
}

/** The rows that have the same values in all fields that are counted by. */
export interface CountGroup {
  /** The same as long as the counting goes on. */
  readonly id: string;
  /** One for each field; undefined for rows that have none. */
  readonly values: readonly (Untrusted | undefined)[];
  readonly count: number;
  /** How many are in each of the parts that are told apart; rows of any other are in none. */
  readonly parts: ReadonlyMap<string, number>;
  /** What is known of each amount; none where no row says anything of it. */
  readonly amounts: ReadonlyMap<string, Amount>;
  /** How many different machines they are of. */
  readonly machines: number;
  /** Times of the earliest and of the latest, in milliseconds; undefined where none has one. */
  readonly first: number | undefined;
  readonly last: number | undefined;
  /** How many of them are at or after a time and before another one. */
  countWithin(from: number, to: number): number;
}

/** Counts rows by their values in some fields; rows can be taken out again, and what it costs follows the rows that change. */
export class Counts {
  readonly #parts: readonly string[];
  readonly #groups = new Map<string, Group>();
  #rows = 0;

  /** With the parts of a group that are told apart. */
  constructor(parts: readonly string[] = []) {
    this.#parts = parts;
  }

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

  /** The group of these values, one for each field; undefined where no row has them. */
  groupOf(values: Values): CountGroup | undefined {
    return this.#groups.get(idOf(values));
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
          this.#parts,
        );
        this.#groups.set(id, group);
      }
      group.add(row);
    }
  }

  /** Takes a row out that was added; those with amounts stay. */
  remove(row: Omit<CountedRow, 'amounts'>): void {
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
  readonly #parts: Map<string, number>;
  readonly #amounts = new Map<string, number[]>();
  #count = 0;
  /** From the earliest to the latest once they are in order; those before `#start` were taken out. */
  #times: number[] = [];
  #start = 0;
  #isInOrder = true;

  constructor(id: string, values: CountGroup['values'], parts: readonly string[]) {
    this.id = id;
    this.values = values;
    this.#parts = new Map(parts.map((part) => [part, 0]));
  }

  get count(): number {
    return this.#count;
  }

  get parts(): CountGroup['parts'] {
    return this.#parts;
  }

  get amounts(): CountGroup['amounts'] {
    return new Map([...this.#amounts].map(([name, values]) => [name, amountOf(values)]));
  }

  get machines(): number {
    return this.#machines.size;
  }

  get first(): number | undefined {
    return this.#inOrder()[this.#start];
  }

  get last(): number | undefined {
    const times = this.#inOrder();
    return times.length === this.#start ? undefined : times.at(-1);
  }

  countWithin(from: number, to: number): number {
    return this.#placeOf(to) - this.#placeOf(from);
  }

  add({ time, part, machine, amounts = {} }: CountedRow): void {
    this.#count++;
    if (time !== undefined) {
      this.#isInOrder &&= this.#times.length === this.#start || time >= (this.#times.at(-1) as number);
      this.#times.push(time);
    }
    this.#countPart(part, 1);
    if (machine !== undefined) {
      this.#machines.set(machine, (this.#machines.get(machine) ?? 0) + 1);
    }
    for (const [name, value] of Object.entries(amounts)) {
      if (value !== undefined) {
        const known = this.#amounts.get(name);
        if (known === undefined) {
          this.#amounts.set(name, [value]);
        } else {
          known.push(value);
        }
      }
    }
  }

  remove({ time, part, machine }: Omit<CountedRow, 'amounts'>): void {
    if (time !== undefined && !this.#removeTime(time)) {
      return;
    }
    this.#count--;
    this.#countPart(part, -1);
    const left = machine === undefined ? 0 : (this.#machines.get(machine) ?? 1) - 1;
    if (machine !== undefined && left === 0) {
      this.#machines.delete(machine);
    } else if (machine !== undefined) {
      this.#machines.set(machine, left);
    }
  }

  /** False where there is none of that time. */
  #removeTime(time: number): boolean {
    const place = this.#placeOf(time);
    if (this.#times[place] !== time) {
      return false;
    }
    if (place === this.#start) {
      this.#start++;
      this.#giveUpRoom();
    } else {
      this.#times.splice(place, 1);
    }
    return true;
  }

  #countPart(part: string | undefined, change: number): void {
    const known = part === undefined ? undefined : this.#parts.get(part);
    if (part !== undefined && known !== undefined) {
      this.#parts.set(part, known + change);
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

function amountOf(values: readonly number[]): Amount {
  const sorted = Float64Array.from(values).sort();
  const rank = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { sum: values.reduce((sum, value) => sum + value, 0), median: rank(0.5), slow: rank(0.95) };
}
