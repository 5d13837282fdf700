import { describe, expect, it } from 'vitest';

import { MOST_LLM_CALLS, type LlmListing } from '../../../src/stores/llm/llm-listing.ts';
import { FIRST_LLM_CALLS, LlmCallReader } from '../../../src/sync/lists/llm-call-reader.ts';
import { createFakeClient, type FakeCall } from '../../helpers/fake-client.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

interface Call {
  readonly id: string;
  readonly timestamp: string;
}

function callsFrom(first: number, count: number): readonly Call[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `c${first + index}`,
    timestamp: new Date(Date.parse('2026-03-02T09:00:00Z') + (first + index) * 1000).toISOString(),
  }));
}

/** A server that lists calls in one order or the other, in pages of a size, and may tell how many there are. */
class CallServer {
  calls: readonly Call[];
  isNewestFirst = true;
  pageSize = 1000;
  hasPagination = true;
  takesOffset = true;
  fails: ((offset: number) => boolean) | undefined;

  constructor(calls: readonly Call[]) {
    this.calls = calls;
  }

  answer({ query }: FakeCall) {
    const offset = this.takesOffset ? Number(query?.['offset'] ?? 0) : 0;
    if (this.fails?.(offset) === true) {
      return { status: 500 };
    }
    const list = this.isNewestFirst ? this.calls.toReversed() : this.calls;
    const page = list.slice(offset, offset + Math.min(this.pageSize, Number(query?.['limit'])));
    const pagination = { total: list.length, has_more: offset + page.length < list.length };
    return { body: this.hasPagination ? { events: page, pagination } : page };
  }
}

function readerOf(server: CallServer) {
  const client = createFakeClient(new VirtualClock(), (call) => server.answer(call));
  const reader = new LlmCallReader(client);
  return {
    client,
    reader,
    read: (wanted = FIRST_LLM_CALLS) => reader.read({ wanted }),
    /** Reads until nothing more is to be read at once; gives the ids, newest first. */
    readAll: async (wanted = MOST_LLM_CALLS) => {
      let read = await reader.read({ wanted });
      for (let left = 300; read.more && left > 0; left--) {
        read = await reader.read({ wanted });
      }
      return { ...read, ids: read.listing.rows.map(({ raw }) => raw['id']) };
    },
  };
}

const idsOf = (calls: readonly Call[]) => calls.map(({ id }) => id).toReversed();

describe('the first read', () => {
  it.each([
    ['newest first', true, 1000, true, [undefined, 100]],
    ['newest first in small pages', true, 50, true, [undefined, 50, 100, 150]],
    ['oldest first', false, 1000, true, [undefined, 250, 350, 450]],
    ['newest first without a total', true, 1000, false, [undefined, 100]],
    ['oldest first without a total', false, 1000, false, [undefined, 100, 200, 300, 400, 450]],
  ] as const)('gives the newest of a list %s', async (_how, isNewestFirst, size, hasPagination, offsets) => {
    const server = new CallServer(callsFrom(0, 450));
    Object.assign(server, { isNewestFirst, pageSize: size, hasPagination });
    const { client, read } = readerOf(server);
    const { listing } = await read();
    const ids = listing.rows.map(({ raw }) => raw['id']);
    expect(ids.slice(0, 200)).toEqual(idsOf(callsFrom(250, 200)));
    expect(listing.total).toBe(hasPagination ? 450 : undefined);
    expect(client.calls.map(({ query }) => query?.['offset'])).toEqual(offsets);
  });

  it('takes a server that knows no offset for one that gives no more', async () => {
    const server = new CallServer(callsFrom(0, 450));
    Object.assign(server, { takesOffset: false, hasPagination: false, pageSize: 50 });
    const { client, readAll } = readerOf(server);
    const { listing, ids } = await readAll();
    expect(ids).toEqual(idsOf(callsFrom(400, 50)));
    expect(listing.reach).toBe('page');
    expect(client.calls).toHaveLength(2);
  });
});

