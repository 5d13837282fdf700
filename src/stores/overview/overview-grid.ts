import type { ScreenShape } from './overview-slice.ts';
import type { OverviewBlock } from './overview-stops.ts';

/** Columns of blocks that stand beside each other, from the left; each lists its blocks from the top. */
export type Band = readonly (readonly OverviewBlock[])[];

/** Bands one under the other, from the top. */
export type Grid = readonly Band[];

/** The wall: figures to be read from afar, everything else in three columns, and the newest blocks beside what most blocks have in common. */
const WALL: Grid = [
  [['figures']],
  [
    ['outcomes', 'ecosystems'],
    ['rate', 'agents'],
    ['calendar', 'service'],
  ],
  [['newest'], ['most-blocked']],
];

const TALL: Grid = [
  [
    ['outcomes', 'ecosystems', 'agents'],
    ['rate', 'calendar', 'service'],
  ],
  [['newest'], ['most-blocked']],
];

const TALL_WITH_FIGURES: Grid = [[['figures']], ...TALL];

const LOW: Grid = [
  [
    ['outcomes', 'ecosystems', 'service', 'calendar'],
    ['rate', 'agents', 'newest'],
  ],
  [['most-blocked']],
];

const ONE_COLUMN: Grid = [
  [['newest', 'most-blocked', 'outcomes', 'rate', 'agents', 'service', 'ecosystems', 'calendar']],
];

/** Where the blocks of the overview stand on a screen of that size. Every block has its place on every screen. */
export function overviewGrid({ columns, rows, sideBySide, isTerminalSlow }: ScreenShape): Grid {
  if (!sideBySide || columns < 72) {
    return ONE_COLUMN;
  }
  // Large digits take too long there.
  const hasFigures = rows >= 38 && !isTerminalSlow;
  if (columns >= 132 && hasFigures) {
    return WALL;
  }
  if (rows < 32) {
    return LOW;
  }
  return columns >= 100 && hasFigures ? TALL_WITH_FIGURES : TALL;
}
