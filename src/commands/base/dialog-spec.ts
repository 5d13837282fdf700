import type { EditedText } from '../../lib/text-editing.ts';
import type { AnyText, Sentence } from '../../lib/untrusted.ts';
import type { Dialog, DialogKind, DialogOf } from '../../stores/view/dialog-states.ts';
import { closeDialog, topDialog, updateDialog, type Command, type CommandContext } from './command.ts';

/** What a kind of dialog does: all that there is to know of one but how it looks and how it is read aloud, which `ui/dialogs` has. */
export type DialogSpec<Shown extends Dialog> = DialogBehaviour<Shown> & Scrolling<Shown>;

/** What scrolls has in its state where its topmost line is: without its name here, keys would count on past its end. */
type Scrolling<Shown extends Dialog> = Shown extends { readonly top: number }
  ? { readonly scroll: 'top' }
  : Shown extends { readonly wholeTop: number | undefined }
    ? { readonly scroll: 'wholeTop' }
    : { readonly scroll?: undefined };

interface DialogBehaviour<Shown extends Dialog> {
  /** The field that keys write in; undefined where they are commands. */
  readonly field: DialogField<Shown> | undefined;
  readonly commands: readonly Command[];
  /** The way out of it. */
  readonly close: DialogClose<Shown>;
  /** Its commands that are listed behind the one that closes it. */
  readonly behindClose?: readonly Command[];
}

/** The field of a dialog. */
export interface DialogField<Shown extends Dialog> {
  /** What stands in it. */
  edited(dialog: Shown): EditedText;
  /** Puts something else into it. */
  edit(context: CommandContext, dialog: Shown, edited: EditedText): void;
  /** Why what stands in it is not taken. */
  problem?(dialog: Shown): Sentence | undefined;
  /** What to put into it of a paste, for one that takes several lines; elsewhere they are joined by blanks. */
  readPaste?(dialog: Shown): ((text: string) => string) | undefined;
  /** Its words filter the list under it at each key. */
  readonly filtersList?: true;
  /** Of a number: what the arrows up and down, `+` and `-` make of the text. */
  step?(dialog: Shown): ((text: string, direction: 1 | -1) => string) | undefined;
}

/** The command that closes a dialog, `KIND.close`. */
export interface DialogClose<Shown extends Dialog> {
  readonly title: string;
  /** Undefined where the dialog itself says which keys close it. */
  readonly hint: string | undefined;
  run(context: CommandContext, dialog: Shown): void;
}

export const CLOSES: DialogClose<Dialog> = {
  title: 'Close',
  hint: 'close',
  run: (context) => void closeDialog(context),
};

/** Of a dialog that says in its own words what its keys do: the row of hints does not say it again. */
export const CLOSES_UNHINTED: DialogClose<Dialog> = { ...CLOSES, hint: undefined };

/** Of a question or a field, which says what its keys do, too. */
export const CANCELS: DialogClose<Dialog> = { ...CLOSES_UNHINTED, title: 'Cancel' };

/** A field that was opened with a text and is what was typed since then. */
export function editedSince(edited: EditedText | undefined, initial = ''): EditedText {
  return edited ?? { text: initial, cursor: initial.length };
}

/** A command of a dialog, which is given it. */
export function dialogCommand<Kind extends DialogKind>(
  kind: Kind,
  name: string,
  title: string,
  run: (context: CommandContext, dialog: DialogOf<Kind>) => void | Promise<void>,
  more: Omit<Command, 'id' | 'title' | 'scope' | 'run'> = {},
): Command {
  return {
    id: `${kind}.${name}`,
    title,
    scope: kind,
    ...more,
    run(context) {
      const dialog = topDialog(context, kind);
      return dialog === undefined ? undefined : run(context, dialog);
    },
  };
}

/** All commands of a kind of dialog. */
export function commandsOfDialog(
  kind: DialogKind,
  { commands, close, behindClose = [] }: DialogSpec<Dialog>,
): readonly Command[] {
  return [
    ...commands,
    dialogCommand(kind, 'close', close.title, (context, dialog) => close.run(context, dialog), {
      ...(close.hint !== undefined && { hint: close.hint }),
      closes: true,
    }),
    ...behindClose,
  ];
}

/** Where a key goes from a place, where a page has so many rows; it may lie beyond both ends. */
export type Move = (place: number, page: number) => number;

interface MoveTitles {
  readonly down: string;
  readonly up: string;
  readonly first: string;
  readonly last: string;
  /** What the commands are called that go to the first and to the last place. */
  readonly ends: readonly [first: string, last: string];
}

/** The six commands that move, the same in all dialogs that are longer than the screen. */
export function movingCommands<Kind extends DialogKind>(
  kind: Kind,
  { down, up, first, last, ends }: MoveTitles,
  go: (context: CommandContext, dialog: DialogOf<Kind>, move: Move) => void,
): readonly Command[] {
  const moving = (name: string, title: string, move: Move) =>
    dialogCommand(kind, name, title, (context, dialog) => go(context, dialog, move), { moves: true });
  return [
    moving('down', down, (place) => place + 1),
    moving('up', up, (place) => place - 1),
    moving('page-down', 'A page down', (place, page) => place + page),
    moving('page-up', 'A page up', (place, page) => place - page),
    moving(ends[0], first, () => 0),
    moving(ends[1], last, () => Number.MAX_SAFE_INTEGER),
  ];
}

/** The rows of a dialog with a cursor, which is on one of them by its id and never by its place. */
export interface CursorRows {
  readonly length: number;
  /** Where the cursor stands. */
  readonly place: number;
  idAt(place: number): AnyText | undefined;
}

/** The kinds of dialogs that are lists with a cursor. */
type ListKind = {
  [Kind in DialogKind]: DialogOf<Kind> extends { readonly cursor: string | undefined } ? Kind : never;
}[DialogKind];

/** The six commands that move the cursor of a list; of the screen, `around` rows do not belong to a page of it. */
export function cursorCommands<Kind extends ListKind>(
  kind: Kind,
  titles: Omit<MoveTitles, 'ends'>,
  around: number,
  rowsOf: (context: CommandContext, dialog: DialogOf<Kind>) => CursorRows | undefined,
): readonly Command[] {
  return movingCommands(kind, { ...titles, ends: ['first', 'last'] }, (context, dialog, move) => {
    const rows = rowsOf(context, dialog);
    if (rows !== undefined) {
      moveCursor(context, kind, rows, move(rows.place, pageOf(context, around)));
    }
  });
}

/** Puts the cursor of a list as near to a place as there are rows. */
export function moveCursor<Kind extends ListKind>(
  context: CommandContext,
  kind: Kind,
  rows: CursorRows,
  wanted: number,
): void {
  const cursor = rows.idAt(Math.max(0, Math.min(rows.length - 1, wanted)));
  updateDialog<ListKind>(context, kind, { cursor });
}

/** The rows of a page: those of the screen but for so many. */
export function pageOf({ stores }: CommandContext, around: number): number {
  return Math.max(1, stores.view.getState().rows - around);
}
