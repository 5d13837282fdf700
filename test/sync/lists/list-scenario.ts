import { createHash } from 'node:crypto';

import { asUntrusted, type Untrusted } from '../../../src/lib/untrusted.ts';
import { seededRandom } from '../../../src/server/base/random.ts';
import type { Listing } from '../../../src/stores/base/listing.ts';
import { createStores } from '../../../src/stores/stores.ts';
import { createAgentFeed } from '../../../src/sync/feeds/agent-feed.ts';
import { LlmCallReader } from '../../../src/sync/lists/llm-call-reader.ts';
import { MachineSessionsReader } from '../../../src/sync/lists/machine-sessions-reader.ts';
import {
  createSessionClientList,
  readSessionClients,
  type SessionFilters,
} from '../../../src/sync/lists/read-sessions.ts';
import { SessionReader } from '../../../src/sync/lists/session-reader.ts';
import { createFakeClient, type FakeAnswer, type FakeCall } from '../../helpers/fake-client.ts';
import { NOW } from '../../helpers/sample-data.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

/** How a server lists, and what happens to the list while it is read again and again. */
export const PARAMETERS = {
  order: ['newest', 'oldest', 'scattered', 'reshuffled'],
  total: ['exact', 'absent', 'one more', 'half', 'end of the page'],
  hasMore: ['right', 'absent', 'true', 'false'],
  rows: [0, 90, 260, 1250],
  pageRows: [30, 100],
  change: [
    'none',
    'one is removed',
    'half are removed',
    'none is left',
    'some come in',
    'one changes',
    'one is damaged',
  ],
  /** Requests that fail, counted from the beginning of each of the readings. */
  failures: ['none', 'the first', 'the second', 'the fourth', 'every third', 'refuses large pages'],
  written: [false, true],
} as const;

type Parameters = typeof PARAMETERS;
export type Scenario = { readonly [Name in keyof Parameters]: Parameters[Name][number] } & {
  readonly seed: number;
};

interface Row extends Readonly<Record<string, unknown>> {
  readonly id: string;
}

/** Reads once, and gives what is known then. */
type Read = (number: number) => Promise<Pick<Listing<unknown>, 'rows'>>;

type MakeRead = (
  client: ReturnType<typeof createFakeClient>,
  clock: VirtualClock,
  server: ListServer,
  scenario: Scenario,
) => Read;

const MACHINE = asUntrusted('machine-1');

const NO_FILTERS: SessionFilters = {
  date: undefined,
  dateZone: 'utc',
  project: undefined,
  branch: undefined,
  clientId: undefined,
  agentId: undefined,
  subagents: false,
};

/** Readings of one list, of which the third finds it changed. */
const READINGS = 6;
const CHANGED_BEFORE = 2;

/** A list that a server gives as a scenario has it. */
class ListServer {
  readonly #scenario: Scenario;
  readonly #random: () => number;
  rows: readonly Row[];
  /** What was asked for since it was looked at last, and how that went. */
  asked: string[] = [];
  #requests = 0;
  #mayFail = false;
  /** Called before the second request of each reading is answered. */
  meanwhile: () => void = () => undefined;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.#random = seededRandom(scenario.seed);
    this.rows = Array.from({ length: scenario.rows }, (_, index) => rowOf(index));
  }

  /** Begins another reading; requests of those with an odd number may fail. */
  beginReading(number: number): void {
    this.asked = [];
    this.#requests = 0;
    this.#mayFail = number % 2 === 1;
  }

  answer({ endpoint, query }: FakeCall): FakeAnswer {
    const { failures, pageRows, total, hasMore } = this.#scenario;
    const [offset, limit] = [Number(query?.['offset'] ?? 0), Number(query?.['limit'] ?? 50)];
    const number = this.#requests++;
    if (number === 1) {
      this.meanwhile();
    }
    const isOfThose =
      (failures === 'the first' && number === 0) ||
      (failures === 'the second' && number === 1) ||
      (failures === 'the fourth' && number === 3) ||
      (failures === 'every third' && number % 3 === 2);
    const isFailing = this.#mayFail && isOfThose;
    const isRefused = failures === 'refuses large pages' && limit > 200;
    this.asked.push(
      `${query?.['offset'] ?? '-'}+${query?.['limit'] ?? '-'}${isFailing || isRefused ? '!' : ''}`,
    );
    if (isFailing || isRefused) {
      return { status: isRefused ? 400 : 500 };
    }
    const list = this.#ordered();
    const page = list.slice(offset, offset + Math.min(pageRows, limit));
    const end = offset + page.length;
    const pagination = {
      limit: Math.min(pageRows, limit),
      offset,
      total: {
        exact: list.length,
        absent: undefined,
        'one more': list.length + 1,
        half: Math.floor(list.length / 2),
        'end of the page': end,
      }[total],
      has_more: { right: end < list.length, absent: undefined, true: true, false: false }[hasMore],
    };
    const name = { listAgents: 'agents', listSessions: 'sessions', listSessionClients: 'clients' }[
      endpoint as string
    ];
    return { body: { [name ?? 'events']: page, pagination } };
  }

  change(kind: Scenario['change']): void {
    const { rows } = this;
    const at = Math.floor(rows.length / 3);
    const isKept = (index: number) =>
      kind === 'one is removed'
        ? index !== at
        : kind === 'half are removed'
          ? index % 2 === 0
          : kind !== 'none is left';
    const kept = rows.filter((_, index) => isKept(index));
    const added = kind === 'some come in' ? [0, 1, 2].map((index) => rowOf(rows.length + index)) : [];
    this.rows = [...kept, ...added].map((row, index) =>
      index !== at
        ? row
        : kind === 'one changes'
          ? { ...row, hostname: 'renamed', title: 'renamed', model: 'renamed' }
          : kind === 'one is damaged'
            ? { ...row, id: null as never, session_id: null }
            : row,
    );
  }

  #ordered(): readonly Row[] {
    const { order } = this.#scenario;
    if (order === 'oldest' || order === 'newest') {
      return order === 'oldest' ? this.rows : this.rows.toReversed();
    }
    const placed = this.rows.map((row, index) => ({
      row,
      place: order === 'scattered' ? (index * 7919) % 4999 : this.#random(),
    }));
    return placed.sort((left, right) => left.place - right.place).map(({ row }) => row);
  }
}

