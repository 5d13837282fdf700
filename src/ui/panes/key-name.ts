import { chordName } from '../../commands/chord-names.ts';
import { keymapOf } from '../../commands/keymap-in-force.ts';
import { commandById } from '../../commands/registry.ts';
import type { Stores } from '../../stores/stores.ts';

/** The key that runs a command now, as a sentence names it; of a command without a key, its title in the palette. */
export function keyNameOf(stores: Pick<Stores, 'view'>, id: string): string {
  const command = commandById(id);
  const [chord] = keymapOf(stores).chordsOf(command);
  return chord === undefined ? `“${command.title}”` : chordName(chord, stores.view.getState().ascii);
}
