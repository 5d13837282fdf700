import { render } from 'ink';
import { useEffect } from 'react';

import type { RejectedCells } from '../../terminal/screen/rejected-cells.ts';
import { InkFrameReader } from '../../terminal/screen/ink-frame-reader.ts';
import { InkStream } from '../../terminal/screen/ink-stream.ts';
import { App } from '../../ui/app/App.tsx';
import type { Console } from '../../ui/dialogs/base/console-context.ts';
import type { ConsoleScreen } from '../../ui/app/console-screen.ts';
import type { Size } from '../../ui/widgets/line.ts';

/** Ink as it runs inside the console: it lays the screen out and draws dialogs with fields and menus. */
export interface MountedInk {
  /** Lays out and draws another console in the place of the one before. */
  show(console: Console, screen: ConsoleScreen): void;
  /** Draws what is shown anew: its colours are others now. */
  redraw(): void;
  resize(size: Size): void;
}

/** Starts Ink on what the guard lets through of the keyboard; what it draws goes to the screen. */
export function mountInk({
  console,
  screen,
  size,
  stdin,
  dropped,
  onReady,
  onError,
}: {
  readonly console: Console;
  readonly screen: ConsoleScreen;
  readonly size: Size;
  readonly stdin: NodeJS.ReadStream;
  readonly dropped: RejectedCells;
  /** Called once keys are taken, those that were typed before included. */
  readonly onReady: () => void;
  readonly onError: (error: unknown) => void;
}): MountedInk {
  const reader = new InkFrameReader(dropped);
  const stream = new InkStream(size, (frame) =>
    current.screen.takeInkRows(reader.read(frame, stream.columns, stream.rows)),
  );
  let current = { console, screen, number: 0 };
  const tree = () => (
    <>
      {/* Another one has a tree of its own: nothing of what was typed or laid out goes over. */}
      <App key={current.number} console={current.console} board={current.screen.board} onError={onError} />
      <Announce onReady={onReady} />
    </>
  );
  let shown = tree();
  const app = render(shown, {
    stdout: stream as unknown as NodeJS.WriteStream,
    stdin,
    debug: true,
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  // What changed since the last commit is committed, too, when the same tree is given again.
  const commit = () => app.rerender(shown);
  screen.board.commitWith(commit);
  app.waitUntilExit().catch(onError);
  const redraw = () => {
    shown = tree();
    app.rerender(shown);
  };
  return {
    show(console, screen) {
      current = { console, screen, number: current.number + 1 };
      screen.board.commitWith(commit);
      redraw();
    },
    redraw,
    resize: (now) => stream.resize(now),
  };
}

/** Stands behind what takes the keys, so that its effect comes after theirs; what was typed arrives in the turn between. */
function Announce({ onReady }: { readonly onReady: () => void }): null {
  useEffect(() => {
    setImmediate(onReady);
  }, [onReady]);
  return null;
}
