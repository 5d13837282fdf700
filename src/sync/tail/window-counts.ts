import { isBadRequest } from '../failure.ts';
import { countByOffsets } from './count-by-offsets.ts';
import type { SliceReader } from './slice-reader.ts';
import { Slice } from './slice.ts';
import type { Window } from './window.ts';

/** How many events a server has in a window. */
export interface WindowCount {
  readonly events: number;
  /** Whether the server said so; otherwise it was found out by where its list ends. */
  readonly isTold: boolean;
}

/** A window that is counted: why, in a few words, and how many events should be there at least and at most. */
export interface CountedWindow {
  readonly window: Window;
  readonly purpose: string;
  readonly least: number;
  readonly most: number;
}

/**
 * How many events the server has in a window: by its total, where that is believed, in one request for so many rows; by
 * where its list ends where it is not, or where it says fewer than are known. Undefined when neither can be had.
 */
export async function countIn(
  reader: SliceReader,
  { window, purpose, least, most }: CountedWindow,
  signal: AbortSignal,
  rows: number | undefined = 1,
): Promise<WindowCount | undefined> {
  const { trust } = reader;
  const slice = new Slice(window, 'audit', purpose);
  const hasRowAt = (offset: number) => hasRow(reader, slice, offset, offset > most, signal);
  let told: number | undefined;
  try {
    if (trust.isBelieved) {
      told = (await reader.look(slice, { limit: rows }, signal)).pagination?.total;
    }
    if (told !== undefined && (told >= least || !(await hasRowAt(told)))) {
      return { events: told, isTold: true };
    }
    if (told !== undefined) {
      trust.contradict('denies-rows');
    }
    const events = await countByOffsets(most, hasRowAt);
    return events === undefined ? undefined : { events, isTold: false };
  } catch (error) {
    if (isBadRequest(error)) {
      return told === undefined ? undefined : { events: told, isTold: true };
    }
    throw error;
  }
}

/** Whether a row stands at an offset. A server that may refuse to look so far has none there, if it does. */
async function hasRow(
  reader: SliceReader,
  slice: Slice,
  offset: number,
  mayRefuse: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const { rows, damaged } = await reader.look(slice, { limit: 1, offset }, signal);
    return rows.length + damaged.length > 0;
  } catch (error) {
    if (mayRefuse && isBadRequest(error)) {
      return false;
    }
    throw error;
  }
}

/** The ids of what the server lists in a window, where one page holds all of it; undefined where it does not. */
export async function idsIn(
  reader: SliceReader,
  window: Window,
  purpose: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  const { trust, pageSize } = reader;
  const slice = new Slice(window, 'audit', purpose);
  const { rows, damaged, pagination } = await reader.look(slice, { limit: pageSize.asked }, signal);
  if (damaged.length > 0) {
    return undefined;
  }
  const isTold = trust.isBelieved && pagination?.total === rows.length && rows.length < pageSize.rows;
  const isWhole = isTold || !(await hasRow(reader, slice, rows.length, true, signal));
  return isWhole ? new Set(rows.map(({ id }) => id)) : undefined;
}
