import type { AgentsSlice } from '../agents/agents-slice.ts';
import { rememberLast } from '../base/memoize-last.ts';
import type { EventsSlice } from '../events/events-slice.ts';
import { markedEventsOf } from '../events/marked-events.ts';
import type { SessionsSlice } from '../sessions/sessions-slice.ts';
import type { ViewStore } from './view-store.ts';
import type { Tab } from '../base/tab.ts';
import type { Marks } from '../base/mark-set.ts';

type Marked = Pick<AgentsSlice, 'agents'> &
  Pick<EventsSlice, 'events'> &
  Pick<SessionsSlice, 'sessions'> & { readonly view: ViewStore };

/** How many of the marked rows there still are, whether the filters show them or not. */
export function selectMarked(stores: Marked, tab: Tab): number {
  const { marks } = stores.view.getState()[tab];
  if (marks.size === 0) {
    return 0;
  }
  switch (tab) {
    case 'events':
      return markedEventsOf(stores).count(marks);
    case 'agents':
      return countRows(marks, stores.agents.getState().data?.rows ?? []);
    case 'sessions':
      return countRows(marks, stores.sessions.getState().data?.rows ?? []);
    case 'llm':
    case 'overview':
    case 'policy':
      return marks.size;
  }
}

const countRows = rememberLast((marks: Marks, rows: readonly { readonly id: string }[]): number =>
  rows.reduce((count, { id }) => count + (marks.has(id) ? 1 : 0), 0),
);
