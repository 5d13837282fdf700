import type { VisibleRows } from './visible-rows.ts';

/** So many neighbours of the selected row are remembered on each side of it. */
const NEIGHBOURS = 16;

interface Seen {
  /** The row that was selected by a person. */
  readonly cursor: string;
  /** The row that stood as the selected one, which is another one once that is gone. */
  readonly shown: string;
  readonly index: number;
  /** The ids of the rows behind it and before it, the nearest first. */
  readonly after: readonly string[];
  readonly before: readonly string[];
  /** What the list was filtered by; undefined while a filter was not done. */
  readonly filters: readonly unknown[] | undefined;
  /** The row that a person takes for the selected one: it became that by a key, or a message said so. */
  readonly known: string;
}

/**
 * Where the selected row of each list was seen last, so that the cursor stays at its place when that row is gone: on the
 * neighbour that took it, which is the next row, or the last one. When the row comes back the cursor is on it again
 * ("The cursor is an id, not a row number").
 */
export class CursorMemory {
  readonly #seen = new Map<string, Seen>();
  /** The rows that stood first where no cursor was set, by list, with what the list was filtered by. */
  readonly #first = new Map<string, Pick<Seen, 'filters'> & { readonly id: string | undefined }>();
  #last: { readonly list: string; readonly rows: VisibleRows; cursor: string; index: number } | undefined;

  /** The place of the selected row or of its neighbour; undefined when neither was ever seen in the list. */
  find(list: string, rows: VisibleRows, cursor: string | undefined): number | undefined {
    if (cursor === undefined || rows.length === 0) {
      return undefined;
    }
    const own = rows.indexOf(cursor);
    if (own >= 0) {
      return own;
    }
    const seen = this.#seen.get(list);
    if (seen?.cursor !== cursor) {
      return undefined;
    }
    const last = this.#last;
    if (last?.list !== list || last.rows !== rows || last.cursor !== cursor) {
      this.#last = { list, rows, cursor, index: neighbourOf(seen, rows) };
    }
    return this.#last?.index;
  }

  /** As `find`; the first place for a row that was never seen. */
  indexOf(list: string, rows: VisibleRows, cursor: string | undefined): number {
    return this.find(list, rows, cursor) ?? 0;
  }

  /**
   * Notes what is on the screen. Another row than the one that was selected is taken for it without a word only where the
   * filters changed, which a person did.
   */
  see(
    list: string,
    rows: VisibleRows,
    cursor: string | undefined,
    filters: readonly unknown[] | undefined,
  ): void {
    if (cursor === undefined) {
      this.#first.delete(list);
      this.#first.set(list, { id: rows.idAt(0), filters });
      forgetOldest(this.#first);
      return;
    }
    const index = this.find(list, rows, cursor);
    if (index === undefined) {
      return;
    }
    const shown = shownAt(rows, index, cursor);
    const seen = this.#seen.get(list);
    const known = seen?.cursor === cursor && isSame(seen.filters, filters) ? seen.known : shown;
    // The list that was used last stands last, so that the one that is forgotten was not used for long.
    this.#seen.delete(list);
    this.#seen.set(list, {
      cursor,
      shown,
      index,
      after: idsFrom(rows, index + 1, 1),
      before: idsFrom(rows, index - 1, -1),
      filters,
      known,
    });
    this.#last = undefined;
    forgetOldest(this.#seen);
  }

  /** The row that stood first when the list was seen last, where no cursor was set and it was filtered as it is now. */
  firstSeen(list: string, filters: readonly unknown[] | undefined): string | undefined {
    const first = this.#first.get(list);
    return isSame(first?.filters, filters) ? first?.id : undefined;
  }

  /** Whether another row than the one that a person knows of stands as the selected one, or none. */
  isUnseen(
    list: string,
    rows: VisibleRows,
    cursor: string | undefined,
    filters: readonly unknown[] | undefined,
  ): boolean {
    const seen = this.#seen.get(list);
    if (cursor === undefined || seen?.cursor !== cursor || !isSame(seen.filters, filters)) {
      return false;
    }
    const index = this.find(list, rows, cursor);
    return index === undefined || shownAt(rows, index, cursor) !== seen.known;
  }

  /** Takes what stands as the selected row now for what a person knows of. */
  accept(list: string, rows: VisibleRows, cursor: string | undefined): void {
    const seen = this.#seen.get(list);
    const index = this.find(list, rows, cursor);
    if (seen !== undefined && seen.cursor === cursor && index !== undefined) {
      this.#seen.set(list, { ...seen, known: shownAt(rows, index, cursor) });
    }
  }
}

/** Lists that are remembered: those of all panes, and the pages that were open of late. */
const MOST_LISTS = 64;

function forgetOldest(lists: Map<string, unknown>): void {
  if (lists.size > MOST_LISTS) {
    lists.delete([...lists.keys()][0] as string);
  }
}

/** The ids of the rows from a place on, in one direction. */
function idsFrom(rows: VisibleRows, from: number, step: 1 | -1): readonly string[] {
  const ids: string[] = [];
  for (let place = from; place >= 0 && ids.length < NEIGHBOURS; place += step) {
    const id = rows.idAt(place);
    if (id === undefined) {
      break;
    }
    ids.push(id);
  }
  return ids;
}

/** A row that stands for several things is selected by any of them. */
function shownAt(rows: VisibleRows, index: number, cursor: string): string {
  const isThere = rows.has?.(cursor) ?? rows.indexOf(cursor) === index;
  return isThere ? cursor : (rows.idAt(index) as string);
}

function neighbourOf({ shown, after, before, index }: Seen, rows: VisibleRows): number {
  for (const id of [shown, ...after]) {
    const place = rows.indexOf(id);
    if (place >= 0) {
      return place;
    }
  }
  for (const id of before) {
    const place = rows.indexOf(id);
    if (place >= 0) {
      return Math.min(place + 1, rows.length - 1);
    }
  }
  return Math.min(index, rows.length - 1);
}

function isSame(left: readonly unknown[] | undefined, right: readonly unknown[] | undefined): boolean {
  return (
    left !== undefined &&
    right !== undefined &&
    left.length === right.length &&
    left.every((value, index) => value === right[index])
  );
}
