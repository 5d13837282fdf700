import { zoneName } from '../../lib/days.ts';
import { zoneOf } from '../../lib/format-time.ts';
import type { Zone } from '../../lib/zoned-time.ts';
import { hasFilters } from '../../stores/view/list-filters.ts';
import { LISTS } from '../../stores/view/lists.ts';
import { parseQuery } from '../../stores/query/parse-query.ts';
import type { ListId } from '../../stores/base/tab.ts';
import type { Query } from '../../stores/query/query.ts';
import { dependsOnZone } from '../../stores/query/value-test.ts';
import { memoizeLast } from '../../stores/base/memoize-last.ts';
import type { Stores } from '../../stores/stores.ts';
import type { ViewState } from '../../stores/view/view-store.ts';
import type { Theme } from '../theme.ts';
import { leftOut, part, shorter, type Part } from '../widgets/fitted-parts.ts';
import { cutInMiddle, untrusted, trusted, type Line } from '../widgets/line.ts';
import { absentFieldsPart } from './absent-field-words.ts';
import { queryLine } from './query-line.ts';

/** How a query is shortened on a narrow screen: what is left of it after what else there is to say. */
const CUTS = [
  { rank: 40, columns: 60 },
  { rank: 30, columns: 36 },
  { rank: 20, columns: 20 },
  { rank: 9, columns: 12 },
] as const;

/** The hint is the first to go: the help has Esc, too. */
const HINT = 100;

const paintQuery = memoizeLast((text: string, list: ListId, ascii: boolean): Line => [
  trusted('/ '),
  ...queryLine({ ...parseQuery(text, LISTS[list].query), problems: [] }, LISTS[list].query, ascii),
]);

const nameOfZone = memoizeLast(zoneName);

/** The zone in which a query is read, where it has a day or a clock without one. */
export function queryZone(query: Pick<Query, 'terms'>, zone: Zone, ascii: boolean): Line {
  return dependsOnZone(query)
    ? [trusted(' ('), ...untrusted(nameOfZone(zone), { profile: 'ident', ascii }), trusted(')')]
    : [];
}

/** The typed query among the filters of a list, behind all others, what of it excludes nothing, and what Esc clears next. */
export function queryParts(
  stores: Stores,
  view: Pick<ViewState, 'dialogs' | 'timeStyle' | ListId>,
  list: ListId,
  theme: Theme,
): readonly Part[] {
  const { text } = view[list];
  const cleared = text !== '' ? 'the query' : hasFilters(view, list) ? 'the filters' : undefined;
  return partsOf(
    text,
    list,
    view.dialogs.length > 0 ? undefined : cleared,
    theme,
    zoneOf(view.timeStyle),
    absentFieldsPart(stores, list, text, theme.ascii),
  );
}

const partsOf = memoizeLast(
  (
    text: string,
    list: ListId,
    cleared: 'the query' | 'the filters' | undefined,
    theme: Theme,
    zone: Zone,
    absent: Part,
  ): readonly Part[] => {
    const query = text === '' ? [] : paintQuery(text, list, theme.ascii);
    const read = text === '' ? [] : queryZone(parseQuery(text, LISTS[list].query), zone, theme.ascii);
    const mark = trusted(theme.glyph('ellipsis'), 'dim');
    const hint: Line =
      cleared === undefined ? [] : [trusted('Esc', 'key'), trusted(` clears ${cleared}`, 'dim')];
    return [
      part(
        [...query, ...read],
        ...CUTS.map(({ rank, columns }) => shorter(rank, [...cutInMiddle(query, columns, mark), ...read])),
      ),
      absent,
      part(hint, leftOut(HINT)),
    ];
  },
);
