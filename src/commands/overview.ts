import type { Command } from './command.ts';
import { goToTab } from './shell.ts';

/** What can be done on the overview beside looking. */
export const overviewCommands: readonly Command[] = [
  {
    id: 'overview.open-events',
    title: 'Go to the feed',
    hint: 'events',
    scope: 'overview',
    run: (context) => goToTab(context, 'events'),
  },
];
