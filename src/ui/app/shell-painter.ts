import type { FrameRanks } from '../../terminal/screen/frame-part.ts';
import type { Console } from '../dialogs/base/console-context.ts';
import type { PlacedSurface, SurfaceName } from '../surface/surface.ts';
import type { Line } from '../widgets/line.ts';
import type { PanePicture } from '../panes/pane.ts';
import { REST_FOLLOWS } from '../widgets/rest-follows.ts';
import { stackSurfaces, type ShellLayout } from './shell-layout.ts';
import type { SurfacePicture } from './surface-picture.ts';
import { createSurfaces } from './surfaces.ts';

/** What comes first where all does not come at once: what frames the pane, its head, and then what is near its cursor. */
const [FRAME, HEAD, FOOTER, BODY, HINTS] = [0, 1, 2, 3, 10_000];

/** A row of the screen; undefined where what Ink draws is to be seen. */
export type ShellRow = Line | undefined;

/** The whole console as rows, and what they are made of. */
export interface ShellPicture {
  readonly layout: ShellLayout;
  readonly surfaces: ReadonlyMap<SurfaceName, SurfacePicture>;
  readonly rows: readonly ShellRow[];
  /** The same rows with what matters most alone, and that the rest follows: a slow terminal is shown them first. */
  readonly firstRows: () => readonly ShellRow[];
  readonly ranks: Omit<FrameRanks, 'first'>;
}

/**
 * Paints the surfaces of a screen that is shared out so, each where Ink placed it or, before that, where it will; and changes
 * nothing. Rows without a surface are left to Ink.
 */
export function createShellPainter(
  console: Console,
): (layout: ShellLayout, placed?: readonly PlacedSurface[]) => ShellPicture {
  const paint = createSurfaces(console);
  const { clock } = console.commands;
  return (layout, placed = stackSurfaces(layout)) => {
    // Times are shown in seconds: within one, most rows are the same as before.
    const now = Math.floor(clock.now() / 1000) * 1000;
    const surfaces = new Map<SurfaceName, SurfacePicture>();
    for (const { name, rows } of placed) {
      surfaces.set(name, paint[name]({ columns: layout.columns, rows }, { now, layout }));
    }
    const rowsOf = (linesOf: (picture: SurfacePicture) => readonly Line[]) => {
      const painted: ShellRow[] = Array<ShellRow>(layout.rows).fill(undefined);
      for (const { name, top, rows } of placed) {
        const lines = linesOf(surfaces.get(name) ?? NOTHING);
        for (let row = 0; row < rows; row++) {
          painted[top + row] = lines[row] ?? [];
        }
      }
      return painted;
    };
    const pane = placed.find(({ name }) => name === layout.pane);
    const paneEnd = pane === undefined ? 0 : pane.top + pane.rows;
    return {
      layout,
      surfaces,
      rows: rowsOf(({ lines }) => lines),
      firstRows() {
        const rows = rowsOf(({ lines, firstLines }) => firstLines?.() ?? lines);
        return pane === undefined ? rows : rows.with(paneEnd - 1, REST_FOLLOWS);
      },
      ranks: {
        byRank: rankRows(layout, placed, pane && surfaces.get(pane.name)?.pane),
        pane: pane && { top: pane.top, end: paneEnd },
      },
    };
  };
}

const NOTHING: SurfacePicture = { lines: [] };

function rankRows(
  { rows: height, pane: paneName }: ShellLayout,
  placed: readonly PlacedSurface[],
  picture: PanePicture | undefined,
): readonly number[] {
  const rankOf = Array<number>(height).fill(FRAME);
  for (const { name, top, rows } of placed) {
    const { heading = 0, selected = 0 } = picture?.listAt ?? {};
    for (let row = 0; row < rows; row++) {
      if (name === 'hints') {
        rankOf[top + row] = HINTS;
      } else if (name === paneName) {
        rankOf[top + row] =
          row <= heading ? HEAD : row === rows - 1 ? FOOTER : BODY + Math.abs(row - selected);
      }
    }
  }
  return Array.from(rankOf.keys()).sort(
    (one, other) => (rankOf[one] ?? 0) - (rankOf[other] ?? 0) || one - other,
  );
}
