import type { ComponentType } from 'react';

import { AgentsPane } from '../panes/agents/AgentsPane.tsx';
import { EntityPage } from '../panes/entity/EntityPage.tsx';
import { EventsPane } from '../panes/events/EventsPane.tsx';
import { LlmPane } from '../panes/llm/LlmPane.tsx';
import { OverviewPane } from '../panes/overview/OverviewPane.tsx';
import { TranscriptPane } from '../panes/pager/TranscriptPane.tsx';
import { PolicyPane } from '../panes/policy/PolicyPane.tsx';
import { SessionsPane } from '../panes/sessions/SessionsPane.tsx';
import { Surface } from '../surface/Surface.tsx';
import type { PaneName } from '../surface/surface.ts';

const PANES: Readonly<Record<PaneName, ComponentType>> = {
  overview: OverviewPane,
  events: EventsPane,
  agents: AgentsPane,
  sessions: SessionsPane,
  llm: LlmPane,
  policy: PolicyPane,
  entity: EntityPage,
  transcript: TranscriptPane,
};

/** What is open between the tabs and the dialog; under the field of a search, the text that is searched. */
export function Pane({ name }: { readonly name: PaneName | 'covered' }) {
  const Open = name === 'covered' ? Covered : PANES[name];
  return <Open />;
}

function Covered() {
  return <Surface name="covered" />;
}
