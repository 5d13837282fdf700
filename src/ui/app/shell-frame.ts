import { expireMutes } from '../../commands/alerts/mutes.ts';
import { expireNotice } from '../../commands/base/notices.ts';
import { noteMinute } from '../../commands/base/screen.ts';
import { expireUnlock } from '../../commands/base/write-access.ts';
import type { Console } from '../dialogs/base/console-context.ts';
import { isDrawnByInk } from '../dialogs/dialog-picture.ts';
import { layOutShell } from './shell-layout.ts';
import { createShellPainter, type ShellPicture } from './shell-painter.ts';
import type { SurfaceBoard } from './surface-board.ts';

/**
 * A frame, as a screen and a voice take it: lets the clock end what it ends, paints, and reports to the view what of it is on the
 * screen. Only here does drawing write, before and behind the painting.
 *
 * Where the layout of the screen is to change, what can be painted is painted where Ink will place it, and Ink
 * follows; only for a dialog that Ink draws is it waited for.
 */
export function createShellFrame(console: Console, board: SurfaceBoard): () => ShellPicture {
  const { commands, theme } = console;
  const paint = createShellPainter(console);
  return () => {
    passTime(console);
    const layout = layOutShell(commands, commands.stores.view.getState(), theme);
    if (isDrawnByInk(layout.dialog)) {
      board.layOutNow(layout);
    }
    const picture = paint(layout, board.surfacesOf(layout));
    noteSeen(console, picture);
    board.layOut(layout);
    return picture;
  };
}

/** Ends by the clock what it ends. */
export function passTime({ commands }: Console): void {
  commands.stores.faults.run('letting messages, mutes and the unlocking end', () => {
    expireNotice(commands);
    expireUnlock(commands);
    expireMutes(commands);
    noteMinute(commands);
  });
}

/** Reports to the view what was seen of it: keys go by that. */
export function noteSeen({ commands }: Console, { surfaces }: ShellPicture): void {
  for (const { noteSeen: note } of surfaces.values()) {
    commands.stores.faults.run('noting what is on the screen', () => note?.());
  }
}
