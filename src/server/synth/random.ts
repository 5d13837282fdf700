/** Random numbers that depend on nothing but their seed, so that the same settings make the same organization. */

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const HEX = '0123456789abcdef';

/**
 * A small fast generator (sfc32, seeded with splitmix32 over the seed's text). Two generators with different seed
 * parts are unrelated, so each subject gets its own and none is disturbed by what another draws.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(...seed: readonly (string | number)[]) {
    let state = hashText(seed.join('\u0000'));
    const split = () => {
      state = (state + 0x9e3779b9) | 0;
      let mixed = state ^ (state >>> 16);
      mixed = Math.imul(mixed, 0x21f0aaad);
      mixed ^= mixed >>> 15;
      mixed = Math.imul(mixed, 0x735a2d97);
      return mixed ^ (mixed >>> 15);
    };
    this.#a = split();
    this.#b = split();
    // The hash has 32 bits; a second hash with other constants keeps two long seeds from meeting.
    this.#c = split() ^ hashText(`${seed.length}\u0001${seed.join('\u0001')}`);
    for (let round = 0; round < 12; round++) {
      this.bits();
    }
  }

  /** 32 random bits, as an unsigned whole number. */
  bits(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** From 0 up to but not including 1. */
  fraction(): number {
    return this.bits() / 4_294_967_296;
  }

  /** A number from `low` up to but not including `high`. */
  between(low: number, high: number): number {
    return low + this.fraction() * (high - low);
  }

  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1));
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** One of the items, each as likely. Throws a RangeError when there is none. */
  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) {
      throw new RangeError('nothing to pick from');
    }
    return items[Math.floor(this.fraction() * items.length)] as Item;
  }

  /** A waiting time with the given mean, as between the arrivals of a Poisson process. */
  exponential(mean: number): number {
    return -Math.log(1 - this.fraction()) * mean;
  }

  /** A positive number with the given median; `spread` is the standard deviation of its logarithm. */
  logNormal(median: number, spread: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.fraction()));
    return median * Math.exp(spread * radius * Math.cos(2 * Math.PI * this.fraction()));
  }

  /** A new array with the items in random order. */
  shuffled<Item>(items: readonly Item[]): Item[] {
    const mixed = [...items];
    for (let last = mixed.length - 1; last > 0; last--) {
      const other = this.integer(0, last);
      [mixed[last], mixed[other]] = [mixed[other] as Item, mixed[last] as Item];
    }
    return mixed;
  }

  /** That many lower-case hexadecimal digits. */
  hex(digits: number): string {
    return this.#symbols(HEX, 4, digits);
  }

  /** A random UUID (version 4). */
  uuid(): string {
    const variant = HEX[8 + this.integer(0, 3)];
    return `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}-${variant}${this.hex(3)}-${this.hex(12)}`;
  }

  /** That many characters of Crockford's base 32, in upper case. */
  base32(characters: number): string {
    return this.#symbols(CROCKFORD, 5, characters);
  }

  #symbols(alphabet: string, bitsEach: number, amount: number): string {
    let text = '';
    let pool = 0;
    let left = 0;
    while (text.length < amount) {
      if (left < bitsEach) {
        pool = this.bits();
        left = 32;
      }
      text += alphabet[pool & ((1 << bitsEach) - 1)];
      pool >>>= bitsEach;
      left -= bitsEach;
    }
    return text;
  }
}

/** An identifier that sorts by time: the prefix, ten characters of milliseconds since the epoch, sixteen random ones. */
export function timeOrderedId(prefix: string, at: number, random: Random): string {
  let time = '';
  for (let rest = Math.floor(at), digit = 0; digit < 10; digit++) {
    time = `${CROCKFORD[rest % 32]}${time}`;
    rest = Math.floor(rest / 32);
  }
  return prefix + time + random.base32(16);
}

/** FNV-1a over UTF-16 units. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}
