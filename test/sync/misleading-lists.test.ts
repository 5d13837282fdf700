import { describe, expect, it } from 'vitest';

import type { Client } from '../../src/api/client.ts';
import { completenessOf } from '../../src/stores/base/completeness.ts';
import type { ListDoubt, Listing } from '../../src/stores/base/listing.ts';
import { createStores } from '../../src/stores/stores.ts';
import { MOST_LLM_CALLS, type LlmListing } from '../../src/stores/llm/llm-listing.ts';
import { createAgentFeed } from '../../src/sync/feeds/agent-feed.ts';
import { LlmCallReader } from '../../src/sync/lists/llm-call-reader.ts';
import { MachineSessionsReader } from '../../src/sync/lists/machine-sessions-reader.ts';
import { SessionReader } from '../../src/sync/lists/session-reader.ts';
import { asUntrusted } from '../../src/lib/untrusted.ts';
import { createFakeClient, type FakeCall } from '../helpers/fake-client.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';

type Row = Readonly<Record<string, unknown>>;

/** How a server counts a list of so many rows on a page that ends there, at the n-th request. */
const TOTALS = {
  exact: (all: number) => all,
  huge: () => 1e15,
  'where the page ends': (_all: number, end: number) => end,
  double: (all: number) => 2 * all,
  half: (all: number) => Math.floor(all / 2),
  'one more': (all: number) => all + 1,
  'at most 20': (all: number) => Math.min(all, 20),
  zero: () => 0,
  negative: () => -1,
  missing: () => undefined,
  text: (all: number) => String(all),
  falling: (all: number, _end: number, request: number) => all - (request % 50),
} satisfies Readonly<Record<string, (all: number, end: number, request: number) => unknown>>;

type Total = keyof typeof TOTALS;

const ALL_TOTALS = Object.keys(TOTALS) as readonly Total[];
const TOO_LARGE: readonly Total[] = ['huge', 'double', 'one more'];

interface Dialect {
  readonly total: Total;
  readonly hasMore: 'right' | 'false' | 'true';
  /** Rows of a page whatever is asked for; the limit of the request, at most twenty, when left out. */
  readonly pageRows?: number;
  readonly offset?: 'ignored';
  readonly order?: 'newest' | 'oldest';
  /** So many rows of the page before stand on each page again. */
  readonly repeated?: number;
}

function answerOf(rows: readonly Row[], dialect: Dialect) {
  let request = 0;
  return ({ endpoint, query }: FakeCall) => {
    const offset = dialect.offset === 'ignored' ? 0 : Number(query?.['offset'] ?? 0);
    const limit = dialect.pageRows ?? Math.min(20, Number(query?.['limit'] ?? 20));
    const begin = Math.max(0, offset - (dialect.repeated ?? 0));
    const page = rows.slice(begin, begin + limit);
    const end = offset + page.length;
    const isMore = { right: begin + page.length < rows.length, false: false, true: true }[dialect.hasMore];
    const total = TOTALS[dialect.total](rows.length, end, request++);
    const name = endpoint === 'listAgents' ? 'agents' : endpoint === 'listSessions' ? 'sessions' : 'events';
    return { body: { [name]: page, pagination: { limit, offset, total, has_more: isMore } } };
  };
}

const rowsOf = (count: number): readonly Row[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `r${index}`,
    client_id: 'machine',
    modified_at: new Date(Date.parse('2026-03-02T09:00:00Z') - index * 1000).toISOString(),
    timestamp: new Date(Date.parse('2026-03-02T09:00:00Z') - index * 1000).toISOString(),
  }));

type Read = (Listing<{ readonly id: string }> & { readonly reach?: LlmListing['reach'] }) | undefined;

