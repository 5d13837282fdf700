import { isBadRequest } from '../retry/failure.ts';
import { BEYOND, countByOffsets } from './count-by-offsets.ts';
import type { Miscount } from './miscounts.ts';
import type { SliceReader } from './slice-reader.ts';
import { Slice } from './slice.ts';
import type { Window } from './window.ts';

/** A total that goes on rising, and that rows stand behind each time, is asked for so often again. */
const MOST_TOTALS = 2;

/** How many events a server has in a window. */
export interface WindowCount {
  readonly events: number;
  /** Whether the server said so; otherwise it was found out by where its list ends. */
  readonly isReported: boolean;
}

/** A window that is counted: why, in a few words, and how many events should be there at least and at most. */
export interface CountedWindow {
  readonly window: Window;
  readonly purpose: string;
  readonly least: number;
  readonly most: number;
}

/**
 * How many events the server has in a window: by its total, where that is trusted, in one request for so many rows; by
 * where its list ends where it is not, or where it says fewer than are known. Undefined when neither can be had.
 */
export async function countIn(
  reader: SliceReader,
  { window, purpose, least, most }: CountedWindow,
  signal: AbortSignal,
  rows: number | undefined = 1,
): Promise<WindowCount | undefined> {
  const slice = new Slice(window, 'audit', purpose);
  const hasRowAt = (offset: number) => isRowAt(reader, slice, offset, offset > most, signal);
  const reported = await reportedCount(reader, slice, { least, rows, hasRowAt }, signal);
  if (reported !== undefined) {
    return { events: reported, isReported: true };
  }
  try {
    const events = await countByOffsets(most, hasRowAt);
    return events === undefined ? undefined : { events, isReported: false };
  } catch (error) {
    if (isBadRequest(error)) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Whether a server has more events in a window than are known once a page of so many rows was read of it: by its total, in one
 * request, or by the row behind them, in two or three.
 */
export async function holdsMore(
  reader: SliceReader,
  { window, purpose, least, most }: CountedWindow,
  signal: AbortSignal,
  rows: number | undefined,
): Promise<boolean> {
  const slice = new Slice(window, 'audit', purpose);
  const hasRowAt = (offset: number) => isRowAt(reader, slice, offset, offset > most, signal);
  const reported = await reportedCount(reader, slice, { least, rows, hasRowAt }, signal);
  const known = reader.known.expectedIn(window, reader.bounds).most;
  if (reported !== undefined) {
    return reported > known;
  }
  const isBehind = (offset: number) => isRowAt(reader, slice, offset, true, signal);
  return (await isBehind(known)) && !(await isBehind(BEYOND));
}

/** How the count of a window is wrong, in two requests or three; undefined where it is right or not given. */
export async function miscountOf(
  reader: SliceReader,
  { window, purpose, least, most }: CountedWindow,
  signal: AbortSignal,
): Promise<{ readonly doubt: Miscount; readonly total: number } | undefined> {
  const slice = new Slice(window, 'audit', purpose);
  const hasRowAt = (offset: number) => isRowAt(reader, slice, offset, offset > most, signal);
  const reported = await totalOf(reader, slice, { least, rows: 1, hasRowAt }, signal);
  if (reported === undefined || (!reported.isDenied && reported.total >= least)) {
    return undefined;
  }
  return { doubt: reported.isDenied ? 'denies-rows' : 'counts-fewer', total: reported.total };
}

/** How the total of a slice is looked at: by so many rows, and by whether one stands behind it. */
interface TotalQuestion {
  readonly least: number;
  readonly rows: number | undefined;
  readonly hasRowAt: (offset: number) => Promise<boolean>;
}

/** The `total` of a slice where it is trusted; that rows stand behind it is remembered. */
async function reportedCount(
  reader: SliceReader,
  slice: Slice,
  question: TotalQuestion,
  signal: AbortSignal,
): Promise<number | undefined> {
  const reported = reader.trust.isTrusted ? await totalOf(reader, slice, question, signal) : undefined;
  if (reported?.isDenied === true) {
    reader.counts.noteMiscount(slice.window, 'denies-rows');
  }
  return reported?.isDenied === false ? reported.total : undefined;
}

/** The `total` of a slice, and whether rows stand behind it. Undefined where it has none. */
async function totalOf(
  reader: SliceReader,
  slice: Slice,
  { least, rows, hasRowAt }: TotalQuestion,
  signal: AbortSignal,
): Promise<{ readonly total: number; readonly isDenied: boolean } | undefined> {
  let before = -1;
  for (let times = 0; ; times++) {
    const page = await reader.look(slice, { limit: times === 0 ? rows : 1 }, signal);
    const total = page.pagination?.total;
    if (total === undefined || total <= before) {
      return total === undefined ? undefined : { total, isDenied: true };
    }
    const given = page.rows.length + page.damaged.length;
    if (total >= Math.max(least, given) || !(await hasRowAt(total).catch(refusedIsNone))) {
      return { total, isDenied: false };
    }
    if (times === MOST_TOTALS) {
      return { total, isDenied: true };
    }
    // The row may have come in after it was counted; then the next total has it.
    before = total;
  }
}

function refusedIsNone(error: unknown): boolean {
  if (isBadRequest(error)) {
    return false;
  }
  throw error;
}

/** Whether a window holds more than so many events, whatever its total is: by the row behind them. */
export async function hasRow(
  reader: SliceReader,
  { window, purpose }: Pick<CountedWindow, 'window' | 'purpose'>,
  offset: number,
  signal: AbortSignal,
): Promise<boolean> {
  return isRowAt(reader, new Slice(window, 'audit', purpose), offset, true, signal);
}

/** Whether a row stands at an offset. A server that may refuse to look so far has none there, if it does. */
async function isRowAt(
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
  const isReported = trust.isTrusted && pagination?.total === rows.length && rows.length < pageSize.rows;
  const isWhole = isReported || !(await isRowAt(reader, slice, rows.length, true, signal));
  return isWhole ? new Set(rows.map(({ id }) => id)) : undefined;
}
