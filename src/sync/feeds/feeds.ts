import type { Client } from '../../api/client.ts';
import { getHealth } from '../../api/health.ts';
import { getPolicy } from '../../api/policy.ts';
import { keepUnchanged } from '../../stores/policy/keep-unchanged.ts';
import { getSummary } from '../../api/summary.ts';
import type { Session } from '../../contract/session.ts';
import type { Clock } from '../../lib/clock.ts';
import { isSameJson } from '../../lib/same-json.ts';
import { CALENDAR_DAYS } from '../../stores/sessions/calendar-reach.ts';
import { noteFailure, receive, type ResourceStore } from '../../stores/base/resource-store.ts';
import type { Stores } from '../../stores/stores.ts';
import type { FeedName } from '../../stores/base/feed-name.ts';
import type { Listing } from '../../stores/base/listing.ts';
import { panesAbout } from './panes-about.ts';
import { MOST_LLM_CALLS, type LlmListing } from '../../stores/llm/llm-listing.ts';
import { createAgentFeed } from './agent-feed.ts';
import type { EventFeed } from './event-feed.ts';
import { failureFrom } from '../retry/failure.ts';
import type { Feed, Targets } from './feed.ts';
import { FIRST_LLM_CALLS, LlmCallReader } from '../lists/llm-call-reader.ts';
import { isSameListing, type Sent } from '../lists/reconcile.ts';
import { BlockCountReader } from './block-count-reader.ts';
import { readCalendar } from '../lists/read-calendar.ts';
import { createSessionClientList, readSessionClients, SESSION_PAGE } from '../lists/read-sessions.ts';
import type { OutdatedReadings } from '../writes/outdated-readings.ts';
import { FRESH_SESSIONS, type SessionReader } from '../lists/session-reader.ts';
import { serverFilters } from '../lists/session-history.ts';
import { noteGone, type Note } from './note-gone.ts';

const DAY = 24 * 60 * 60 * 1000;

/** How soon the policy is read again where what was read is older than what is known of it. */
const OUTDATED: Targets = { focused: 3, visible: 5, hidden: 10 };

/** What reads resources that are also read when a person wants more of them. */
export interface Readers {
  readonly eventFeed: Pick<EventFeed, 'answers' | 'isBeginning' | 'read' | 'fail'>;
  readonly sessionReader: SessionReader;
  /** Keeps what is older than this console's own changes out of the stores. */
  readonly outdated: OutdatedReadings;
  readonly note: Note;
}