/** The lists, and how each is read to its end. */
const LISTS = {
  async agents(client: Client, clock: VirtualClock) {
    const { agents } = createStores();
    const feed = createAgentFeed(client, agents, clock, { inListing: (listing) => listing }, () => undefined);
    const { signal } = new AbortController();
    do {
      await feed.read(signal);
    } while (agents.getState().data?.reading !== undefined);
    return agents.getState().data;
  },
  async sessions(client: Client, clock: VirtualClock) {
    const reader = new SessionReader(client, clock);
    const filters = {} as Parameters<SessionReader['read']>[0];
    let listing: Listing<{ readonly id: string }> | undefined = await reader.read(filters, undefined);
    while (reader.beyond(filters) === 'more') {
      listing = await reader.readOn(filters, undefined);
    }
    return listing;
  },
  async 'sessions of a machine'(client: Client, clock: VirtualClock) {
    const { machineSessions } = createStores();
    await new MachineSessionsReader(client, machineSessions, clock).read(asUntrusted('machine'));
    const { sessions = [], total, doubt } = machineSessions.getState().data ?? {};
    return { rows: sessions, total, damaged: [], doubt };
  },
  async 'LLM calls'(client: Client) {
    const reader = new LlmCallReader(client);
    let read = await reader.read({ wanted: MOST_LLM_CALLS });
    for (let left = 100; read.more && left > 0; left--) {
      read = await reader.read({ wanted: MOST_LLM_CALLS });
    }
    const { listing } = read;
    return { ...listing, rows: listing.rows.map(({ raw }) => ({ id: String(raw['id']) })) };
  },
} satisfies Readonly<Record<string, (client: Client, clock: VirtualClock) => Promise<Read>>>;

type List = keyof typeof LISTS;
const NAMES = Object.keys(LISTS) as readonly List[];

async function read(list: List, count: number, dialect: Dialect) {
  const clock = new VirtualClock();
  const rows = dialect.order === 'oldest' ? rowsOf(count).toReversed() : rowsOf(count);
  const client = createFakeClient(clock, answerOf(rows, dialect));
  const listing: Read = await LISTS[list](client, clock);
  const { reach = 'first' } = listing ?? {};
  return {
    listing,
    missing: count - new Set(listing?.rows.map(({ id }) => id)).size,
    requests: client.calls.length,
    isCalledWhole: completenessOf(listing) === 'all' && reach === 'first',
  };
}

/** What is said of a list of several pages that is read to its end under such a count. */
function doubtUnder(list: List, total: Total, hasMore: Dialect['hasMore']): ListDoubt | undefined {
  switch (total) {
    case 'exact':
      return undefined;
    case 'huge':
    case 'double':
    case 'one more':
      return 'exceeds-rows';
    case 'negative':
    case 'missing':
    case 'text':
      // That calls are counted is not documented.
      return hasMore === 'false' ? 'more-after-end' : list === 'LLM calls' ? undefined : 'not-counted';
    case 'where the page ends':
      // Calls are read from the newest on for ever: what the last page says holds.
      return list !== 'LLM calls' ? 'denies-rows' : hasMore === 'false' ? 'more-after-end' : undefined;
    default:
      return 'denies-rows';
  }
}

const HAS_MORE = ['right', 'false', 'true'] as const;

