import type { Tab } from '../../stores/view-store.ts';
import { createAgentsPane } from './agents/agents-pane.ts';
import { createEventsPane } from './events/events-pane.ts';
import { createLlmPane } from './llm/llm-pane.ts';
import { createOverviewPane } from './overview/overview-pane.ts';
import type { PaintPane, PaneContext } from './pane.ts';
import { createPolicyPane } from './policy/policy-pane.ts';
import { createSessionsPane } from './sessions/sessions-pane.ts';

/** The pane of each tab. */
export function createPanes(context: PaneContext): Readonly<Record<Tab, PaintPane>> {
  return {
    overview: createOverviewPane(context),
    events: createEventsPane(context),
    agents: createAgentsPane(context),
    sessions: createSessionsPane(context),
    llm: createLlmPane(context),
    policy: createPolicyPane(context),
  };
}
