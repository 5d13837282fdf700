import { largest } from '../../../lib/long-lists.ts';
import type { Grid } from '../../../stores/overview/overview-grid.ts';
import type { OverviewBlock } from '../../../stores/overview/overview-stops.ts';
import type { Theme } from '../../theme.ts';
import { beside } from '../../widgets/line.ts';
import type { BlockRow } from './block.ts';

/** Draws a block, its title included, on so many columns; `rows` is what is below the title of one that can grow. */
export type DrawBlock = (name: OverviewBlock, columns: number, rows: number) => readonly BlockRow[];

/** What takes as many rows as there are, and how many it needs below its title. */
const GROWING: Partial<Readonly<Record<OverviewBlock, number>>> = { newest: 4, 'most-blocked': 6, rate: 4 };

/** Columns of the rule between two blocks that stand beside each other. */
const RULE_COLUMNS = 3;

const BLANK: BlockRow = { line: [], stops: [] };

export interface Arrangement {
  readonly columns: number;
  /** Rows of the screen; there may be fewer blocks than that, or more. */
  readonly rows: number;
  /** A blank row between blocks, where there is room to breathe. */
  readonly airy: boolean;
  /** A rule between blocks that stand beside each other; blanks where the terminal takes long for it. */
  readonly hasRules: boolean;
  readonly theme: Theme;
}

/** The blocks in their places, from the top. What grows fills the screen where the rest leaves room. */
export function arrangeBlocks(grid: Grid, draw: DrawBlock, arrangement: Arrangement): readonly BlockRow[] {
  const { columns, rows, airy } = arrangement;
  const gap = airy ? 1 : 0;
  const bands = grid.map((names) => {
    const widths = columnWidths(columns, names.length);
    return names.map((column, index) => new BlockColumn(column, widths[index] ?? 0, gap, draw));
  });
  const heights = bands.map((band) =>
    largest(
      band.map((column) => column.leastRows),
      0,
    ),
  );
  const gaps = gap * Math.max(0, bands.length - 1);
  const filling = bands.findIndex((band) => band.some((column) => column.names.includes('newest')));
  const others = heights.reduce((sum, height, index) => (index === filling ? sum : sum + height), gaps);
  return bands.flatMap((band, index) => {
    const wanted = index === filling ? Math.max(heights[index] ?? 0, rows - others) : (heights[index] ?? 0);
    const drawn = mergeColumns(
      band.map((column) => ({ columns: column.columns, rows: column.draw(wanted) })),
      arrangement,
    );
    return index === 0 || gap === 0 ? drawn : [BLANK, ...drawn];
  });
}

function columnWidths(columns: number, count: number): readonly number[] {
  const room = columns - RULE_COLUMNS * (count - 1);
  return Array.from({ length: count }, (_, index) =>
    index === count - 1 ? room - Math.floor(room / count) * (count - 1) : Math.floor(room / count),
  );
}

/** Blocks one under the other. */
class BlockColumn {
  readonly names: readonly OverviewBlock[];
  readonly columns: number;
  readonly #gap: number;
  readonly #draw: DrawBlock;
  readonly #fixed: ReadonlyMap<OverviewBlock, readonly BlockRow[]>;

  constructor(names: readonly OverviewBlock[], columns: number, gap: number, draw: DrawBlock) {
    this.names = names;
    this.columns = columns;
    this.#gap = gap;
    this.#draw = draw;
    this.#fixed = new Map(
      names.filter((name) => GROWING[name] === undefined).map((name) => [name, draw(name, columns, 0)]),
    );
  }

  /** Rows that it takes when nothing in it grows. */
  get leastRows(): number {
    return this.names.reduce((sum, name) => sum + this.#leastRowsOf(name), this.#gaps);
  }

  /** Exactly that many rows, or more where it needs them. The last block that can grow takes what is left. */
  draw(rows: number): readonly BlockRow[] {
    const growing = this.names.findLast((name) => GROWING[name] !== undefined);
    const spare = Math.max(0, rows - this.leastRows);
    return this.names.flatMap((name, index) => {
      const least = GROWING[name];
      const drawn =
        least === undefined
          ? (this.#fixed.get(name) ?? [])
          : this.#draw(name, this.columns, least + (name === growing ? spare : 0));
      return index === 0 || this.#gap === 0 ? drawn : [BLANK, ...drawn];
    });
  }

  get #gaps(): number {
    return this.#gap * Math.max(0, this.names.length - 1);
  }

  #leastRowsOf(name: OverviewBlock): number {
    const least = GROWING[name];
    return least === undefined ? (this.#fixed.get(name)?.length ?? 0) : least + 1;
  }
}

function mergeColumns(
  columns: readonly { readonly columns: number; readonly rows: readonly BlockRow[] }[],
  { theme, hasRules }: Arrangement,
): readonly BlockRow[] {
  const [first, ...others] = columns;
  if (first === undefined) {
    return [];
  }
  return others.reduce(
    (left, right) => {
      const lines = beside(
        left.rows.map(({ line }) => line),
        right.rows.map(({ line }) => line),
        { leftColumns: left.columns, rightColumns: right.columns, theme, hasRule: hasRules },
      );
      return {
        columns: left.columns + right.columns + RULE_COLUMNS,
        rows: lines.map((line, row) => ({
          line,
          stops: [...(left.rows[row]?.stops ?? []), ...(right.rows[row]?.stops ?? [])],
        })),
      };
    },
    { columns: first.columns, rows: first.rows },
  ).rows;
}
