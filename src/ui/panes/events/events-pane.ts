import { createClockRoom, type TimeSpan } from '../clock-room.ts';
import { zoneOf, type TimeStyle } from '../../../lib/format-time.ts';
import { type Zone } from '../../../lib/zoned-time.ts';
import { selectOpenBlocks, type OpenBlocks } from '../../../stores/events/open-blocks.ts';
import type { ConnectionState } from '../../../stores/connection/connection-store.ts';
import { feedCompleteness, selectListedCompleteness } from '../../../stores/events/feed-completeness.ts';
import { EVENTS_LIST } from '../../../stores/events/events-list.ts';
import { selectEventFacts, type EventFacts } from '../../../stores/events/event-facts.ts';
import type { EventsState } from '../../../stores/events/events-store.ts';
import { bucketsOnAxis, selectHistogram, selectShownTimes } from '../../../stores/events/event-histogram.ts';
import type { FeedRow, FeedRows } from '../../../stores/events/feed-rows.ts';
import type { ViewState } from '../../../stores/view/view-store.ts';
import { detailPlace } from '../../widgets/body.ts';
import type { Line, Size } from '../../widgets/line.ts';
import { memoizeLast, memoizeSame } from '../../../stores/base/memoize-last.ts';
import { selectHostByClient } from '../../../stores/agents/select-agents.ts';
import {
  selectCertainFrom,
  selectCoveredFrom,
  selectFeedRows,
  selectFiltering,
  selectFreshEvents,
  selectHiddenByMutes,
  selectUnjudgedByMutes,
  selectWantedFrom,
} from '../../../stores/events/select-events.ts';
import type { Theme } from '../../theme.ts';
import { emptyText, isStale, noneFound } from '../freshness.ts';
import {
  machineNamesPart,
  machineNamesSentence,
  machineNamesWords,
  type MachineNamesWords,
} from '../machine-names-words.ts';
import { nearMissWords } from '../near-miss-words.ts';
import { createSettledCount, type FilteredCount } from '../filtering.ts';
import { queryParts } from '../query-parts.ts';
import { createListPane, type ListPane, type Shown, type Strip } from '../list-pane.ts';
import { steadyNow, type PaintPane, type PaneContext } from '../pane.ts';
import { eventColumns } from './columns.ts';
import { eventDetail } from './detail.ts';
import { chartColumns, createStripPainter, stripRows } from '../histogram-strip.ts';
import {
  eventsFooter,
  eventsSummary,
  summaryViewOf,
  mutedFacts,
  type MutedFacts,
  type SummaryFacts,
  type SummaryView,
} from './summary.ts';
import { keyNameOf } from '../../../commands/keys/key-name.ts';
import { nothingPasses } from './nothing-passes.ts';
import { OUTCOMES } from '../../../contract/values.ts';
import type { EventsView } from '../../../stores/events/events-view.ts';
import { narrowed, ofList, suspiciousNames, switched, type Setting, type Settings } from '../setting.ts';

const SHOWN: Shown<FeedRow> = {
  list: 'events',
  model: EVENTS_LIST,
  said: ['OUTCOME', 'PACKAGE', 'VERSION', 'HOST', 'REASON', 'TIME'],
  recordOf: ({ newest }) => newest.event.raw,
};