describe.each(NAMES)('the list of %s', (list) => {
  it.each(ALL_TOTALS)(
    'is read to its end where the total is %s, and called whole by a true one',
    async (total) => {
      for (const hasMore of HAS_MORE) {
        const { listing, missing, requests, isCalledWhole } = await read(list, 73, { total, hasMore });
        const doubt = doubtUnder(list, total, hasMore);
        expect({ hasMore, missing, doubt: listing?.doubt }).toEqual({ hasMore, missing: 0, doubt });
        expect(isCalledWhole).toBe(doubt === undefined);
        expect(doubt === undefined || listing?.total === undefined).toBe(true);
        // Four pages and a look behind them; a second time through where rows seem to lack, or some to be gone.
        const isRepeated = TOO_LARGE.includes(total) || total === 'falling';
        expect(requests).toBeLessThanOrEqual(isRepeated ? 10 : 5);
      }
    },
  );

  it.each(ALL_TOTALS)('is read whole in pages that overlap or are larger than asked: %s', async (total) => {
    const overlapping = await read(list, 73, { total, hasMore: 'false', repeated: 3 });
    const large = await read(list, 270, { total, hasMore: 'false', pageRows: 120 });
    expect([overlapping.missing, large.missing]).toEqual([0, 0]);
    expect(Math.max(overlapping.requests, large.requests)).toBeLessThanOrEqual(12);
  });

  it('ends where the same page comes at any offset, and is called whole only by a count that it meets', async () => {
    for (const total of ALL_TOTALS) {
      for (const hasMore of HAS_MORE) {
        const { listing, requests, isCalledWhole } = await read(list, 73, {
          total,
          hasMore,
          offset: 'ignored',
        });
        expect(listing?.rows).toHaveLength(20);
        expect(requests).toBeLessThanOrEqual(14);
        const isMet = total === 'where the page ends' || total === 'at most 20';
        expect({ total, hasMore, isCalledWhole }).toEqual({
          total,
          hasMore,
          isCalledWhole: isMet && hasMore === 'false',
        });
      }
    }
  });

  it('takes one look behind a page that is all there is, and none of a shorter one', async () => {
    const dialect: Dialect = { total: 'exact', hasMore: 'right' };
    const full = await read(list, 20, dialect);
    const short = await read(list, 33, dialect);
    expect([full.isCalledWhole, full.requests]).toEqual([true, 2]);
    expect([short.isCalledWhole, short.requests]).toEqual([true, 2]);
  });

  it('does not go on where three rows are counted as very many', async () => {
    const { missing, requests, listing } = await read(list, 3, { total: 'huge', hasMore: 'true' });
    expect([missing, listing?.doubt]).toEqual([0, 'exceeds-rows']);
    expect(requests).toBeLessThanOrEqual(4);
  });
});

/** Counts by which the end of a list is looked for. */
const OLDEST_TOO: readonly Total[] = ['exact', 'huge', 'double', 'one more'];

describe('a list of more sessions than are kept fresh', () => {
  it.each(ALL_TOTALS)('is read on to its end where the total is %s, in either order', async (total) => {
    for (const order of OLDEST_TOO.includes(total) ? (['newest', 'oldest'] as const) : ['newest' as const]) {
      const dialect: Dialect = { total, hasMore: 'false', order, pageRows: 100 };
      const { missing, requests, isCalledWhole } = await read('sessions', 1030, dialect);
      expect({ order, missing }).toEqual({ order, missing: 0 });
      expect(requests).toBeLessThanOrEqual(18);
      // What only falls may count what was removed since.
      expect(isCalledWhole || total === 'falling').toBe(total === 'exact' || total === 'falling');
    }
  });
});

it('looks anew behind a full page that was the end before', async () => {
  const { agents } = createStores();
  const clock = new VirtualClock();
  let count = 20;
  const client = createFakeClient(clock, (call) =>
    answerOf(rowsOf(count), { total: 'where the page ends', hasMore: 'false' })(call),
  );
  const feed = createAgentFeed(client, agents, clock, { inListing: (listing) => listing }, () => undefined);
  const { signal } = new AbortController();
  await feed.read(signal);
  expect(completenessOf(agents.getState().data)).toBe('all');
  count = 45;
  await feed.read(signal);
  expect(agents.getState().data?.rows).toHaveLength(45);
});

it('does not hurry through a list again and again whose count changes with each page', async () => {
  const { agents } = createStores();
  const clock = new VirtualClock();
  const client = createFakeClient(
    clock,
    answerOf(rowsOf(73), { total: 'where the page ends', hasMore: 'right' }),
  );
  const feed = createAgentFeed(client, agents, clock, { inListing: (listing) => listing }, () => undefined);
  const { signal } = new AbortController();
  do {
    await feed.read(signal);
  } while (agents.getState().data?.reading !== undefined);
  const { length: before } = client.calls;
  await feed.read(signal);
  expect([client.calls.length - before, feed.targets.focused]).toEqual([5, 10]);
});
