import type { Session } from '../../contract/session.ts';
import { selectVisibleSessions } from '../../stores/sessions/select-sessions.ts';
import { SESSION_ORDERS } from '../../stores/sessions/sort-sessions.ts';
import { selectedIndex } from '../../stores/base/cursor.ts';
import { visibleRows } from '../../stores/base/visible-rows.ts';
import { calendarCommands } from './calendar.ts';
import type { Command, CommandContext } from '../base/command.ts';
import { filterSessions, sessionFilterCommands } from './session-filters.ts';
import { chooseSorting } from '../base/sorting.ts';
import { openTranscriptAt } from '../pager/open.ts';

/** The session under the cursor. */
export function selectedSession({ stores }: CommandContext): Session | undefined {
  const sessions = selectVisibleSessions(stores);
  return sessions[selectedIndex(stores, 'sessions', visibleRows(sessions))];
}

/** What can be done with recorded sessions. */
export const sessionCommands: readonly Command[] = [
  {
    id: 'sessions.open',
    title: 'Read the transcript of the session',
    hint: 'transcript',
    scope: 'sessions',
    onRow: true,
    run(context) {
      const session = selectedSession(context);
      if (session !== undefined) {
        openTranscriptAt(context, session);
      }
    },
  },
  {
    id: 'sessions.toggle-subagents',
    title: 'Show or hide the sessions of subagents',
    hint: 'subagents',
    scope: 'sessions',
    run: (context) =>
      filterSessions(context, { subagents: !context.stores.view.getState().sessions.subagents }),
  },
  {
    id: 'sessions.toggle-suspicious',
    title: 'Show only sessions with suspicious names, or all again',
    scope: 'sessions',
    run: (context) =>
      filterSessions(context, { suspicious: !context.stores.view.getState().sessions.suspicious }),
  },
  {
    id: 'sessions.choose-sorting',
    title: 'Sort the sessions by a column',
    hint: 'sort',
    scope: 'sessions',
    run: (context) => chooseSorting(context, 'sessions', SESSION_ORDERS, SESSION_ORDERS[0]?.column),
  },
  ...calendarCommands,
  ...sessionFilterCommands,
];
