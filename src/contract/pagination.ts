import { z } from 'zod';

import { flag, jsonObject, number } from './tolerant.ts';

/** "Pagination object": the page size and offset applied, the total of matching items, and whether more follow. */
export const paginationSchema = z
  .object({ limit: number, offset: number, total: number, has_more: flag })
  .optional()
  .catch(undefined);
export type Pagination = NonNullable<z.output<typeof paginationSchema>>;

/** A row that could not be read, and why: `index` counts from 0 within its page. */
export interface DamagedRow {
  readonly index: number;
  readonly field: string;
  readonly problem: string;
}

/** One page of a list. `damaged` names the rows that were left out; the others are kept. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly damaged: readonly DamagedRow[];
  readonly pagination: Pagination | undefined;
}

/**
 * Reads `{ [name]: rows, pagination }`. Each row is judged by itself, so that one damaged row does not cost the others.
 * Throws a ZodError when the body is not an object that holds the array.
 */
export function parsePage<Row>(body: unknown, name: string, rowSchema: z.ZodType<Row>): Page<Row> {
  const envelope = jsonObject.parse(body);
  return readRows(z.array(z.unknown()).parse(envelope[name]), rowSchema, envelope['pagination']);
}

/**
 * Reads a list whose envelope the specification does not show: the largest array of objects in the body, or the body
 * itself. Throws a ZodError when there is no array at all.
 */
export function parseUndocumentedPage<Row>(body: unknown, rowSchema: z.ZodType<Row>): Page<Row> {
  if (Array.isArray(body)) {
    return readRows(body, rowSchema, undefined);
  }
  const envelope = jsonObject.parse(body);
  const lists = Object.values(envelope)
    .filter(Array.isArray)
    .sort((left, right) => countObjects(right) - countObjects(left));
  return readRows(z.array(z.unknown()).parse(lists[0]), rowSchema, envelope['pagination']);
}

function countObjects(items: readonly unknown[]): number {
  return items.filter((item) => typeof item === 'object' && item !== null).length;
}

function readRows<Row>(items: readonly unknown[], rowSchema: z.ZodType<Row>, pagination: unknown): Page<Row> {
  const rows: Row[] = [];
  const damaged: DamagedRow[] = [];
  for (const [index, item] of items.entries()) {
    const parsed = rowSchema.safeParse(item);
    if (parsed.success) {
      rows.push(parsed.data);
    } else {
      const issue = parsed.error.issues[0];
      damaged.push({
        index,
        field: issue?.path.join('.') || '(row)',
        problem: issue?.message ?? 'unreadable',
      });
    }
  }
  return { rows, damaged, pagination: paginationSchema.parse(pagination) };
}
