import type { SlicedResult } from '../base/background-result.ts';
import type { ListId } from '../base/tab.ts';
import { COUNTED_NOUNS } from '../counts/count-measures.ts';
import { NO_EVENT_FILTERS } from '../events/events-view.ts';
import { LISTS, type ListsSlice } from './lists.ts';
import { loadedRows, recordOfRow, ROWS_AT_ONCE, testOfRows, type LoadedRows } from './loaded-rows.ts';
import { NO_TIME, SoughtFields, type AbsentField } from './sought-fields.ts';

/** Fields of which the query of a list excludes values and that no row here has, and the same in sentences. */
export interface AbsentFields {
  readonly list: ListId;
  readonly text: string;
  readonly fields: readonly AbsentField[];
  readonly sentences: readonly string[];
}

/** They are looked for in slices. */
export type AbsentFieldsJob = SlicedResult<
  readonly [list: ListId, rows: LoadedRows, text: string],
  AbsentFields
>;

/** What several rows of a list are called. */
export const ROW_NOUNS: Readonly<Record<ListId, string>> = { ...COUNTED_NOUNS, policy: 'rules' };

/** Looks for the fields of the negated terms in all rows, yielding after each small piece of the work. */
export function* findAbsentFields(
  list: ListId,
  rows: LoadedRows,
  text: string,
): Generator<void, AbsentFields> {
  const sought = new SoughtFields<object>(text, LISTS[list].query, (query) =>
    testOfRows(list, query, list === 'events' ? NO_EVENT_FILTERS : undefined, new Map(), NO_TIME),
  );
  for (let start = 0; start < rows.length && sought.isSeeking; start += ROWS_AT_ONCE) {
    sought.look(rows.slice(start, start + ROWS_AT_ONCE));
    yield;
  }
  const { absent } = sought;
  return { list, text, fields: absent, sentences: sought.sentences(ROW_NOUNS[list], recordOfRow) };
}

/** The stores of absent fields, beside those of the lists. */
export interface AbsentFieldsSlice extends Omit<ListsSlice, 'view'> {
  readonly absentFields: AbsentFieldsJob;
}

/** What a query of a list excludes nothing by; undefined where there is nothing of that kind, or it is not known yet. */
export function selectAbsentFields(
  stores: AbsentFieldsSlice,
  list: ListId,
  text: string,
): AbsentFields | undefined {
  const rows = text.includes('-') ? loadedRows(stores, list) : undefined;
  if (rows === undefined) {
    return undefined;
  }
  const found = stores.absentFields.look(list, rows, text);
  return found?.list === list && found.text === text && found.fields.length > 0 ? found : undefined;
}
