import type { Command, CommandContext, Scope } from '../../commands/command.ts';
import { chordNames, commandsOfScope } from '../../commands/keymap.ts';
import { own, type Line } from '../widgets/line.ts';

/** The commands to hint at in some scopes, those of the nearest scope first. */
export function hintedCommands(scopes: readonly Scope[]): readonly Command[] {
  return scopes.flatMap((scope) => commandsOfScope(scope).filter((command) => command.hint !== undefined));
}

/** The last row: keys and what they do, as many as fit; help and quit always do. */
export function hintRow(context: CommandContext, scopes: readonly Scope[], columns: number): Line {
  const hinted = hintedCommands(scopes);
  const always = hinted.filter((command) => command.id === 'help.open' || command.id === 'app.quit');
  const rest = hinted.filter((command) => !always.includes(command));
  let room = columns - 1 - always.reduce((sum, command) => sum + hintColumns(command), 0);
  const shown = rest.filter((command) => {
    const fits = hintColumns(command) <= room;
    room -= fits ? hintColumns(command) : 0;
    return fits;
  });
  return [own(' '), ...[...shown, ...always].flatMap((command) => hint(context, command))];
}

function hint(context: CommandContext, command: Command): Line {
  const disabled = command.disabledReason?.(context) !== undefined;
  return [
    own(keyOf(command), disabled ? 'dim' : 'key'),
    own(` ${command.hint ?? ''}  `, disabled ? 'dim' : 'plain'),
  ];
}

function hintColumns(command: Command): number {
  return keyOf(command).length + (command.hint ?? '').length + 3;
}

function keyOf(command: Command): string {
  return chordNames(command)[0] ?? '';
}
