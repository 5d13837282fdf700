import { createClockRoom, spanOf } from '../clock-room.ts';
import { type Zone } from '../../../lib/zoned-time.ts';
import { append } from '../../../lib/long-lists.ts';
import {
  BEFORE_ALL_TIMES,
  formatAgo,
  formatMinute,
  parseTime,
  type TimeStyle,
  zoneOf,
} from '../../../lib/format-time.ts';
import { hasFilters } from '../../../stores/view/list-filters.ts';
import { measureForms } from '../../../stores/base/completeness.ts';
import { COUNTED_NOUNS, type CountedListId } from '../../../stores/counts/count-measures.ts';
import { selectCountedTimes, type CountedTimes } from '../../../stores/counts/counted-times.ts';
import type { SelectedCounts } from '../../../stores/counts/select-counts.ts';
import { formatCount } from '../../../lib/format-number.ts';
import type { ResourceState } from '../../../stores/base/resource-store.ts';
import type { ConnectionState } from '../../../stores/connection/connection-store.ts';
import type { PageRow } from '../../../stores/entity/page-rows.ts';
import type { OpenPage } from '../../../stores/entity/page-subject.ts';
import {
  pageRowList,
  selectPage,
  titleOfPage,
  type PageContents,
} from '../../../stores/entity/select-page.ts';
import { memoizeLast } from '../../../stores/base/memoize-last.ts';
import { selectFlagContext, selectHostByClient } from '../../../stores/agents/select-agents.ts';
import { distinguishingId, twinsOfList, type PartOfId } from '../../../stores/agents/distinguishing-ids.ts';
import { selectHiddenByMutes } from '../../../stores/events/select-events.ts';
import type { Stores } from '../../../stores/stores.ts';
import { selectedOnPage } from '../../../stores/view/active-cursor.ts';
import type { Theme } from '../../theme.ts';
import { fitParts, leftOut, part, shorter, type Part } from '../../widgets/fitted-parts.ts';
import { dimmed, identifier, trusted, untrustedWrapped, type Line } from '../../widgets/line.ts';
import { agentFlags, agentName, statusCell } from '../agent-cells.ts';
import { completenessParts, reachParts } from '../feed-parts.ts';
import { DROP_ORDER } from '../footer-ranks.ts';
import { footerLine, freshness, isStale, separator } from '../freshness.ts';
import { machineNamesPart, machineNamesWords } from '../machine-names-words.ts';
import { frameLines, steadyNow, type PaintPane, type PaneContext } from '../pane.ts';
import { createPageStrip } from './page-strip.ts';
import { createPageRowPainter } from './row-painter.ts';
import { selectWantedFrom } from '../../../stores/events/select-events.ts';
import { nothingPasses, queryOfPage } from '../../../stores/entity/page-query.ts';
import { parseQuery } from '../../../stores/query/parse-query.ts';
import { absentFromEventsPart } from '../absent-field-words.ts';
import { queryLine } from '../query-line.ts';
import { keyNameOf } from '../../../commands/keys/key-name.ts';
import { unshownRow } from '../unshown-row.ts';

const KINDS: Readonly<Record<OpenPage['subject']['kind'], string>> = {
  agent: 'agent',
  package: 'package',
  reason: 'reason',
  count: 'count',
};

