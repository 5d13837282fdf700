import type { Stores } from '../../stores/stores.ts';
import type { CommandContext } from '../base/command.ts';
import { notify } from '../base/command.ts';
import { chooseCopy } from '../export/choose-copy.ts';
import { notesOnMuted } from '../export/row-notes.ts';
import { viewCommands } from './view-command.ts';

/** Offers to copy what is shown as a command, and says of each what of the view it lacks, and what is muted here alone. */
export function copyView(context: CommandContext): void {
  const commands = viewCommands(context);
  if (commands.length === 0) {
    notify(
      context,
      'This cannot be copied as a command: its filter holds a character that no command line can hold.',
    );
    return;
  }
  chooseCopy(
    context,
    commands.map(({ name, command, left, otherwise }) => ({
      name: [left.length === 0 ? name : `${name}, without ${left.join(', ')}`, ...otherwise].join('; '),
      value: command,
      text: () => command,
    })),
    'Copy this view as a command',
  );
  mutesHere(context.stores).forEach((sentence) => notify(context, sentence));
}

/** That the view hides muted events, which what prints it and a console of another host do not. */
function mutesHere(stores: Stores): readonly string[] {
  return stores.view.getState().tab === 'events'
    ? notesOnMuted(stores).map((note) => `Of this view: ${note}. The command line and other hosts show them.`)
    : [];
}
