/** A resource of the measure: how much its freshness counts, and how many requests reading it takes. */
export interface Resource {
  readonly name: string;
  readonly weight: number;
  readonly cost: number;
  /** The interval that a person would choose for it by hand, in seconds. */
  readonly interval: number;
}

export const RESOURCES: readonly Resource[] = [
  { name: 'events', weight: 10, cost: 1, interval: 2 },
  { name: 'agents', weight: 4, cost: 2, interval: 10 },
  { name: 'llm', weight: 2, cost: 1, interval: 5 },
  { name: 'sessions', weight: 2, cost: 1, interval: 10 },
  { name: 'stats', weight: 1, cost: 1, interval: 30 },
  { name: 'policy', weight: 1, cost: 1, interval: 30 },
  { name: 'calendar', weight: 0.5, cost: 1, interval: 60 },
  { name: 'clients', weight: 0.5, cost: 1, interval: 60 },
  { name: 'health', weight: 0.5, cost: 1, interval: 30 },
];

const TOTAL_WEIGHT = RESOURCES.reduce((sum, { weight }) => sum + weight, 0);

/**
 * The least weighted mean staleness that so many requests a millisecond allow, in milliseconds:
 * (sum of sqrt(weight x cost))^2 / (2 x rate x sum of the weights).
 */
export function leastStaleness(rate: number): number {
  const root = RESOURCES.reduce((sum, { weight, cost }) => sum + Math.sqrt(weight * cost), 0);
  return root ** 2 / (2 * rate * TOTAL_WEIGHT);
}

/** How old the data of each resource is while time passes, from when it begins to count. */
export class Staleness {
  readonly #from: number;
  readonly #dataAt = new Map<string, number>();
  readonly #countedTo = new Map<string, number>();
  readonly #area = new Map<string, number>();

  /** Times before `from` do not count. */
  constructor(from: number) {
    this.#from = from;
  }

  /** Data as of `dataAt` arrived at `now`. */
  receive(name: string, dataAt: number, now: number): void {
    this.#count(name, now);
    this.#dataAt.set(name, Math.max(dataAt, this.#dataAt.get(name) ?? dataAt));
  }

  /** The weighted mean through `now`, in milliseconds. */
  mean(now: number): number {
    let sum = 0;
    for (const { name, weight } of RESOURCES) {
      this.#count(name, now);
      sum += weight * (this.#area.get(name) ?? Number.POSITIVE_INFINITY);
    }
    return sum / TOTAL_WEIGHT / (now - this.#from);
  }

  #count(name: string, now: number): void {
    const dataAt = this.#dataAt.get(name);
    const begun = Math.max(this.#from, this.#countedTo.get(name) ?? this.#from);
    if (dataAt !== undefined && now > begun) {
      const mean = (begun - dataAt + (now - dataAt)) / 2;
      this.#area.set(name, (this.#area.get(name) ?? 0) + mean * (now - begun));
    }
    this.#countedTo.set(name, now);
  }
}