/** Draws the page that lies over the active pane: what it is about, its rows, and how good the data is. */
export function createPagePane(context: PaneContext): PaintPane {
  const { stores, theme } = context;
  const painterOf = memoizeLast(
    (
      columns: number,
      now: number,
      timeStyle: TimeStyle,
      clockRoom: number,
      hostByClient: ReadonlyMap<string, string>,
      idsOfTwins: ReadonlyMap<string, PartOfId>,
      countedTimes: CountedTimes | undefined,
      of: OpenPage['subject']['kind'],
    ) =>
      createPageRowPainter(
        columns,
        { theme, now, timeStyle, clockRoom, hostByClient, idsOfTwins, countedTimes },
        of,
      ),
  );
  const clockRoomOf = createClockRoom();
  const spanOfRows = memoizeLast((rows: readonly PageRow[]) =>
    spanOf(rows.flatMap(timesOfRow), (time) => time),
  );
  const behindTitles = memoizeLast((rows: readonly PageRow[]) => rows.slice(1));
  const stripOf = createPageStrip(context);
  let top = 0;
  let shownPage: OpenPage['subject'] | undefined;
  return (size, now) => {
    const contents = selectPage(stores, now);
    if (contents === undefined) {
      return { lines: frameLines([], [], [], size.rows), pageSize: undefined };
    }
    const { page, rows, selectable } = contents;
    const view = stores.view.getState();
    const connection = stores.connection.getState();
    const { timeStyle } = view;
    const paintRow = painterOf(
      size.columns,
      steadyNow(now, timeStyle),
      timeStyle,
      clockRoomOf(spanOfRows(rows), now, timeStyle),
      selectHostByClient(stores),
      twinsOfList(stores.agents.getState().data),
      page.subject.kind === 'count' ? selectCountedTimes(stores, page.subject.of, now) : undefined,
      page.subject.kind,
    );
    // The titles of counts stay above them however far they are scrolled.
    const titles =
      page.subject.kind === 'count' && rows[0]?.kind === 'titles' ? paintRow(rows[0], false) : [];
    const list = pageRowList(contents);
    const selected = selectable[selectedOnPage(stores, list)];
    const time = selected?.kind === 'event' ? selected.row.time : undefined;
    const strip = stores.faults.guard(
      'drawing the events of a page over time',
      () => stripOf(contents, time, size, now),
      () => [],
    );
    const room = Math.max(1, size.rows - 2 - titles.length - strip.length);
    if (page.subject !== shownPage) {
      shownPage = page.subject;
      top = 0;
    }
    const linesOf = (row: PageRow) =>
      stores.faults.guard(
        'drawing a row of a page',
        () => paintRow(row, row === selected),
        () => [unshownRow(row === selected, theme)],
      );
    // The first row that can be selected may have headings above it.
    const isFirst = selected === undefined || selected === selectable[0];
    const listed = titles.length === 0 ? rows : behindTitles(rows);
    const window = placeWindow(
      listed,
      isFirst ? 0 : listed.indexOf(selected),
      isFirst ? 0 : top,
      room,
      linesOf,
    );
    top = window.top;
    const lines =
      rows.length === 0
        ? [
            [],
            ...untrustedWrapped(nothingPasses(page), size.columns - 4, {
              style: 'dim',
              ascii: theme.ascii,
            }).map((line) => [trusted('  '), ...line]),
          ]
        : [...strip, ...titles, ...window.lines];
    const stale = isStale(sourceOf(stores, page), connection);
    return {
      lines: frameLines(
        summaryLine(stores, contents, size.columns, now, theme),
        stale ? lines.map(dimmed) : lines,
        pageFooter(stores, contents, {
          connection,
          columns: size.columns,
          now,
          theme,
          bound: stores.events.bound,
          zone: zoneOf(timeStyle),
        }),
        size.rows,
      ),
      pageSize: room,
      list: { rows: list, isFiltering: false },
    };
  };
}

/** The lines from a row on that shows the cursor, moved as little as that takes. Only rows on the screen are drawn. */
function placeWindow(
  rows: readonly PageRow[],
  cursor: number,
  before: number,
  room: number,
  linesOf: (row: PageRow) => readonly Line[],
): { readonly top: number; readonly lines: readonly Line[] } {
  let top = Math.min(before, cursor);
  // As many rows above the cursor as fit together with it; each takes a line at least.
  let height = 0;
  let lowest = cursor;
  for (let index = Math.min(cursor, rows.length - 1); index >= Math.max(top, cursor - room); index--) {
    height += linesOf(rows[index] as PageRow).length;
    if (height > room && index < cursor) {
      break;
    }
    lowest = index;
  }
  top = Math.max(top, lowest);
  const lines: Line[] = [];
  for (let index = top; index < rows.length && lines.length < room; index++) {
    append(lines, linesOf(rows[index] as PageRow));
  }
  return { top, lines };
}

/** What the page is about, and through which pages one came here. */
function summaryLine(
  stores: Stores,
  { page, agent, count, from }: PageContents,
  columns: number,
  now: number,
  theme: Theme,
): Line {
  const { ascii } = theme;
  const { tab, pages } = stores.view.getState();
  const title = titleOfPage(stores, page);
  const below = pages[tab].slice(0, -1).at(-1);
  const seen = parseTime(agent?.last_seen_at);
  const flags = agent === undefined ? [] : agentFlags(agent, selectFlagContext(stores), now, theme);
  const id = agent === undefined ? undefined : distinguishingId(stores, agent);
  const name = (room: number): Line => [
    trusted(`${KINDS[page.subject.kind]} `, 'dim'),
    ...agentName(title, id, room, { style: 'bold', theme }),
  ];
  const back = `${keyNameOf(stores, 'view.back')} ${page.text === '' ? 'goes back' : 'clears the filter'}`;
  const parts: readonly Part[] = [
    part(name(Math.floor(columns / 2)), shorter(1, name(Math.floor(columns / 3)))),
    ...(page.subject.kind === 'package' && page.subject.ecosystem !== undefined
      ? [part([trusted('from ', 'dim'), ...identifier(page.subject.ecosystem, 10, { ascii })], leftOut(2))]
      : []),
    ...(count === undefined ? [] : [countedPart(stores, count, page), sincePart(stores, page, from)]),
    machineNamesPart(machineNamesWords(stores, now)),
    ...(agent === undefined ? [] : [part(statusCell(agent.status, theme))]),
    part(flags),
    ...(seen === undefined ? [] : [part([trusted(`seen ${formatAgo(now - seen)}`)], leftOut(3))]),
    ...(agent?.version === undefined
      ? []
      : [part([trusted('version ', 'dim'), ...identifier(agent.version, 16, { ascii })], leftOut(4))]),
    page.text === ''
      ? part([])
      : part([
          trusted('/ '),
          ...queryLine(
            { ...parseQuery(page.text, queryOfPage(page.subject)), problems: [] },
            queryOfPage(page.subject),
            ascii,
          ),
        ]),
    page.subject.kind === 'count' ? part([]) : absentFromEventsPart(stores, page.text, ascii),
    part(
      below === undefined || page.text !== ''
        ? [trusted(back, 'dim')]
        : [
            trusted(`${back} to `, 'dim'),
            ...identifier(titleOfPage(stores, below), 24, { style: 'dim', ascii }),
          ],
      shorter(6, [trusted(back, 'dim')]),
      leftOut(5),
    ),
  ];
  return [trusted(' '), ...fitParts(parts, columns - 2, { separator: separator(theme) })];
}

