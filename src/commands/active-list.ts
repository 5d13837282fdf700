import type { Clock } from '../lib/clock.ts';
import { selectVisibleAgents } from '../stores/agents/select-agents.ts';
import { selectFeedRows } from '../stores/events/select-events.ts';
import { selectVisibleSessions } from '../stores/sessions/select-sessions.ts';
import type { Stores } from '../stores/stores.ts';
import { visibleRows, type VisibleRows } from '../stores/rows/visible-rows.ts';
import { selectLlmTotals, selectVisibleLlmCalls } from '../stores/llm/select-llm-calls.ts';
import { selectPolicyFields } from '../stores/policy/select-policy.ts';

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
