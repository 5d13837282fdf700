import { useLayoutEffect, useSyncExternalStore } from 'react';

import { ConsoleContext, useConsole, type Console } from '../dialogs/base/console-context.ts';
import { SurfaceContext } from '../surface/surface-context.ts';
import { Boundary } from './Boundary.tsx';
import { Shell } from './Shell.tsx';
import type { SurfaceBoard } from './surface-board.ts';
import { useShellPicture } from './use-shell-picture.ts';

/**
 * The console. With a board, a writer paints the surfaces that Ink lays out and mounts, and reports to the tree by the board how the
 * screen is to be shared out. Without one, Ink draws all of it.
 */
export function App({
  console,
  board,
  onError,
}: {
  readonly console: Console;
  readonly board?: SurfaceBoard;
  /** Called when not even the shell can be drawn. */
  readonly onError: (error: unknown) => void;
}) {
  return (
    <Boundary onError={onError}>
      <ConsoleContext.Provider value={console}>
        {board === undefined ? <DrawnShell /> : <PaintedShell board={board} />}
      </ConsoleContext.Provider>
    </Boundary>
  );
}

function PaintedShell({ board }: { readonly board: SurfaceBoard }) {
  const layout = useSyncExternalStore(board.subscribe, board.getLayout);
  // Ink has laid it out by then, and its surfaces have mounted.
  useLayoutEffect(() => board.noteLaidOut(layout));
  return (
    layout !== undefined && (
      <SurfaceContext.Provider value={board}>
        <Shell layout={layout} />
      </SurfaceContext.Provider>
    )
  );
}

function DrawnShell() {
  const { theme } = useConsole();
  const { layout, surfaces } = useShellPicture();
  return (
    <SurfaceContext.Provider
      value={{ theme, columns: layout.columns, linesOf: (name) => surfaces.get(name)?.lines ?? [] }}
    >
      <Shell layout={layout} />
    </SurfaceContext.Provider>
  );
}
