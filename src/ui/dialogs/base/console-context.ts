import { createContext, useContext } from 'react';

import type { CommandContext } from '../../../commands/base/command.ts';
import type { Theme } from '../../theme.ts';
import type { ShownDialog } from './shown-dialog.ts';

/** What every part of the interface may reach. It holds stable references and never changes while the console runs. */
export interface Console {
  readonly commands: CommandContext;
  readonly theme: Theme;
  /** What of it is on the terminal by now. */
  readonly shownDialog: ShownDialog;
}

export const ConsoleContext = createContext<Console | undefined>(undefined);

/** The console that this part belongs to. Throws outside of one. */
export function useConsole(): Console {
  const console = useContext(ConsoleContext);
  if (console === undefined) {
    throw new Error('Nothing is drawn outside of a console.');
  }
  return console;
}
