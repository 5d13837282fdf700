import type { Agent } from '../../contract/agent.ts';
import { NamesOfClients, withUsers, type HostByClient } from '../base/host-by-client.ts';
import { parseTime } from '../../lib/format-time.ts';
import { versionKey } from '../../lib/natural-order.ts';
import type { Untrusted } from '../../lib/untrusted.ts';
import type { Listing } from '../base/listing.ts';
import { isSuspiciousAgent } from '../base/suspicious.ts';

/** How many agents have a value, the most frequent first; undefined stands for none. */
export type Tally = readonly (readonly [value: Untrusted | undefined, agents: number])[];

/** What an agent is flagged for depends on all others. */
export interface FlagContext {
  /** Machine ids that several agents have which are not deleted, and how many. */
  readonly sharedMachines: ReadonlyMap<string, number>;
  /** The newest releases that are in use, the newest first; agents with others are not called old. */
  readonly currentVersions: readonly Untrusted[];
  /** Versions that came before these. */
  readonly oldVersions: ReadonlySet<string>;
}

/** What is known of all agents together. */
export interface AgentIndex extends FlagContext {
  readonly agents: number;
  readonly clones: number;
  readonly suspicious: number;
  /** Agents that share a machine id with another one, and those with an old version. */
  readonly shared: number;
  readonly old: number;
  readonly byStatus: Tally;
  readonly byVersion: Tally;
  /** By the first word of the operating system's name. */
  readonly bySystem: Tally;
  /** When each active agent was seen last, in milliseconds. */
  readonly activeSeen: readonly number[];
  /** Without the clients that agents on different hosts share: nobody can say which of them is meant. So of users. */
  readonly hostByClient: HostByClient<Untrusted>;
}

export const NO_CONTEXT: FlagContext = {
  sharedMachines: new Map(),
  currentVersions: [],
  oldVersions: new Set(),
};

const NO_USERS: ReadonlyMap<string, Untrusted> = new Map();

/** Rows between two pauses. */
const STEP = 128;

/** Releases that count as current. */
const CURRENT_RELEASES = 2;

/** What fewer agents run may be a trial, or not even true, and makes no other version old. */
const LEAST_AGENTS_OF_A_RELEASE = 2;

class Counts {
  readonly #counts = new Map<Untrusted | undefined, number>();

  add(value: Untrusted | undefined): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
  }

  get tally(): Tally {
    return [...this.#counts].sort((left, right) => right[1] - left[1]);
  }
}

/**
 * Makes the index of a list of agents, in small pieces. What says the same as in the index `before` is the same object,
 * since much that is shown depends on it.
 */
export function* indexAgents(
  { rows }: Listing<Agent>,
  before: AgentIndex | undefined,
): Generator<void, AgentIndex> {
  const [byStatus, byVersion, bySystem] = [new Counts(), new Counts(), new Counts()];
  const machines = new Map<string, number>();
  const [hostsOf, usersOf] = [new NamesOfClients<Untrusted>(), new NamesOfClients<Untrusted>()];
  const activeSeen: number[] = [];
  let [clones, suspicious] = [0, 0];
  for (const [number, agent] of rows.entries()) {
    byStatus.add(agent.status);
    byVersion.add(agent.version);
    bySystem.add(agent.os?.split(' ')[0] as Untrusted | undefined);
    clones += agent.clone_detected === true ? 1 : 0;
    suspicious += isSuspiciousAgent(agent) ? 1 : 0;
    if (agent.machine_id !== undefined && agent.status !== 'deleted') {
      machines.set(agent.machine_id, (machines.get(agent.machine_id) ?? 0) + 1);
    }
    hostsOf.add(agent.client_id, agent.hostname);
    usersOf.add(agent.client_id, agent.username);
    const seen = agent.status === 'active' ? parseTime(agent.last_seen_at) : undefined;
    if (seen !== undefined) {
      activeSeen.push(seen);
    }
    if (number % STEP === STEP - 1) {
      yield;
    }
  }
  yield;
  const [hosts, users] = [hostsOf.names, usersOf.names];
  yield;
  const sharedMachines = new Map([...machines].filter(([, agents]) => agents > 1));
  yield;
  const versions = byVersion.tally;
  const { currentVersions, oldVersions } = versionsInUse(versions);
  const isSameHosts = before !== undefined && isSameMap(before.hostByClient, hosts);
  const isSameUsers = isSameHosts && isSameMap(before.hostByClient.users ?? NO_USERS, users);
  return {
    agents: rows.length,
    clones,
    suspicious,
    shared: [...sharedMachines.values()].reduce((sum, agents) => sum + agents, 0),
    old: versions.reduce((sum, [version, agents]) => sum + (oldVersions.has(version ?? '') ? agents : 0), 0),
    byStatus: byStatus.tally,
    byVersion: versions,
    bySystem: bySystem.tally,
    activeSeen,
    hostByClient: isSameUsers ? before.hostByClient : withUsers(hosts, users),
    sharedMachines:
      before !== undefined && isSameMap(before.sharedMachines, sharedMachines)
        ? before.sharedMachines
        : sharedMachines,
    currentVersions: keptIfSame(before?.currentVersions, currentVersions),
    oldVersions:
      before !== undefined && isSameMap(before.oldVersions, oldVersions) ? before.oldVersions : oldVersions,
  };
}

/** A version that says what release it is, and is no trial of one. */
const RELEASE = /^v?\d+(?:\.\d+){0,50}(?:\+.*)?$/i;

/**
 * The two newest releases that at least two agents run, and all versions before these. What is no version at all is
 * neither, and what is newer than both is not old.
 */
function versionsInUse(versions: Tally): Pick<FlagContext, 'currentVersions' | 'oldVersions'> {
  const known = versions
    .flatMap(([version, agents]) =>
      version === undefined || !/^v?\d/i.test(version) ? [] : [{ version, agents, key: versionKey(version) }],
    )
    .sort((left, right) => (left.key < right.key ? 1 : left.key > right.key ? -1 : 0));
  const current = known
    .filter(({ version, agents }) => agents >= LEAST_AGENTS_OF_A_RELEASE && RELEASE.test(version))
    .slice(0, CURRENT_RELEASES);
  const oldest = current.at(-1)?.key;
  const isEnough = current.length === CURRENT_RELEASES;
  return {
    currentVersions: current.map(({ version }) => version),
    oldVersions: new Set(
      known.flatMap(({ version, key }) =>
        isEnough && oldest !== undefined && key < oldest ? [version] : [],
      ),
    ),
  };
}

type Membership = ReadonlySet<string> | ReadonlyMap<string, unknown>;

function isSameMap(left: Membership, right: Membership): boolean {
  if (left.size !== right.size) {
    return false;
  }
  for (const entry of right) {
    const [key, value] = typeof entry === 'string' ? [entry, undefined] : entry;
    if (!left.has(key) || (left instanceof Map && left.get(key) !== value)) {
      return false;
    }
  }
  return true;
}

function keptIfSame(
  before: readonly Untrusted[] | undefined,
  now: readonly Untrusted[],
): readonly Untrusted[] {
  return before?.length === now.length && now.every((version, index) => version === before[index])
    ? before
    : now;
}
