import { listAgents } from '../api/agents.ts';
import type { Answered, Client } from '../api/client.ts';
import { getHealth } from '../api/health.ts';
import { listLlmCalls } from '../api/llm-calls.ts';
import { getPolicy } from '../api/policy.ts';
import { getCalendar, listSessionClients, listSessions } from '../api/sessions.ts';
import { getSummary } from '../api/summary.ts';
import type { DamagedRow, Page } from '../contract/pagination.ts';
import type { Clock } from '../lib/clock.ts';
import { formatDate } from '../lib/format-time.ts';
import { noteFailure, receive, type ResourceStore } from '../stores/resource-store.ts';
import type { Listing, Stores } from '../stores/stores.ts';
import { createEventFeed } from './event-feed.ts';
import { failureFrom } from './failure.ts';
import type { Feed } from './feed.ts';

const DAY = 24 * 60 * 60 * 1000;
const CALENDAR_DAYS = 26 * 7;
const AGENT_PAGE = 100;
const MOST_AGENT_PAGES = 200;
const SESSION_PAGE = 100;
const MOST_SESSION_PAGES = 10;
const LLM_PAGE = 200;

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
        readPages(MOST_AGENT_PAGES, (offset) =>
          listAgents(client, { limit: AGENT_PAGE, offset }, signal, 'agents'),
        ),
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
      ...into(stores.calendar, async (signal) => {
        const query = {
          since: formatDate(clock.now() - CALENDAR_DAYS * DAY),
          until: formatDate(clock.now()),
        };
        return (await getCalendar(client, query, signal, 'session calendar')).value;
      }),
    },
    {
      name: 'sessions',
      targets: { focused: 10, visible: 30, hidden: 120 },
      focusedIn: ['sessions'],
      visibleIn: [],
      ...into(stores.sessions, async (signal) => {
        const view = stores.view.getState().sessions;
        const query = {
          limit: SESSION_PAGE,
          date: view.date,
          project: view.project,
          git_branch: view.branch,
          client_id: view.clientId,
          include_subagents: view.subagents ? true : undefined,
        };
        return readPages(MOST_SESSION_PAGES, (offset) =>
          listSessions(client, { ...query, offset }, signal, 'sessions'),
        );
      }),
    },
    {
      name: 'session clients',
      targets: { focused: 60, visible: 120, hidden: 600 },
      focusedIn: ['sessions'],
      visibleIn: [],
      ...into(stores.sessionClients, async (signal) =>
        listingOf((await listSessionClients(client, signal, 'session clients')).value),
      ),
    },
    {
      name: 'llm',
      targets: { focused: 5, visible: 15, hidden: 60 },
      focusedIn: ['llm'],
      visibleIn: [],
      ...into(stores.llmCalls, async (signal) =>
        listingOf((await listLlmCalls(client, { limit: LLM_PAGE }, signal, 'LLM calls')).value),
      ),
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

function listingOf<Row>(page: Page<Row>): Listing<Row> {
  return { rows: page.rows, total: page.pagination?.total, damaged: page.damaged };
}

/**
 * The pages of a list one after the other, at most so many. Rows that shift between two pages while they are read are
 * kept once.
 */
async function readPages<Row extends { readonly id: string }>(
  most: number,
  readPage: (offset: number) => Promise<Answered<Page<Row>>>,
): Promise<Listing<Row>> {
  const byId = new Map<string, Row>();
  const damaged: DamagedRow[] = [];
  let total: number | undefined;
  let offset = 0;
  for (let page = 0; page < most; page++) {
    const { value } = await readPage(offset);
    for (const row of value.rows) {
      byId.set(row.id, row);
    }
    damaged.push(...value.damaged);
    total = value.pagination?.total ?? total;
    const read = value.rows.length + value.damaged.length;
    offset += read;
    const hasMore = value.pagination?.has_more ?? (total !== undefined && offset < total);
    if (read === 0 || !hasMore) {
      break;
    }
  }
  return { rows: [...byId.values()], total, damaged };
}
