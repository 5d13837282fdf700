import { dismissNotice, isSettled, notify, type CommandContext } from '../../commands/command.ts';
import { ALWAYS } from '../../commands/keymap.ts';
import { keymapOf } from '../../commands/keymap-in-force.ts';
import { runCommand } from '../../commands/palette.ts';
import { commandById } from '../../commands/registry.ts';
import { activeScopes } from '../../commands/scopes.ts';
import { isTooSmall, type ViewState } from '../../stores/view-store.ts';

/** Keys that move in a menu, which listens for itself. */
const MENU_MOVES = ['j', 'k', 'up', 'down'];

/** Runs what a chord stands for. A dialog that has only just opened cannot be answered yet, only moved in and left. */
export function dispatchChord(context: CommandContext, chord: string): void {
  const keymap = keymapOf(context.stores);
  const always = keymap.commandFor(['global'], chord);
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
  const id = keymap.commandFor(activeScopes(view), chord);
  if (id === undefined) {
    return;
  }
  const command = commandById(id);
  dismissNotice(context);
  // Enter is what opens most dialogs, and a key that is held down goes on.
  const isHarmless =
    command.moves === true ||
    (command.closes === true && chord !== 'enter') ||
    command.mayComeEarly?.(context) === true;
  if (dialog !== undefined && !isSettled(context, dialog) && !isHarmless) {
    return;
  }
  runCommand(context, command);
}

/**
 * Runs what chords stand for that arrived together, of `together` keys: as they were not pressed one after the other,
 * they may move something, all of them or none, and do no more than that (`design/4-safety.md`, Input).
 */
export function dispatchChords(
  context: CommandContext,
  chords: readonly string[],
  together = chords.length,
): void {
  const view = context.stores.view.getState();
  if (together <= 1 || chords.every((chord) => mayComeTogether(context, chord))) {
    for (const chord of chords) {
      dispatchChord(context, chord);
    }
  } else if (!isTyping(view) && !isTooSmall(view)) {
    notify(context, 'Keys that came in one piece may only move: nothing was done. Was this a paste?');
  }
}

function mayComeTogether({ stores }: CommandContext, chord: string): boolean {
  const view = stores.view.getState();
  const keymap = keymapOf(stores);
  const always = keymap.commandFor(['global'], chord);
  if (always !== undefined && ALWAYS.includes(always)) {
    return true;
  }
  if (view.dialogs.at(-1)?.kind === 'choice') {
    return MENU_MOVES.includes(chord);
  }
  const id = keymap.commandFor(activeScopes(view), chord);
  return !isTooSmall(view) && id !== undefined && commandById(id).moves === true;
}

/** Whether a text field is open: what arrives together is text there. */
export function isTyping({ dialogs }: ViewState): boolean {
  const kind = dialogs.at(-1)?.kind;
  return kind === 'text' || kind === 'filter' || kind === 'palette' || kind === 'agent-action';
}