describe('reading on', () => {
  it.each([
    ['newest first', true, true],
    ['newest first without a total', true, false],
    ['oldest first', false, true],
    ['oldest first without a total', false, false],
  ])(
    'reaches the first call of a list %s, and keeps up with new ones',
    async (_how, isNewestFirst, total) => {
      const server = new CallServer(callsFrom(0, 1230));
      Object.assign(server, { isNewestFirst, hasPagination: total });
      const { client, readAll, read } = readerOf(server);
      const { ids, listing } = await readAll();
      expect(ids).toEqual(idsOf(callsFrom(0, 1230)));
      expect(listing.reach).toBe('first');
      server.calls = callsFrom(0, 1337);
      const asked = client.calls.length;
      expect((await readAll()).ids).toEqual(idsOf(callsFrom(0, 1337)));
      expect(client.calls.length - asked).toBeLessThanOrEqual(4);
      const before = (await read()).listing;
      expect((await read()).listing).toBe(before);
    },
  );

  it('asks for older ones only where they are wanted', async () => {
    const { client, readAll } = readerOf(new CallServer(callsFrom(0, 3000)));
    const { listing, more } = await readAll(FIRST_LLM_CALLS);
    expect(more).toBe(false);
    expect(listing).toMatchObject({ total: 3000, reach: 'part' });
    expect(client.calls).toHaveLength(2);
  });

  it('keeps so many and no more, the newest', async () => {
    const server = new CallServer(callsFrom(0, MOST_LLM_CALLS + 300));
    const { readAll } = readerOf(server);
    const { ids, listing } = await readAll();
    expect(ids).toEqual(idsOf(callsFrom(300, MOST_LLM_CALLS)));
    expect(listing.reach).toBe('bound');
    server.calls = callsFrom(0, MOST_LLM_CALLS + 340);
    expect((await readAll()).ids).toEqual(idsOf(callsFrom(340, MOST_LLM_CALLS)));
  });

  it('leaves no hole when reading fails between what is new and what is known', async () => {
    const server = new CallServer(callsFrom(0, 300));
    const { readAll } = readerOf(server);
    await readAll();
    server.calls = callsFrom(0, 650);
    server.fails = (offset) => offset >= 200;
    await expect(readAll()).rejects.toThrow();
    server.fails = undefined;
    expect((await readAll()).ids).toEqual(idsOf(callsFrom(0, 650)));
  });

  it('shows each page of a list that is new, and does not begin it anew when one fails', async () => {
    const server = new CallServer(callsFrom(0, 450));
    const { client, reader } = readerOf(server);
    const shown: number[] = [];
    const onProgress = ({ rows }: LlmListing) => shown.push(rows.length);
    let failing = 100;
    server.fails = (offset) => offset === failing;
    await expect(reader.read({ wanted: 450, onProgress })).rejects.toThrow('500');
    expect([shown, reader.held]).toEqual([[100], 100]);
    failing = 200;
    await expect(reader.read({ wanted: 450, onProgress })).rejects.toThrow('500');
    expect(shown).toEqual([100, 100, 200]);
    failing = -1;
    const { listing } = await reader.read({ wanted: 450 });
    expect(listing.rows).toHaveLength(450);
    expect(client.calls.map(({ query }) => query?.['offset'] ?? 0)).toEqual([
      0, 100, 0, 100, 200, 0, 200, 300, 400,
    ]);
  });

  it.each([true, false])(
    'begins anew when all places have moved (newest first: %s)',
    async (isNewestFirst) => {
      const server = new CallServer(callsFrom(0, 400));
      server.isNewestFirst = isNewestFirst;
      const { readAll } = readerOf(server);
      await readAll();
      server.calls = callsFrom(9000, 150);
      const { ids } = await readAll();
      expect(ids.slice(0, 150)).toEqual(idsOf(callsFrom(9000, 150)));
    },
  );

  it('tells what a call says now, and keeps those that say the same', async () => {
    const server = new CallServer(callsFrom(0, 3));
    const { read } = readerOf(server);
    const before = (await read()).listing.rows;
    server.calls = server.calls.map((call, index) => (index === 2 ? { ...call, status: 'ok' } : call));
    const after = (await read()).listing.rows;
    expect(after.map(({ raw }) => raw['status'])).toEqual(['ok', undefined, undefined]);
    expect(after.slice(1)).toEqual(before.slice(1));
    expect(after[1]).toBe(before[1]);
  });
});

describe('a call that comes without the id that others have', () => {
  it.each([
    ['newest first', true],
    ['oldest first', false],
  ])('is asked for again until it comes whole, %s', async (_how, isNewestFirst) => {
    const server = new CallServer(callsFrom(0, 450));
    server.isNewestFirst = isNewestFirst;
    const whole = server.calls;
    server.calls = whole.map((call) => (call.id === 'c120' ? ({ timestamp: call.timestamp } as Call) : call));
    const { read, readAll } = readerOf(server);
    const { ids: before } = await readAll();
    expect(before).toHaveLength(450);
    expect(before).toContain(undefined);
    server.calls = [...whole, ...callsFrom(450, 3)];
    await read(MOST_LLM_CALLS);
    const { listing } = await read(MOST_LLM_CALLS);
    expect(listing.rows.map(({ raw }) => raw['id'])).toEqual(idsOf(server.calls));
  });

  it('is taken for one that has none after some tries', async () => {
    const server = new CallServer(callsFrom(0, 450));
    server.calls = server.calls.map((call) =>
      call.id === 'c120' ? ({ timestamp: call.timestamp } as Call) : call,
    );
    const { client, read, readAll } = readerOf(server);
    await readAll();
    for (let left = 10; left > 0; left--) {
      await read(MOST_LLM_CALLS);
    }
    const before = client.calls.length;
    const { listing } = await read(MOST_LLM_CALLS);
    expect(client.calls).toHaveLength(before + 1);
    expect(listing.rows).toHaveLength(450);
  });
});
