import type { Agent } from '../../contract/agent.ts';
import { parseTime } from '../../lib/format-time.ts';
import { mergeSort } from '../../lib/merge-sort.ts';
import { naturalKey, versionKey } from '../../lib/natural-order.ts';
import { oddFlagsOf } from './agent-flags.ts';
import { NO_CONTEXT, type FlagContext } from './agent-index.ts';
import type { Listing } from '../base/listing.ts';
import type { Sorting } from '../base/list-view.ts';

/** A column by which agents can be sorted, by its title. */
export const AGENT_COLUMNS = [
  'STATUS',
  'HOST',
  'USER',
  'OS',
  'ARCH',
  'VERSION',
  'LAST SEEN',
  'REGISTERED',
  'FLAGS',
] as const;
export type AgentColumn = (typeof AGENT_COLUMNS)[number];

/** How agents are sorted until somebody chooses otherwise. */
export const BY_HOST: Sorting = { column: 'HOST', descending: false };

type Key = string | number;

/** The value that orders agents in a column; undefined for one of which it is not known. */
const KEYS: Readonly<Record<Exclude<AgentColumn, 'FLAGS'>, (agent: Agent) => Key | undefined>> = {
  STATUS: ({ status }) => status,
  HOST: ({ hostname }) => natural(hostname),
  USER: ({ username }) => natural(username),
  OS: ({ os }) => natural(os),
  ARCH: ({ arch }) => natural(arch),
  VERSION: ({ version }) => (version === undefined ? undefined : versionKey(version)),
  'LAST SEEN': ({ last_seen_at: seen }) => parseTime(seen),
  REGISTERED: ({ registered_at: registered }) => parseTime(registered),
};

function natural(text: string | undefined): string | undefined {
  return text === undefined ? undefined : naturalKey(text);
}

/** What was sorted last, for finding the places of what changed since. */
interface Sorted {
  readonly rows: readonly Agent[];
  readonly sorted: readonly Agent[];
}

/** When more than this share of the rows changed, all are sorted anew. */
const MANY = 1 / 3;

/** Rows between two pauses. */
const STEP = 512;

/**
 * Sorts lists of agents, in small pieces. Agents of which a column is not known stand last, equal ones by host and id.
 * A list in which few rows changed since the last time costs little more than these. FLAGS needs the context and the
 * time; for all other columns neither plays a part.
 */
export class AgentOrder {
  readonly #keys = new Map<string, WeakMap<Agent, { readonly key: Key | undefined }>>();
  #last: (Sorted & { readonly question: readonly unknown[] }) | undefined;

  *sort(
    listing: Listing<Agent> | undefined,
    column: AgentColumn,
    isDescending: boolean,
    context: FlagContext | undefined,
    minute: number,
  ): Generator<void, readonly Agent[]> {
    const rows = listing?.rows ?? [];
    const question = [column, isDescending, context, minute];
    const compare = this.#comparison(column, isDescending, context ?? NO_CONTEXT, minute);
    const last = this.#last;
    const isSame = last?.question.every((item, index) => item === question[index]) === true;
    const changes = isSame ? differences(last.rows, rows) : undefined;
    yield;
    let sorted: readonly Agent[];
    if (changes === undefined || last === undefined || changes.added.length > rows.length * MANY) {
      sorted = yield* mergeSort(rows, compare);
    } else {
      const kept = last.sorted.filter((agent) => !changes.removed.has(agent));
      yield;
      const added = yield* mergeSort(changes.added, compare);
      sorted = yield* insert(kept, added, compare);
    }
    this.#last = { rows, sorted, question };
    return sorted;
  }

  #comparison(column: AgentColumn, isDescending: boolean, context: FlagContext, minute: number) {
    const keyOf =
      column === 'FLAGS'
        ? this.#remembered(`FLAGS ${minute}`, (agent) => flagsKey(agent, context, minute))
        : this.#remembered(column, KEYS[column]);
    const hostOf = this.#remembered('HOST', KEYS.HOST);
    const direction = isDescending ? -1 : 1;
    return (left: Agent, right: Agent): number =>
      compareKnown(keyOf(left), keyOf(right), direction) ||
      compareKnown(hostOf(left), hostOf(right), 1) ||
      (left.id < right.id ? -1 : 1);
  }

  #remembered(name: string, keyOf: (agent: Agent) => Key | undefined): (agent: Agent) => Key | undefined {
    // Flags of another time, or beside other agents, are others.
    const known = (name.startsWith('FLAGS') ? undefined : this.#keys.get(name)) ?? new WeakMap();
    this.#keys.set(name, known);
    return (agent) => {
      let entry = known.get(agent);
      if (entry === undefined) {
        entry = { key: keyOf(agent) };
        known.set(agent, entry);
      }
      return entry.key;
    };
  }
}

/** Those with most flags first, and of these those with the gravest. */
function flagsKey(agent: Agent, context: FlagContext, minute: number): Key | undefined {
  const flags = oddFlagsOf(agent, context, minute);
  return flags.length === 0 ? undefined : `${9 - flags.length} ${flags.join(' ')}`;
}

function compareKnown(left: Key | undefined, right: Key | undefined, direction: 1 | -1): number {
  if (left === right) {
    return 0;
  }
  if (left === undefined || right === undefined) {
    return left === undefined ? 1 : -1;
  }
  return left < right ? -direction : direction;
}

/** What differs between two lists, place by place; undefined when they have next to nothing in common. */
function differences(
  before: readonly Agent[],
  now: readonly Agent[],
): { readonly removed: ReadonlySet<Agent>; readonly added: readonly Agent[] } {
  const removed = new Set<Agent>();
  const added: Agent[] = [];
  const length = Math.max(before.length, now.length);
  for (let place = 0; place < length; place++) {
    const [was, is] = [before[place], now[place]];
    if (was !== is) {
      if (was !== undefined) {
        removed.add(was);
      }
      if (is !== undefined) {
        added.push(is);
      }
    }
  }
  return { removed, added };
}

/** Two sorted lists as one, in small pieces. */
function* insert(
  rows: readonly Agent[],
  added: readonly Agent[],
  compare: (left: Agent, right: Agent) => number,
): Generator<void, readonly Agent[]> {
  const parts: (Agent | readonly Agent[])[] = [];
  let from = 0;
  for (const [number, agent] of added.entries()) {
    let [low, high] = [from, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(rows[middle] as Agent, agent) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    parts.push(rows.slice(from, low), agent);
    from = low;
    if (number % STEP === STEP - 1) {
      yield;
    }
  }
  yield;
  return ([] as Agent[]).concat(...parts, rows.slice(from));
}
