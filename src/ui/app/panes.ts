import { createAgentsPane } from '../panes/agents/agents-pane.ts';
import { createPagePane } from '../panes/entity/entity-pane.ts';
import { createEventsPane } from '../panes/events/events-pane.ts';
import { createLlmPane } from '../panes/llm/llm-pane.ts';
import { createOverviewPane } from '../panes/overview/overview-pane.ts';
import type { PaintPane, PaneContext } from '../panes/pane.ts';
import { createTranscriptPager } from '../panes/pager/transcript-pager.ts';
import { createPolicyPane } from '../panes/policy/policy-pane.ts';
import { createSessionsPane } from '../panes/sessions/sessions-pane.ts';
import type { PaneName } from '../surface/surface.ts';

/** What paints each pane. */
export function createPanes(context: PaneContext): Readonly<Record<PaneName, PaintPane>> {
  return {
    overview: createOverviewPane(context),
    events: createEventsPane(context),
    agents: createAgentsPane(context),
    sessions: createSessionsPane(context),
    llm: createLlmPane(context),
    policy: createPolicyPane(context),
    entity: createPagePane(context),
    transcript: createTranscriptPager(context),
  };
}
