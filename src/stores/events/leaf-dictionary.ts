import type { EventShape, Leaf } from './event-shape.ts';

/** How many values are remembered for a place of a shape; a power of two. */
const GUESSES = 8;

/** Many different values, each once and by its number, counted from 0. */
export class LeafDictionary {
  readonly #share: (text: string) => string;
  readonly #values: Leaf[] = [];
  /** Undefined once nothing is added any more. */
  #numbers: Map<Leaf, number> | undefined = new Map();
  readonly #guesses = new Map<EventShape, Uint16Array>();
  #characters = 0;

  /** `share` gives the one copy of a text that is used over and over. */
  constructor(share: (text: string) => string) {
    this.#share = share;
  }

  get size(): number {
    return this.#values.length;
  }

  /** Characters of all that it keeps, the names in the shapes of the rows included. */
  get characters(): number {
    return this.#characters;
  }

  at(number: number): Leaf {
    return this.#values[number] as Leaf;
  }

  /**
   * What is remembered of a shape, for `numberOf`: many rows repeat much of what others of their shape have, and that is
   * cheaper to find than in the whole dictionary.
   */
  guessesFor(shape: EventShape): Uint16Array {
    let guesses = this.#guesses.get(shape);
    if (guesses === undefined) {
      guesses = new Uint16Array(shape.leaves * GUESSES);
      this.#guesses.set(shape, guesses);
      this.#characters += shape.characters;
    }
    return guesses;
  }

  /** The number of a value that stands at a place of a shape; a new one for a value that was not met. */
  numberOf(leaf: Leaf, place: number, guesses: Uint16Array): number {
    const guess = place * GUESSES + guessOf(leaf);
    // They are counted from 1 there, so that 0 is none.
    const guessed = (guesses[guess] as number) - 1;
    if (guessed >= 0 && leaf === this.#values[guessed]) {
      return guessed;
    }
    const number = this.#numbers?.get(leaf) ?? this.#add(leaf);
    guesses[guess] = number + 1;
    return number;
  }

  /** Gives up what only adding needs. */
  close(): void {
    this.#numbers = undefined;
    this.#guesses.clear();
  }

  #add(leaf: Leaf): number {
    const kept = typeof leaf === 'string' ? this.#share(leaf) : leaf;
    this.#characters += typeof leaf === 'string' ? leaf.length : 1;
    const number = this.#values.push(kept) - 1;
    this.#numbers?.set(kept, number);
    return number;
  }
}

/** Which of the values that were met last at a place a leaf may be. */
function guessOf(leaf: Leaf): number {
  if (typeof leaf !== 'string') {
    return typeof leaf === 'number' ? leaf & (GUESSES - 1) : 0;
  }
  const { length } = leaf;
  return length === 0
    ? 0
    : (length + leaf.charCodeAt(length >> 1) + leaf.charCodeAt(length - 1)) & (GUESSES - 1);
}
