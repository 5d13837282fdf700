import { largest } from '../../../lib/long-lists.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { STOPS } from '../../../stores/overview/overview-stops.ts';
import { histogramLines, type HistogramBucket } from '../../widgets/charts/histogram.ts';
import { fitParts, leftOut, part, shorter } from '../../widgets/fitted-parts.ts';
import { own } from '../../widgets/line.ts';
import { plainRow, stopRow, type Block, type BlockRoom } from './block.ts';

const MINUTE = 60_000;
const MOST_MINUTES = 60;
const LEAST_MINUTES = 10;

/** Events by minute, as the feed holds them. */
export interface EventRate {
  readonly perMinute: ReadonlyMap<number, number>;
  readonly blocksPerMinute: ReadonlyMap<number, number>;
  /** How far back every event is here, in milliseconds; undefined before anything was read. */
  readonly reach: number | undefined;
}

/** Events a minute over the last minutes, as far as the feed holds them: one bar a minute, the newest at the right. */
export function rateBlock({ perMinute, blocksPerMinute, reach = 0 }: EventRate, room: BlockRoom): Block {
  const { now, columns, rows, theme } = room;
  const most = Math.min(MOST_MINUTES, Math.max(LEAST_MINUTES, columns - 2));
  const covered = Math.max(1, Math.min(most, Math.ceil(reach / MINUTE)));
  const current = Math.floor(now / MINUTE) * MINUTE;
  const buckets = Array.from({ length: most }, (_, index): HistogramBucket => {
    const age = most - 1 - index;
    const minute = current - age * MINUTE;
    const total = age < covered ? (perMinute.get(minute) ?? 0) : 0;
    const block = age < covered ? (blocksPerMinute.get(minute) ?? 0) : 0;
    return { total, parts: { block, review: 0, allow: total - block } };
  });
  const totals = buckets.slice(most - covered).map(({ total }) => total);
  const five = totals.slice(-6, -1);
  const lastFive = five.length === 0 ? 0 : five.reduce((sum, count) => sum + count, 0) / five.length;
  const chart = histogramLines(buckets, { columns: columns - 2, rows: Math.max(1, rows - 1), theme });
  return {
    title: [
      own('Events a minute', 'heading'),
      own(` ${theme.glyph('separator')} ${covered < most ? 'loaded: ' : ''}last ${covered} min`, 'dim'),
    ],
    rows: [
      ...chart.map(plainRow),
      stopRow(
        STOPS.rate,
        fitParts(
          [
            part([
              own(formatCount(lastFive, 1), 'bold'),
              own(' a minute over five, most ', 'dim'),
              own(formatCount(largest(totals, 0))),
            ]),
            part(
              [own(theme.glyph('block'), 'block'), own(' holds a block', 'dim')],
              shorter(2, [own(theme.glyph('block'), 'block'), own(' block', 'dim')]),
              leftOut(1),
            ),
          ],
          columns - 1,
          { separator: own(` ${theme.glyph('separator')} `, 'dim') },
        ),
        room,
      ),
    ],
  };
}
