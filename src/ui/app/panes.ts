import type { Tab } from '../../stores/base/tab.ts';
import { createAgentsPane } from '../panes/agents/agents-pane.ts';
import { createEventsPane } from '../panes/events/events-pane.ts';
import { createLlmPane } from '../panes/llm/llm-pane.ts';
import { createOverviewPane } from '../panes/overview/overview-pane.ts';
import type { PaintPane, PaneContext } from '../panes/pane.ts';
import { createTranscriptPager } from '../panes/pager/transcript-pager.ts';
import { createPolicyPane } from '../panes/policy/policy-pane.ts';
import { createSessionsPane } from '../panes/sessions/sessions-pane.ts';

/** The pane of each tab. */
export function createPanes(context: PaneContext): Readonly<Record<Tab, PaintPane>> {
  return {
    overview: createOverviewPane(context),
    events: createEventsPane(context),
    agents: createAgentsPane(context),
    sessions: createSessionsOrTranscript(context),
    llm: createLlmPane(context),
    policy: createPolicyPane(context),
  };
}

/** The list of sessions, or the transcript of one of them. */
function createSessionsOrTranscript(context: PaneContext): PaintPane {
  const paintList = createSessionsPane(context);
  const paintPager = createTranscriptPager(context);
  return (size, now) =>
    (context.stores.view.getState().pager === undefined ? paintList : paintPager)(size, now);
}
