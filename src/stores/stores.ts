import { createStore, type StoreApi } from 'zustand/vanilla';

import type { Agent } from '../contract/agent.ts';
import type { Health } from '../contract/health.ts';
import type { AgentsSlice } from './agents/agents-slice.ts';
import type { ClientEventsSlice } from './counts/events-by-client.ts';
import type { EntitySlice } from './entity/entity-slice.ts';
import type { EventsSlice } from './events/events-slice.ts';
import type { LlmSlice } from './llm/llm-slice.ts';
import type { OverviewSlice } from './overview/overview-slice.ts';
import type { Policy } from '../contract/policy.ts';
import type { Rows } from './base/row-list.ts';
import type { EventRow } from './events/event-row.ts';
import type { PolicyChanges } from './policy/policy-draft.ts';
import type { PolicySlice } from './policy/policy-slice.ts';
import type { SessionsSlice } from './sessions/sessions-slice.ts';
import type { TranscriptSlice } from './transcript/transcript-slice.ts';
import { systemSlices, type Slices } from '../lib/slices.ts';
import { createAcknowledgedStore } from './events/acknowledged.ts';
import { createFoundSessionsStore } from './hunt/found-sessions.ts';
import { orderFindings } from './hunt/hunt-order.ts';
import { createHuntStore } from './hunt/hunt-store.ts';
import { LiveHunt } from './hunt/live-hunt.ts';
import type { HuntSlice } from './hunt/select-hunt.ts';
import { createMutesStore } from './events/mutes.ts';
import { createNotesStore } from './events/notes.ts';
import { EventFolding } from './events/folded-events.ts';
import { indexAgents, type AgentIndex } from './agents/agent-index.ts';
import { AgentOrder } from './agents/agent-order.ts';
import { createAgentRunStore } from './agents/agent-run.ts';
import { createSuspensionEndsStore } from './agents/suspension-ends.ts';
import { createConnectionStore, type ConnectionStore } from './connection/connection-store.ts';
import { orderCounts } from './counts/count-rows.ts';
import { countList } from './counts/listed-counts.ts';
import { LiveEventCounts } from './counts/live-event-counts.ts';
import { EntityEventsCache } from './entity/entity-events.ts';
import { createEventsStore } from './events/events-store.ts';
import { spendingSince, type BudgetSlice, type LlmBudget } from './llm/llm-budget.ts';
import { llmOverTime } from './llm/llm-over-time.ts';
import { costOverTime } from './llm/llm-cost.ts';
import { addUpCalls } from './llm/llm-totals.ts';
import { keepView } from './view/kept-view.ts';
import type { KeptOnHost } from './base/kept-on-host.ts';
import type { Listing } from './base/listing.ts';
import type { SessionsBeyond } from './sessions/sessions-beyond.ts';
import { estimateDraft, type Estimate } from './policy/estimate/estimate.ts';
import { MostBlocked } from './overview/most-blocked.ts';
import { PolicyMarks } from './policy/policy-marks.ts';
import { createPolicyDraftStore, type PolicyDraftStore } from './policy/policy-draft-store.ts';
import { Faults, guardListeners } from './connection/faults.ts';
import { createFilterMemory, type FilterMemory } from './view/filter-memory.ts';
import { createResourceStore, type ResourceStore } from './base/resource-store.ts';
import { createSessionSearchStore, type SessionSearchStore } from './search/session-search.ts';
import { CursorMemory } from './base/cursor-memory.ts';
import { SlicedFilter } from './base/live-filter.ts';
import { SlicedResult } from './base/background-result.ts';
import { PagerText } from './transcript/pager-text.ts';
import { TranscriptSearch } from './transcript/transcript-search.ts';
import { findNearMiss, type NearMisses } from './view/near-miss.ts';
import { findAbsentFields, type AbsentFieldsJob } from './view/absent-fields.ts';
import { createUnjudgedAlertsStore, type UnjudgedAlerts } from './view/unjudged-alerts.ts';
import { createViewStore, type ViewStore } from './view/view-store.ts';
import { VisibleEvents } from './events/visible-events.ts';

