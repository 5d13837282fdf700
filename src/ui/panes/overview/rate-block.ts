import { largest } from '../../../lib/long-lists.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { measureForms, type Completeness } from '../../../stores/base/completeness.ts';
import { STOPS } from '../../../stores/overview/overview-stops.ts';
import { histogramLines } from '../../widgets/charts/histogram.ts';
import { fitParts, leftOut, part, shorter } from '../../widgets/fitted-parts.ts';
import { trusted, type Line } from '../../widgets/line.ts';
import { plainRow, stopRow, type Block, type BlockRoom } from './block.ts';

const MINUTE = 60_000;
const MOST_MINUTES = 60;
const LEAST_MINUTES = 10;
/** Whole minutes that the rate is made of, at most. */
const MOST_AVERAGED = 5;

/** Events by minute, as the feed holds them. */
export interface EventRate {
  readonly perMinute: ReadonlyMap<number, number>;
  readonly blocksPerMinute: ReadonlyMap<number, number>;
  /** How far back every event is here, in milliseconds; undefined before anything was read. */
  readonly reach: number | undefined;
  /** Of how many events of that time. */
  readonly counted: Completeness;
  /** The rate alone is said: a chart takes too many bytes. */
  readonly isSpare: boolean;
}

/** Events a minute over the last minutes, as far as the feed holds them: one bar a minute, the newest at the right. */
export function rateBlock(
  { perMinute, blocksPerMinute, reach = 0, counted, isSpare }: EventRate,
  room: BlockRoom,
): Block {
  const { now, columns, rows, theme } = room;
  const shown = Math.min(MOST_MINUTES, Math.max(LEAST_MINUTES, columns - 2));
  const covered = Math.max(1, Math.min(shown, Math.ceil(reach / MINUTE)));
  const current = Math.floor(now / MINUTE) * MINUTE;
  const inMinutes = (counts: ReadonlyMap<number, number>) =>
    Array.from({ length: shown }, (_, index) => {
      const age = shown - 1 - index;
      return age < covered ? (counts.get(current - age * MINUTE) ?? 0) : 0;
    });
  const all = inMinutes(perMinute);
  const totals = all.slice(shown - covered);
  // The minute that has just begun, and one of which only a part is here, say nothing of a rate.
  const whole = Math.max(0, Math.min(MOST_AVERAGED, Math.floor((current - (now - reach)) / MINUTE)));
  const averaged = totals.slice(totals.length - 1 - whole, -1);
  const rate: Line =
    whole === 0
      ? [trusted(formatCount(totals.at(-1) ?? 0), 'bold'), trusted(' in the first minute loaded', 'dim')]
      : [
          trusted(formatCount(averaged.reduce((sum, count) => sum + count, 0) / whole, 1), 'bold'),
          trusted(` a minute over ${whole === MOST_AVERAGED ? 'five' : `${whole} loaded`}`, 'dim'),
        ];
  const most: Line = whole === 0 ? [] : [trusted(', most ', 'dim'), trusted(formatCount(largest(totals, 0)))];
  const measures = measureForms(counted).map((measure) => trusted(measure, 'warn'));
  const [measure = trusted(''), ...briefer] = measures;
  const chart = isSpare
    ? []
    : [
        ...histogramLines(all, { columns: columns - 2, rows: Math.max(1, rows - 2), theme, style: 'key' }),
        ...histogramLines(inMinutes(blocksPerMinute), {
          columns: columns - 2,
          rows: 1,
          theme,
          style: 'block',
        }),
      ];
  return {
    title: [
      trusted('Events a minute', 'heading'),
      trusted(` ${theme.glyph('separator')} ${covered < shown ? 'loaded: ' : ''}last ${covered} min`, 'dim'),
    ],
    rows: [
      ...chart.map(plainRow),
      stopRow(
        STOPS.rate,
        fitParts(
          [
            part(
              [...rate, ...most, measure],
              ...briefer.map((brief) => shorter(0, [...rate, ...most, brief])),
              ...briefer.map((brief) => shorter(0, [...rate, brief])),
            ),
            part(
              isSpare
                ? []
                : [trusted('lowest row ', 'dim'), trusted(`${theme.glyph('block')} blocks`, 'block')],
              ...(isSpare ? [] : [shorter(2, [trusted(`${theme.glyph('block')} below`, 'block')])]),
              leftOut(1),
            ),
          ],
          columns - 1,
          { separator: trusted(` ${theme.glyph('separator')} `, 'dim') },
        ),
        room,
      ),
    ],
  };
}