/** Every resource that the console keeps fresh: its targets in seconds, where it is shown, and how it is read. */
export function createFeeds(
  client: Client,
  stores: Stores,
  clock: Clock,
  { eventFeed, sessionReader, outdated, note }: Readers,
): readonly Feed[] {
  /** Puts what was read into its store; what says the same as before stays the same object. */
  const intoBy = <Data>(
    store: ResourceStore<Data>,
    isSame: (before: Data, data: Data) => boolean,
    read: (signal: AbortSignal) => Promise<Data>,
  ) => ({
    read: async (signal: AbortSignal) => {
      const data = await read(signal);
      const before = store.getState().data;
      const unchanged = before !== undefined && isSame(before, data);
      receive(store, unchanged ? before : data, clock.now());
      return { changed: !unchanged };
    },
    fail: (error: unknown) => noteFailure(store, failureFrom(error, clock)),
  });
  const into = <Data>(store: ResourceStore<Data>, read: (signal: AbortSignal) => Promise<Data>) =>
    intoBy(store, isSameJson, read);
  const listInto = <Row extends Sent>(
    store: ResourceStore<Listing<Row>>,
    read: (signal: AbortSignal) => Promise<Listing<Row>>,
  ) => intoBy(store, isSameListing, read);
  const clientList = createSessionClientList(clock);
  let wholeSessions: { readonly question: string; readonly listing: Listing<Session> } | undefined;
  const blockCountReader = new BlockCountReader(client, 'block counts');
  const llmReader = new LlmCallReader(client);
  /** Only who looks at calls wants to know of many. */
  const wantedCalls = () => (stores.view.getState().tab === 'llm' ? MOST_LLM_CALLS : FIRST_LLM_CALLS);
  const feeds: { readonly [Name in FeedName]: Feed & { readonly name: Name } } = {
    events: {
      name: 'events',
      weight: 10,
      isLive: true,
      targets: { focused: 2, visible: 5, hidden: 30 },
      focusedIn: panesAbout('events'),
      visibleIn: ['overview', 'agents'],
      isBeginning: () => eventFeed.isBeginning,
      progress: () => eventFeed.answers,
      read: (signal) => eventFeed.read(signal),
      fail: (error) => eventFeed.fail(error),
    },
    agents: createAgentFeed(client, stores.agents, clock, outdated, note),
    summary: {
      name: 'summary',
      weight: 1,
      targets: { focused: 30, visible: 60, hidden: 300 },
      focusedIn: panesAbout('summary'),
      visibleIn: [],
      ...into(stores.summary, async (signal) => (await getSummary(client, signal, 'shares')).value),
    },
    'block counts': {
      name: 'block counts',
      weight: 1,
      cost: () => 2,
      targets: { focused: 30, visible: 60, hidden: 600 },
      focusedIn: panesAbout('block counts'),
      visibleIn: [],
      progress: () => blockCountReader.progress,
      ...into(stores.blockCounts, (signal) => blockCountReader.read(clock.now(), signal)),
    },
    health: {
      name: 'health',
      weight: 0.5,
      targets: { focused: 30, visible: 60, hidden: 120 },
      focusedIn: panesAbout('health'),
      visibleIn: [],
      ...into(stores.health, async (signal) => (await getHealth(client, signal)).value),
    },
    calendar: {
      name: 'calendar',
      weight: 0.5,
      targets: { focused: 60, visible: 120, hidden: 600 },
      focusedIn: panesAbout('calendar'),
      visibleIn: ['sessions'],
      ...into(stores.calendar, (signal) => {
        const now = clock.now();
        return readCalendar(client, { from: now - CALENDAR_DAYS * DAY, to: now }, signal, 'session calendar');
      }),
    },
    sessions: {
      name: 'sessions',
      weight: 2,
      cost: () => Math.min(FRESH_SESSIONS / SESSION_PAGE, pagesOf(stores.sessions, SESSION_PAGE)),
      targets: { focused: 10, visible: 30, hidden: 120 },
      focusedIn: panesAbout('sessions'),
      visibleIn: [],
      progress: () => sessionReader.pagesRead,
      ...listInto(stores.sessions, async (signal) => {
        const { sessions } = stores.view.getState();
        const listing = await sessionReader.read(sessions, signal, (part) => {
          signal.throwIfAborted();
          // What is known whole is not taken back for a part of it.
          const { data } = stores.sessions.getState();
          if (data === undefined || data.reading !== undefined) {
            receive(stores.sessions, part, clock.now());
          }
        });
        const question = JSON.stringify(serverFilters(sessions));
        // Of a longer list some may only be older now than those that are read; a day loses those that go on.
        const isWhole = listing.total === listing.rows.length && sessions.date === undefined;
        if (isWhole && wholeSessions?.question === question) {
          noteGone(wholeSessions.listing, listing, { keyOf: ({ id }) => id, things: 'session', note });
        }
        wholeSessions = isWhole ? { question, listing } : undefined;
        return listing;
      }),
    },
    'session clients': {
      name: 'session clients',
      weight: 0.5,
      targets: { focused: 60, visible: 120, hidden: 600 },
      focusedIn: panesAbout('session clients'),
      visibleIn: [],
      progress: () => clientList.pagesRead,
      ...listInto(stores.sessionClients, (signal) => readSessionClients(client, clientList, signal)),
    },
    llm: {
      name: 'llm',
      weight: 2,
      cost: () => llmReader.costOf(wantedCalls()),
      targets: { focused: 5, visible: 15, hidden: 60 },
      focusedIn: panesAbout('llm'),
      visibleIn: [],
      progress: () => llmReader.held,
      async read(signal) {
        const before = stores.llmCalls.getState().data;
        const show = (listing: LlmListing) => {
          signal.throwIfAborted();
          receive(stores.llmCalls, listing, clock.now());
        };
        const { listing, more } = await llmReader.read({ wanted: wantedCalls(), signal, onProgress: show });
        const changed = listing !== before;
        show(listing);
        return { changed, more };
      },
      fail: (error) => noteFailure(stores.llmCalls, failureFrom(error, clock)),
    },
    policy: {
      name: 'policy',
      weight: 1,
      get targets() {
        return outdated.isPolicyWithheld ? OUTDATED : { focused: 30, visible: 60, hidden: 300 };
      },
      focusedIn: panesAbout('policy'),
      visibleIn: [],
      async read(signal) {
        const begunAt = clock.monotonic();
        const { value } = await getPolicy(client, signal, 'policy');
        return {
          changed: outdated.takePolicy(
            keepUnchanged(stores.policy.getState().data, value),
            begunAt,
            isSameJson,
          ),
        };
      },
      fail: (error) => noteFailure(stores.policy, failureFrom(error, clock)),
    },
  };
  return Object.values(feeds);
}

/** How many requests reading a list took the last time, as far as its length says. */
function pagesOf(store: ResourceStore<Listing<unknown>>, page: number): number {
  const { data } = store.getState();
  return Math.ceil((data?.total ?? data?.rows.length ?? 0) / page);
}
