import { DEFAULT_OFFSET } from '../../contract/values.ts';
import type { Choices } from '../base/choices.ts';
import { RequestError } from '../http/answer.ts';

export interface PageRequest {
  readonly limit: number;
  readonly offset: number;
}

const MAXIMUM: Record<Choices['page-maximum'], { readonly size: number; readonly reject: boolean }> = {
  'clamp-20': { size: 20, reject: false },
  'clamp-100': { size: 100, reject: false },
  'clamp-1000': { size: 1000, reject: false },
  'reject-100': { size: 100, reject: true },
  'reject-1000': { size: 1000, reject: true },
};

/** The page that a request gets: the default size of its list, and the maximum that the choices say. */
export function choosePage(
  asked: { readonly limit?: number | undefined; readonly offset?: number | undefined },
  defaultSize: number,
  choices: Choices,
): PageRequest {
  const { size, reject } = MAXIMUM[choices['page-maximum']];
  const limit = asked.limit ?? defaultSize;
  if (reject && limit > size) {
    throw new RequestError(400, `limit must be a whole number from 1 to ${size}`);
  }
  return { limit: Math.min(limit, size), offset: asked.offset ?? DEFAULT_OFFSET };
}

/** The "Pagination object" of a page that was answered with `count` rows. */
export function showPagination({ limit, offset }: PageRequest, count: number, total: number) {
  return { limit, offset, total, has_more: offset + count < total };
}
