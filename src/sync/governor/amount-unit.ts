/**
 * What a small amount of time in a header stands for: seconds or milliseconds that are left, or the length of a window
 * in seconds, which stays the same.
 */
export type AmountUnit = 'seconds' | 'milliseconds' | 'window';

/** A value and the two steady times between which the server wrote it. */
interface Sample {
  readonly amount: number;
  readonly from: number;
  readonly to: number;
}

/** So many values in a row that cannot be what was inferred, and it is inferred anew. */
const MOST_CONTRADICTIONS = 3;

/** So many values in a row that fell too little for milliseconds, and it is not chance. */
const AGREED = 3;
/** A fall of so many seconds in as many of them is none, either. */
const SURE_FALL = 3;

/**
 * Finds the unit by watching the value fall: about one a second, about a thousand a second, or not at all. It decides
 * once all but one of the three are impossible, whatever the network's delay and the server's rounding were.
 *
 * A value that falls faster than seconds do is of milliseconds. One that falls less may be of milliseconds, too, and have
 * risen meanwhile, as where each request moves the end on: so little by chance is not seen several times in a row.
 */
export class AmountUnitWatch {
  #unit: AmountUnit | undefined;
  /** The unit that the last values agreed on while undecided, and how many of them did. */
  #agreed: { readonly unit: AmountUnit; readonly times: number } | undefined;
  /** The first value since the last rise. */
  #first: Sample | undefined;
  #contradictions = 0;

  /** Undefined while undecided. */
  get unit(): AmountUnit | undefined {
    return this.#unit;
  }

  /** Takes note of a unit that other evidence shows. */
  decide(unit: AmountUnit): void {
    this.#unit = unit;
    this.#contradictions = 0;
  }

  /** Takes note of a value that the server wrote between two steady times. Zero says nothing. */
  note(amount: number, from: number, to: number): void {
    const sample = { amount, from, to };
    const first = this.#first;
    if (this.#unit === 'window' && first !== undefined && amount !== 0 && amount !== first.amount) {
      // What is left of a second is reported in full to each request that is alone in it, which looks like a length until then.
      this.#unit = undefined;
      this.#contradictions = 0;
    }
    // Longer than the value itself in seconds, and it may have run out and begun anew unseen.
    if (
      amount === 0 ||
      first === undefined ||
      amount > first.amount ||
      to - first.from > first.amount * 1000
    ) {
      this.#first = amount === 0 ? undefined : sample;
      return;
    }
    const possible = possibleUnits(first, sample);
    if (possible.length === 0) {
      this.#first = sample;
    }
    if (this.#unit === undefined) {
      this.#agree(possible, first.amount - amount >= SURE_FALL);
    } else if (possible.includes(this.#unit)) {
      this.#contradictions = 0;
    } else if (++this.#contradictions >= MOST_CONTRADICTIONS) {
      this.#unit = undefined;
      this.#contradictions = 0;
      this.#agree(possible, false);
    }
  }

  #agree([unit, ...others]: readonly AmountUnit[], isSure: boolean): void {
    if (unit === undefined || others.length > 0) {
      this.#agreed = unit === undefined ? undefined : this.#agreed;
      return;
    }
    const times = this.#agreed?.unit === unit ? this.#agreed.times + 1 : 1;
    this.#agreed = { unit, times };
    if (isSure || unit === 'milliseconds' || times >= AGREED) {
      this.#unit = unit;
      this.#agreed = undefined;
    }
  }
}

/** The units under which the fall between two values can be the time that passed, rounding to whole units allowed for. */
function possibleUnits(first: Sample, second: Sample): readonly AmountUnit[] {
  const fall = first.amount - second.amount;
  const least = Math.max(0, second.from - first.to);
  const most = second.to - first.from;
  const units: AmountUnit[] = [];
  if (fall > least / 1000 - 1 && fall < most / 1000 + 1) {
    units.push('seconds');
  }
  if (fall > least - 1 && fall < most + 1) {
    units.push('milliseconds');
  }
  if (fall === 0) {
    units.push('window');
  }
  // They may have risen meanwhile: what falls by more than seconds can is of milliseconds all the same.
  return units.length === 0 && fall > 0 && fall < most + 1 ? ['milliseconds'] : units;
}
