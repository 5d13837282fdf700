import {
  dismissNotice,
  isDangerous,
  isFieldOpener,
  type Command,
  type CommandContext,
} from '../../commands/base/command.ts';
import { openFieldOf } from '../../commands/app/open-field.ts';
import { ALWAYS } from '../../commands/keys/keymap.ts';
import { keymapOf } from '../../commands/app/keymap-in-force.ts';
import { countAgain, noteIgnored } from '../../commands/base/notices.ts';
import { runCommand } from '../../commands/base/run-command.ts';
import { commandById } from '../../commands/app/registry.ts';
import { activeScopes } from '../../commands/base/scopes.ts';
import { isTooSmall } from '../../stores/view/view-store.ts';
import type { LeftOut } from '../../terminal/input/pasted-text.ts';
import { DialogGuard, QUIET_WHILES, type Press } from './dialog-guard.ts';
import { KeyQueue } from './key-queue.ts';
import { isPasted, isPastedText, isText, isTyped, textOf } from './pasted-keys.ts';
import { PastedLines } from './pasted-lines.ts';
import { PASTE_IGNORED, putPaste, takesLines } from './put-paste.ts';
import type { ShownDialog } from '../dialogs/base/shown-dialog.ts';
import { WatchedTime } from '../dialogs/base/watched-time.ts';

/** Keys are ignored for so long after a paste, in milliseconds: what a terminal still sends of it was never typed. */
const QUIET_AFTER_PASTE = 150;

/** Once keys were ignored, all are until nothing came for so long, in milliseconds. */
const SILENCE = 500;

/** A flood is over once nothing came for so long, in milliseconds. */
const FLOOD_OVER = 250;

const WHILES = [...new Set([...QUIET_WHILES, FLOOD_OVER, SILENCE])].sort((one, other) => one - other);

/** The same key again within so many milliseconds is one that is held down: terminals repeat it 10 to 30 times a second. */
const REPEATED_WITHIN = 250;

const SEVERAL = 'Ignored: several keys arrived at once. Wait a moment, then go on.';
const TOO_EARLY = 'Ignored: what was typed before that opened. Wait a moment, then go on.';
const OF_ANOTHER =
  'Ignored: this was typed while the console went to another organization. Wait a moment, then go on.';
const LAYOUT = 'Ignored: the keyboard is on another layout. Switch it to Latin letters.';

const DIGITS = 'Ignored: this key is no digit. Type digits with Shift on this keyboard, or on its keypad.';

/** What the keys of the digits send without Shift on French and Belgian keyboards, as far as nothing is bound to it. */
const ON_DIGIT_KEYS: readonly string[] = ['&', 'é', '"', "'", '(', '§', 'è', '_', 'ç', 'à'];

/** A letter of another script than that of the keys; signs that stand on Latin keyboards too are of none. */
const OTHER_LETTER = /^(?![\p{Script=Latin}\p{Script=Common}])\p{L}$/u;

/** What hears of keys that are none of a field. */
export interface KeyListener {
  /** A key is taken for that command, or for none. */
  noteKey?(chord: string, command: Command | undefined): void;
  /** Nothing is to be said of that key for now: what it does is done later, or was refused with words. */
  notePassed?(): void;
  /** A key that is held down does nothing to what it has opened itself. */
  noteRepeat?(chord: string): void;
}

/** Keys that arrived at once. */
interface Piece {
  /** In their order; those behind a key that opens something are looked at once it is open. */
  readonly chords: readonly string[];
  /** How many keys it held, those included that are none to us. */
  readonly together: number;
  /** The terminal said of one of them that it is still held down. */
  readonly hasRepeats: boolean;
  /** Whether a Ctrl-C in it is one. */
  readonly mayCount: boolean;
  readonly at: number;
  /** How long nothing had come before it, and as far as nobody can have pressed a key in that time. */
  readonly silence: number;
  readonly quiet: WatchedTime;
}

/**
 * Runs what keys stand for, in the order in which they were typed and each in the state that the one before it left, whatever
 * pieces they arrive in. What leads to a write takes a key that came alone, and a question before
 * a write one that nobody can have pressed for something else: typeahead moves and types, and never writes.
 */
export class KeyDispatcher {
  readonly #context: CommandContext;
  readonly #guard: DialogGuard;
  readonly #listener: KeyListener;
  #lastAt = Number.NEGATIVE_INFINITY;
  /** Since when no key has come. */
  #quiet: WatchedTime;
  #pastedAt = Number.NEGATIVE_INFINITY;
  #isIgnoring = false;
  #isStopped = false;
  /** What is said as soon as a key is ignored; undefined where that was said already. */
  #yetToSay: string | undefined;
  /** Bytes that nobody typed have come, and it was not quiet since. */
  #isFlooded = false;
  /** The key that was pressed last, whether it is being held down, and how many dialogs there had been before it. */
  #held = { chord: '', isRepeat: false, isNoted: false, dialogsBefore: 0 };
  /** A paste without brackets that is still arriving. */
  readonly #lines: PastedLines;
  /** What is typed while a key is still opening something. */
  readonly #queue: KeyQueue;

