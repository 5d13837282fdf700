import type { Clock } from '../lib/clock.ts';
import { selectVisibleAgents } from '../stores/select-agents.ts';
import { selectFeedRows } from '../stores/select-events.ts';
import { selectVisibleSessions } from '../stores/select-sessions.ts';
import type { Stores } from '../stores/stores.ts';
import { visibleRows, type VisibleRows } from '../stores/visible-rows.ts';
import { selectLlmTotals, selectVisibleLlmCalls } from '../stores/select-llm-calls.ts';
import { selectPolicyFields } from '../stores/select-policy.ts';

const NO_ROWS = visibleRows([]);

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
