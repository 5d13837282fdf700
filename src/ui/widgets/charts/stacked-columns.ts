import { largest } from '../../../lib/long-lists.ts';
import type { Style, Theme } from '../../theme.ts';
import { trusted, type Line } from '../line.ts';
import { scaleOf, type Scale } from './histogram.ts';

/** How the parts of a stack are distinguished from each other, by shape as well as by colour; the last stands for the rest. */
const LOOKS: readonly { readonly unicode: string; readonly ascii: string; readonly style: Style }[] = [
  { unicode: '█', ascii: '#', style: 'key' },
  { unicode: '▓', ascii: '=', style: 'good' },
  { unicode: '▒', ascii: '+', style: 'warn' },
  { unicode: '░', ascii: ':', style: 'plain' },
  { unicode: '·', ascii: '.', style: 'dim' },
];

/** What a part of a stack looks like, by its place among the parts. */
export function partLook(
  place: number,
  { ascii }: Pick<Theme, 'ascii'>,
): { readonly sign: string; readonly style: Style } {
  const look = LOOKS[Math.min(place, LOOKS.length - 1)] as (typeof LOOKS)[number];
  return { sign: ascii ? look.ascii : look.unicode, style: look.style };
}

/** Columns that stand, and what they are drawn by. */
export interface StackedColumns {
  readonly lines: readonly Line[];
  readonly scale: Scale;
  /** The amount of the highest. */
  readonly most: number;
  /** Columns that are left free. */
  readonly free: number;
}

/**
 * Amounts over time as columns that stand, the first part at the bottom and the others on top of it, exactly so many
 * lines and none wider than asked. `parts` holds an amount for each bucket. A bucket that
 * holds anything is at least one cell high, with the sign of what most of it is; what is higher than the scale is cut.
 */
export function stackedColumnLines(
  parts: readonly (readonly number[])[],
  { columns, rows, theme }: { readonly columns: number; readonly rows: number; readonly theme: Theme },
): StackedColumns {
  const buckets = Math.min(
    columns,
    largest(
      parts.map((values) => values.length),
      0,
    ),
  );
  const totals = Array.from({ length: buckets }, (_, bucket) =>
    sumOf(parts.map((values) => values[bucket] ?? 0)),
  );
  const scale = scaleOf(totals);
  const width = buckets === 0 ? 0 : Math.max(1, Math.floor(columns / buckets));
  const stacks = totals.map((total, bucket) =>
    stackOf(
      parts.map((values) => values[bucket] ?? 0),
      { total, top: scale.top, rows },
    ),
  );
  const lines = Array.from({ length: rows }, (_, row): Line =>
    stacks.map((stack) => {
      const place = stack[rows - 1 - row];
      const { sign, style } =
        place === undefined ? { sign: ' ', style: 'plain' as const } : partLook(place, theme);
      return trusted(sign.repeat(width), style);
    }),
  );
  return { lines, scale, most: largest(totals, 0), free: columns - width * buckets };
}

/** The places of the parts that the cells of a column show, from the bottom. */
function stackOf(
  amounts: readonly number[],
  { total, top, rows }: { readonly total: number; readonly top: number; readonly rows: number },
): readonly number[] {
  if (total <= 0 || top <= 0) {
    return [];
  }
  const height = Math.max(1, Math.round((Math.min(total, top) / top) * rows));
  const cells: number[] = [];
  let passed = 0;
  for (const [place, amount] of amounts.entries()) {
    passed += amount;
    const end = Math.round((passed / total) * height);
    while (cells.length < end) {
      cells.push(place);
    }
  }
  const first = amounts.indexOf(largest(amounts));
  return cells.length === 1 ? [first] : cells;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
