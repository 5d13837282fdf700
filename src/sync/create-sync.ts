import type { Client } from '../api/client.ts';
import { getTranscript } from '../api/sessions.ts';
import type { Exchange } from '../api/transport.ts';
import type { Agent } from '../contract/agent.ts';
import type { Clock } from '../lib/clock.ts';
import type { ConnectionState } from '../stores/connection-store.ts';
import { noteFailure, receive } from '../stores/resource-store.ts';
import type { Stores } from '../stores/stores.ts';
import { writeAgentStatus } from './agent-status-write.ts';
import { Budget } from './budget.ts';
import { failureFrom, isAborted, isForbidden, isKeyRefused } from './failure.ts';
import { createFeeds } from './feeds.ts';
import { paceClient } from './paced-client.ts';
import { writePolicyChanges } from './policy-write.ts';
import { Scheduler } from './scheduler.ts';
import type { Sync } from './sync.ts';

export interface SyncOptions {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly random: () => number;
  /** Makes the client, which tells of every exchange through the function it is given. */
  readonly createClient: (onExchange: (exchange: Exchange) => void) => Client;
}

/** Keeps the stores fresh from one server, and carries out what a person asks of it. */
export function createSync({ stores, clock, random, createClient }: SyncOptions): Sync {
  const budget = new Budget(clock);
  const client = createClient(noteExchange);
  const personal = paceClient(client, budget, clock, 'person');
  let stopWatching = () => {};
  let transcript: AbortController | undefined;

  const scheduler = new Scheduler({
    clock,
    budget,
    feeds: createFeeds(paceClient(client, budget, clock, 'feed'), stores, clock),
    activeTab: () => stores.view.getState().tab,
    random,
    isFinal(error) {
      if (isKeyRefused(error)) {
        stores.connection.setState({
          stopped: 'The server refused the key (401). Check VIGIL_API_KEY; r tries again.',
        });
      }
      return isKeyRefused(error);
    },
    isFinalForFeed: isForbidden,
  });

  function noteExchange({ facts, error, ...exchange }: Exchange): void {
    stores.connection.log({
      ...exchange,
      status:
        facts?.status ?? (error !== undefined && 'status' in error ? (error.status as number) : undefined),
      bytes: facts?.bytes ?? 0,
      problem: error?.message,
    });
    if (isAborted(error)) {
      return;
    }
    const answer = facts ?? (error !== undefined && 'facts' in error ? error.facts : undefined);
    if (answer !== undefined) {
      budget.note({ status: answer.status, ...answer.rateLimit, serverDate: answer.serverDate });
    }
    stores.connection.setState({
      budget: budget.view,
      heldUntil: budget.heldUntil,
      state: stateAfter(answer, error),
      problem: error?.message,
    });
    scheduler.replan();
  }

  return {
    start() {
      scheduler.start();
      stopWatching = stores.view.subscribe((view, before) => {
        if (view.sessions !== before.sessions && isAskedAnew(view.sessions, before.sessions)) {
          // Rows that were asked for with other filters would be shown under the new ones.
          stores.sessions.setState({ data: undefined, receivedAt: undefined });
          scheduler.refreshFeed('sessions');
        } else if (view.tab !== before.tab) {
          scheduler.replan();
        }
      });
    },
    stop() {
      stopWatching();
      scheduler.stop();
      transcript?.abort();
      void client.close();
    },
    refresh() {
      stores.connection.setState({ stopped: undefined });
      scheduler.refresh(stores.view.getState().tab);
    },
    openTranscript(session) {
      transcript?.abort();
      const controller = new AbortController();
      transcript = controller;
      stores.transcript.setState({ data: undefined, receivedAt: undefined, failure: undefined });
      void (async () => {
        try {
          const answered = await getTranscript(personal, session, controller.signal, 'transcript');
          receive(stores.transcript, { sessionId: session.id, transcript: answered.value }, clock.now());
        } catch (error) {
          if (!controller.signal.aborted) {
            noteFailure(stores.transcript, failureFrom(error, clock));
          }
        }
      })();
    },
    closeTranscript() {
      transcript?.abort();
      stores.transcript.setState({ data: undefined, receivedAt: undefined, failure: undefined });
    },
    changeAgentStatus: (request) =>
      writeAgentStatus(personal, request, (agent) => replaceAgent(stores, agent)),
    writePolicy: (request) =>
      writePolicyChanges(personal, request, (policy) => receive(stores.policy, policy, clock.now())),
  };
}

/** Puts an agent that was just read in the place of the one that is known. */
function replaceAgent(stores: Stores, agent: Agent): void {
  const listing = stores.agents.getState().data;
  if (listing !== undefined) {
    const rows = listing.rows.map((known) => (known.id === agent.id ? agent : known));
    stores.agents.setState({ data: { ...listing, rows } });
  }
}

/** Whether a filter that the server applies was changed. */
function isAskedAnew(
  view: Readonly<Record<'date' | 'project' | 'branch' | 'clientId' | 'subagents', unknown>>,
  before: typeof view,
): boolean {
  return (['date', 'project', 'branch', 'clientId', 'subagents'] as const).some(
    (name) => view[name] !== before[name],
  );
}

/** A refusal is an answer as good as any other; a fault of the server or an answer that cannot be used is none. */
function stateAfter(answer: Exchange['facts'], error: Exchange['error']): ConnectionState['state'] {
  if (answer === undefined) {
    return 'unreachable';
  }
  return answer.status >= 500 || error?.name === 'AnswerError' ? 'failing' : 'live';
}
