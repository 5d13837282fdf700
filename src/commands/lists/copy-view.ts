import type { Stores } from '../../stores/stores.ts';
import type { CommandContext } from '../base/command.ts';
import { notify } from '../base/command.ts';
import { chooseCopy } from '../export/choose-copy.ts';
import { notesOnMuted } from '../export/row-notes.ts';
import { viewCommands } from './view-command.ts';

/** Offers to copy what is shown as a command, and says which filters it lacks, and what is muted here alone. */
export function copyView(context: CommandContext): void {
  const { console, printed, left } = viewCommands(context);
  chooseCopy(
    context,
    [
      { name: 'this view in a console', value: console, text: () => console },
      ...(printed === undefined
        ? []
        : [{ name: 'on the command line', value: printed, text: () => printed }]),
    ],
    'Copy this view as a command',
  );
  const lacks = [
    ...(left.length === 0 ? [] : [`The command lacks a filter that no query can say: ${left.join(', ')}.`]),
    ...mutesHere(context.stores),
  ];
  if (lacks.length > 0) {
    notify(context, lacks.join(' '));
  }
}

/** That the view hides muted events, which what prints it and a console of another host do not. */
function mutesHere(stores: Stores): readonly string[] {
  return stores.view.getState().tab === 'events'
    ? notesOnMuted(stores).map((note) => `Of this view: ${note}. The command line and other hosts show them.`)
    : [];
}
