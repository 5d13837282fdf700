import type { CommandContext } from '../../commands/base/command.ts';
import { limitScrolling } from '../../commands/app/limit-scrolling.ts';
import { expireNotice } from '../../commands/base/notices.ts';
import { limitView, noteMinute, noteRows, noteShown, setPageSize } from '../../commands/base/screen.ts';
import { expireUnlock } from '../../commands/base/write-access.ts';
import type { Console } from '../dialogs/base/console-context.ts';
import type { PanePicture } from '../panes/pane.ts';
import { createShellPainter, type ShellPicture, type ShellSeen } from './shell-painter.ts';

/**
 * A frame, as a screen and a voice take it: lets the clock end what it ends, paints, and tells the view what of it is on the
 * screen. Only here does drawing write, before and behind the painting.
 */
export function createShellFrame(console: Console): () => ShellPicture {
  const paint = createShellPainter(console);
  return () => {
    passTime(console);
    const picture = paint();
    settle(console, picture.seen);
    return picture;
  };
}

/** Ends by the clock what it ends. */
function passTime({ commands }: Console): void {
  commands.stores.faults.run('letting messages and the unlocking end', () => {
    expireNotice(commands);
    expireUnlock(commands);
    noteMinute(commands);
  });
}

/** Tells the view what was seen of it: keys go by that. */
function settle({ commands, shownDialog }: Console, { pane, dialogs, drawn }: ShellSeen): void {
  const { faults } = commands.stores;
  if (pane !== undefined) {
    faults.run('noting what is on the screen', () => notePane(commands, pane));
  }
  for (const dialog of dialogs) {
    faults.run('noting what is on the screen', () => dialog.noteSeen?.());
  }
  if (drawn !== undefined) {
    const { dialog, lines } = drawn;
    faults.guard(
      `drawing a dialog (${dialog.kind})`,
      () => (lines === undefined ? shownDialog.noteUndrawn(dialog) : shownDialog.noteDrawn(dialog, lines)),
      () => shownDialog.noteUndrawn(dialog),
    );
  }
  const lastTop = dialogs[0]?.lastTop;
  if (lastTop !== undefined) {
    limitScrolling(commands, lastTop);
  }
}

function notePane(commands: CommandContext, { pageSize, shown, list, limits }: PanePicture): void {
  if (pageSize !== undefined) {
    setPageSize(commands, pageSize);
  }
  if (shown !== undefined) {
    noteShown(commands, shown);
  }
  if (list !== undefined) {
    noteRows(commands, list);
  }
  if (limits !== undefined) {
    limitView(commands, limits);
  }
}
