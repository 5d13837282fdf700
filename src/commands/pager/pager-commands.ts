import type { Command } from '../base/command.ts';
import { exportingCommands } from './exporting.ts';
import { movingCommands } from './moving.ts';
import { outlineCommands } from './outline.ts';
import { searchingCommands } from './searching.ts';
import { sessionEventCommands } from '../related/transcript-events.ts';
import { showingCommands } from './showing.ts';

/** Reading a transcript. */
export const pagerCommands: readonly Command[] = [
  ...showingCommands,
  ...searchingCommands,
  ...outlineCommands,
  ...sessionEventCommands,
  ...exportingCommands,
  ...movingCommands,
];