/** How many rows were counted, of how many, and whether the filters of the list had a say. */
function countedPart(stores: Stores, { counted, completeness }: SelectedCounts, { subject }: OpenPage): Part {
  if (subject.kind !== 'count') {
    return part([]);
  }
  const { of, within } = subject;
  const view = stores.view.getState();
  const isFiltered = hasFilters(view, of) || view[of].text !== '' || within.length > 0;
  const which = isFiltered ? ' that pass the filters' : '';
  const [first, ...others] = measureForms(completeness);
  // What the list does not show is not counted.
  const hidden = of === 'events' ? selectHiddenByMutes(stores) : [];
  const muted = hidden.reduce((sum, { count }) => sum + count, 0);
  const words = (form: string, kind: string): Line => [
    trusted(`${formatCount(counted)} ${COUNTED_NOUNS[of]}${kind}`, 'bold'),
    trusted(form, 'warn'),
    // How many of those are inside the values that are counted nobody has counted.
    trusted(
      muted === 0 ? '' : within.length > 0 ? ' without muted ones' : ` without ${formatCount(muted)} muted`,
      'warn',
    ),
  ];
  return part(
    words(first, which),
    shorter(2, words(first, '')),
    ...others.map((form) => shorter(2, words(form, ''))),
  );
}

/** What the lists are made of that are read anew as a whole. */
const COUNTED_RESOURCE: Readonly<
  Record<
    Exclude<CountedListId, 'events'>,
    (stores: Stores) => Pick<ResourceState<{ readonly doubt?: unknown }>, 'data' | 'receivedAt' | 'failure'>
  >
> = {
  agents: ({ agents }) => agents.getState(),
  sessions: ({ sessions }) => sessions.getState(),
  llm: ({ llmCalls }) => llmCalls.getState(),
};

/** Since when all events are here that counts are made of. */
function sincePart(stores: Stores, { subject }: OpenPage, from: number | undefined): Part {
  const { timeStyle } = stores.view.getState();
  const rest = selectWantedFrom(stores) === undefined ? ', older ones are not counted' : '';
  const since = (end: string) =>
    [trusted(`since ${formatMinute(from ?? 0, zoneOf(timeStyle))}${end}`, 'dim')] as const;
  return subject.kind !== 'count' || subject.of !== 'events' || from === undefined || from <= BEFORE_ALL_TIMES
    ? part([])
    : part(since(rest), shorter(3, since('')), leftOut(3));
}

/** How good the events of the page are, or what else it counts. */
function pageFooter(
  stores: Stores,
  { page: { subject }, from, entityEvents }: PageContents,
  {
    connection,
    columns,
    now,
    theme,
    bound,
    zone,
  }: {
    readonly connection: ConnectionState;
    readonly columns: number;
    readonly now: number;
    readonly theme: Theme;
    readonly bound: number;
    readonly zone: Zone;
  },
): Line {
  const { looking } = entityEvents;
  if (subject.kind === 'count' && subject.of !== 'events') {
    const { doubt } = COUNTED_RESOURCE[subject.of](stores).data ?? {};
    return footerLine(
      freshness(COUNTED_RESOURCE[subject.of](stores), {
        feed: subject.of,
        isUnverified: doubt !== undefined,
        connection,
        now,
        theme,
      }),
      columns,
      theme,
    );
  }
  const events = stores.events.getState();
  return footerLine(
    [
      ...freshness(events, {
        feed: 'events',
        subject: 'events',
        isUnverified: events.doubt !== undefined,
        connection,
        now,
        theme,
      }),
      ...(looking === undefined
        ? []
        : [part([trusted('looking through the loaded events', 'warn')], leftOut(DROP_ORDER.completeness))]),
      ...completenessParts(events, now, zone),
      ...reachParts(events, { from, bound, now, zone, theme }),
    ],
    columns,
    theme,
  );
}

/** What the rows of a page are made of. */
function sourceOf(stores: Stores, { subject }: OpenPage): Pick<ResourceState<unknown>, 'failure'> {
  return subject.kind === 'count' && subject.of !== 'events'
    ? COUNTED_RESOURCE[subject.of](stores)
    : stores.events.getState();
}

/** The times that stand in the columns of a row. */
function timesOfRow(row: PageRow): readonly number[] {
  switch (row.kind) {
    case 'event':
      return [row.row.time];
    case 'session':
      return [row.session.created_at, row.session.modified_at].flatMap((text) => parseTime(text) ?? []);
    case 'group':
      return [row.group.first, row.group.last].filter((time) => time !== undefined);
    default:
      return [];
  }
}
