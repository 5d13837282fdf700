import type { Clock } from '../../lib/clock.ts';
import { selectVisibleAgents } from '../../stores/agents/select-agents.ts';
import { pageRowList, selectPage } from '../../stores/entity/select-page.ts';
import { selectFeedRows } from '../../stores/events/select-events.ts';
import { selectOverviewRows } from '../../stores/overview/select-overview-cursor.ts';
import { selectVisibleSessions } from '../../stores/sessions/select-sessions.ts';
import type { Stores } from '../../stores/stores.ts';
import { visibleRows, type VisibleRows } from '../../stores/base/visible-rows.ts';
import { selectLlmTotals, selectVisibleLlmCalls } from '../../stores/llm/select-llm-calls.ts';
import { selectPolicyFields } from '../../stores/policy/select-policy.ts';

const NO_ROWS = visibleRows([]);

/** What the cursor can stand on where the keys go: the rows of the page that is open, the places of the overview, or the list. */
export function cursorRows(stores: Stores, clock: Clock): VisibleRows {
  const page = selectPage(stores, clock.now());
  if (page !== undefined) {
    return pageRowList(page);
  }
  return stores.view.getState().tab === 'overview'
    ? selectOverviewRows(stores, clock.now())
    : activeList(stores, clock);
}

/** The rows that the active pane shows, in order; empty where a pane has no list. */
export function activeList(stores: Stores, clock: Clock): VisibleRows {
  switch (stores.view.getState().tab) {
    case 'overview':
      return NO_ROWS;
    case 'events':
      return selectFeedRows(stores);
    case 'agents':
      return visibleRows(selectVisibleAgents(stores, clock.now()));
    case 'sessions':
      return visibleRows(selectVisibleSessions(stores));
    case 'llm':
      return visibleRows(
        stores.view.getState().llm.shows === 'calls'
          ? selectVisibleLlmCalls(stores)
          : selectLlmTotals(stores),
      );
    case 'policy':
      return visibleRows(selectPolicyFields(stores));
  }
}
