import { LIST_IDS, type ListId } from '../../stores/base/tab.ts';
import { AGENTS_PANE } from '../panes/agents/agents-pane.ts';
import { createPagePane } from '../panes/entity/entity-pane.ts';
import { EVENTS_PANE } from '../panes/events/events-pane.ts';
import type { ListPane } from '../panes/list-pane.ts';
import { LLM_PANE } from '../panes/llm/llm-pane.ts';
import { createOverviewPane } from '../panes/overview/overview-pane.ts';
import type { PaintPane, PaneContext } from '../panes/pane.ts';
import { createTranscriptPager } from '../panes/pager/transcript-pager.ts';
import { POLICY_PANE } from '../panes/policy/policy-pane.ts';
import { SESSIONS_PANE } from '../panes/sessions/sessions-pane.ts';
import type { PaneName } from '../surface/surface.ts';

/** How each list is drawn and said. */
export const LIST_PANES: Readonly<Record<ListId, ListPane>> = {
  events: EVENTS_PANE,
  agents: AGENTS_PANE,
  sessions: SESSIONS_PANE,
  llm: LLM_PANE,
  policy: POLICY_PANE,
};

/** What paints each pane. */
export function createPanes(context: PaneContext): Readonly<Record<PaneName, PaintPane>> {
  const lists = Object.fromEntries(
    LIST_IDS.map((list) => [list, LIST_PANES[list].create(context)]),
  ) as unknown as Readonly<Record<ListId, PaintPane>>;
  return {
    ...lists,
    overview: createOverviewPane(context),
    entity: createPagePane(context),
    transcript: createTranscriptPager(context),
  };
}
