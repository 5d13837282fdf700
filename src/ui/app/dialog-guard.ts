import { chordName } from '../../commands/keys/chord-names.ts';
import type { Command } from '../../commands/base/command.ts';
import type { Dialog } from '../../stores/view/dialog-states.ts';
import type { ViewStore } from '../../stores/view/view-store.ts';
import type { ShownDialog } from '../dialogs/base/shown-dialog.ts';
import type { WatchedTime } from '../dialogs/base/watched-time.ts';

/** Nothing may have been pressed for so long before a question is answered, in milliseconds. */
const QUIET_BEFORE_ANSWER = 250;

/** As long as a key that is held down may take to be repeated for the first time, in milliseconds. */
const FIRST_REPEAT = 1000;

/** For how long nothing came before a key, as far as it matters. */
export const QUIET_WHILES = [QUIET_BEFORE_ANSWER, FIRST_REPEAT];

const UNSHOWN = 'Ignored: nobody can see what is asked. Esc closes it.';

/** How the key was pressed that a dialog is to take. */
export interface Press {
  readonly chord: string;
  readonly quiet: WatchedTime;
  /** It is the key that was pressed before it, too. */
  readonly isSame: boolean;
  /** It is held down since before so many dialogs had been opened; undefined when it is not held down. */
  readonly heldBefore: number | undefined;
}

/** Keeps keys from dialogs that nobody can have pressed them for. */
export class DialogGuard {
  readonly #view: ViewStore;
  readonly #shown: ShownDialog;
  /** The number of the dialog that a key opened last, and by which key each open one was. */
  #lastOpened = 0;
  readonly #openers = new Map<number, string>();

  constructor(view: ViewStore, shown: ShownDialog) {
    this.#view = view;
    this.#shown = shown;
  }

  /**
   * Notes whether a key opened a dialog, when so many had been opened before it. One that answered a question may answer the
   * next one too, once it was let go.
   */
  noteOpened(chord: string, before: number, isAnswer = false): void {
    const { dialogs, dialogsOpened } = this.#view.getState();
    if (dialogsOpened > before) {
      this.#lastOpened = dialogsOpened;
      this.#openers.set(dialogsOpened, isAnswer ? '' : chord);
    }
    if (dialogs.length === 0) {
      this.#openers.clear();
    }
  }

  /** Why the topmost dialog does not take a key, as a sentence; empty where none is due, undefined when it takes it. */
  refusalOf(command: Command, press: Press): string | undefined {
    const { dialogs, ascii } = this.#view.getState();
    const dialog = dialogs.at(-1);
    const key = chordName(press.chord, ascii);
    return dialog === undefined
      ? undefined
      : ((command.confirms === true ? this.#whyNoAnswer(dialog, press, key) : undefined) ??
          (isHarmless(command, press.chord) ? undefined : this.#whyNotSeen(dialog, press, key)));
  }

  #whyNoAnswer(dialog: Dialog, { chord, quiet, isSame }: Press, key: string): string | undefined {
    if (this.#shown.isUndrawable(dialog)) {
      return UNSHOWN;
    }
    if (chord === 'enter' || chord === this.#openers.get(dialog.number)) {
      return `Ignored: ${key} has just asked this, so it cannot answer. Bind another key to it.`;
    }
    return this.#shown.isAnswerable(dialog) && quiet.has(isSame ? FIRST_REPEAT : QUIET_BEFORE_ANSWER)
      ? undefined
      : `Ignored: that was too soon. Read the question, then press ${key} once.`;
  }

  #whyNotSeen(dialog: Dialog, { heldBefore }: Press, key: string): string | undefined {
    if (heldBefore !== undefined && dialog.number > heldBefore) {
      return '';
    }
    const cameByItself = dialog.number > this.#lastOpened;
    return cameByItself && !this.#shown.isSettled(dialog)
      ? `Ignored: this has only just opened. Look at it, then press ${key} again.`
      : undefined;
  }
}

/** Whether it does nothing to a dialog that somebody may not have seen yet. Enter is what opens most of them. */
function isHarmless({ moves, closes }: Command, chord: string): boolean {
  return moves === true || (closes === true && chord !== 'enter');
}
