import type { CommandContext } from '../../../commands/base/command.ts';
import type { Choice, Dialog } from '../../../stores/view/dialog-states.ts';
import type { Theme } from '../../theme.ts';
import type { Line, Size } from '../../widgets/line.ts';

/** What a dialog is drawn from. */
export interface DialogContext {
  readonly commands: CommandContext;
  readonly theme: Theme;
  readonly now: number;
}

/** A dialog that is made of lines alone. */
export interface DialogPicture {
  readonly lines: readonly Line[];
  /** The topmost line at which the end is still shown, of one that scrolls. */
  readonly lastTop?: number;
  /** Notes what of it is on the screen, once it has been painted: keys go by that. */
  readonly noteSeen?: () => void;
}

/**
 * How a kind of dialog looks. It is made of lines here, whatever draws it: none of it loads Ink, which the first frame does not
 * wait for.
 */
export type DialogView<Shown extends Dialog> = PaintedView<Shown> | FieldView<Shown> | MenuView<Shown>;

interface ViewBase<Shown extends Dialog> {
  readonly speech: DialogSpeech<Shown>;
}

/** A dialog that is lines alone, and is painted past React. */
export interface PaintedView<Shown extends Dialog> extends ViewBase<Shown> {
  readonly drawnAs: 'lines';
  /** Rows that it wants of a body of that size; without it, as many as its picture has in one. */
  height?(dialog: Shown, context: DialogContext, body: Size): number;
  /** In as many rows as there are; of one without a height, in no more than it needs. */
  paint(dialog: Shown, context: DialogContext, size: Size): DialogPicture;
  /** It stays in the place of the pane while a field lies over it. */
  readonly staysUnderField?: true;
}

/** A dialog around a field: Ink draws a title, what is decided, the field, and what is to be known of what stands in it. */
export interface FieldView<Shown extends Dialog> extends ViewBase<Shown> {
  readonly drawnAs: 'field';
  title(dialog: Shown, context: DialogContext, columns: number): Line;
  above(dialog: Shown, context: DialogContext, size: Size): readonly Line[];
  label(dialog: Shown): string;
  /** Whether what stands in the field names something: what is not ASCII in it is shown escaped, as in lists. */
  isName?(dialog: Shown, text: string): boolean;
  below(dialog: Shown, text: string, context: DialogContext, size: Size): readonly Line[];
  /** Rows that are left for what stands below, whatever that is just now. */
  rowsBelow(size: Size): number;
}

/** A menu, which Ink draws. */
export interface MenuView<Shown extends Dialog> extends ViewBase<Shown> {
  readonly drawnAs: 'menu';
  title(dialog: Shown, context: DialogContext, columns: number): Line;
  choices(dialog: Shown): readonly Choice[];
  /** The place of the choice under the cursor. */
  cursor(dialog: Shown): number;
}

/** How a kind of dialog is read aloud. */
export type DialogSpeech<Shown extends Dialog> =
  | {
      /** All of it when it opens, or of a text the beginning; then what is new in it. */
      readonly as: 'lines' | 'text';
      /** What moves on in it by itself, and is no news: all figures, or ages and clocks while somebody thinks. */
      readonly movesOn?: 'figures' | 'times';
    }
  /** Of its rows the one under the cursor, and what is said about them. */
  | { readonly as: 'list' }
  /** The entry under the cursor alone. */
  | { readonly as: 'menu'; menu(dialog: Shown, context: DialogContext): SpokenMenu };

/** A menu as it is said. */
export interface SpokenMenu {
  readonly title: Line;
  readonly length: number;
  /** The place of the entry under the cursor, from 0, and the entry itself. */
  readonly cursor: number;
  readonly entry: Line;
}

/** The height of a dialog that takes all of the body. */
export function wholeBody(_dialog: Dialog, _context: DialogContext, { rows }: Size): number {
  return rows;
}
