import { expect } from 'vitest';

import { BEFORE_ALL_TIMES } from '../../src/lib/format-time.ts';
import type { EventRecord, SessionRecord } from '../../src/server/base/records.ts';
import { updatePane } from '../../src/stores/view/view-store.ts';
import type { ConnectedConsole } from './connected-console.ts';
import * as view from './reader-view.ts';
import { shows } from './shows.ts';

/** What an analyst looks at in the console; each part waits until what is true is shown. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** Looks at every pane once. */
export async function lookAtEverything(console: ConnectedConsole): Promise<void> {
  const { stores, organization } = console;
  const state = await organization.insert();
  stores.view.setState({ tab: 'overview' });
  await shows(console, 'health', () => view.expectHealth(console));
  await shows(console, 'summary', () => view.expectSummary(console));
  await shows(console, 'calendar', () => view.expectCalendar(console));
  stores.view.setState({ tab: 'events' });
  await scrollToBeginning(console);
  await shows(console, 'events', () => view.expectEvents(console));
  stores.view.setState({ tab: 'agents' });
  await shows(console, 'agents', () => view.expectAgents(console, state));
  stores.view.setState({ tab: 'sessions' });
  await shows(console, 'session clients', () => view.expectSessionClients(console));
  stores.view.setState({ tab: 'llm' });
  await shows(console, 'LLM calls', () => view.expectLlmCalls(console));
  stores.view.setState({ tab: 'policy' });
  await shows(console, 'policy', () => view.expectPolicy(console, state));
  await shows(console, 'budget', () => view.expectBudget(console));
}

/** Scrolls back until there is nothing before what is shown. */
async function scrollToBeginning(console: ConnectedConsole): Promise<void> {
  const { stores } = console;
  const { events } = stores;
  await shows(console, 'newest events', () => expect(events.getState().coveredSince).toBeDefined());
  // On a screen that holds them all, everything that is read is followed by what is older.
  stores.view.setState({ pageSize: 100_000 });
  while (events.getState().coveredSince !== BEFORE_ALL_TIMES) {
    updatePane(stores.view, 'events', { cursor: events.getState().rows.at(-1)?.id });
    await shows(console, 'older events', () => expect(events.getState().older).not.toBe('reading'));
  }
  stores.view.setState({ pageSize: 20 });
}

/** Looks for sessions with each filter, and opens some transcripts. */
export async function readSessions(console: ConnectedConsole): Promise<void> {
  const { stores, organization } = console;
  stores.view.setState({ tab: 'sessions' });
  await shows(console, 'sessions', () => view.expectSessions(console));
  updatePane(stores.view, 'sessions', { subagents: true });
  await shows(console, 'sessions with subagents', () => view.expectSessions(console));
  updatePane(stores.view, 'sessions', { project: '/home/user/shop' });
  await shows(console, 'sessions of a project', () => view.expectSessions(console));
  updatePane(stores.view, 'sessions', { project: undefined, clientId: organization.sessions[4]?.client_id });
  await shows(console, 'sessions of a client', () => view.expectSessions(console));
  updatePane(stores.view, 'sessions', { clientId: undefined });
  await shows(console, 'all sessions again', () => view.expectSessions(console));
  for (const session of organization.sessions.filter((_, index) => index % 70 === 0)) {
    await openTranscript(console, session);
  }
}

async function openTranscript(console: ConnectedConsole, session: SessionRecord): Promise<void> {
  const { stores, sync } = console;
  const { session_id } = session;
  const listed = stores.sessions.getState().data?.rows.find((row) => row.session_id === session_id);
  if (listed === undefined) {
    throw new Error(`session ${session_id} is not listed`);
  }
  for (let left = console.tries; left > 0; left--) {
    sync.openTranscript(listed);
    await shows(console, `transcript of ${session_id}, or why not`, () => {
      const { data, failure } = stores.transcript.getState();
      expect(data?.state === 'whole' || failure !== undefined).toBe(true);
    });
    if (stores.transcript.getState().failure === undefined) {
      break;
    }
  }
  await shows(console, `transcript of ${session_id}`, () => view.expectTranscript(console, session));
  sync.closeTranscript();
}

/**
 * Watches the feed while events arrive: on time, late, dated ahead, and several with one timestamp. Those that are very
 * late are found when the last hour is counted again, which the clock takes a while to come to.
 */
export async function watchEvents(
  console: ConnectedConsole,
  { withVeryLate }: { readonly withVeryLate: boolean },
): Promise<void> {
  const { stores, organization, clock } = console;
  const [model] = organization.events;
  if (model === undefined) {
    throw new Error('the organization has no event to go by');
  }
  stores.view.setState({ tab: 'events' });
  const onTime = [0, 0, 4 * SECOND, -DAY];
  const late = [90 * SECOND, ...(withVeryLate ? [50 * MINUTE] : [])];
  for (const batch of [0, 1, 2]) {
    // Late is what belongs before the time through which everything was known.
    let now = clock.now();
    await shows(console, 'fresh feed', () => {
      now = clock.now();
      expect(stores.events.getState().readThrough).toBeGreaterThan(now - 60 * SECOND);
    });
    const reported =
      (kind: string) =>
      (age: number, index: number): EventRecord => ({
        ...model,
        id: `${kind}-${batch}-${index}`,
        timestamp: now - age,
      });
    const lateEvents = late.map(reported('late'));
    await organization.insert({ events: [...onTime.map(reported('on-time')), ...lateEvents] });
    await shows(console, `inserted events, batch ${batch}`, () => view.expectEvents(console));
    view.expectLate(
      console,
      lateEvents.map(({ id }) => id),
    );
  }
}
