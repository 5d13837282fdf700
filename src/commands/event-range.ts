import type { Command } from './command.ts';

export const eventRangeCommands: readonly Command[] = [];
