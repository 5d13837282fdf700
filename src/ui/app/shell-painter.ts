import type { Console } from '../dialogs/base/console-context.ts';
import type { PlacedSurface, SurfaceName } from '../surface/surface.ts';
import type { Line } from '../widgets/line.ts';
import { stackSurfaces, type ShellLayout } from './shell-layout.ts';
import type { SurfacePicture } from './surface-picture.ts';
import { createSurfaces } from './surfaces.ts';

/** A row of the screen; undefined where what Ink draws is to be seen. */
export type ShellRow = Line | undefined;

/** The whole console as rows, and what they are made of. */
export interface ShellPicture {
  readonly layout: ShellLayout;
  readonly surfaces: ReadonlyMap<SurfaceName, SurfacePicture>;
  readonly rows: readonly ShellRow[];
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
    // What is told of times is told in seconds: within one, most rows are the same as before.
    const now = Math.floor(clock.now() / 1000) * 1000;
    const surfaces = new Map<SurfaceName, SurfacePicture>();
    const painted: ShellRow[] = Array<ShellRow>(layout.rows).fill(undefined);
    for (const { name, top, rows } of placed) {
      const picture = paint[name]({ columns: layout.columns, rows }, { now, layout });
      surfaces.set(name, picture);
      for (let row = 0; row < rows; row++) {
        painted[top + row] = picture.lines[row] ?? [];
      }
    }
    return { layout, surfaces, rows: painted };
  };
}
