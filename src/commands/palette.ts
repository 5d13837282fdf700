import fuzzysort from 'fuzzysort';

import { closeDialog, notify, updateDialog, type Command, type CommandContext } from './command.ts';
import { activeScopes } from './scopes.ts';

/** Commands that the palette offers for a search: those of the current place, the best match first. */
export function findCommands(
  context: CommandContext,
  all: readonly Command[],
  search: string,
): readonly Command[] {
  const usable = activeScopes({ ...context.stores.view.getState(), dialogs: [] })
    .flatMap((scope) => all.filter((command) => command.scope === scope))
    .filter(({ id }) => id !== 'palette.open');
  return search.trim() === ''
    ? usable
    : fuzzysort
        .go(search.trim(), usable, { keys: ['title', 'id'], threshold: 0 })
        .map((result) => result.obj);
}

/** Runs a command, or says why it cannot be run now. */
export function runCommand(context: CommandContext, command: Command): void {
  const reason = command.disabledReason?.(context);
  if (reason === undefined) {
    command.run(context);
  } else {
    notify(context, reason);
  }
}

function moving(id: string, title: string, by: number): Command {
  return {
    id,
    title,
    scope: 'palette',
    moves: true,
    run(context) {
      const dialog = context.stores.view.getState().dialogs.at(-1);
      if (dialog?.kind === 'palette') {
        updateDialog(context, 'palette', { cursor: Math.max(0, dialog.cursor + by) });
      }
    },
  };
}

/** The keys of the palette beside its field. */
export const paletteCommands: readonly Command[] = [
  moving('palette.down', 'Next command', 1),
  moving('palette.up', 'Previous command', -1),
  {
    id: 'palette.close',
    title: 'Close',
    hint: 'close',
    scope: 'palette',
    closes: true,
    run: (context) => void closeDialog(context),
  },
];
