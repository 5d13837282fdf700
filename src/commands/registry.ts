import { acknowledgeCommands } from './acknowledge.ts';
import { agentCommands } from './agents/commands.ts';
import type { Command } from './command.ts';
import { dialogCommands } from './dialogs.ts';
import { eventRangeCommands } from './event-range.ts';
import { exportCommands } from './export/commands.ts';
import { eventCommands } from './events.ts';
import { filterCommands } from './filter.ts';
import { matchCommands } from './next-match.ts';
import { savedFilterListCommands } from './saved-filters.ts';
import { valueFilterCommands } from './value-filter.ts';
import { journalCommands } from './journal/commands.ts';
import { keptElsewhereCommands } from './kept-elsewhere.ts';
import { llmCommands } from './llm.ts';
import { markCommands } from './marks.ts';
import { modeCommands } from './mode.ts';
import { navigationCommands } from './navigation.ts';
import { overviewCommands } from './overview.ts';
import { pageCommands } from './pages.ts';
import { pagerCommands } from './pager/commands.ts';
import { relatedCommands } from './related.ts';
import { paletteCommands } from './palette.ts';
import { policyCommands } from './policy/commands.ts';
import { sessionCommands } from './sessions.ts';
import { shellCommands } from './shell.ts';
import { speechCommands } from './speech.ts';

/** Everything that a user can do. */
export const COMMANDS: readonly Command[] = [
  ...shellCommands,
  ...speechCommands,
  ...modeCommands,
  ...keptElsewhereCommands,
  ...navigationCommands,
  ...markCommands,
  ...filterCommands,
  ...valueFilterCommands,
  ...matchCommands,
  ...savedFilterListCommands,
  ...exportCommands,
  ...overviewCommands,
  ...eventCommands,
  ...acknowledgeCommands,
  ...eventRangeCommands,
  ...agentCommands,
  ...journalCommands,
  ...sessionCommands,
  ...llmCommands,
  ...pageCommands,
  ...pagerCommands,
  ...relatedCommands,
  ...policyCommands,
  ...dialogCommands,
  ...paletteCommands(() => COMMANDS),
];

const byId = new Map(COMMANDS.map((command) => [command.id, command]));

/** The command of that id. Throws when there is none: ids are written in the project alone. */
export function commandById(id: string): Command {
  const command = byId.get(id);
  if (command === undefined) {
    throw new Error(`There is no command ${id}.`);
  }
  return command;
}
