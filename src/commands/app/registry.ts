import { acknowledgeCommands } from '../feed/acknowledge.ts';
import { agentCommands } from '../agents/agent-commands.ts';
import type { Command } from '../base/command.ts';
import { dialogCommands } from './dialogs.ts';
import { eventRangeCommands } from '../feed/event-range.ts';
import { exportCommands } from '../export/export-commands.ts';
import { eventCommands } from '../feed/events.ts';
import { filterCommands } from '../lists/filter.ts';
import { matchCommands } from '../lists/next-match.ts';
import { savedFilterListCommands } from '../lists/saved-filters.ts';
import { valueFilterCommands } from '../lists/value-filter.ts';
import { journalCommands } from '../journal/journal-commands.ts';
import { keptElsewhereCommands } from './kept-elsewhere.ts';
import { llmCommands } from './llm.ts';
import { markCommands } from '../lists/marks.ts';
import { modeCommands } from '../base/write-access.ts';
import { navigationCommands } from '../lists/navigation.ts';
import { overviewCommands } from './overview.ts';
import { pageCommands } from '../entity/entity-pages.ts';
import { pagerCommands } from './pager-commands.ts';
import { relatedCommands } from '../related/related.ts';
import { paletteCommands } from './palette.ts';
import { policyCommands } from '../policy/policy-commands.ts';
import { sessionCommands } from '../sessions/sessions.ts';
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
