import type { CommandContext } from '../../../commands/base/command.ts';
import type { Theme } from '../../theme.ts';
import type { Line } from '../../widgets/line.ts';

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
