import { expect, it } from 'vitest';

import type { Completeness } from '../../../../src/stores/base/completeness.ts';
import { figuresOf } from '../../../../src/ui/panes/overview/figures.ts';
import { figureRows } from '../../../../src/ui/panes/overview/figures-block.ts';
import { createTheme } from '../../../../src/ui/theme.ts';

/** Large figures stand on screens from so many columns on. */
const LEAST_COLUMNS = 100;

const MINUTE = 60_000;
const READ: readonly Completeness[] = [
  'all',
  { read: 12_345, of: 120_000 },
  { read: 12_345, of: undefined },
  { read: 12_345, of: 120_000, isOver: true },
  { read: 12_345, of: 120_000, isUnverified: true },
];
const theme = createTheme({ colour: false, ascii: false });

it.each(READ)('no caption of a large figure is cut, whatever was read: %j', (counted) => {
  for (const minutes of [1, 9, 59, 60, 119, 120, 1439, 1440]) {
    for (const count of [0, 1, 7, 2345, 123_456, 300_000]) {
      const block = { count, over: minutes * MINUTE, from: 'feed', counted } as const;
      for (const isCounting of [false, true]) {
        const figures = figuresOf(
          { hour: block, day: block },
          { count, isCounting } as never,
          counted,
          '11-23 09:39Z',
          { clones: count, silent: count, counted } as never,
          { feed: undefined, server: undefined, agents: undefined },
        );
        for (const columns of [LEAST_COLUMNS, 110, 132, 160, 200]) {
          const rows = figureRows(figures, { columns, rows: 7, theme, cursor: undefined } as never);
          const captions =
            rows
              .at(-1)
              ?.line.map(({ text }) => text)
              .join('') ?? '';
          for (const figure of figures) {
            expect(
              figure.captions.some((caption) => captions.includes(`${caption} `)),
              `${columns}: ${figure.captions.join(' | ')} in ${captions}`,
            ).toBe(true);
          }
        }
      }
    }
  }
});
