import { createStore, type StoreApi } from 'zustand/vanilla';

import type { Agent } from '../contract/agent.ts';
import type { Health } from '../contract/health.ts';
import type { LlmCall } from '../contract/llm-call.ts';
import type { DamagedRow } from '../contract/pagination.ts';
import type { Policy } from '../contract/policy.ts';
import type { Calendar, Session, SessionClient } from '../contract/session.ts';
import type { Summary } from '../contract/summary.ts';
import type { Transcript } from '../contract/transcript.ts';
import { systemSlices, type Slices } from '../lib/slices.ts';
import { createConnectionStore, type ConnectionStore } from './connection-store.ts';
import { createEventsStore, type EventsStore } from './events-store.ts';
import { keepView } from './kept-view.ts';
import type { KeptOnHost } from './kept-on-host.ts';
import { createPolicyDraftStore, type PolicyDraftStore } from './policy-draft-store.ts';
import { createResourceStore, type Failure, type ResourceStore } from './resource-store.ts';
import { SlicedFilter } from './sliced-filter.ts';
import { createViewStore, type ViewStore } from './view-store.ts';
import { VisibleEvents } from './visible-events.ts';

/** A list that was read whole or in part. */
export interface Listing<Row> {
  readonly rows: readonly Row[];
  /** Rows that the server has in all; undefined when it does not say. */
  readonly total: number | undefined;
  readonly damaged: readonly DamagedRow[];
}

/** LLM calls as far as they are kept, newest first. */
export interface LlmListing extends Listing<LlmCall> {
  /**
   * What is known of older ones: there are none, they are being read, they are too many to be kept, the server gives no
   * more than one page, or nobody has asked for them.
   */
  readonly reach?: 'first' | 'reading' | 'bound' | 'page' | 'part';
}

/** A transcript that was asked for, by the session's id. */
export interface OpenTranscript {
  readonly sessionId: string;
  readonly transcript: Transcript;
}

/** How far the list of sessions was read beyond the part of it that is kept fresh. */
export interface SessionsBeyond {
  readonly state: 'idle' | 'reading' | 'read' | 'full';
  /** Why reading on ended early; it begins again when the cursor moves. */
  readonly failure: Failure | undefined;
}

/** Everything that is known, and where the user is. Only `sync` writes data here, only `commands` write the view. */
export interface Stores {
  readonly events: EventsStore;
  /** The events that pass the filters of the feed, and how far the filters have come. */
  readonly visibleEvents: VisibleEvents;
  readonly agents: ResourceStore<Listing<Agent>>;
  /** The agents that pass the filters of their list, and how far the filters have come. */
  readonly visibleAgents: SlicedFilter<Agent>;
  readonly sessions: ResourceStore<Listing<Session>>;
  /** What becomes of the sessions that are not among those that are kept fresh. */
  readonly sessionsBeyond: StoreApi<SessionsBeyond>;
  readonly sessionClients: ResourceStore<Listing<SessionClient>>;
  readonly calendar: ResourceStore<Calendar>;
  readonly transcript: ResourceStore<OpenTranscript>;
  readonly llmCalls: ResourceStore<LlmListing>;
  readonly summary: ResourceStore<Summary>;
  readonly policy: ResourceStore<Policy>;
  readonly health: ResourceStore<Health>;
  readonly connection: ConnectionStore;
  readonly policyDraft: PolicyDraftStore;
  readonly view: ViewStore;
  /** What is kept on this host from one start to the next. */
  readonly kept: readonly KeptOnHost[];
}

export interface StoresOptions {
  /** How many events are kept at most. */
  readonly mostEvents?: number | undefined;
  /** What takes long over all that is known is done in these. */
  readonly slices?: Slices | undefined;
}

/** Empty stores for a console that has just started. */
export function createStores({ mostEvents, slices = systemSlices }: StoresOptions = {}): Stores {
  const events = createEventsStore(mostEvents);
  const view = createViewStore();
  return {
    events,
    visibleEvents: new VisibleEvents(events, slices),
    agents: createResourceStore(),
    visibleAgents: new SlicedFilter(slices),
    sessions: createResourceStore(),
    sessionsBeyond: createStore<SessionsBeyond>(() => ({ state: 'idle', failure: undefined })),
    sessionClients: createResourceStore(),
    calendar: createResourceStore(),
    transcript: createResourceStore(),
    llmCalls: createResourceStore(),
    summary: createResourceStore(),
    policy: createResourceStore(),
    health: createResourceStore(),
    connection: createConnectionStore(),
    policyDraft: createPolicyDraftStore(),
    view,
    kept: [keepView(view)],
  };
}
