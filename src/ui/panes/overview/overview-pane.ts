import { wrapLine } from '../../../lib/cell-text.ts';
import { BEFORE_ALL_TIMES, formatAgo, formatClock, zoneOf } from '../../../lib/format-time.ts';
import { feedCompleteness } from '../../../stores/events/feed-completeness.ts';
import { selectFeedStatus } from '../../../stores/events/select-feed-status.ts';
import { coveredFrom } from '../../../stores/events/event-coverage.ts';
import { ALL_BLOCKS, selectOpenBlocks } from '../../../stores/events/open-blocks.ts';
import { selectAgentCounts } from '../../../stores/agents/agent-counts.ts';
import { feedReach, selectBlockCount } from '../../../stores/overview/select-block-counts.ts';
import { overviewGrid } from '../../../stores/overview/overview-grid.ts';
import { selectCalendarDays, type OverviewBlock } from '../../../stores/overview/overview-stops.ts';
import { selectOverviewCursor, selectOverviewRows } from '../../../stores/overview/select-overview-cursor.ts';
import type { ResourceState } from '../../../stores/base/resource-store.ts';
import { selectHostByClient } from '../../../stores/agents/select-agents.ts';
import { selectBlocksToShow } from '../../../stores/events/select-blocks-to-show.ts';
import { selectNewestBlocks } from '../../../stores/events/select-newest-events.ts';
import type { Stores } from '../../../stores/stores.ts';
import type { Theme } from '../../theme.ts';
import { fit, fitLines, lineColumns, trusted, type Line } from '../../widgets/line.ts';
import { staleAge } from '../freshness.ts';
import { frameLines, type PaintPane, type PaneContext } from '../pane.ts';
import { agentBlock } from './agents-block.ts';
import { arrangeBlocks, type DrawBlock } from './arrange.ts';
import { drawBlock, plainRow, type Block, type BlockRoom, type BlockRow } from './block.ts';
import { calendarBlock } from './calendar-block.ts';
import { figureRows, figuresLine } from './figures-block.ts';
import { figuresOf, type Figure } from './figures.ts';
import { overviewFooter } from './footer.ts';
import { healthBlock } from './health-block.ts';
import { mostBlockedBlock } from './most-blocked-block.ts';
import { selectMostBlocked } from '../../../stores/overview/select-most-blocked.ts';
import { newestBlock } from './newest-block.ts';
import { rateBlock } from './rate-block.ts';
import { ecosystemBlock, outcomeBlock } from './shares-block.ts';
import { feedAge, sourceState, type SourceState } from './source-state.ts';

/** From so many rows of the screen on there is a blank row between blocks. */
const AIRY = 32;

/**
 * What the first look leaves out, in whose place nothing stands then; how many of the newest blocks it shows; and on how many
 * columns what says more where it has more.
 */
const LATER: readonly OverviewBlock[] = ['most-blocked', 'ecosystems', 'calendar', 'service', 'rate'];
const FIRST_BLOCKS = 3;
const FIRST_COLUMNS: Partial<Readonly<Record<OverviewBlock, number>>> = { newest: 40, agents: 40 };

/** The whole organization at a glance; each part of it leads to its pane. */
export function createOverviewPane({ stores, theme }: PaneContext): PaintPane {
  let topBefore = 0;
  return ({ columns, rows }, now) => {
    const view = stores.view.getState();
    const connection = stores.connection.getState();
    const grid = overviewGrid({ ...view, sideBySide: theme.sideBySide });
    const figures = () =>
      figuresOf(
        { hour: selectBlockCount(stores, 'hour', now), day: selectBlockCount(stores, 'day', now) },
        feedReach(stores, {}, now) === undefined ? undefined : selectOpenBlocks(stores),
        feedCompleteness(stores.events.getState()),
        openSince(stores, now),
        selectAgentCounts(stores, now),
        {
          feed: feedAge(stores.events.getState(), connection, now),
          server: staleAge(stores.blockCounts.getState(), connection, now),
          agents: staleAge(stores.agents.getState(), connection, now),
        },
      );
    const cursor = selectOverviewCursor(stores, now);
    const drawWhole: DrawBlock = (name, width, blockRows) =>
      stores.faults.guard(
        `drawing the overview (${name})`,
        () => drawPart(name, stores, figures, { columns: width, rows: blockRows, theme, now, cursor }),
        () => unshownBlock(name, width),
      );
    const height = Math.max(1, rows - 2);
    const arranged = (draw: DrawBlock) =>
      arrangeBlocks(grid, draw, {
        columns,
        rows: height,
        airy: view.rows >= AIRY,
        hasRules: !view.isTerminalSlow,
        theme,
      });
    const body = arranged(drawWhole);
    const top = topOf(body, cursor, height, topBefore);
    topBefore = top;
    const more = moreLine(top, body.length - height - top, theme);
    const isWall = grid[0]?.[0]?.includes('figures') === true;
    const room = columns - lineColumns(more);
    const summary = stores.faults.guard(
      'drawing the summary of the overview',
      () => (isWall ? glanceLine(stores, now) : figuresLine(figures(), room, theme)),
      () => [trusted(' The summary cannot be shown: a fault in vigil.', 'bad')],
    );
    const footer = stores.faults.guard(
      'drawing the footer of the overview',
      () => overviewFooter(stores, { columns, now, theme }),
      () => [],
    );
    const framed = (drawn: readonly BlockRow[]) =>
      frameLines(
        [...fit(summary, room, theme), ...more],
        fitLines(
          drawn.slice(top).map(({ line }) => line),
          height,
        ),
        footer,
        rows,
      );
    return {
      lines: framed(body),
      // What follows does not move what stands there already.
      firstLines: () => framed(arranged((...part) => drawFirst(drawWhole, ...part))),
      pageSize: undefined,
      list: { rows: selectOverviewRows(stores, now), isFiltering: false },
    };
  };
}

