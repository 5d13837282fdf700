/** A longer text is no word that is used over and over. */
const LONGEST_SHARED = 256;

/** So many texts are shared before the older half of them is given up. */
const MOST_SHARED = 40_000;

/**
 * Gives the same copy of a text each time, so that one that is held a thousand times takes its room once. Those that did
 * not occur for long are forgotten, so that texts which never repeat fill nothing.
 */
export class SharedTexts {
  readonly #most: number;
  #recent = new Map<string, string>();
  #older: ReadonlyMap<string, string> = new Map();

  constructor(most = MOST_SHARED) {
    this.#most = most;
  }

  share(text: string): string {
    if (text.length > LONGEST_SHARED) {
      return text;
    }
    let shared = this.#recent.get(text);
    if (shared === undefined) {
      shared = this.#older.get(text) ?? text;
      if (this.#recent.size * 2 >= this.#most) {
        this.#older = this.#recent;
        this.#recent = new Map();
      }
      this.#recent.set(shared, shared);
    }
    return shared;
  }
}
