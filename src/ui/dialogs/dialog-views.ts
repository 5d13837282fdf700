import type { Dialog, DialogKind, DialogOf } from '../../stores/view/dialog-states.ts';
import { agentActionView } from './agent-action/agent-action-dialog.ts';
import { agentQuestionView } from './agent-action/agent-question-dialog.ts';
import { agentResultsView } from './agent-results/agent-results-dialog.ts';
import type { DialogView } from './base/dialog-view.ts';
import { calendarView } from './calendar/calendar-dialog.ts';
import { choiceView } from './choice/choice-dialog.ts';
import { columnsView } from './columns/columns-dialog.ts';
import { confirmView } from './confirm/confirm-dialog.ts';
import { eventRangeView } from './event-range/event-range-dialog.ts';
import { filterView } from './filter/filter-dialog.ts';
import { helpView } from './help/help-dialog.ts';
import { huntView } from './hunt/hunt-dialog.ts';
import { journalView } from './journal/journal-dialog.ts';
import { listEditorView } from './list-editor/list-editor-dialog.ts';
import { messagesView } from './messages/messages-dialog.ts';
import { paletteView } from './palette/palette-dialog.ts';
import { plainView } from './plain/plain-dialog.ts';
import { conflictView } from './policy-conflict/conflict-dialog.ts';
import { comparisonView, reviewView } from './policy-review/review-dialog.ts';
import { versionsView } from './policy-versions/versions-dialog.ts';
import { progressView } from './progress/progress-dialog.ts';
import { requestLogView } from './request-log/request-log-dialog.ts';
import { sessionSearchView } from './session-search/session-search-dialog.ts';
import { textView } from './text/text-dialog.ts';

/** Every kind of dialog, and how it looks. */
const VIEWS: { readonly [Kind in DialogKind]: DialogView<DialogOf<Kind>> } = {
  help: helpView,
  'request-log': requestLogView,
  messages: messagesView,
  plain: plainView,
  palette: paletteView,
  choice: choiceView,
  text: textView,
  filter: filterView,
  confirm: confirmView,
  progress: progressView,
  'event-range': eventRangeView,
  calendar: calendarView,
  columns: columnsView,
  journal: journalView,
  hunt: huntView,
  'session-search': sessionSearchView,
  'agent-action': agentActionView,
  'agent-question': agentQuestionView,
  'agent-results': agentResultsView,
  'list-editor': listEditorView,
  'policy-conflict': conflictView,
  'policy-review': reviewView,
  'policy-comparison': comparisonView,
  'policy-versions': versionsView,
};

/** How the kind of a dialog looks. */
export function viewOf({ kind }: Pick<Dialog, 'kind'>): DialogView<Dialog> {
  return VIEWS[kind];
}