/** Everything that is known, and where the user is. Only `sync` writes data here, only `commands` write the view. */
export interface Stores
  extends
    AgentsSlice,
    EntitySlice,
    ClientEventsSlice,
    EventsSlice,
    HuntSlice,
    LlmSlice,
    BudgetSlice,
    OverviewSlice,
    PolicySlice,
    SessionsSlice,
    TranscriptSlice {
  readonly health: ResourceStore<Health>;
  /** The last search of transcripts, which may be under way. */
  readonly sessionSearch: SessionSearchStore;
  readonly connection: ConnectionStore;
  /** What a draft would have decided differently, as it is reviewed. */
  readonly policyEstimate: SlicedResult<
    readonly [events: Rows<EventRow>, stored: Policy, changes: PolicyChanges],
    Estimate,
    number
  >;
  readonly view: ViewStore;
  /** What is near filters that nothing passes. */
  readonly nearMisses: NearMisses;
  /** Fields of which filters exclude values and that no row has. */
  readonly absentFields: AbsentFieldsJob;
  /** Events that may have been ones to alert for. */
  readonly unjudgedAlerts: StoreApi<UnjudgedAlerts>;
  /** When versions of the policy began to hold. */
  readonly policyMarks: PolicyMarks;
  /** Queries that were typed, and filters that were saved. */
  readonly filterMemory: FilterMemory;
  /** What is kept on this host from one start to the next. */
  readonly kept: readonly KeptOnHost[];
  /** Where the selected row of each list was seen last. */
  readonly rowPlaces: CursorMemory;
}

export interface StoresOptions {
  /** How many events are kept at most. */
  readonly mostEvents?: number | undefined;
  /** What LLM calls may cost a day. */
  readonly llmBudget?: LlmBudget | undefined;
  /** What takes long over all that is known is done in these. */
  readonly slices?: Slices | undefined;
}

/** Empty stores for a console that has just started. */
export function createStores({ mostEvents, slices = systemSlices, llmBudget }: StoresOptions = {}): Stores {
  const faults = new Faults();
  const resource = <Data>(): ResourceStore<Data> => guardListeners(createResourceStore<Data>(), faults);
  const events = guardListeners(createEventsStore(mostEvents), faults);
  const view = guardListeners(createViewStore(), faults);
  const acknowledged = createAcknowledgedStore(events);
  const notes = createNotesStore();
  const mutes = guardListeners(createMutesStore(), faults);
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
    arrangedEvents: new EventFolding(slices),
    acknowledged,
    notes,
    mutes,
    agents: resource(),
    agentIndex: createAgentIndex(slices),
    agentOrder: new SlicedResult(slices, (...question) => agentOrder.sort(...question)),
    visibleAgents: new SlicedFilter(slices),
    agentRun: guardListeners(createAgentRunStore(), faults),
    suspensionEnds: guardListeners(createSuspensionEndsStore(), faults),
    eventCounts: new LiveEventCounts(slices),
    clientEvents: new LiveEventCounts(slices),
    hunt: guardListeners(createHuntStore(), faults),
    liveHunt: new LiveHunt(slices),
    huntRows: new SlicedResult(slices, orderFindings),
    foundSessions: guardListeners(createFoundSessionsStore(), faults),
    listedCounts: new SlicedResult(slices, countList),
    countRows: new SlicedResult(slices, orderCounts),
    entityEvents: new EntityEventsCache(events, slices),
    machineSessions: resource(),
    sessions: resource(),
    sessionsBeyond: createStore<SessionsBeyond>(() => ({ state: 'idle', failure: undefined })),
    sessionClients: resource(),
    calendar: resource(),
    transcript: resource(),
    pagerText: new PagerText(slices, faults),
    transcriptSearch: new TranscriptSearch(slices),
    sessionSearch: guardListeners(createSessionSearchStore(), faults),
    outlineFilter: new SlicedFilter(slices, { step: 8, least: 32 }),
    sessionEvents: new SlicedFilter(slices),
    llmCalls: resource(),
    visibleLlmCalls: new SlicedFilter(slices),
    llmSums: new SlicedResult(slices, addUpCalls),
    llmCost: new SlicedResult(slices, costOverTime),
    llmTimes: new SlicedResult(slices, llmOverTime),
    llmBudget,
    llmSpending: new SlicedResult(slices, spendingSince),
    summary: resource(),
    blockCounts: resource(),
    mostBlocked: new MostBlocked(events, slices),
    policy,
    health: resource(),
    connection: guardListeners(createConnectionStore(), faults),
    policyDraft,
    nearMisses: new SlicedResult(slices, findNearMiss),
    absentFields: new SlicedResult(slices, findAbsentFields),
    unjudgedAlerts: guardListeners(createUnjudgedAlertsStore(), faults),
    policyMarks: new PolicyMarks(policy),
    policyEstimate: new SlicedResult(slices, estimateDraft),
    view,
    rowPlaces: new CursorMemory(),
    filterMemory,
    faults,
    kept: [
      keepView(view),
      acknowledged.kept,
      notes.kept,
      mutes.kept,
      filterMemory.kept,
      keptDraft(policyDraft, policy),
    ],
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
