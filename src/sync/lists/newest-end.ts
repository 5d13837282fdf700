import type { Answered } from '../../api/client.ts';
import type { Page } from '../../contract/pagination.ts';
import type { Session } from '../../contract/session.ts';
import { parseTime } from '../../lib/format-time.ts';

/** Asks for so many rows of the list from an offset on. */
export type AskPage = (limit: number, offset: number) => Promise<Answered<Page<Session>>>;

export interface NewestEndOptions {
  /** Rows that are asked for at once. */
  readonly pageRows: number;
  /** A list of no more rows is read from its beginning, whichever end is the newest. */
  readonly shortList: number;
}

/**
 * The pages of a list counted from its newest end ("Sort order of list results: not shown"): from its beginning, or, of one
 * that comes oldest first, from where the server counts its end to be.
 */
export class NewestEnd {
  readonly #options: NewestEndOptions;
  #isFromEnd = false;
  /** The end is not where the server counts it to be, so that nothing is read from there. */
  #isEndWrong = false;
  #total: number | undefined;
  /** Rows of a page, as the server gives them. */
  #pageRows: number;

  constructor(options: NewestEndOptions) {
    this.#options = options;
    this.#pageRows = options.pageRows;
  }

  /** Whether the list comes oldest first, so that its end is what is read first. */
  get isFromEnd(): boolean {
    return this.#isFromEnd;
  }

  /** Rows of the list, as the server counted them last. */
  get total(): number | undefined {
    return this.#total;
  }

  /** The page that begins so many rows behind the newest end, as far as that end is known. Throws what `ask` throws. */
  async page(position: number, ask: AskPage): Promise<Answered<Page<Session>>> {
    if (position === 0 && this.#isFromEnd) {
      await this.#lookBehindEnd(ask);
    }
    if (this.#isFromEnd) {
      const answered = await this.#pageFromEnd(position, ask);
      if (position > 0 || rowsOf(answered) > 0) {
        return answered;
      }
      this.#isEndWrong = true;
      this.#isFromEnd = false;
    }
    const answered = await ask(this.#options.pageRows, position);
    const { rows, pagination } = answered.value;
    this.#total = pagination?.total ?? this.#total;
    const isLong = (this.#total ?? 0) > this.#options.shortList;
    if (position === 0 && isLong && !this.#isEndWrong && isOldestFirst(rows)) {
      this.#pageRows = Math.min(this.#options.pageRows, rows.length);
      const last = await this.#pageFromEnd(0, ask);
      this.#isFromEnd = rowsOf(last) > 0;
      this.#isEndWrong = !this.#isFromEnd;
      return this.#isFromEnd ? last : answered;
    }
    return answered;
  }

  /** A row behind the end is one that came in, unless it is not counted. */
  async #lookBehindEnd(ask: AskPage): Promise<void> {
    const before = this.#total ?? 0;
    const { value } = await ask(1, before);
    this.#total = value.pagination?.total ?? this.#total;
    this.#isEndWrong = value.rows.length > 0 && (this.#total ?? 0) <= before;
    this.#isFromEnd = !this.#isEndWrong;
  }

  async #pageFromEnd(position: number, ask: AskPage): Promise<Answered<Page<Session>>> {
    const total = this.#total ?? 0;
    const last = Math.max(0, total - position);
    const offset = Math.max(0, last - this.#pageRows);
    const answered = await ask(Math.max(1, last - offset), offset);
    // That nothing follows at the end of the list says nothing of what comes before it.
    return { ...answered, value: { ...answered.value, pagination: { total } } };
  }
}

function rowsOf({ value }: Answered<Page<Session>>): number {
  return value.rows.length + value.damaged.length;
}

/** Whether each session of a page was active no earlier than the one before it, and the last one later than the first. */
function isOldestFirst(rows: readonly Session[]): boolean {
  const times = rows.flatMap(({ modified_at, created_at }) => parseTime(modified_at ?? created_at) ?? []);
  const isRising = (list: readonly number[]) =>
    list.every((time, index) => index === 0 || time >= (list[index - 1] ?? 0));
  const created = rows.flatMap(({ created_at }) => parseTime(created_at) ?? []);
  return [times, created].some((list) => isRising(list) && (list.at(-1) ?? 0) > (list[0] ?? 0));
}