function rowOf(index: number): Row {
  const time = new Date(NOW - 10_000_000 + index * 1000).toISOString();
  return {
    id: `row-${index}`,
    session_id: `row-${index}`,
    client_id: MACHINE,
    hostname: `host-${index}`,
    status: 'active',
    title: `session ${index}`,
    timestamp: time,
    created_at: time,
    modified_at: time,
    model: 'model',
  };
}

/** The lists that are read page by page, as those do that read them. */
export const READERS = {
  agents(client, clock, server, { written }): Read {
    const { agents } = createStores();
    const feed = createAgentFeed(client, agents, clock, { inListing: (listing) => listing }, () => undefined);
    const write = (hostname: Untrusted) => {
      const { data } = agents.getState();
      if (data !== undefined) {
        const rows = data.rows.flatMap((agent, index) =>
          index === 7 ? [] : index === 3 ? [{ ...agent, hostname }] : [agent],
        );
        agents.setState({ data: { ...data, rows } });
      }
    };
    return async (number) => {
      const signal = new AbortController().signal;
      if (written && number === 3) {
        write(asUntrusted('written between'));
        server.meanwhile = () => write(asUntrusted('written meanwhile'));
      }
      let failure: string | undefined;
      for (let read = 0; read < 12 && failure === undefined; read++) {
        await feed.read(signal).catch((error: unknown) => (failure = String(error)));
      }
      const { data } = agents.getState();
      return { ...data, rows: data?.rows ?? [], failure };
    };
  },
  sessions(client, clock): Read {
    const reader = new SessionReader(client, clock);
    return async (number) => {
      const signal = new AbortController().signal;
      const parts: unknown[] = [];
      const read = await reader.read(NO_FILTERS, signal, ({ rows, reading }) =>
        parts.push([rows.length, reading]),
      );
      const isReadOn = number > 0 && reader.beyond(NO_FILTERS) === 'more';
      const listing = isReadOn ? await reader.readOn(NO_FILTERS, signal) : read;
      return { ...(listing ?? read), parts };
    };
  },
  'sessions of a local day'(client, clock): Read {
    const reader = new SessionReader(client, clock);
    const filters = {
      ...NO_FILTERS,
      date: new Date(NOW).toISOString().slice(0, 10),
      dateZone: 'local',
    } as const;
    return () => reader.read(filters, undefined);
  },
  'session clients'(client, clock): Read {
    const list = createSessionClientList(clock);
    return () => readSessionClients(client, list, undefined);
  },
  'sessions of a machine'(client, clock): Read {
    const { machineSessions } = createStores();
    const reader = new MachineSessionsReader(client, machineSessions, clock);
    return async () => {
      await reader.read(MACHINE, true);
      const { data, failure } = machineSessions.getState();
      if (failure !== undefined) {
        machineSessions.setState({ failure: undefined });
        throw new Error(failure.message);
      }
      const { sessions, ...rest } = data ?? { sessions: [], total: undefined };
      return { ...rest, rows: sessions };
    };
  },
  'LLM calls'(client): Read {
    const reader = new LlmCallReader(client);
    return async (number) => {
      const { listing } = await reader.read({ wanted: number < 2 ? 200 : 5000 });
      return listing;
    };
  },
} satisfies Readonly<Record<string, MakeRead>>;

export type ReaderName = keyof typeof READERS;

/** What came of one reading. */
export interface Reading {
  /** The requests: offset and limit, and "!" where it failed. */
  readonly asked: readonly string[];
  /** Rows that are listed; undefined where the reading failed. */
  readonly rows?: number;
  /** Of these, how many are the objects that the listing before had, too. */
  readonly same?: number;
  readonly told: string;
}

/** Plays a scenario. */
export async function play(name: ReaderName, scenario: Scenario): Promise<readonly Reading[]> {
  const clock = new VirtualClock();
  const server = new ListServer(scenario);
  const client = createFakeClient(clock, (call) => server.answer(call));
  const readers: Readonly<Record<ReaderName, MakeRead>> = READERS;
  const read = readers[name](client, clock, server, scenario);
  const readings: Reading[] = [];
  let before: ReadonlySet<unknown> = new Set();
  for (let number = 0; number < READINGS; number++) {
    if (number === CHANGED_BEFORE) {
      server.change(scenario.change);
    }
    server.beginReading(number);
    try {
      const { rows, ...rest } = await read(number);
      const same = rows.filter((row) => before.has(row)).length;
      before = new Set(rows);
      const told = `${JSON.stringify(rest)} ${hashOf(JSON.stringify(rows))}`;
      readings.push({ asked: server.asked, rows: rows.length, same, told });
    } catch (error) {
      readings.push({ asked: server.asked, told: String(error) });
    }
    // After the fourth reading, what was read of a list that failed is too old to go on with.
    await clock.advance(number === 3 ? 70_000 : 5_000);
  }
  return readings;
}

/** Eight letters that tell a text from others. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
