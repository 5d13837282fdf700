import { createStore, type StoreApi } from 'zustand/vanilla';

import type { Agent } from '../contract/agent.ts';
import type { Health } from '../contract/health.ts';
import type { LlmCall } from '../contract/llm-call.ts';
import type { Policy } from '../contract/policy.ts';
import type { Calendar, Session, SessionClient } from '../contract/session.ts';
import type { Summary } from '../contract/summary.ts';
import { systemSlices, type Slices } from '../lib/slices.ts';
import { createAcknowledgedStore, type AcknowledgedStore } from './events/acknowledged.ts';
import { ArrangedEvents } from './events/folded-events.ts';
import { indexAgents, type AgentIndex, type FlagContext } from './agents/agent-index.ts';
import { AgentOrder, type AgentColumn } from './agents/agent-order.ts';
import { createAgentRunStore, type AgentRunStore } from './agents/agent-run.ts';
import type { BlockCounts } from './events/block-counts.ts';
import { createConnectionStore, type ConnectionStore } from './connection/connection-store.ts';
import { Dossiers } from './entity/dossiers.ts';
import type { EventRow } from './events/event-row.ts';
import { createEventsStore, type EventsStore } from './events/events-store.ts';
import type { DayZone } from '../lib/days.ts';
import type { LlmCallRow } from './llm/llm-call-row.ts';
import { costOverTime, type CostOverTime } from './llm/llm-cost.ts';
import { addUpCalls, type AllTotals } from './llm/llm-totals.ts';
import { keepView } from './view/kept-view.ts';
import type { KeptOnHost } from './base/kept-on-host.ts';
import type { Listing } from './base/listing.ts';
import type { MachineSessions } from './sessions/machine-sessions.ts';
import { estimateDraft, type Estimate } from './policy/estimate/estimate.ts';
import { createPolicyDraftStore, type PolicyDraftStore } from './policy/policy-draft-store.ts';
import type { PolicyChanges } from './policy/policy-draft.ts';
import { Faults, guardListeners } from './connection/faults.ts';
import { createFilterMemory, type FilterMemory } from './query/filter-memory.ts';
import { createResourceStore, type Failure, type ResourceStore } from './base/resource-store.ts';
import type { Rows } from './base/row-list.ts';
import { RowPlaces } from './base/cursor-memory.ts';
import { SlicedFilter } from './base/live-filter.ts';
import { SlicedResult } from './base/background-result.ts';
import type { OpenTranscript } from './transcript/open-transcript.ts';
import type { OutlineEntry } from './transcript/outline.ts';
import { PagerText } from './transcript/pager-text.ts';
import { TranscriptSearch } from './transcript/transcript-search.ts';
import { createViewStore, type ViewStore } from './view/view-store.ts';
import { VisibleEvents } from './events/visible-events.ts';

export type { Listing } from './base/listing.ts';

