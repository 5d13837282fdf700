import type { Command, CommandContext, Scope } from '../../commands/command.ts';
import { chordNames, chordsOf, commandForChord, commandsOfScope } from '../../commands/keymap.ts';
import { rememberLast } from '../../stores/remember-last.ts';
import { own, type Line } from '../widgets/line.ts';

/** The commands to hint at in some scopes, those of the nearest scope first, whose key is no nearer scope's. */
export function hintedCommands(scopes: readonly Scope[]): readonly Command[] {
  return scopes.flatMap((scope) =>
    commandsOfScope(scope).filter(
      (command) =>
        command.hint !== undefined && commandForChord(scopes, chordsOf(command)[0] ?? '') === command.id,
    ),
  );
}

/** Draws the last row: keys and what they do, as many as fit; help and quit always do. */
export function createHintRow(context: CommandContext): (scopes: readonly Scope[], columns: number) => Line {
  const hintedIn = rememberLast((...scopes: readonly Scope[]) => hintedCommands(scopes));
  const fitting = rememberLast(fittingCommands);
  const line = rememberLast((commands: readonly Command[], ...isDisabled: readonly boolean[]): Line => [
    own(' '),
    ...commands.flatMap((command, index) => hint(command, isDisabled[index] === true)),
  ]);
  return (scopes, columns) => {
    const commands = fitting(hintedIn(...scopes), columns);
    return line(commands, ...commands.map((command) => command.disabledReason?.(context) !== undefined));
  };
}

const ALWAYS_HINTED = ['help.open', 'pager.help', 'app.quit'];

function fittingCommands(hinted: readonly Command[], columns: number): readonly Command[] {
  const always = hinted.filter(({ id }) => ALWAYS_HINTED.includes(id));
  const rest = hinted.filter((command) => !always.includes(command));
  let room = columns - 1 - always.reduce((sum, command) => sum + hintColumns(command), 0);
  const shown = rest.filter((command) => {
    const fits = hintColumns(command) <= room;
    room -= fits ? hintColumns(command) : 0;
    return fits;
  });
  return [...shown, ...always];
}

function hint(command: Command, isDisabled: boolean): Line {
  return [
    own(keyOf(command), isDisabled ? 'dim' : 'key'),
    own(` ${command.hint ?? ''}  `, isDisabled ? 'dim' : 'plain'),
  ];
}

function hintColumns(command: Command): number {
  return keyOf(command).length + (command.hint ?? '').length + 3;
}

function keyOf(command: Command): string {
  return chordNames(command)[0] ?? '';
}
