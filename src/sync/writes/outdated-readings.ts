import type { Agent } from '../../contract/agent.ts';
import type { Policy } from '../../contract/policy.ts';
import type { Clock } from '../../lib/clock.ts';
import { changesByOthers } from '../../stores/policy/merge-policy.ts';
import { FRESH_FOR } from '../../stores/base/fresh-for.ts';
import { receive, type Failure } from '../../stores/base/resource-store.ts';
import type { Stores } from '../../stores/stores.ts';
import type { Listing } from '../../stores/base/listing.ts';
import type { AgentState } from './agent-state.ts';
import { ageOf } from './policy-marks.ts';
import { READS_LAG } from './recent-change.ts';

/**
 * Milliseconds for which a policy is withheld that the server's own marks show to be older than one that was read. After that the
 * server is taken at its word: it may have been set back.
 */
const MARKED_LAG = 60_000;

/** So many states of the policy that were read are remembered at most. */
const MOST_REMEMBERED = 8;

interface Confirmed<Before, After> {
  readonly before: Before;
  readonly after: After;
  /** A reading that began at that time of the monotonic clock, or later, cannot be from before it. */
  readonly shownFrom: number;
}

/**
 * Keeps what is older than a confirmed change of this console out of the stores, where a replica or a cache gave it: shown, it would
 * look as if somebody had taken the change back. Nothing is made up: what was read after the change stays until it is read anew.
 */
export class OutdatedReadings {
  readonly #clock: Clock;
  readonly #stores: Pick<Stores, 'policy' | 'agents'>;
  /** By the agent's id. */
  readonly #agents = new Map<string, Confirmed<Agent, AgentState>>();
  #policies: readonly Confirmed<Policy, Policy>[] = [];
  /** When the policy was read last that is in the store, by the monotonic clock. */
  #policyReadAt = Number.NEGATIVE_INFINITY;
  #isPolicyWithheld = false;
  /** States of the policy that were read lately, the last one first, and when that began by the monotonic clock. */
  #read: readonly { readonly policy: Policy; readonly begunAt: number }[] = [];

  constructor(stores: Pick<Stores, 'policy' | 'agents'>, clock: Clock) {
    this.#stores = stores;
    this.#clock = clock;
  }

  /** What was read last of the policy is older than what is in the store, so that it should be read again soon. */
  get isPolicyWithheld(): boolean {
    return this.#isPolicyWithheld;
  }

  /** States of the policy that were read within the last minute, whether they are shown or not. */
  get policiesRead(): readonly Policy[] {
    const since = this.#clock.monotonic() - MARKED_LAG;
    return this.#read.filter(({ begunAt }) => begunAt >= since).map(({ policy }) => policy);
  }

  /** Takes note of what a confirmed change of an agent was read to have done. */
  agentChanged(before: Agent, after: AgentState): void {
    const now = this.#clock.monotonic();
    for (const [id, { shownFrom }] of this.#agents) {
      if (shownFrom <= now) {
        this.#agents.delete(id);
      }
    }
    this.#agents.set(before.id, { before, after, shownFrom: now + READS_LAG });
    this.takeAgent(before.id, after);
  }

  /** The same of the policy. */
  policyChanged(before: Policy, after: Policy): void {
    const now = this.#clock.monotonic();
    const recent = this.#policies.filter(({ shownFrom }) => shownFrom > now);
    this.#policies = [...recent, { before, after, shownFrom: now + READS_LAG }];
    this.takePolicy(after, now);
  }

  /** Puts an agent that was read into the place of the one that is known, or takes one out that is gone. */
  takeAgent(id: string, read: AgentState, begunAt = this.#clock.monotonic()): void {
    const { agents } = this.#stores;
    const { data } = agents.getState();
    const state = read === 'gone' ? read : this.#lastOf(read, begunAt);
    if (data !== undefined && state !== 'gone') {
      const rows = data.rows.map((known) => (known.id === id ? state : known));
      agents.setState({ data: { ...data, rows } });
    } else if (data !== undefined) {
      agents.setState({ data: without(data, new Set([id])) });
    }
  }

  /** A list of agents that was read from some time of the monotonic clock on, with what is known better; the same one where nothing is. */
  inListing(listing: Listing<Agent>, begunAt: number): Listing<Agent> {
    const gone = new Set<string>();
    let isOther = false;
    if (this.#agents.size === 0) {
      return listing;
    }
    const rows = listing.rows.map((row) => {
      const state = this.#lastOf(row, begunAt);
      if (state === 'gone') {
        gone.add(row.id);
        return row;
      }
      isOther ||= state !== row;
      return state;
    });
    const known = isOther ? { ...listing, rows } : listing;
    return gone.size === 0 ? known : without(known, gone);
  }

  /** Puts a policy that was read into the store, unless it is older than what is there; gives whether it is new there. */
  takePolicy(read: Policy, begunAt: number, isSame?: (before: Policy, read: Policy) => boolean): boolean {
    const { policy } = this.#stores;
    const { data } = policy.getState();
    const others = this.#read.filter((each) => ageOf(each.policy, read) !== 'same');
    this.#read = [{ policy: read, begunAt }, ...others].slice(0, MOST_REMEMBERED);
    this.#isPolicyWithheld = data !== undefined && this.#isOlder(read, data, begunAt);
    if (this.#isPolicyWithheld) {
      policy.setState({ failure: this.#whyWithheld() });
      return false;
    }
    this.#policyReadAt = begunAt;
    const isUnchanged = data !== undefined && isSame?.(data, read) === true;
    receive(policy, isUnchanged ? data : read, this.#clock.now());
    return !isUnchanged;
  }

  /** Why what is shown of the policy is no longer fresh although answers come; undefined while it is. */
  #whyWithheld(): Failure | undefined {
    const { receivedAt } = this.#stores.policy.getState();
    const at = this.#clock.now();
    return receivedAt === undefined || at - receivedAt < FRESH_FOR
      ? undefined
      : { message: 'The server answers with an older version of the policy.', at, status: undefined };
  }

  #lastOf(read: Agent, begunAt: number): AgentState {
    const known = this.#agents.get(read.id);
    if (known === undefined || begunAt >= known.shownFrom) {
      return read;
    }
    const { before, after } = known;
    const isFromBefore = (['hostname', 'generation', 'status'] as const).every(
      (field) => read[field] === before[field],
    );
    return isFromBefore && (after === 'gone' || after.status !== before.status) ? after : read;
  }

  #isOlder(read: Policy, shown: Policy, begunAt: number): boolean {
    const age = ageOf(read, shown);
    if (age === 'older') {
      return begunAt < this.#policyReadAt + MARKED_LAG;
    }
    const recent = this.#policies.filter(({ shownFrom }) => begunAt < shownFrom);
    const last = recent.at(-1);
    return (
      last !== undefined &&
      age !== 'newer' &&
      !isAlike(read, last.after) &&
      recent.some(({ before }) => isAlike(read, before))
    );
  }
}

function isAlike(one: Policy, other: Policy): boolean {
  return changesByOthers(one, other).length === 0;
}

function without(listing: Listing<Agent>, gone: ReadonlySet<string>): Listing<Agent> {
  const rows = listing.rows.filter(({ id }) => !gone.has(id));
  const removed = listing.rows.length - rows.length;
  const total = listing.total === undefined ? undefined : listing.total - removed;
  return removed === 0 ? listing : { ...listing, rows, total };
}
