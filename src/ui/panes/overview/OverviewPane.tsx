import { selectHostByClient } from '../../../stores/select-agents.ts';
import type { Stores } from '../../../stores/stores.ts';
import type { ViewState } from '../../../stores/view-store.ts';
import { useConsole } from '../../app/console-context.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useStore } from '../../hooks/use-store.ts';
import type { Theme } from '../../theme.ts';
import { beside, fitLines, joined, own, type Line, type Size } from '../../widgets/line.ts';
import { PaneFrame } from '../../widgets/PaneFrame.tsx';
import { damagedLine, freshness, separator } from '../freshness.ts';
import {
  agentBlock,
  blocksBlock,
  calendarBlock,
  ecosystemBlock,
  outcomeBlock,
  rateBlock,
  type Block,
} from './blocks.ts';
import { healthBlock } from './health-block.ts';

/** The whole organization at a glance. */
export function OverviewPane({ size }: { readonly size: Size }) {
  const { commands, theme } = useConsole();
  const { stores, clock } = commands;
  const now = useNow(clock);
  const view = useStore(stores.view);
  const summary = useStore(stores.summary);
  useStore(stores.events);
  useStore(stores.agents);
  useStore(stores.calendar);
  useStore(stores.health);
  useStore(stores.connection);
  return (
    <PaneFrame
      size={size}
      theme={theme}
      summary={[own(' The organization at a glance', 'bold'), own('   2 opens the feed', 'dim')]}
      footer={[
        own(' '),
        ...joined(
          [freshness(summary, now, theme), damagedLine(stores.agents.getState().data?.damaged, theme)],
          separator(theme),
        ),
      ]}
      body={overviewBody(stores, view, { columns: size.columns, rows: size.rows - 2 }, now, theme)}
    />
  );
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
  const two = size.columns >= 72;
  const left = two ? Math.floor((size.columns - 3) / 2) : size.columns;
  const right = two ? size.columns - left - 3 : size.columns;
  const summary = stores.summary.getState().data;
  const agents = stores.agents.getState().data?.rows;
  const newestBlocks = (columns: number, height: number): Block =>
    blocksBlock(stores.events.getState().rows, selectHostByClient(stores), {
      columns,
      height,
      now,
      timeStyle: view.timeStyle,
      theme,
    });
  const health = (columns: number): Block =>
    healthBlock(stores.health.getState(), stores.connection.getState(), now, columns, theme);
  const rate = (columns: number, rows: number): Block =>
    rateBlock(stores.events.perMinute, { now, columns, rows, theme });
  const outcomes = outcomeBlock(summary, left, theme);
  if (!two) {
    return fitLines(
      [
        outcomes,
        rate(left, 2),
        agentBlock(agents, now, left, theme),
        health(left),
        newestBlocks(left, 8),
      ].flat(),
      size.rows,
    );
  }
  const columns = { leftColumns: left, rightColumns: right, theme };
  const ecosystems = ecosystemBlock(summary, left, theme);
  if (size.rows < TALL) {
    const top = [rate(right, 3), agentBlock(agents, now, right, theme)].flat();
    const rest = newestBlocks(right, Math.max(2, size.rows - top.length));
    return beside(
      fitLines([outcomes, ecosystems, health(left)].flat(), size.rows),
      fitLines([...top, ...rest], size.rows),
      columns,
    );
  }
  const leftColumn = [outcomes, [[]], ecosystems, [[]], agentBlock(agents, now, left, theme)].flat();
  const calendar = calendarBlock(stores.calendar.getState().data, now, right, theme);
  const rateRows = Math.max(3, leftColumn.length - calendar.length - 3);
  const upper = beside(leftColumn, [rate(right, rateRows), [[]], calendar].flat(), columns);
  const lower = [[], ...health(size.columns), []];
  return [
    ...upper,
    ...lower,
    ...newestBlocks(size.columns, Math.max(2, size.rows - upper.length - lower.length)),
  ];
}
