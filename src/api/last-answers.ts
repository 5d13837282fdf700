/** Characters of bodies that are kept at most, all together and of one of them. */
const MOST_KEPT = 512 * 1024;
const MOST_OF_ONE = 128 * 1024;

/** What a short answer takes beside its text. */
const LEAST_TAKEN = 1024;

interface LastAnswer {
  readonly text: string;
  readonly value: unknown;
}

/**
 * What was made of the last answers to requests that are made again and again. An answer that is the same to the letter
 * says the same, so that a quiet night takes no parsing and no checking ("Where it must end up", at night). What was not
 * asked for longest is forgotten first.
 */
export class LastAnswers {
  readonly #most: number;
  #kept = new Map<string, LastAnswer>();
  #taken = 0;

  /** `most` bounds the characters that are kept. */
  constructor(most = MOST_KEPT) {
    this.#most = most;
  }

  /**
   * What was made of the last answer to `question`, the same object, when that was this very text; what `make` makes of
   * it otherwise. Throws what `make` throws, and keeps nothing then. A question must always be read in the same way.
   */
  read<Value>(question: string, text: string, make: () => Value): Value {
    const last = this.#take(question);
    const value = last?.text === text ? (last.value as Value) : make();
    if (text.length <= MOST_OF_ONE) {
      this.#keep(question, { text, value });
    }
    return value;
  }

  #take(question: string): LastAnswer | undefined {
    const last = this.#kept.get(question);
    if (last !== undefined) {
      this.#kept.delete(question);
      this.#taken -= roomOf(last);
    }
    return last;
  }

  #keep(question: string, answer: LastAnswer): void {
    this.#kept.set(question, answer);
    this.#taken += roomOf(answer);
    for (const [oldest] of this.#kept) {
      if (this.#taken <= this.#most) {
        return;
      }
      this.#take(oldest);
    }
  }
}

function roomOf({ text }: LastAnswer): number {
  return LEAST_TAKEN + text.length;
}
