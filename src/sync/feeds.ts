import { listAgents } from '../api/agents.ts';
import type { Client } from '../api/client.ts';
import { getHealth } from '../api/health.ts';
import { getPolicy } from '../api/policy.ts';
import { getSummary } from '../api/summary.ts';
import type { Clock } from '../lib/clock.ts';
import { noteFailure, receive, type ResourceStore } from '../stores/resource-store.ts';
import type { Stores } from '../stores/stores.ts';
import { createEventFeed } from './event-feed.ts';
import { failureFrom } from './failure.ts';
import type { Feed } from './feed.ts';
import { readCalendar } from './read-calendar.ts';
import { readLlmCalls } from './read-llm-calls.ts';
import { readPages } from './read-pages.ts';
import { readSessionClients, readSessions } from './read-sessions.ts';

const DAY = 24 * 60 * 60 * 1000;
const CALENDAR_DAYS = 26 * 7;
const AGENT_PAGE = 100;
const MOST_AGENT_PAGES = 200;

/** Every resource that the console keeps fresh: its targets in seconds, where it is shown, and how it is read. */
export function createFeeds(client: Client, stores: Stores, clock: Clock): readonly Feed[] {
  const eventFeed = createEventFeed(client, stores.events, clock);
  const into = <Data>(store: ResourceStore<Data>, read: (signal: AbortSignal) => Promise<Data>) => ({
    read: async (signal: AbortSignal) => receive(store, await read(signal), clock.now()),
    fail: (error: unknown) => noteFailure(store, failureFrom(error, clock)),
  });
  return [
    {
      name: 'events',
      targets: { focused: 2, visible: 5, hidden: 30 },
      focusedIn: ['events'],
      visibleIn: ['overview', 'agents'],
      ...eventFeed,
    },
    {
      name: 'agents',
      targets: { focused: 10, visible: 20, hidden: 120 },
      focusedIn: ['agents'],
      visibleIn: ['overview', 'events'],
      ...into(stores.agents, (signal) =>
        readPages({
          mostPages: MOST_AGENT_PAGES,
          mostRows: AGENT_PAGE * MOST_AGENT_PAGES,
          readPage: (offset) => listAgents(client, { limit: AGENT_PAGE, offset }, signal, 'agents'),
          keyOf: ({ id }) => id,
        }),
      ),
    },
    {
      name: 'summary',
      targets: { focused: 30, visible: 60, hidden: 300 },
      focusedIn: ['overview'],
      visibleIn: [],
      ...into(stores.summary, async (signal) => (await getSummary(client, signal, 'shares')).value),
    },
    {
      name: 'health',
      targets: { focused: 30, visible: 60, hidden: 120 },
      focusedIn: ['overview'],
      visibleIn: [],
      ...into(stores.health, async (signal) => (await getHealth(client, signal)).value),
    },
    {
      name: 'calendar',
      targets: { focused: 60, visible: 120, hidden: 600 },
      focusedIn: ['overview'],
      visibleIn: ['sessions'],
      ...into(stores.calendar, (signal) => {
        const now = clock.now();
        return readCalendar(client, { from: now - CALENDAR_DAYS * DAY, to: now }, signal, 'session calendar');
      }),
    },
    {
      name: 'sessions',
      targets: { focused: 10, visible: 30, hidden: 120 },
      focusedIn: ['sessions'],
      visibleIn: [],
      ...into(stores.sessions, (signal) => readSessions(client, stores.view.getState().sessions, signal)),
    },
    {
      name: 'session clients',
      targets: { focused: 60, visible: 120, hidden: 600 },
      focusedIn: ['sessions'],
      visibleIn: [],
      ...into(stores.sessionClients, (signal) => readSessionClients(client, signal)),
    },
    {
      name: 'llm',
      targets: { focused: 5, visible: 15, hidden: 60 },
      focusedIn: ['llm'],
      visibleIn: [],
      ...into(stores.llmCalls, (signal) => readLlmCalls(client, signal, 'LLM calls')),
    },
    {
      name: 'policy',
      targets: { focused: 30, visible: 60, hidden: 300 },
      focusedIn: ['policy'],
      visibleIn: [],
      ...into(stores.policy, async (signal) => (await getPolicy(client, signal, 'policy')).value),
    },
  ];
}
