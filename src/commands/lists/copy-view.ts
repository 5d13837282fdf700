import type { CommandContext } from '../base/command.ts';
import { notify } from '../base/command.ts';
import { chooseCopy } from '../export/choose-copy.ts';
import { viewCommands } from './view-command.ts';

/** Offers to copy what is shown as a command, and says which filters it lacks. */
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
  if (left.length > 0) {
    notify(context, `The command lacks a filter that no query can say: ${left.join(', ')}.`);
  }
}
