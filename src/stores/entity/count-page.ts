import { asUntrusted } from '../../lib/untrusted.ts';
import { formatCount } from '../../lib/format-number.ts';
import { selectMachineNames } from '../agents/machine-names.ts';
import type { Sorting } from '../base/list-view.ts';
import type { ResourceState } from '../base/resource-store.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import { COUNTED_NOUNS, type CountedListId } from '../counts/count-measures.ts';
import type { CountRow } from '../counts/count-rows.ts';
import { noSuchField } from '../counts/event-count-fields.ts';
import { countFieldsOf, selectCounts, type SelectedCounts } from '../counts/select-counts.ts';
import { selectListedFrom } from '../events/select-events.ts';
import type { LlmCallRow } from '../llm/llm-call-row.ts';
import { currencyInName, discoverFields, latencyUnit } from '../llm/llm-fields.ts';
import { selectVisibleLlmCalls } from '../llm/select-llm-calls.ts';
import { queryClock, type QueryClock } from '../query/query-time.ts';
import { selectAskedNames } from './asked-names.ts';
import type { EntitySlice } from './entity-slice.ts';
import { countsThatPass } from './page-query.ts';
import { noteRow, type CountUnits, type PageRow } from './page-rows.ts';
import type { OpenPage, PageSubject } from './page-subject.ts';

/** The rows of a page of counts, and what they were counted from. */
export interface CountPage {
  readonly rows: readonly PageRow[];
  /** All counts that pass the query of the page, also those that are too many to be shown. */
  readonly count: SelectedCounts;
  /** From when on the events are counted, in milliseconds; undefined for other lists. */
  readonly from: number | undefined;
}

/** What was counted last of a list under its filters, as the rows of its page. */
export function selectCountPage(
  stores: EntitySlice,
  { sort, text }: Pick<OpenPage, 'sort' | 'text'>,
  { of, by, within }: Extract<PageSubject, { kind: 'count' }>,
  now: number,
): CountPage {
  const count = selectCounts(stores, { of, by, within }, sort, now);
  const isNone = count.completeness === 'all' && count.counted === 0;
  const areNamesKnown =
    selectAskedNames(stores.view.getState()) === undefined || selectMachineNames(stores).kind === 'known';
  const { now: minute, zone } = queryClock(stores.view.getState());
  const found = countsWith(count.rows, of, by, text, minute, zone);
  const { receivedAt, failure } = stateOf(stores, of);
  const none = !isNone
    ? receivedAt === undefined && failure !== undefined
      ? 'Nothing could be read yet; the line at the bottom says why.'
      : 'Nothing is counted yet.'
    : `None of the ${COUNTED_NOUNS[of]} passes the filters${areNamesKnown ? '' : ' by the names that are known'}.`;
  const [only] = count.rows;
  const isNoField = count.rows.length === 1 && only?.values[0] === undefined && areNamesKnown;
  const rows = countPageRows(
    found,
    of,
    by,
    sort,
    unitsOf(stores, of),
    none,
    text !== '',
    isNoField ? noSuchField(COUNTED_NOUNS[of], by, countFieldsOf(stores, of, minute)) : undefined,
  );
  return {
    rows,
    count: { ...count, rows: found },
    from: of === 'events' ? selectListedFrom(stores) : undefined,
  };
}

/** What became of reading the list that is counted. */
function stateOf(
  stores: EntitySlice,
  of: CountedListId,
): Pick<ResourceState<unknown>, 'receivedAt' | 'failure'> {
  return { events: stores.events, agents: stores.agents, sessions: stores.sessions, llm: stores.llmCalls }[
    of
  ].getState();
}

const unitsInData = memoizeLast((calls: readonly LlmCallRow[]): CountUnits => {
  const { cost, latency } = discoverFields(calls);
  const currency = cost === undefined ? undefined : currencyInName(cost);
  return {
    cost: currency === undefined ? undefined : asUntrusted(currency),
    latency: latency === undefined ? undefined : latencyUnit(latency),
  };
});

const NO_UNITS: CountUnits = { cost: undefined, latency: undefined };

let lastUnits = NO_UNITS;

/** The same object for as long as they are the same. */
function unitsOf(stores: EntitySlice, of: CountedListId): CountUnits {
  const units = of === 'llm' ? unitsInData(selectVisibleLlmCalls(stores)) : NO_UNITS;
  if (units.cost !== lastUnits.cost || units.latency !== lastUnits.latency) {
    lastUnits = units;
  }
  return lastUnits;
}

/** So many can be scrolled through; nobody goes through more. */
const MOST_COUNTS = 2000;

const countPageRows = memoizeLast(
  (
    rows: readonly CountRow[],
    of: CountedListId,
    field: string,
    sort: Sorting | undefined,
    units: CountUnits,
    none: string,
    hasWords: boolean,
    remark: string | undefined,
  ): readonly PageRow[] => {
    const table = { of, field, sort, units };
    if (rows.length === 0 && hasWords) {
      return [];
    }
    const left = rows.length - MOST_COUNTS;
    return rows.length === 0
      ? [noteRow('nothing counted', none, 'dim')]
      : [
          { id: 'titles count', kind: 'titles', of: 'count', table },
          ...rows
            .slice(0, MOST_COUNTS)
            .map((row): PageRow => ({ id: `count ${row.id}`, kind: 'count', table, row })),
          ...(remark === undefined ? [] : [noteRow('no such field', remark, 'warn')]),
          ...(left <= 0
            ? []
            : [
                noteRow(
                  'left counts',
                  `and ${formatCount(left)} more; a filter and sorting find them`,
                  'dim',
                ),
              ]),
        ];
  },
);

const countsWith = memoizeLast(
  (
    rows: readonly CountRow[],
    of: CountedListId,
    by: string,
    text: string,
    now: number,
    zone: QueryClock['zone'],
  ): readonly CountRow[] => countsThatPass(rows, of, by, text, { now, zone }),
);
