import type { ListId, Tab } from '../../stores/base/tab.ts';
import { AGENTS_SOURCE } from './agents.ts';
import { EVENTS_SOURCE } from './events.ts';
import type { ListSource } from './list-source.ts';
import { LLM_SOURCE } from './llm.ts';
import { POLICY_SOURCE } from './policy.ts';
import { SESSIONS_SOURCE } from './sessions.ts';

/** What can be done with each list. */
export const LIST_SOURCES: Readonly<Record<ListId, ListSource>> = {
  events: EVENTS_SOURCE,
  agents: AGENTS_SOURCE,
  sessions: SESSIONS_SOURCE,
  llm: LLM_SOURCE,
  policy: POLICY_SOURCE,
};

/** The name of a tab as it is shown. */
export function tabTitle(tab: Tab): string {
  return tab === 'overview' ? 'Overview' : LIST_SOURCES[tab].title;
}
