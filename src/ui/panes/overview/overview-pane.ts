import { formatAge } from '../../../lib/format-time.ts';
import type { ConnectionState } from '../../../stores/connection-store.ts';
import { selectAgentCounts } from '../../../stores/agent-counts.ts';
import { selectHostByClient } from '../../../stores/select-agents.ts';
import { selectNewestBlocks } from '../../../stores/select-newest-events.ts';
import type { Stores } from '../../../stores/stores.ts';
import type { ViewState } from '../../../stores/view-store.ts';
import type { Theme } from '../../theme.ts';
import { beside, fitLines, own, type Line, type Size } from '../../widgets/line.ts';
import { isStale, type Freshness } from '../freshness.ts';
import { frameLines, type PaintPane, type PaneContext } from '../pane.ts';
import {
  agentBlock,
  blocksBlock,
  calendarBlock,
  drawBlock,
  ecosystemBlock,
  outcomeBlock,
  rateBlock,
  type Block,
} from './blocks.ts';
import { healthBlock } from './health-block.ts';
import { overviewFooter } from './footer.ts';

/** The whole organization at a glance. */
export function createOverviewPane({ stores, theme }: PaneContext): PaintPane {
  const summary: Line = [own(' The organization at a glance', 'bold'), own('   2 opens the feed', 'dim')];
  return ({ columns, rows }, now) => ({
    lines: frameLines(
      summary,
      overviewBody(stores, stores.view.getState(), { columns, rows: rows - 2 }, now, theme),
      overviewFooter(stores, { columns, now, theme }),
      rows,
    ),
    pageSize: undefined,
  });
}

/** From so many rows on there is room for the calendar, and for the newest blocks over the whole width. */
const TALL = 27;

/** The body of the overview: two columns of blocks from 72 columns on, one below that. */
function overviewBody(
  stores: Stores,
  view: ViewState,
  size: Size,
  now: number,
  theme: Theme,
): readonly Line[] {
  const two = size.columns >= 72 && theme.sideBySide;
  const left = two ? Math.floor((size.columns - 3) / 2) : size.columns;
  const right = two ? size.columns - left - 3 : size.columns;
  const connection = stores.connection.getState();
  const summary = stores.summary.getState();
  const agents = stores.agents.getState();
  const events = stores.events.getState();
  const calendar = stores.calendar.getState();
  const drawn = (block: Block, source: Freshness, columns: number) =>
    drawBlock(block, columns, theme, ageWhenStale(source, connection, now));
  const outcomes = drawn(outcomeBlock(summary.data, left, theme), summary, left);
  const ecosystems = drawn(ecosystemBlock(summary.data, left, theme), summary, left);
  const agentLines = (columns: number) =>
    drawn(agentBlock(selectAgentCounts(stores, now), columns, theme), agents, columns);
  const blocks = (columns: number, height: number) =>
    drawn(
      blocksBlock(selectNewestBlocks(stores), selectHostByClient(stores), {
        columns,
        height,
        now,
        timeStyle: view.timeStyle,
        theme,
      }),
      events,
      columns,
    );
  const health = (columns: number) =>
    drawBlock(healthBlock(stores.health.getState(), connection, now, columns, theme), columns, theme);
  const rate = (columns: number, rows: number) =>
    drawn(rateBlock(stores.events.perMinute, { now, columns, rows, theme }), events, columns);
  if (!two) {
    return fitLines(
      [outcomes, rate(left, 2), agentLines(left), health(left), blocks(left, 8)].flat(),
      size.rows,
    );
  }
  const columns = { leftColumns: left, rightColumns: right, theme };
  if (size.rows < TALL) {
    const top = [...rate(right, 3), ...agentLines(right)];
    const rest = blocks(right, Math.max(2, size.rows - top.length));
    return beside(
      fitLines([...outcomes, ...ecosystems, ...health(left)], size.rows),
      fitLines([...top, ...rest], size.rows),
      columns,
    );
  }
  const leftColumn = [...outcomes, [], ...ecosystems, [], ...agentLines(left)];
  const days = drawn(calendarBlock(calendar.data, now, right, theme), calendar, right);
  const rateRows = Math.max(3, leftColumn.length - days.length - 3);
  const upper = beside(leftColumn, [...rate(right, rateRows), [], ...days], columns);
  const lower = [[], ...health(size.columns), []];
  return [...upper, ...lower, ...blocks(size.columns, Math.max(2, size.rows - upper.length - lower.length))];
}

/** How old what a block shows is, when it cannot be read anew. */
function ageWhenStale(source: Freshness, connection: ConnectionState, now: number): string | undefined {
  return source.receivedAt !== undefined && isStale(source, connection)
    ? `${formatAge(Math.max(0, now - source.receivedAt))} old`
    : undefined;
}
