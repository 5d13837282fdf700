import type { Agent } from '../../contract/agent.ts';
import { BEFORE_ALL_TIMES } from '../../lib/format-time.ts';
import type { Untrusted } from '../../lib/untrusted.ts';
import type { AgentsSlice } from '../agents/agents-slice.ts';
import { selectHostByClient } from '../agents/select-agents.ts';
import { completenessOf, type Completeness } from '../base/completeness.ts';
import type { FilterProgress } from '../base/filter-progress.ts';
import type { HostByClient } from '../base/host-by-client.ts';
import type { Listing } from '../base/listing.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import { feedCompleteness } from '../events/feed-completeness.ts';
import type { EventsStore } from '../events/events-store.ts';
import { incompleteness } from '../events/incompleteness.ts';
import { rememberTest } from '../query/row-query.ts';
import type { QueryClock } from '../query/query-time.ts';
import type { FoundSessionsState, FoundSessionsStore } from './found-sessions.ts';
import { HUNT_QUERY, huntedMachines, type HuntedMachines } from './hunt-answer.ts';
import type { HuntFinding } from './hunt-findings.ts';
import type { HuntListing, HuntRow, HuntRows } from './hunt-order.ts';
import type { Hunt, HuntStore } from './hunt-store.ts';
import type { LiveHunt } from './live-hunt.ts';

/** What a hunt reads. */
export interface HuntSlice extends Pick<AgentsSlice, 'agents' | 'agentIndex'> {
  readonly hunt: HuntStore;
  readonly liveHunt: LiveHunt;
  readonly huntRows: HuntRows;
  readonly foundSessions: FoundSessionsStore;
  readonly events: EventsStore;
}

/** How the findings are looked at. */
export interface HuntLook extends Pick<HuntListing, 'sort' | 'withUnclear'> {
  readonly search: string;
}

/** A hunt as far as it has come. */
export interface HuntFacts {
  readonly hunt: Hunt;
  readonly look: HuntLook;
  /** What is listed. */
  readonly rows: readonly HuntRow[];
  /** All, with what could not be compared and what the filter hides. */
  readonly all: readonly HuntFinding[];
  readonly hosts: HostByClient<Untrusted>;
  readonly machines: HuntedMachines;
  /** How many of the events of the feed were gone through; undefined once all were. */
  readonly looked: FilterProgress | undefined;
  /** Events that were gone through, and the time of the oldest. */
  readonly events: number;
  readonly oldest: number | undefined;
  /** Of the machines that were found, as far as they were read. */
  readonly sessions: FoundSessionsState;
  /** Events that match and are in no finding, since there are too many. */
  readonly left: number;
  /** Through when every event is known to be here; undefined where that is not known. */
  readonly through: number | undefined;
  readonly ofFeed: Completeness;
  /** The names of machines, and how many there are. */
  readonly ofAgents: Completeness | 'unread' | 'failed';
  /** Whether every event that the server has through that time was gone through. */
  readonly isWhole: boolean;
}

const testOf = rememberTest(HUNT_QUERY);

/** The last hunt as far as it has come; undefined before the first. */
export function selectHunt(stores: HuntSlice, look: HuntLook, clock: QueryClock): HuntFacts | undefined {
  const { hunt } = stores.hunt.getState();
  if (hunt === undefined) {
    return undefined;
  }
  const hosts = selectHostByClient(stores);
  const { parts, version, events, oldest, looked } = stores.liveHunt.findings;
  const sessions = stores.foundSessions.getState();
  const ordered = stores.huntRows.look(
    hunt.number,
    parts,
    version,
    hosts,
    look.sort,
    testOf(look.search, clock),
    look.withUnclear,
    sessions.byClient,
  );
  const { all, rows } = ordered?.number === hunt.number ? ordered : NOTHING;
  const state = stores.events.getState();
  const { data, failure } = stores.agents.getState();
  const { past } = hunt;
  const left = parts.reduce((sum, part) => sum + part.left, 0);
  return {
    hunt,
    look,
    rows,
    all,
    hosts,
    machines: machinesOf(all, data),
    looked,
    events,
    oldest,
    sessions,
    left,
    through: state.completeThrough,
    ofFeed: feedCompleteness(state),
    ofAgents: data !== undefined ? completenessOf(data) : failure === undefined ? 'unread' : 'failed',
    isWhole:
      past.phase === 'done' &&
      past.deleted === 0 &&
      (past.state === undefined || incompleteness(past.state, BEFORE_ALL_TIMES).length === 0) &&
      looked === undefined &&
      !stores.huntRows.isWorking &&
      feedCompleteness(state) === 'all' &&
      left === 0,
  };
}

const NOTHING: { readonly all: readonly HuntFinding[]; readonly rows: readonly HuntRow[] } = {
  all: [],
  rows: [],
};

const machinesOf = memoizeLast((all: readonly HuntFinding[], agents: Listing<Agent> | undefined) =>
  huntedMachines(
    all,
    agents && new Set(agents.rows.flatMap(({ client_id: client }) => (client === undefined ? [] : [client]))),
  ),
);
