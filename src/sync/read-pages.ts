import type { Answered } from '../api/client.ts';
import type { DamagedRow, Page } from '../contract/pagination.ts';
import type { Listing } from '../stores/stores.ts';

export interface PagedList<Row> {
  /** So many requests one read takes at most. */
  readonly mostPages: number;
  /** With so many rows it ends. */
  readonly mostRows: number;
  readonly readPage: (offset: number) => Promise<Answered<Page<Row>>>;
  /** What tells rows apart. */
  readonly keyOf: (row: Row) => string;
}

/** A list whose total falls more often while it is read does not count what it holds. */
const MOST_REMOVALS = 3;

/**
 * Reads a list page by page and keeps each row once. "Sort order of list results: not shown", and the list may change
 * while it is read: when fewer rows were met than the server counts, it is gone through again until all were, or until
 * it is the very same list again. Throws what `readPage` throws.
 */
export async function readPages<Row>({
  mostPages,
  mostRows,
  readPage,
  keyOf,
}: PagedList<Row>): Promise<Listing<Row>> {
  const byKey = new Map<string, Row>();
  let damaged: DamagedRow[] = [];
  let total: number | undefined;
  let offset = 0;
  let removals = 0;
  let order: string[] = [];
  let lastOrder: readonly string[] | undefined;
  const startOver = () => {
    order = [];
    damaged = [];
    offset = 0;
  };
  for (let page = 0; page < mostPages; page++) {
    const { value } = await readPage(offset);
    const counted = value.pagination?.total ?? total;
    const isFewer = counted !== undefined && total !== undefined && counted < total;
    total = counted;
    if (isFewer && removals < MOST_REMOVALS) {
      // What follows a removed row has moved up past the next page, and the row may be among what was met.
      removals++;
      byKey.clear();
      startOver();
      continue;
    }
    const known = byKey.size;
    for (const row of value.rows) {
      const key = keyOf(row);
      byKey.set(key, row);
      order.push(key);
    }
    damaged.push(...value.damaged);
    const read = value.rows.length + value.damaged.length;
    offset += read;
    const hasMore = value.pagination?.has_more ?? (total === undefined ? byKey.size > known : offset < total);
    if (byKey.size >= mostRows) {
      break;
    }
    if (read > 0 && hasMore) {
      continue;
    }
    if (byKey.size + damaged.length >= (total ?? 0) || isSameOrder(order, lastOrder)) {
      break;
    }
    lastOrder = order;
    startOver();
  }
  return { rows: [...byKey.values()], total, damaged };
}

function isSameOrder(order: readonly string[], before: readonly string[] | undefined): boolean {
  return before?.length === order.length && order.every((key, index) => key === before[index]);
}