/** The streaming feed, newest first. */
export function createEventsPane(context: PaneContext): PaintPane {
  const { stores } = context;
  const columnsOf = memoizeLast(
    (
      now: number,
      timeStyle: TimeStyle,
      clockRoom: number,
      hostByClient: ReadonlyMap<string, string>,
      gone: ReadonlySet<string>,
      changed: ReadonlySet<string>,
      isSpare: boolean,
    ) =>
      eventColumns({
        ...{ theme: context.theme, now, timeStyle, clockRoom, hostByClient, gone, changed, isSpare },
      }),
  );
  const clockRoomOf = createClockRoom();
  const footerOf = memoizeLast(
    (
      state: EventsState,
      connection: ConnectionState,
      from: number | undefined,
      certainFrom: number | undefined,
      wantedFrom: number | undefined,
      columns: number,
      now: number,
      zone: Zone,
    ) =>
      eventsFooter(state, {
        connection,
        from,
        certainFrom,
        wantedFrom,
        bound: stores.events.bound,
        columns,
        now,
        zone,
        theme: context.theme,
      }),
  );
  const detailOf = memoizeLast(
    (facts: EventFacts, now: number, columns: number, timeStyle: TimeStyle, theme: Theme) =>
      eventDetail(facts, { columns, theme, timeStyle, now }),
  );
  const drawStrip = createStripPainter();
  const same = {
    view: memoizeSame<SummaryView>(),
    counted: memoizeSame<FilteredCount>(),
    fresh: memoizeSame<SummaryFacts['fresh']>(),
    open: memoizeSame<OpenBlocks>(),
    muted: memoizeSame<MutedFacts>(),
    facts: memoizeSame<SummaryFacts>(),
  };
  const summaryOf = memoizeLast(eventsSummary);
  const namesPart = memoizeLast(machineNamesPart);
  /** It stays while a filter is looked through: what is found meanwhile is a part of what there is. */
  let stripBefore: readonly Line[] | undefined;
  function stripOf(size: Size, now: number, view: ViewState, rows: FeedRows): Strip | undefined {
    const { histogram, detail } = view.events;
    const isBelow = detailPlace(detail, view.zoomed, view, context.theme) === 'below';
    const height = stripRows(size.rows, isBelow);
    const hasChart = view.dialogs.at(-1)?.kind === 'event-range';
    if (
      !histogram ||
      view.isTerminalSlow ||
      height === 0 ||
      stores.events.getState().rows.length === 0 ||
      !context.theme.sideBySide ||
      view.zoomed ||
      hasChart
    ) {
      return undefined;
    }
    const times = selectShownTimes(stores, now);
    const buckets = bucketsOnAxis(times, chartColumns(size.columns));
    return {
      rows: height,
      lines({ top, end, cursor }) {
        if (selectFiltering(stores) !== undefined && stripBefore?.length === height) {
          return stripBefore;
        }
        const rowAt = (index: number) => rows.slice(index, index + 1)[0];
        const [since, until] = [rowAt(end - 1)?.oldest, rowAt(top)?.newest.time];
        stripBefore = drawStrip(
          selectHistogram(stores, buckets, times.named),
          {
            shown: since === undefined || until === undefined ? undefined : { since, until },
            cursor: rowAt(cursor)?.newest.time,
            policies: stores.policyMarks.getState().marks,
          },
          {
            columns: size.columns,
            rows: height,
            now: steadyNow(now, 'utc'),
            timeStyle: view.timeStyle,
            theme: context.theme,
          },
        );
        return stripBefore;
      },
    };
  }
  const settled = createSettledCount(context.clock);
  return createListPane<FeedRow>(SHOWN, context, ({ size, width, now, view, connection, theme }) => {
    const state = stores.events.getState();
    const rows = selectFeedRows(stores);
    const hostByClient = selectHostByClient(stores);
    const { timeStyle } = view;
    const names = machineNamesWords(stores, steadyNow(now, 'utc'));
    return {
      columns: columnsOf(
        steadyNow(now, timeStyle),
        timeStyle,
        clockRoomOf(heldSpan(state), now, timeStyle),
        hostByClient,
        state.gone,
        state.changed,
        view.isTerminalSlow,
      ),
      summary: summaryOf(
        same.view(summaryViewOf(view.events)),
        same.facts({
          counted: same.counted(
            settled({ shown: rows.length, events: rows.events, filtering: selectFiltering(stores) }),
          ),
          fresh: same.fresh(selectFreshEvents(stores)),
          open: same.open(selectOpenBlocks(stores)),
          muted: same.muted(mutedFacts(selectHiddenByMutes(stores), selectUnjudgedByMutes(stores))),
          names: namesPart(names),
          isRead: state.receivedAt !== undefined,
          followKey: keyNameOf(stores, 'events.follow'),
          query: queryParts(stores, view, 'events', theme),
          columns: width,
          now: steadyNow(now, 'utc'),
          timeStyle,
          theme,
        }),
      ),
      footer: footerOf(
        state,
        connection,
        selectCoveredFrom(stores),
        selectCertainFrom(stores),
        selectWantedFrom(stores),
        size.columns,
        now,
        zoneOf(timeStyle),
      ),
      strip: stripOf(size, now, view, rows),
      counted: () => selectListedCompleteness(stores),
      stale: isStale(state, connection),
      empty: emptyText(
        state,
        connection,
        state.rows.length > 0,
        {
          nothing: `${noneFound('No events yet', feedCompleteness(state))}. They appear here as they arrive.`,
          // Names that are not known are near nothing.
          hidden:
            rows.length > 0
              ? ''
              : `${names === undefined && selectFreshEvents(stores).count === 0 ? nearMissWords(stores, 'events') : ''}${nothingPasses(stores, now)}`,
        },
        now,
        theme,
      ),
      detailOf(_row, columns) {
        const facts = selectEventFacts(stores);
        return facts === undefined
          ? { title: [], lines: [] }
          : detailOf(facts, steadyNow(now, 'utc'), columns, timeStyle, theme);
      },
    };
  });
}

/** The pane of the feed. */
export const EVENTS_PANE: ListPane = {
  create: createEventsPane,
  settings: (stores, clock) => ({
    ...eventSettings(stores.view.getState().events, clock),
    names: namesSetting(machineNamesWords(stores, stores.view.getState().minute)),
  }),
};

/** From when to when the events are that are held: they stand newest first. */
function heldSpan({ rows }: Pick<EventsState, 'rows'>): TimeSpan {
  const [newest, oldest] = [rows.at(0), rows.at(-1)];
  return newest === undefined || oldest === undefined ? undefined : { first: oldest.time, last: newest.time };
}

/** That the list goes by names which are not known is said with what it is narrowed to. */
function namesSetting(words: MachineNamesWords | undefined): Setting {
  return ofList(words === undefined ? '' : machineNamesSentence(words), words === undefined);
}

/** What keys switch or choose in the feed. */
function eventSettings(view: EventsView, clock: (time: number) => string): Settings {
  const { outcomes, type, ecosystem, suspicious, unacknowledged, range, folded, raw, follow, held } = view;
  const shown = [...OUTCOMES].reverse().filter((outcome) => outcomes.includes(outcome));
  const isAll = shown.length === OUTCOMES.length;
  return {
    // It stands still for as long as a dialog is open, and nobody has switched it off.
    follow: switched('Following', follow || held, true),
    outcomes: ofList(
      isAll ? 'All outcomes.' : shown.length === 0 ? 'No outcome.' : `Only ${shown.join(' and ')}.`,
      isAll,
    ),
    type: narrowed('Type', type),
    ecosystem: narrowed('From', ecosystem),
    suspicious: suspiciousNames(suspicious),
    unacknowledged: ofList(
      unacknowledged ? 'Only unacknowledged blocks.' : 'Acknowledged ones, too.',
      !unacknowledged,
    ),
    range: ofList(
      range === undefined ? 'All times.' : `From ${clock(range.since)} to ${clock(range.until)}.`,
      range === undefined,
    ),
    folded: ofList(folded ? 'Folded: repeats are one row.' : 'Unfolded: each event is a row.', folded),
    raw: switched('Event as it was sent', raw, false),
  };
}
