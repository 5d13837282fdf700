import type { Pagination } from '../../contract/pagination.ts';
import { isBadRequest } from '../retry/failure.ts';

/** What is asked for, one after the other, while a server refuses it; undefined leaves it to the server. */
const SIZES: readonly (number | undefined)[] = [1000, 500, 200, 100, 50, 20, undefined];

/** "The maximum allowed `limit` query value: not shown": some servers cut it down, others refuse what is above. */
export class PageSize {
  readonly #sizes: readonly (number | undefined)[];
  #index = 0;
  #asked: number | undefined;
  #given: number | undefined;
  #most = 0;
  #followed = 0;
  #isAccepted = false;

  /** Begins with the largest size, or with that one where larger pages take too long to read at once. */
  constructor(largest = Number.POSITIVE_INFINITY) {
    this.#sizes = SIZES.filter((size) => size === undefined || size <= largest);
    this.#asked = this.#sizes[0];
  }

  /** The `limit` to ask for; undefined for the server's own. */
  get asked(): number | undefined {
    return this.#asked;
  }

  /** Rows of a full page, as far as it is known. */
  get rows(): number {
    return this.#given ?? this.#asked ?? 50;
  }

  /** Rows of the largest page that was seen. */
  get most(): number {
    return this.#most;
  }

  /** Whether a refusal was about the size, so that the same is worth asking with a smaller one. */
  isRefusal(error: unknown): boolean {
    if (!isBadRequest(error) || this.#isAccepted || this.#index + 1 >= this.#sizes.length) {
      return false;
    }
    this.#index++;
    this.#asked = this.#sizes[this.#index];
    return true;
  }

  /** Takes note that rows came after a page of so many. */
  noteFollowed(rows: number): void {
    this.#followed = Math.max(this.#followed, rows);
  }

  /** Whether a page of so many rows is a full one, by what is said of it or by what came after another one. */
  isFull(pagination: Pagination | undefined, rows: number): boolean {
    return rows >= Math.min(this.#followed || Infinity, pagination?.limit ?? Infinity);
  }

  /** Takes note of a page: its size was accepted, and may have been cut down. */
  note(pagination: Pagination | undefined, rows: number, mayFollow: boolean): void {
    this.#isAccepted = true;
    this.#most = Math.max(this.#most, rows);
    const said = pagination?.limit;
    const applied = said !== undefined && said >= Math.max(1, rows) && said <= this.#mostAsked ? said : rows;
    if (mayFollow && rows > 0) {
      // What came counts more than what is said: some servers echo a limit that they did not apply.
      this.#given = this.#most;
    } else if (this.#given === undefined ? said !== undefined : rows > this.#given) {
      this.#given = applied;
    }
  }

  get #mostAsked(): number {
    return this.#asked ?? Number.POSITIVE_INFINITY;
  }

  /** In words, for a person; undefined before the first page. */
  describe(): string | undefined {
    return this.#isAccepted ? `${this.rows} rows at most` : undefined;
  }
}
