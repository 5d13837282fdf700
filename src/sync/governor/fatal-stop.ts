import type { ApiError } from '../../api/errors.ts';

/**
 * The answer that ended reading until a person acts, such as a key that was refused ("Authentication"). Requests are
 * told apart by their number in the ledger, since what left earlier says nothing of what holds by now.
 */
export class FatalStop {
  #by: ApiError | undefined;
  /** The number of the request whose answer that was. */
  #at = 0;
  /** The number of the last request before a person tried again. */
  #retriedAfter = 0;

  /** Why nothing is read over it; undefined while reading goes on. */
  get by(): ApiError | undefined {
    return this.#by;
  }

  /** Takes note of such an answer to the request of that number. False when a person has tried again since it left. */
  note(number: number, error: ApiError): boolean {
    if (number <= this.#retriedAfter) {
      return false;
    }
    this.#by = error;
    this.#at = number;
    return true;
  }

  /** Takes note of a good answer: the key is taken again, or something on the way refused that one request alone. */
  noteAnswered(number: number): void {
    if (number > this.#at) {
      this.#by = undefined;
    }
  }

  /** Goes on by a person's hand, after so many requests. */
  retry(sent: number): void {
    this.#by = undefined;
    this.#retriedAfter = sent;
  }
}