/** A part as a slow terminal is shown it first. */
function drawFirst(draw: DrawBlock, ...[name, width, rows]: Parameters<DrawBlock>): ReturnType<DrawBlock> {
  const whole = draw(name, Math.min(width, FIRST_COLUMNS[name] ?? width), rows);
  const shown = LATER.includes(name) ? 0 : name === 'newest' ? 1 + FIRST_BLOCKS : whole.length;
  return whole.map((row, index) => (index < shown ? row : { ...row, line: [] }));
}

/** Back to when blocks that wait are counted by now. */
function openSince(stores: Stores, now: number): string | undefined {
  const from = coveredFrom(stores.events.getState(), [ALL_BLOCKS]);
  return from === undefined || from === BEFORE_ALL_TIMES
    ? undefined
    : formatClock(from, now, zoneOf(stores.view.getState().timeStyle));
}

function glanceLine(stores: Stores, now: number): Line {
  const newest = selectNewestBlocks(stores)[0];
  const state = stores.events.getState();
  // What the terminal is behind by changes nothing of what is known.
  const isRead = ['live', 'late'].includes(selectFeedStatus(stores, now).kind);
  const isAll = feedCompleteness(state) === 'all' && isRead;
  const known = isAll ? '' : 'known ';
  return [
    trusted(' The organization at a glance', 'bold'),
    ...(newest === undefined
      ? []
      : [
          trusted(
            `   newest ${known}block ${newest.isUntimed ? 'without a time' : formatAgo(now - newest.time)}`,
            'dim',
          ),
        ]),
  ];
}

/** Stands for a part that cannot be drawn. */
function unshownBlock(name: OverviewBlock, columns: number): readonly BlockRow[] {
  const what = name === 'newest' ? 'newest blocks' : name === 'most-blocked' ? 'what is blocked most' : name;
  return wrapLine(`${what} cannot be shown: a fault in vigil.`, columns - 1).map((line) =>
    plainRow([trusted(line, 'bad')]),
  );
}

/** What says that there is more than the screen shows. */
function moreLine(above: number, below: number, theme: Theme): Line {
  const hidden = [above > 0 ? 'above' : '', below > 0 ? 'below' : ''].filter((word) => word !== '');
  // The separator, since "more" would be read as a word of the figure before it.
  return hidden.length === 0
    ? []
    : [trusted(` ${theme.glyph('separator')} more ${hidden.join(' and ')} `, 'dim')];
}

/** The first row that is shown: the same as before as long as the cursor, and the title over it, can be seen. */
function topOf(
  body: readonly BlockRow[],
  cursor: string | undefined,
  height: number,
  before: number,
): number {
  const last = Math.max(0, body.length - height);
  const at = cursor === undefined ? -1 : body.findIndex(({ stops }) => stops.includes(cursor));
  if (at < 0) {
    return 0;
  }
  const end = body.findLastIndex(({ stops }) => cursor !== undefined && stops.includes(cursor));
  return Math.min(last, Math.max(0, end - height + 1, Math.min(before, at - 1)));
}

/** A part of the overview with what is known of it, and how good that is. */
function drawPart(
  name: OverviewBlock,
  stores: Stores,
  figures: () => readonly Figure[],
  room: BlockRoom,
): readonly BlockRow[] {
  const { now, columns, theme } = room;
  const connection = stores.connection.getState();
  const drawn = (block: Block, state: SourceState) => drawBlock(block, state, room);
  const from = <Data>(source: ResourceState<Data>, what: string, block: (data: Data | undefined) => Block) =>
    drawn(block(source.data), sourceState(source, what, { connection, now, columns, theme }));
  const state = stores.events.getState();
  const counted = feedCompleteness(state);
  const ofFeed = (block: () => Block) => {
    const source = sourceState(state, 'events', { connection, now, columns, theme });
    const age = feedAge(state, connection, now);
    return drawn(block(), { ...source, age: source.age ?? age, shortAge: source.shortAge ?? age });
  };
  switch (name) {
    case 'figures':
      return figureRows(figures(), room);
    case 'newest':
      return ofFeed(() =>
        newestBlock(
          selectBlocksToShow(stores),
          counted,
          stores.acknowledged,
          selectHostByClient(stores),
          stores.view.getState().timeStyle,
          room,
        ),
      );
    case 'most-blocked':
      return ofFeed(() => mostBlockedBlock(selectMostBlocked(stores, now), room));
    case 'outcomes':
      return from(stores.summary.getState(), 'statistics', (data) => outcomeBlock(data, room));
    case 'ecosystems':
      return from(stores.summary.getState(), 'statistics', (data) => ecosystemBlock(data, room));
    case 'rate': {
      const { perMinute, blocksPerMinute } = stores.events;
      const reach = feedReach(stores, {}, now);
      const isSpare = stores.view.getState().isTerminalSlow;
      return ofFeed(() => rateBlock({ perMinute, blocksPerMinute, reach, counted, isSpare }, room));
    }
    case 'agents':
      return from(stores.agents.getState(), 'agents', () => agentBlock(selectAgentCounts(stores, now), room));
    case 'calendar':
      return from(stores.calendar.getState(), 'sessions', (data) =>
        calendarBlock(data, selectCalendarDays(stores, now), room),
      );
    case 'service':
      return drawn(healthBlock(stores.health.getState(), connection, room), {
        age: undefined,
        shortAge: undefined,
        note: undefined,
      });
  }
}
