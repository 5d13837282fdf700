import type { Command, CommandContext, Scope } from '../../commands/command.ts';
import { chordName, chordsWithin, commandsOfScope, keymapOf, type Keymap } from '../../commands/keymap.ts';
import { rememberLast } from '../../stores/remember-last.ts';
import { own, type Line } from '../widgets/line.ts';

/** A command that is hinted at, and the key that runs it. */
interface Hint {
  readonly command: Command;
  readonly key: string;
}

/** The commands to hint at in some scopes, those of the nearest scope first. */
export function hintedCommands(scopes: readonly Scope[]): readonly Command[] {
  return scopes.flatMap((scope) => commandsOfScope(scope).filter((command) => command.hint !== undefined));
}

/** Draws the last row: keys and what they do, as many as fit; help and quit always do. */
export function createHintRow(context: CommandContext): (scopes: readonly Scope[], columns: number) => Line {
  const hintsIn = rememberLast(
    (keymap: Keymap, ascii: boolean, ...scopes: readonly Scope[]): readonly Hint[] =>
      hintedCommands(scopes).flatMap((command) => {
        const [chord] = chordsWithin(scopes, command, keymap);
        return chord === undefined ? [] : [{ command, key: chordName(chord, ascii) }];
      }),
  );
  const fitting = rememberLast(fittingHints);
  const line = rememberLast((hints: readonly Hint[], ...isDisabled: readonly boolean[]): Line => [
    own(' '),
    ...hints.flatMap((hint, index) => hintLine(hint, isDisabled[index] === true)),
  ]);
  return (scopes, columns) => {
    const { stores } = context;
    const hints = fitting(hintsIn(keymapOf(stores), stores.view.getState().ascii, ...scopes), columns);
    return line(hints, ...hints.map(({ command }) => command.disabledReason?.(context) !== undefined));
  };
}

const ALWAYS_HINTED = ['help.open', 'pager.help', 'app.quit'];

function fittingHints(hinted: readonly Hint[], columns: number): readonly Hint[] {
  const always = hinted.filter(({ command }) => ALWAYS_HINTED.includes(command.id));
  const rest = hinted.filter((hint) => !always.includes(hint));
  let room = columns - 1 - always.reduce((sum, hint) => sum + hintColumns(hint), 0);
  const shown = rest.filter((hint) => {
    const fits = hintColumns(hint) <= room;
    room -= fits ? hintColumns(hint) : 0;
    return fits;
  });
  return [...shown, ...always];
}

function hintLine({ command, key }: Hint, isDisabled: boolean): Line {
  return [
    own(key, isDisabled ? 'dim' : 'key'),
    own(` ${command.hint ?? ''}  `, isDisabled ? 'dim' : 'plain'),
  ];
}

function hintColumns({ command, key }: Hint): number {
  return key.length + (command.hint ?? '').length + 3;
}