/** LLM calls as far as they are kept, newest first. */
export interface LlmListing extends Listing<LlmCall> {
  /**
   * What is known of older ones: there are none, they are being read, they are too many to be kept, the server gives no
   * more than one page, or nobody has asked for them. `behind` says that even the newest are still to come.
   */
  readonly reach?: 'first' | 'reading' | 'bound' | 'page' | 'part' | 'behind';
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
  /** How they are folded and counted, and how far that has come. */
  readonly arrangedEvents: ArrangedEvents;
  /** Which events were acknowledged on this host. */
  readonly acknowledged: AcknowledgedStore;
  readonly agents: ResourceStore<Listing<Agent>>;
  /** What is known of all agents together. */
  readonly agentIndex: SlicedResult<readonly [Listing<Agent>], AgentIndex>;
  /** All agents, sorted. */
  readonly agentOrder: SlicedResult<
    readonly [
      listing: Listing<Agent> | undefined,
      column: AgentColumn,
      isDescending: boolean,
      context: FlagContext | undefined,
      minute: number,
    ],
    readonly Agent[]
  >;
  /** The agents that pass the filters of their list, and how far the filters have come. */
  readonly visibleAgents: SlicedFilter<Agent>;
  /** What is being done with agents, and what was done last. */
  readonly agentRun: AgentRunStore;
  /** What the loaded events say of what a page is about. */
  readonly dossiers: Dossiers;
  /** The recorded sessions of the machine that somebody asked for last. */
  readonly machineSessions: ResourceStore<MachineSessions>;
  readonly sessions: ResourceStore<Listing<Session>>;
  /** What becomes of the sessions that are not among those that are kept fresh. */
  readonly sessionsBeyond: StoreApi<SessionsBeyond>;
  readonly sessionClients: ResourceStore<Listing<SessionClient>>;
  readonly calendar: ResourceStore<Calendar>;
  readonly transcript: ResourceStore<OpenTranscript>;
  readonly llmCalls: ResourceStore<LlmListing>;
  /** The calls that pass the filters of their list, and how far the filters have come. */
  readonly visibleLlmCalls: SlicedFilter<LlmCallRow>;
  /** What they add up to, and what they cost over time. */
  readonly llmSums: SlicedResult<readonly [calls: readonly LlmCallRow[]], AllTotals>;
  readonly llmCost: SlicedResult<
    readonly [calls: readonly LlmCallRow[], most: number, zone: DayZone],
    CostOverTime | undefined
  >;
  /** The open transcript as lines, and how many were counted. */
  readonly pagerText: PagerText;
  /** Where the searched words are in the open transcript. */
  readonly transcriptSearch: TranscriptSearch;
  /** The entries of the open transcript's outline that have the words of its filter. */
  readonly outlineFilter: SlicedFilter<OutlineEntry>;
  /** The events of the machine that the open transcript is of, at its time. */
  readonly sessionEvents: SlicedFilter<EventRow>;
  readonly summary: ResourceStore<Summary>;
  /** How many installs were blocked of late, as the server counts them. */
  readonly blockCounts: ResourceStore<BlockCounts>;
  readonly policy: ResourceStore<Policy>;
  readonly health: ResourceStore<Health>;
  readonly connection: ConnectionStore;
  readonly policyDraft: PolicyDraftStore;
  /** What a draft would have decided differently, as it is reviewed. */
  readonly policyEstimate: SlicedResult<
    readonly [events: Rows<EventRow>, stored: Policy, changes: PolicyChanges],
    Estimate
  >;
  readonly view: ViewStore;
  /** Where the selected row of each list was seen last. */
  readonly rowPlaces: RowPlaces;
  /** Queries that were typed, and filters that were saved. */
  readonly filterMemory: FilterMemory;
  /** What went wrong in the program itself. */
  readonly faults: Faults;
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
  const faults = new Faults();
  const resource = <Data>(): ResourceStore<Data> => guardListeners(createResourceStore<Data>(), faults);
  const events = guardListeners(createEventsStore(mostEvents), faults);
  const view = guardListeners(createViewStore(), faults);
  const acknowledged = createAcknowledgedStore(events);
  const filterMemory = createFilterMemory();
  const agentOrder = new AgentOrder();
  const policy: Stores['policy'] = resource();
  const policyDraft = guardListeners(
    createPolicyDraftStore(() => policy.getState().data),
    faults,
  );
  return {
    events,
    visibleEvents: new VisibleEvents(events, slices),
    arrangedEvents: new ArrangedEvents(slices),
    acknowledged,
    agents: resource(),
    agentIndex: createAgentIndex(slices),
    agentOrder: new SlicedResult(slices, (...question) => agentOrder.sort(...question)),
    visibleAgents: new SlicedFilter(slices),
    agentRun: guardListeners(createAgentRunStore(), faults),
    dossiers: new Dossiers(events, slices),
    machineSessions: resource(),
    sessions: resource(),
    sessionsBeyond: createStore<SessionsBeyond>(() => ({ state: 'idle', failure: undefined })),
    sessionClients: resource(),
    calendar: resource(),
    transcript: resource(),
    pagerText: new PagerText(slices, faults),
    transcriptSearch: new TranscriptSearch(slices),
    outlineFilter: new SlicedFilter(slices, { step: 8, least: 32 }),
    sessionEvents: new SlicedFilter(slices),
    llmCalls: resource(),
    visibleLlmCalls: new SlicedFilter(slices),
    llmSums: new SlicedResult(slices, addUpCalls),
    llmCost: new SlicedResult(slices, costOverTime),
    summary: resource(),
    blockCounts: resource(),
    policy,
    health: resource(),
    connection: guardListeners(createConnectionStore(), faults),
    policyDraft,
    policyEstimate: new SlicedResult(slices, estimateDraft),
    view,
    rowPlaces: new RowPlaces(),
    filterMemory,
    faults,
    kept: [keepView(view), acknowledged.kept, filterMemory.kept, keptDraft(policyDraft, policy)],
  };
}

/** The draft as it is kept: whose doing a change of what is stored is, has to be known when that is read. */
function keptDraft({ kept }: PolicyDraftStore, policy: Stores['policy']): KeptOnHost {
  return {
    ...kept,
    beforeNeeded: (look) =>
      policy.subscribe(({ data }, before) => {
        if (data !== before.data) {
          look();
        }
      }),
  };
}

/** Keeps what stays the same from one listing to the next. */
function createAgentIndex(slices: Slices): Stores['agentIndex'] {
  let before: AgentIndex | undefined;
  return new SlicedResult(slices, function* (listing: Listing<Agent>) {
    before = yield* indexAgents(listing, before);
    return before;
  });
}
