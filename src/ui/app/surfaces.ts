import { limitScrolling } from '../../commands/app/limit-scrolling.ts';
import { activeScopes } from '../../commands/base/scopes.ts';
import { limitView, noteColumns, noteRows, noteShown, setPageSize } from '../../commands/base/screen.ts';
import type { CommandContext } from '../../commands/base/command.ts';
import { wrapLine } from '../../lib/cell-text.ts';
import { memoizeLast } from '../../stores/base/memoize-last.ts';
import type { Dialog } from '../../stores/view/dialog-states.ts';
import { LEAST_SCREEN } from '../../stores/view/view-store.ts';
import type { Console } from '../dialogs/base/console-context.ts';
import type { DialogPicture } from '../dialogs/base/dialog-view.ts';
import { isDrawnByInk, paintDialog, staysUnderField } from '../dialogs/dialog-picture.ts';
import type { PaintPane, PanePicture } from '../panes/pane.ts';
import type { PaneName, SurfaceName } from '../surface/surface.ts';
import { fitLines, trusted, type Size } from '../widgets/line.ts';
import { createHintRow } from './hint-row.ts';
import { notShownLines } from './not-shown.ts';
import { createPanes } from './panes.ts';
import { createStatusSurface } from './status-surface.ts';
import type { PaintSurface, SurfacePicture } from './surface-picture.ts';
import { tabRow } from './tab-row.ts';

/** Columns of the hints where a slow terminal is shown what matters most first: how to open something, to get help and to quit. */
const FIRST_HINTS = 32;

/** What paints each surface of a console. It is kept as long as the console is: where a list stands is kept in it. */
export function createSurfaces(console: Console): Readonly<Record<SurfaceName, PaintSurface>> {
  const { commands, theme, shownDialog } = console;
  const { stores, clock } = commands;
  const { faults } = stores;
  const hintRow = createHintRow(commands);
  const tabs = memoizeLast(tabRow);

  const pane =
    (paintPane: PaintPane): PaintSurface =>
    (size, { now }) =>
      faults.guard(
        `drawing ${stores.view.getState().tab}`,
        () => {
          const painted = paintPane(size, now);
          const { lines, firstLines } = painted;
          return { lines, firstLines, pane: painted, noteSeen: () => notePane(commands, painted) };
        },
        (error): SurfacePicture => ({
          lines: notShownLines(
            { what: 'This pane', error, remedy: 'Other panes and the keys work on.' },
            size,
            theme,
          ),
        }),
      );

  const painters = Object.entries(createPanes({ stores, clock, theme }));
  const panes = Object.fromEntries(painters.map(([name, paint]) => [name, pane(paint)])) as Record<
    PaneName,
    PaintSurface
  >;

  /** The dialog that is longer than the screen, under the field in which something is searched for in it. */
  const covered: PaintSurface = (size, { now }) => {
    const dialog = stores.view.getState().dialogs.at(-2);
    return dialog !== undefined && staysUnderField(dialog)
      ? guardedDialog(dialog, size, () => {
          const picture = paintDialog(dialog, { commands, theme, now }, size);
          return {
            lines: picture?.lines ?? [],
            noteSeen() {
              picture?.noteSeen?.();
              const lastTop = picture?.lastTop;
              if (lastTop !== undefined && isDrawnByInk(stores.view.getState().dialogs.at(-1))) {
                limitScrolling(commands, lastTop);
              }
            },
          };
        })
      : { lines: [] };
  };

  const dialog: PaintSurface = (size, { now, layout: { dialog: open } }) =>
    open === undefined
      ? { lines: [] }
      : guardedDialog(
          open,
          size,
          () => {
            const picture = paintDialog(open, { commands, theme, now }, size);
            return { lines: picture?.lines ?? [], noteSeen: () => noteDialog(open, picture) };
          },
          () => shownDialog.noteUndrawn(open),
        );

  return {
    status: createStatusSurface(console),
    tabs: ({ columns }) => ({
      lines: [
        faults.guard(
          'drawing the tabs',
          () => tabs(stores.view.getState().tab, columns),
          () => [],
        ),
      ],
    }),
    ...panes,
    covered,
    dialog,
    stopped: (_size, { layout }) => ({ lines: layout.stopped }),
    notice: (_size, { layout }) => ({ lines: layout.notice }),
    hints({ columns }) {
      const view = stores.view.getState();
      const linesOf = (room: number) => [
        faults.guard(
          'drawing the hints',
          () => hintRow(activeScopes(view), room),
          () => [],
        ),
      ];
      return {
        lines: linesOf(columns),
        ...(view.dialogs.length === 0 && { firstLines: () => linesOf(FIRST_HINTS) }),
      };
    },
    'too-small': ({ columns, rows }) => {
      const needed = `${LEAST_SCREEN.columns}x${LEAST_SCREEN.rows}`;
      const sentence = `Terminal too small: ${columns}x${rows}, needs ${needed}.`;
      const quits = trusted(`${theme.keyOf('app.quit')} quits`);
      return {
        lines: fitLines([...wrapLine(sentence, columns).map((line) => [trusted(line)]), [quits]], rows),
      };
    },
  };

  function guardedDialog(
    { kind }: Dialog,
    size: Size,
    paint: () => SurfacePicture,
    noteSeen?: () => void,
  ): SurfacePicture {
    return faults.guard(`drawing a dialog (${kind})`, paint, (error) => ({
      lines: notShownLines({ what: 'This dialog', error, remedy: 'Esc closes it.' }, size, theme),
      ...(noteSeen !== undefined && { noteSeen }),
    }));
  }

  function noteDialog(open: Dialog, picture: DialogPicture | undefined): void {
    if (picture === undefined) {
      return;
    }
    faults.run('noting what is on the screen', () => picture.noteSeen?.());
    faults.guard(
      `drawing a dialog (${open.kind})`,
      () => shownDialog.noteDrawn(open, picture.lines),
      () => shownDialog.noteUndrawn(open),
    );
    if (picture.lastTop !== undefined) {
      limitScrolling(commands, picture.lastTop);
    }
  }
}

function notePane(commands: CommandContext, { pageSize, shown, list, limits, columns }: PanePicture): void {
  noteColumns(commands, columns);
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
