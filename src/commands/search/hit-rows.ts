import { memoizeLast } from '../../stores/base/memoize-last.ts';
import { indexedRows } from '../../stores/base/visible-rows.ts';
import { queryClock, type QueryClock } from '../../stores/query/query-time.ts';
import { rememberTest } from '../../stores/query/row-query.ts';
import { HIT_QUERY, recordOfHit } from '../../stores/search/hit-record.ts';
import type { SearchHit } from '../../stores/search/search-hit.ts';
import type { SessionSearch } from '../../stores/search/session-search.ts';
import type { SessionSearchDialog } from '../../stores/view/dialog-states.ts';
import type { CommandContext } from '../base/command.ts';
import type { DialogRows } from '../base/dialog-rows.ts';

const testOf = rememberTest(HIT_QUERY);

const records = new WeakMap<SearchHit, ReturnType<typeof recordOfHit>>();

/** The record of a hit that a filter goes by. */
export function knownRecord(hit: SearchHit): ReturnType<typeof recordOfHit> {
  const record = records.get(hit) ?? recordOfHit(hit);
  records.set(hit, record);
  return record;
}

const passing = memoizeLast(
  (hits: readonly SearchHit[], passes: ((record: unknown) => boolean) | undefined): readonly SearchHit[] =>
    passes === undefined ? hits : hits.filter((hit) => passes(knownRecord(hit))),
);

/** The hits of a search that pass the query of the dialog. */
export function listedHits(
  { hits }: Pick<SessionSearch, 'hits'>,
  { search }: Pick<SessionSearchDialog, 'search'>,
  clock: QueryClock,
): readonly SearchHit[] {
  return passing(hits, testOf(search, clock));
}

/** The same by the clock of the console. */
export function listedHitsNow(
  { stores }: Pick<CommandContext, 'stores'>,
  search: SessionSearch,
  dialog: SessionSearchDialog,
): readonly SearchHit[] {
  return listedHits(search, dialog, queryClock(stores.view.getState()));
}

const indexed = memoizeLast((hits: readonly SearchHit[]) => indexedRows(hits));

/** The hits that are listed as the list of a dialog. */
export function hitRows(
  { number }: SessionSearch,
  listed: readonly SearchHit[],
  { cursor, search }: SessionSearchDialog,
): DialogRows {
  return { name: `search ${number}`, rows: indexed(listed), cursor, filters: [search] };
}
