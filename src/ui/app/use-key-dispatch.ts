import { useInput, usePaste, type Key } from 'ink';
import { useRef } from 'react';

import { notify, type CommandContext } from '../../commands/command.ts';
import { editFilter, openFilter } from '../../commands/filter.ts';
import { pressInto, typeInto } from '../../lib/text-editing.ts';
import { isTooSmall } from '../../stores/view-store.ts';
import type { Keyboard, OpenField } from '../widgets/keyboard.ts';
import { chordOfKey, chordsOfInput } from './chord.ts';
import { dispatchChords, isTyping } from './dispatch-chords.ts';

/** Keys are ignored for so long after a paste: what a terminal still sends of it was never typed. */
const QUIET_AFTER_PASTE = 150;

/** Listens to the keyboard. Used once: Ink tells every listener of every key. */
export function useKeyDispatch(context: CommandContext, keyboard: Keyboard): void {
  const pastedAt = useRef(Number.NEGATIVE_INFINITY);
  const collected = useRef<readonly string[]>([]);
  // Always on, so that a paste is never taken for keys; a text field listens for itself.
  usePaste((pasted) => {
    pastedAt.current = context.clock.monotonic();
    paintedField(context)?.type(pasted);
    const view = context.stores.view.getState();
    if (!isTyping(view) && !isTooSmall(view)) {
      notify(context, 'Nothing was done with what was pasted: only a text field takes it.');
    }
  });
  useInput((input, key) => {
    const chords = chordsOfInput(input, key);
    const { keysTogether, keysLeft } = keyboard.arrival ?? { keysTogether: chords.length, keysLeft: 0 };
    const isQuiet = context.clock.monotonic() - pastedAt.current < QUIET_AFTER_PASTE;
    keyboard.mayAnswer = keysTogether === 1 && !isQuiet;
    tellField(paintedField(context) ?? keyboard.field, input, key);
    const all = [...collected.current, ...chords];
    collected.current = keysLeft > 0 ? all : [];
    // A field takes what comes behind a paste, so that its keys count; only Enter does not.
    if (keysLeft === 0 && (!isQuiet || isTyping(context.stores.view.getState()))) {
      dispatchChords(context, isQuiet ? all.filter((chord) => chord !== 'enter') : all, keysTogether);
    }
  });
}

/** The field that is open and painted past Ink, as one that Ink draws. */
function paintedField(context: CommandContext): OpenField | undefined {
  return openFilter(context) === undefined
    ? undefined
    : {
        press: (chord) => editFilter(context, (edited) => pressInto(edited, chord)),
        type: (text) => editFilter(context, (edited) => typeInto(edited, text, ' ')),
      };
}

function tellField(field: OpenField | undefined, input: string, key: Key): void {
  const chord = chordOfKey(input, key) ?? (key.meta ? 'alt' : undefined);
  if (chord === undefined) {
    field?.type(input);
  } else {
    field?.press(chord);
  }
}
