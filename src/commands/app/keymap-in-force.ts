import { ownValue } from '../../lib/own-value.ts';
import { memoizeLast } from '../../stores/base/memoize-last.ts';
import type { Stores } from '../../stores/stores.ts';
import type { Rebound } from '../../stores/view/view-store.ts';
import type { Command, Scope } from '../base/command.ts';
import { KEYMAP } from '../keys/keymap.ts';
import { COMMANDS } from './registry.ts';

/** Which keys count: those of the table, and in their place those that the user has chosen. */
export interface Keymap {
  /** The id of the command that a chord runs in the first of the scopes that binds it. */
  commandFor(scopes: readonly Scope[], chord: string): string | undefined;
  /** The chords of a command, the one to show first at the front. */
  chordsOf(command: Pick<Command, 'id' | 'scope'>): readonly string[];
}

/** The keymap with other chords for some commands. */
export function createKeymap(rebound: Rebound): Keymap {
  const chordsOf = ({ id, scope }: Pick<Command, 'id' | 'scope'>) =>
    rebound.get(id) ?? ownValue(KEYMAP[scope], id) ?? [];
  const commandByChord = new Map<string, string>();
  for (const command of COMMANDS) {
    for (const chord of chordsOf(command)) {
      commandByChord.set(`${command.scope} ${chord}`, command.id);
    }
  }
  return {
    chordsOf,
    commandFor(scopes, chord) {
      const scope = scopes.find((candidate) => commandByChord.has(`${candidate} ${chord}`));
      return scope === undefined ? undefined : commandByChord.get(`${scope} ${chord}`);
    },
  };
}

/** The keymap as it is where nothing was rebound. */
export const USUAL_KEYMAP = createKeymap(new Map());

/** The usual chords of a command, the one to show first at the front. */
export const chordsOf: Keymap['chordsOf'] = (command) => USUAL_KEYMAP.chordsOf(command);

const keymapFor = memoizeLast((rebound: Rebound) =>
  rebound.size === 0 ? USUAL_KEYMAP : createKeymap(rebound),
);

/** The keymap that is in force. */
export function keymapOf({ view }: Pick<Stores, 'view'>): Keymap {
  return keymapFor(view.getState().rebound);
}

/** The chords of a command that no command of a nearer scope takes away from it. */
export function chordsWithin(
  scopes: readonly Scope[],
  command: Pick<Command, 'id' | 'scope'>,
  keymap: Keymap,
): readonly string[] {
  return keymap.chordsOf(command).filter((chord) => keymap.commandFor(scopes, chord) === command.id);
}

/** The commands that count in a scope, in the order of the registry. */
export function commandsOfScope(scope: Scope): readonly Command[] {
  return COMMANDS.filter((command) => command.scope === scope);
}
