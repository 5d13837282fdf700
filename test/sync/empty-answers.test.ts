import { describe, expect, it } from 'vitest';

import type { Client } from '../../src/api/client.ts';
import { completenessOf } from '../../src/stores/base/completeness.ts';
import type { Listing } from '../../src/stores/base/listing.ts';
import { createStores } from '../../src/stores/stores.ts';
import { createAgentFeed } from '../../src/sync/feeds/agent-feed.ts';
import { LlmCallReader } from '../../src/sync/lists/llm-call-reader.ts';
import { SessionReader } from '../../src/sync/lists/session-reader.ts';
import { createFakeClient } from '../helpers/fake-client.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';

const ROWS = Array.from({ length: 73 }, (_, index) => ({
  id: `r${index}`,
  timestamp: new Date(Date.parse('2026-03-02T09:00:00Z') - index * 1000).toISOString(),
}));

/** A server that answers some requests, which count from 1, with an empty list and a total of none. */
function createServer(isEmpty: (request: number) => boolean) {
  const clock = new VirtualClock();
  const client = createFakeClient(clock, ({ endpoint, query }) => {
    const rows = isEmpty(client.calls.length) ? [] : ROWS;
    const offset = Number(query?.['offset'] ?? 0);
    const page = rows.slice(offset, offset + 20);
    const pagination = { limit: 20, offset, total: rows.length, has_more: offset + 20 < rows.length };
    const name = endpoint === 'listAgents' ? 'agents' : endpoint === 'listSessions' ? 'sessions' : 'events';
    return { body: { [name]: page, pagination } };
  });
  return { clock, client };
}

type Read = () => Promise<Listing<unknown> | undefined>;

/** The lists, and what reads each whole. */
const LISTS: Readonly<Record<string, (client: Client, clock: VirtualClock) => Read>> = {
  agents(client, clock) {
    const { agents } = createStores();
    const feed = createAgentFeed(client, agents, clock, { inListing: (listing) => listing }, () => undefined);
    return async () => {
      do {
        await feed.read(new AbortController().signal);
      } while (agents.getState().data?.reading !== undefined);
      return agents.getState().data;
    };
  },
  sessions(client, clock) {
    const reader = new SessionReader(client, clock);
    const filters = {} as Parameters<SessionReader['read']>[0];
    return () => reader.read(filters, undefined);
  },
  'LLM calls'(client) {
    const reader = new LlmCallReader(client);
    return async () => (await reader.read({ wanted: 100 })).listing;
  },
};

describe.each(Object.entries(LISTS))('a list of %s that is answered with nothing', (name, createRead) => {
  it('keeps its rows, unverified, until that was answered for a while', async () => {
    let isEmpty = false;
    const { client, clock } = createServer(() => isEmpty);
    const read = createRead(client, clock);
    expect(completenessOf(await read())).toBe('all');
    isEmpty = true;
    for (let turn = 0; turn < 3; turn++) {
      await clock.advance(10_000);
      expect(completenessOf(await read())).toEqual({ read: 73, of: undefined, isUnverified: true });
    }
    isEmpty = false;
    await clock.advance(10_000);
    expect(completenessOf(await read())).toBe('all');
    isEmpty = true;
    let last = await read();
    for (let turn = 0; turn < 8; turn++) {
      await clock.advance(10_000);
      last = await read();
    }
    expect(last?.rows).toEqual([]);
    expect(completenessOf(last)).toBe('all');
  });

  it.skipIf(name === 'LLM calls')('is not called whole where the rest of it was answered so', async () => {
    const { client, clock } = createServer((request) => request === 3 || request === 4);
    const read = createRead(client, clock);
    expect(completenessOf(await read())).toEqual({ read: 40, of: undefined, isUnverified: true });
    expect(completenessOf(await read())).toBe('all');
  });
});
