import * as z from 'zod';

import { isExactNumber } from '../lib/exact-json.ts';
import { refuseErrorWithoutData } from './error.ts';
import { MOST_ROWS, withinSize } from './size-gate.ts';
import { flag, jsonObject, number, type JsonObject } from './tolerant.ts';

/** "Pagination object": the page size and offset applied, the total of matching items, and whether more follow. */
const paginationSchema = z
  .object({ limit: number, offset: number, total: number, has_more: flag })
  .optional()
  .catch(undefined);
export type Pagination = NonNullable<z.output<typeof paginationSchema>>;

/** A row that could not be read, and why: `index` counts from 0 within its page. */
export interface DamagedRow {
  readonly index: number;
  readonly field: string;
  readonly problem: string;
  /** The row as it was sent, but for what is larger than the caps. */
  readonly item: unknown;
}

/** One page of a list. `damaged` names the rows that were left out; the others are kept. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly damaged: readonly DamagedRow[];
  readonly pagination: Pagination | undefined;
  /** How many rows the answer held, those included that were not read since they are too many. */
  readonly sent?: number;
}

/**
 * Reads `{ [name]: rows, pagination }`. Each row is validated by itself, so that one damaged row does not cost the others.
 * Throws a ZodError when the body is not an object that holds the array, a TypeError when it is empty beside an error.
 */
export function parsePage<Row>(body: unknown, name: string, rowSchema: z.ZodType<Row>): Page<Row> {
  const envelope = jsonObject.parse(body);
  const { [name]: items = [] } = listUnder(name).parse(envelope);
  refuseErrorWithoutData(envelope, items.length > 0);
  return readPage(items, rowSchema, envelope['pagination']);
}

const lists = new Map<string, ReturnType<typeof makeListUnder>>();

/** A schema is compiled when it is first used, which takes longer than a page: each is made once. */
function listUnder(name: string): ReturnType<typeof makeListUnder> {
  const schema = lists.get(name) ?? makeListUnder(name);
  lists.set(name, schema);
  return schema;
}

function makeListUnder(name: string) {
  return z.object({ [name]: z.array(z.unknown()) });
}

/**
 * Reads a list whose envelope the specification does not show: the body itself when it is an array, else the largest
 * array of objects in it or, when it holds no array, in the objects that it holds; at most so many rows of it. Throws a
 * ZodError when there is none, a TypeError when it is empty beside an error.
 */
export function parseUndocumentedPage<Row>(
  body: unknown,
  rowSchema: z.ZodType<Row>,
  most = MOST_ROWS,
): Page<Row> {
  if (Array.isArray(body)) {
    return readPage(body, rowSchema, undefined, most);
  }
  const envelope = jsonObject.parse(body);
  const found = listsIn([envelope])[0];
  const items = z.array(z.unknown()).parse(found?.items);
  refuseErrorWithoutData(envelope, items.length > 0);
  return readPage(items, rowSchema, found?.holder['pagination'] ?? envelope['pagination'], most);
}

interface FoundList {
  readonly items: readonly unknown[];
  readonly holder: JsonObject;
}

/** The lists of the uppermost level that has any, the one with most objects first; of equals the one with least else. */
function listsIn(holders: readonly JsonObject[], levels = 3): readonly FoundList[] {
  const lists = holders.flatMap((holder) =>
    Object.values(holder)
      .filter((value): value is unknown[] => Array.isArray(value))
      .map((items) => ({ items, holder, objects: items.filter(isObject).length })),
  );
  if (lists.length === 0 && levels > 1) {
    const below = holders.flatMap((holder) => Object.values(holder).filter(isObject));
    return below.length === 0 ? [] : listsIn(below, levels - 1);
  }
  return lists.sort((left, right) => right.objects - left.objects || left.items.length - right.items.length);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value);
}

function readPage<Row>(
  items: readonly unknown[],
  rowSchema: z.ZodType<Row>,
  pagination: unknown,
  most = MOST_ROWS,
): Page<Row> {
  return {
    ...readRows(items, rowSchema, most),
    pagination: paginationSchema.parse(pagination),
    sent: items.length,
  };
}

/** Reads rows one by one, at most so many: those that can be read, and what was wrong with the others. */
export function readRows<Row>(
  items: readonly unknown[],
  rowSchema: z.ZodType<Row>,
  most = MOST_ROWS,
): { readonly rows: readonly Row[]; readonly damaged: readonly DamagedRow[] } {
  const rows: Row[] = [];
  const damaged: DamagedRow[] = [];
  for (const [index, item] of items.slice(0, most).entries()) {
    const parsed = rowSchema.safeParse(item);
    if (parsed.success) {
      rows.push(parsed.data);
    } else {
      const issue = parsed.error.issues[0];
      damaged.push({
        index,
        field: issue?.path.join('.') || '(row)',
        problem: issue?.message ?? 'unreadable',
        item: withinSize(item),
      });
    }
  }
  if (items.length > most) {
    const left = (items.length - most).toLocaleString('en');
    const problem = `(cut: ${left} items), since no answer is read beyond ${most.toLocaleString('en')} rows`;
    damaged.push({ index: most, field: '(rows)', problem, item: undefined });
  }
  return { rows, damaged };
}
