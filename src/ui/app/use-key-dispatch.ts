import { useInput, usePaste } from 'ink';
import { useRef } from 'react';

import { dismissNotice, type CommandContext } from '../../commands/command.ts';
import { ALWAYS, commandForChord } from '../../commands/keymap.ts';
import { runCommand } from '../../commands/palette.ts';
import { commandById } from '../../commands/registry.ts';
import { activeScopes } from '../../commands/scopes.ts';
import { DIALOG_GRACE } from '../../stores/dialog.ts';
import { isTooSmall } from '../../stores/view-store.ts';
import type { Keyboard } from '../widgets/TextField.tsx';
import { chordsOfInput } from './chord.ts';

/** Keys are ignored for so long after a paste: what a terminal still sends of it was never typed. */
const QUIET_AFTER_PASTE = 150;

/** Runs what a chord stands for. A dialog that has only just opened cannot be answered yet. */
export function dispatchChord(context: CommandContext, chord: string): void {
  const always = commandForChord(['global'], chord);
  if (always !== undefined && ALWAYS.includes(always)) {
    runCommand(context, commandById(always));
    return;
  }
  const view = context.stores.view.getState();
  if (isTooSmall(view)) {
    // Nothing is seen, so nothing may happen but leaving.
    if (always === 'app.quit') {
      context.terminal.quit();
    }
    return;
  }
  const dialog = view.dialogs.at(-1);
  const id = commandForChord(activeScopes(view), chord);
  if (id === undefined) {
    return;
  }
  const command = commandById(id);
  dismissNotice(context);
  const isTooEarly = dialog !== undefined && context.clock.monotonic() - dialog.openedAt < DIALOG_GRACE;
  if (isTooEarly && command.dangerous === true) {
    return;
  }
  runCommand(context, command);
}

/** Listens to the keyboard. Used once: Ink tells every listener of every key. */
export function useKeyDispatch(context: CommandContext, keyboard: Keyboard): void {
  const pastedAt = useRef(Number.NEGATIVE_INFINITY);
  // Always on, so that a paste is never taken for keys; a text field listens for itself.
  usePaste(() => {
    pastedAt.current = context.clock.monotonic();
  });
  useInput((input, key) => {
    keyboard.control = key.ctrl ? input : undefined;
    if (context.clock.monotonic() - pastedAt.current < QUIET_AFTER_PASTE) {
      return;
    }
    for (const chord of chordsOfInput(input, key)) {
      dispatchChord(context, chord);
    }
  });
}
