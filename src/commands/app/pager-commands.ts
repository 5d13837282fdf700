import type { Command } from '../base/command.ts';
import { exportingCommands } from '../pager/exporting.ts';
import { movingCommands } from '../pager/moving.ts';
import { outlineCommands } from '../pager/outline.ts';
import { searchingCommands } from '../pager/searching.ts';
import { sessionEventCommands } from './transcript-events.ts';
import { showingCommands } from '../pager/showing.ts';

/** Reading a transcript. */
export const pagerCommands: readonly Command[] = [
  ...showingCommands,
  ...searchingCommands,
  ...outlineCommands,
  ...sessionEventCommands,
  ...exportingCommands,
  ...movingCommands,
];
