import { selectHostByClient } from '../../../stores/select-agents.ts';
import type { Stores } from '../../../stores/stores.ts';
import type { ViewState } from '../../../stores/view-store.ts';
import { useConsole } from '../../app/console-context.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useStore } from '../../hooks/use-store.ts';
import type { Theme } from '../../theme.ts';
import { beside, fitLines, own, type Line, type Size } from '../../widgets/line.ts';
import { PaneFrame } from '../../widgets/PaneFrame.tsx';
import { freshness } from '../freshness.ts';
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
      footer={[own(' '), ...freshness(summary, now, theme)]}
      body={overviewBody(stores, view, { columns: size.columns, rows: size.rows - 2 }, now, theme)}
    />
  );
}

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
  const agents = stores.agents.getState().data?.rows ?? [];
  const calendar = stores.calendar.getState().data;
  const blocks = (columns: number, height: number): Block =>
    blocksBlock(stores.events.getState().rows, selectHostByClient(stores), {
      columns,
      height,
      now,
      timeStyle: view.timeStyle,
      theme,
    });
  const health = (columns: number): Block =>
    healthBlock(stores.health.getState(), stores.connection.getState(), now, columns, theme);
  const rate = (columns: number): Block => rateBlock(stores.events.perMinute, now, columns, theme);
  if (!two) {
    return stack(
      [
        outcomeBlock(summary, left, theme),
        rate(left),
        agentBlock(agents, now, left, theme),
        health(left),
        blocks(left, 8),
      ],
      size.rows,
    );
  }
  const isTall = size.rows >= 30;
  const leftBlocks = stack(
    [
      outcomeBlock(summary, left, theme),
      ecosystemBlock(summary, left, theme),
      ...(isTall ? [] : [health(left)]),
      ...(isTall ? [calendarBlock(calendar, now, left, theme)] : []),
    ],
    size.rows,
    isTall,
  );
  const rightTop = [rate(right), agentBlock(agents, now, right, theme), ...(isTall ? [health(right)] : [])];
  const used = rightTop.reduce((sum, block) => sum + block.length + (isTall ? 1 : 0), 0);
  const rightBlocks = stack([...rightTop, blocks(right, Math.max(2, size.rows - used))], size.rows, isTall);
  return beside(leftBlocks, rightBlocks, { leftColumns: left, rightColumns: right, theme });
}

/** Blocks one under the other, those that do not fit at the bottom left out whole or cut. */
function stack(blocks: readonly Block[], rows: number, spaced = false): readonly Line[] {
  const lines = blocks.flatMap((block, index) => (spaced && index > 0 ? [[], ...block] : block));
  return fitLines(lines, rows);
}