  constructor(context: CommandContext, shown: ShownDialog, listener: KeyListener = {}) {
    this.#context = context;
    this.#guard = new DialogGuard(context.stores.view, shown);
    this.#listener = listener;
    this.#quiet = new WatchedTime(context.clock, WHILES);
    this.#lines = new PastedLines(context.clock, (text, leftOut) => this.#takePasted(text, leftOut));
    this.#queue = new KeyQueue(context.clock, () => this.#ignore(TOO_EARLY));
  }

  /** Takes nothing any more, what waits for something to open included. */
  stop(): void {
    this.#isStopped = true;
    this.#quiet.stop();
    this.#lines.end();
  }

  /** Begins behind another one: what comes before it was quiet for a while was typed for that, and does nothing here. */
  beginAnew(): void {
    this.#isIgnoring = true;
    this.#yetToSay = OF_ANOTHER;
  }

  /** The chords of one piece, in their order; `together` is how many keys it held, those included that are none to us. */
  take(chords: readonly string[], together = chords.length, hasRepeats = false): void {
    if (this.#isStopped) {
      return;
    }
    const at = this.#context.clock.monotonic();
    const quiet = this.#quiet;
    const mayCount = this.#mayCount(chords, together);
    const piece = { chords, together, hasRepeats, mayCount, at, silence: this.#hear(at), quiet };
    const lines = this.#pastedLines(chords);
    if (lines !== undefined) {
      this.#lines.add(lines);
      return;
    }
    this.#lines.end();
    if (!this.#queue.isWaiting) {
      this.#take(piece);
      return;
    }
    // What counts always does not wait.
    const isUrgent = (chord: string) => this.#alwaysOf(chord) !== undefined;
    this.#take({ ...piece, chords: chords.filter(isUrgent) });
    this.#queue.keep(() => this.#take({ ...piece, chords: chords.filter((chord) => !isUrgent(chord)) }));
  }

  /** What keys are to something that takes several lines, where they were not typed; undefined where they are keys. */
  #pastedLines(chords: readonly string[]): string | undefined {
    return !this.#isIgnoring &&
      !this.#queue.isWaiting &&
      (this.#lines.isBegun || isPastedText(chords)) &&
      takesLines(this.#context)
      ? textOf(chords)
      : undefined;
  }

  /**
   * A flood is read in pieces of any size: what comes right behind a part of it was not typed either, but for a key that
   * comes alone and again.
   */
  #mayCount(chords: readonly string[], together: number): boolean {
    const mayCount = isTyped(this.#context, chords, together);
    // Text alone was pasted, or somebody types quickly: no more of it comes by itself.
    const isTextAlone = together === chords.length && textOf(chords) !== undefined;
    const isAgain = together === 1 && chords[0] === this.#held.chord;
    const isOver = isAgain || this.#quiet.has(FLOOD_OVER);
    this.#isFlooded = (!mayCount && !isTextAlone) || (this.#isFlooded && !isOver);
    return mayCount && !this.#isFlooded;
  }

  /** The command of a key that counts whatever is open or ignored. */
  #alwaysOf(chord: string): string | undefined {
    const id = keymapOf(this.#context.stores).commandFor(['global'], chord);
    return id !== undefined && ALWAYS.includes(id) ? id : undefined;
  }

  #take(piece: Piece): void {
    const { stores } = this.#context;
    const { chords, hasRepeats, mayCount, at: now, silence } = piece;
    let wasTyping = true;
    for (let place = 0; place < chords.length && !this.#isStopped;) {
      const chord = chords[place] ?? '';
      const isSame = chord === this.#held.chord;
      this.#noteHeld(chord, place > 0 || silence < REPEATED_WITHIN || hasRepeats);
      place++;
      const view = stores.view.getState();
      const always = this.#alwaysOf(chord);
      if (always !== undefined) {
        if (mayCount) {
          void runCommand(this.#context, commandById(always));
        }
        continue;
      }
      if (this.#isIgnoring) {
        this.#sayIgnored();
        continue;
      }
      if (isTooSmall(view)) {
        // Nothing is seen, so nothing may happen but leaving.
        if (keymapOf(stores).commandFor(['global'], chord) === 'app.quit') {
          this.#context.terminal.quit();
        }
        continue;
      }
      const field = openFieldOf(this.#context);
      // A field takes what comes behind a paste, so that its keys count; only Enter does not.
      if (now - this.#pastedAt < QUIET_AFTER_PASTE && (field === undefined || chord === 'enter')) {
        continue;
      }
      const id = keymapOf(stores).commandFor(activeScopes(view), chord);
      if (field !== undefined && (isText(chord) || id === undefined)) {
        wasTyping = true;
        countAgain(this.#context);
        if (!isText(chord)) {
          this.#listener.noteKey?.(chord, undefined);
          stores.faults.run('typing into a field', () => field.press(chord));
          continue;
        }
        const first = place - 1;
        while (!field.steps && place < chords.length && isText(chords[place] ?? '')) {
          place++;
        }
        const typed = chords.slice(first, place).map((each) => (each === 'space' ? ' ' : each));
        stores.faults.run('typing into a field', () => field.type(typed.join('')));
        continue;
      }
      if (wasTyping && field === undefined && isPasted(this.#context, chords.slice(place - 1))) {
        this.#ignore(PASTE_IGNORED);
        continue;
      }
      wasTyping = field !== undefined;
      const command = id === undefined ? undefined : commandById(id);
      this.#listener.noteKey?.(chord, command);
      if (command !== undefined) {
        // Where no field opens after all, what stands behind it is looked at anew.
        wasTyping ||= isFieldOpener(this.#context, command);
        const heldBefore = this.#held.isRepeat ? this.#held.dialogsBefore : undefined;
        this.#run(command, piece, { chord, quiet: piece.quiet, isSame, heldBefore });
        if (this.#queue.isWaiting && place < chords.length) {
          this.#keepRest({ ...piece, chords: chords.slice(place) });
          return;
        }
      } else if (OTHER_LETTER.test(chord)) {
        noteIgnored(this.#context, LAYOUT);
      } else if (ON_DIGIT_KEYS.includes(chord)) {
        noteIgnored(this.#context, DIGITS);
      }
    }
  }

  /** What stands behind a key in its piece was meant for what that opens, and for nothing else. */
  #keepRest(rest: Piece): void {
    const { view } = this.#context.stores;
    const { dialogsOpened: before } = view.getState();
    this.#queue.keep(() => {
      if (view.getState().dialogsOpened > before) {
        this.#take(rest);
      } else {
        this.#ignore(TOO_EARLY);
      }
    });
  }

  /** What was pasted, between its brackets: text for a field, which says what it does not hold, and nothing elsewhere. */
  takePaste(text: string, leftOut?: LeftOut): void {
    if (this.#isStopped) {
      return;
    }
    const now = this.#context.clock.monotonic();
    this.#hear(now);
    this.#pastedAt = now;
    this.#lines.end();
    if (this.#queue.isWaiting) {
      this.#queue.keep(() => this.#takePasted(text, leftOut));
    } else {
      this.#takePasted(text, leftOut);
    }
  }

  #takePasted(text: string, leftOut: LeftOut | undefined): void {
    const { view } = this.#context.stores;
    if (this.#isStopped) {
      return;
    }
    if (this.#isIgnoring) {
      this.#sayIgnored();
    } else if (!isTooSmall(view.getState())) {
      const { dialogsOpened } = view.getState();
      putPaste(this.#context, text, leftOut);
      this.#guard.noteOpened('', dialogsOpened);
    }
  }

  /** How long nothing had come. */
  #hear(now: number): number {
    const silence = now - this.#lastAt;
    this.#lastAt = now;
    if (this.#quiet.has(SILENCE)) {
      this.#isIgnoring = false;
    }
    this.#quiet.stop();
    this.#quiet = new WatchedTime(this.#context.clock, WHILES);
    return silence;
  }

  #noteHeld(chord: string, isSoon: boolean): void {
    const { dialogsOpened } = this.#context.stores.view.getState();
    this.#held =
      isSoon && chord === this.#held.chord
        ? { ...this.#held, isRepeat: true }
        : { chord, isRepeat: false, isNoted: false, dialogsBefore: dialogsOpened };
  }

  /** That a key does nothing because it is held down is noted once. */
  #noteDropped(chord: string): void {
    if (!this.#held.isNoted) {
      this.#held = { ...this.#held, isNoted: true };
      this.#listener.noteRepeat?.(chord);
    } else {
      this.#listener.notePassed?.();
    }
  }

  #sayIgnored(): void {
    if (this.#yetToSay !== undefined) {
      noteIgnored(this.#context, this.#yetToSay);
      this.#yetToSay = undefined;
    }
  }

  #ignore(sentence: string): void {
    this.#isIgnoring = true;
    noteIgnored(this.#context, sentence);
  }

  #run(command: Command, { together, hasRepeats }: Piece, press: Press): void {
    const { view } = this.#context.stores;
    const { dialogsOpened: before } = view.getState();
    const { chord } = press;
    const isToWrite = isDangerous(this.#context, command);
    if (isToWrite && hasRepeats) {
      this.#noteDropped(chord);
      return;
    }
    if (isToWrite && together !== 1) {
      this.#ignore(SEVERAL);
      return;
    }
    const refusal = this.#guard.refusalOf(command, press);
    if (refusal !== undefined) {
      if (refusal === '') {
        this.#noteDropped(chord);
      } else {
        noteIgnored(this.#context, refusal);
      }
      return;
    }
    countAgain(this.#context);
    dismissNotice(this.#context);
    const opening = runCommand(this.#context, command);
    this.#guard.noteOpened(chord, before, command.confirms);
    if (opening !== undefined) {
      this.#listener.notePassed?.();
    }
    // What is typed behind it is meant for what it opens, and not for what is there until then. A write opens nothing.
    if (opening !== undefined && !isToWrite && view.getState().dialogsOpened === before) {
      this.#queue.waitFor(opening, () => this.#guard.noteOpened(chord, before));
    }
  }
}
