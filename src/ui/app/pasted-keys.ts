import { isFieldOpener, type CommandContext } from '../../commands/base/command.ts';
import { ALWAYS } from '../../commands/keys/keymap.ts';
import { keymapOf } from '../../commands/app/keymap-in-force.ts';
import { commandById } from '../../commands/app/registry.ts';
import { activeScopes } from '../../commands/base/scopes.ts';
import { TABS } from '../../stores/base/tab.ts';

/** More characters than that at once, in which no field opens, were pasted. */
const MOST_TYPED = 8;

/** Whether a key writes in a field. */
export function isText(chord: string): boolean {
  return chord === 'space' || Array.from(chord).length === 1;
}

/**
 * Whether a Ctrl-C among keys that arrived at once is one, so that it counts whatever is ignored: not in the midst of bytes
 * that nobody typed.
 */
export function isTyped(context: CommandContext, chords: readonly string[], together: number): boolean {
  return (
    together <= MOST_TYPED ||
    chords.every((chord) => {
      const view = context.stores.view.getState();
      const id = keymapOf(context.stores).commandFor([...activeScopes(view), 'global'], chord);
      return id !== undefined && (ALWAYS.includes(id) || commandById(id).moves === true);
    })
  );
}

/** What keys are in a text; undefined where one of them is none. */
export function textOf(chords: readonly string[]): string | undefined {
  const texts = chords.map((chord) => TEXTS.get(chord) ?? (isText(chord) ? chord : undefined));
  return texts.includes(undefined) ? undefined : texts.join('');
}

const TEXTS: ReadonlyMap<string, string> = new Map([
  ['space', ' '],
  ['tab', '\t'],
  ['enter', '\n'],
]);

/** Whether keys that arrived at once are several lines or cells, which nobody types at once: a paste without brackets. */
export function isPastedText(chords: readonly string[]): boolean {
  return chords.length > MOST_TYPED && /[^\t\n][\t\n]+[^\t\n]/.test(textOf(chords) ?? '');
}

/**
 * Whether nobody typed keys that arrived at once while no field is open. A held key moves as often as it arrives, and what
 * is typed ahead of a field begins with what leads there.
 */
export function isPasted(context: CommandContext, chords: readonly string[]): boolean {
  if (chords.filter((chord) => isText(chord) || chord === 'enter' || chord === 'tab').length <= MOST_TYPED) {
    return false;
  }
  const { stores } = context;
  let place = stores.view.getState();
  for (const chord of chords) {
    const id = keymapOf(stores).commandFor(activeScopes(place), chord);
    const command = id === undefined ? undefined : commandById(id);
    if (command !== undefined && isFieldOpener(context, command)) {
      return false;
    }
    if (command?.moves !== true) {
      return true;
    }
    const tab = TABS.find((each) => command.id === `tab.${each}`);
    place = tab === undefined ? place : { ...place, tab };
  }
  return false;
}
