import type { ComponentType } from 'react';

import type { Tab } from '../../stores/view-store.ts';
import type { Size } from '../widgets/line.ts';
import { AgentsPane } from './agents/AgentsPane.tsx';
import { EventsPane } from './events/EventsPane.tsx';
import { LlmPane } from './llm/LlmPane.tsx';
import { OverviewPane } from './overview/OverviewPane.tsx';
import { PolicyPane } from './policy/PolicyPane.tsx';
import { SessionsPane } from './sessions/SessionsPane.tsx';

/** The pane of each tab. */
export const PANES: Readonly<Record<Tab, ComponentType<{ readonly size: Size }>>> = {
  overview: OverviewPane,
  events: EventsPane,
  agents: AgentsPane,
  sessions: SessionsPane,
  llm: LlmPane,
  policy: PolicyPane,
};
