import { acknowledgeCommands } from '../feed/acknowledge.ts';
import { agentCommands } from '../agents/agent-commands.ts';
import type { Command, Scope } from '../base/command.ts';
import { commandsOfDialog, type DialogSpec } from '../base/dialog-spec.ts';
import type { Dialog, DialogKind, DialogOf } from '../../stores/view/dialog-states.ts';
import { agentActionDialog, agentQuestionDialog } from '../agents/agent-dialogs.ts';
import { agentResultsDialog } from '../agents/results.ts';
import { choiceDialog } from './choice-menu.ts';
import { confirmDialog, progressDialog } from './questions.ts';
import { helpDialog, messagesDialog, plainDialog, requestLogDialog } from './scrolled-dialogs.ts';
import { textDialog } from './text-dialog.ts';
import { widenCommands } from '../lists/widen-filter.ts';
import { countCommands } from '../entity/count-rows.ts';
import { noteCommands } from '../feed/note.ts';
import { eventRangeCommands, eventRangeDialog } from '../feed/event-range.ts';
import { columnCommands, columnsDialog } from '../lists/columns.ts';
import { exportCommands } from '../lists/export-commands.ts';
import { eventCommands } from '../feed/events.ts';
import { filterCommands } from '../lists/filter.ts';
import { filterDialog } from '../base/filter-field.ts';
import { muteCommands } from '../alerts/mutes.ts';
import { matchCommands } from '../lists/next-match.ts';
import { savedFilterListCommands } from '../lists/saved-filters.ts';
import { valueFilterCommands } from '../base/value-filter.ts';
import { huntCommands, huntDialog } from '../hunt/hunt-commands.ts';
import { journalCommands, journalDialog } from '../journal/journal-commands.ts';
import { keptElsewhereCommands } from './kept-elsewhere.ts';
import { llmCommands } from './llm.ts';
import { markCommands } from '../lists/marks.ts';
import { modeCommands } from '../base/write-access.ts';
import { navigationCommands } from '../lists/navigation.ts';
import { overviewCommands } from './overview.ts';
import { pageCommands } from '../entity/entity-pages.ts';
import { exportingCommands } from '../pager/exporting.ts';
import { movingCommands } from '../pager/moving.ts';
import { outlineCommands } from '../pager/outline.ts';
import { searchingCommands } from '../pager/searching.ts';
import { showingCommands } from '../pager/showing.ts';
import { profileCommands } from './profiles.ts';
import { reportCommands } from './report.ts';
import { relatedCommands } from './related.ts';
import { paletteDialog } from './palette.ts';
import { policyCommands } from '../policy/policy-commands.ts';
import { listEditorDialog } from '../policy/list-editor.ts';
import { comparisonDialog, reviewDialog } from '../policy/review-dialogs.ts';
import { conflictDialog } from '../policy/settle-conflict.ts';
import { versionsDialog } from '../policy/versions.ts';
import { calendarDialog } from '../sessions/calendar.ts';
import { searchCommands, sessionSearchDialog } from '../search/search-commands.ts';
import { sessionCommands } from '../sessions/sessions.ts';
import { shellCommands } from './shell.ts';
import { sessionEventCommands } from './transcript-events.ts';
import { speechCommands } from './speech.ts';

/** Every kind of dialog, and what it does. */
export const DIALOGS: { readonly [Kind in DialogKind]: DialogSpec<DialogOf<Kind>> } = {
  filter: filterDialog,
  'event-range': eventRangeDialog,
  'agent-results': agentResultsDialog,
  'agent-action': agentActionDialog,
  'agent-question': agentQuestionDialog,
  journal: journalDialog,
  hunt: huntDialog,
  'session-search': sessionSearchDialog,
  calendar: calendarDialog,
  columns: columnsDialog,
  'policy-review': reviewDialog,
  'policy-comparison': comparisonDialog,
  'list-editor': listEditorDialog,
  'policy-conflict': conflictDialog,
  'policy-versions': versionsDialog,
  help: helpDialog,
  'request-log': requestLogDialog,
  messages: messagesDialog,
  plain: plainDialog,
  choice: choiceDialog,
  text: textDialog,
  progress: progressDialog,
  confirm: confirmDialog,
  palette: paletteDialog(() => COMMANDS),
};

/** What the kind of a dialog does. */
export function specOf({ kind }: Pick<Dialog, 'kind'>): DialogSpec<Dialog> {
  return DIALOGS[kind];
}

/** Everything that a user can do. */
export const COMMANDS: readonly Command[] = [
  ...shellCommands,
  ...speechCommands,
  ...modeCommands,
  ...keptElsewhereCommands,
  ...navigationCommands,
  ...markCommands,
  ...filterCommands,
  ...countCommands,
  ...widenCommands,
  ...columnCommands,
  ...valueFilterCommands,
  ...matchCommands,
  ...savedFilterListCommands,
  ...muteCommands,
  ...exportCommands,
  ...overviewCommands,
  ...eventCommands,
  ...acknowledgeCommands,
  ...noteCommands,
  ...eventRangeCommands,
  ...agentCommands,
  ...journalCommands,
  ...huntCommands,
  ...profileCommands,
  ...reportCommands,
  ...sessionCommands,
  ...searchCommands,
  ...llmCommands,
  ...pageCommands,
  ...showingCommands,
  ...searchingCommands,
  ...outlineCommands,
  ...sessionEventCommands,
  ...exportingCommands,
  ...movingCommands,
  ...relatedCommands,
  ...policyCommands,
  ...(Object.keys(DIALOGS) as DialogKind[]).flatMap((kind) => commandsOfDialog(kind, DIALOGS[kind])),
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

const QUESTIONS: ReadonlySet<Scope> = new Set(
  COMMANDS.filter(({ confirms }) => confirms === true).map(({ scope }) => scope),
);

/** Whether a kind of dialog asks something that a command of its own answers. */
export function isQuestion(kind: DialogKind): boolean {
  return QUESTIONS.has(kind);
}
