import type { Stores } from '../../stores/stores.ts';
import type { Rebound } from '../../stores/view/view-store.ts';
import { chordName } from './chord-names.ts';
import { KEYMAP } from './keymap.ts';

const USUAL_CHORDS = new Map(Object.values(KEYMAP).flatMap((commands) => Object.entries(commands)));

/** The keys that run a command, as sentences name them, the one to show first at the front. */
export function keyNames(
  id: string,
  { rebound, ascii }: { readonly rebound: Rebound; readonly ascii: boolean },
): readonly string[] {
  const chords = rebound.get(id) ?? USUAL_CHORDS.get(id) ?? [];
  return chords.map((chord) => chordName(chord, ascii));
}

/** Of the keys of a command those that a sentence names: the first, and Esc, which acts beside every other key that goes back. */
export function namedKeys<Key extends string>(keys: readonly Key[], escape: Key): readonly Key[] {
  return keys.filter((key, index) => index === 0 || key === escape);
}

/** The same in a sentence; of a command without a key, what finds it in the palette. */
export function keyInSentence(id: string, names: readonly string[]): string {
  return names.length === 0 ? `:${id}` : namedKeys(names, chordName('escape')).join(' or ');
}

/** The key that runs a command now, as a sentence names it. */
export function keyNameOf({ view }: Pick<Stores, 'view'>, id: string): string {
  return keyInSentence(id, keyNames(id, view.getState()));
}
