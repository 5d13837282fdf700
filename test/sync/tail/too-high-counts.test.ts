import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { feedStatus } from '../../../src/stores/events/feed-status.ts';
import { follow } from './followed-feed.ts';

const MINUTE = 60_000;

/** How a count is too high: so many times as high, so much higher in each window or in each that is not empty, or by rows not given. */
type Excess =
  | { readonly kind: 'times'; readonly factor: number }
  | { readonly kind: 'more' | 'more-where-any'; readonly rows: number }
  | { readonly kind: 'hidden' | 'withheld'; readonly share: number };

interface Feed {
  readonly order: 'ascending' | 'descending' | 'arrival' | 'hash' | 'reshuffled';
  readonly page: 'clamp-20' | 'clamp-100' | 'clamp-1000';
  readonly events: number;
  /** After so many requests another event comes in; never where 0. */
  readonly growsEvery: number;
  readonly begin: { readonly since: number } | { readonly newest: number };
}

/** Reads a feed of which the server counts too many, then follows it for ten seconds in which events come in. */
async function read(feed: Feed, excess: Excess | undefined) {
  const following = follow(feed, { begin: feed.begin });
  const { server, clock, tail, add, client, found } = following;
  add(feed.events, 50 * MINUTE, MINUTE);
  const hidden = new Set<string>();
  if (excess !== undefined && 'share' in excess) {
    const ids = server.events.map(({ id }) => id);
    const apart = Math.min(ids.length, Math.round(1 / excess.share));
    ids.filter((_id, index) => index % apart === apart - 1).forEach((id) => hidden.add(id));
    if (excess.kind === 'hidden') {
      hidden.forEach((id) => server.hide(id));
    } else {
      server.spoil = ({ events, pagination }) => ({
        events: events.filter(({ id }) => !hidden.has(String(id))),
        pagination,
      });
    }
  } else if (excess !== undefined) {
    server.spoil = ({ events, pagination }) => ({
      events,
      pagination: { ...pagination, total: tooHigh(pagination.total, excess) },
    });
  }
  let grown = 0;
  server.beforeAnswer = (request) => {
    if (feed.growsEvery > 0 && request % feed.growsEvery === 0 && request < 100) {
      server.add(`grown-${grown++}`, { timestamp: clock.now() });
    }
  };
  const requests = await following.poll();
  const standing = feedStatus(tail.state, clock.now());
  const lacking = following.lacking().filter((id) => !hidden.has(id) && !id.startsWith('grown'));
  server.beforeAnswer = () => undefined;
  const perPoll: number[] = [];
  const live: boolean[] = [];
  for (let poll = 0; poll < 5; poll++) {
    const id = `live-${poll}`;
    server.add(id, { timestamp: clock.now() });
    perPoll.push(await following.poll());
    live.push(found.some(({ event }) => event.id === id));
    await clock.advance(2000);
  }
  return { requests, standing, lacking, perPoll, live, doubt: tail.state.doubt, calls: client.calls.length };
}

function tooHigh(total: number, excess: Exclude<Excess, { readonly share: number }>): number {
  switch (excess.kind) {
    case 'times':
      return Math.ceil(total * excess.factor);
    case 'more':
      return total + excess.rows;
    case 'more-where-any':
      return total === 0 ? 0 : total + excess.rows;
  }
}

describe('a server that counts more events than it gives', () => {
  it('costs about three times as many requests at most, and is never called complete', async () => {
    const anyFeed: fc.Arbitrary<Feed> = fc.record({
      order: fc.constantFrom('ascending', 'descending', 'arrival', 'hash', 'reshuffled'),
      page: fc.constantFrom('clamp-20', 'clamp-100', 'clamp-1000'),
      events: fc.integer({ min: 3, max: 900 }),
      growsEvery: fc.constantFrom(0, 5),
      begin: fc.constantFrom({ since: 0 }, { newest: 5 }, { newest: 200 }),
    });
    const anyExcess: fc.Arbitrary<Excess> = fc.oneof(
      fc.record({ kind: fc.constant('times' as const), factor: fc.constantFrom(1.001, 1.03, 1.3, 2, 10) }),
      fc.record({
        kind: fc.constantFrom('more' as const, 'more-where-any' as const),
        rows: fc.constantFrom(1, 3, 30, 1000),
      }),
      fc.record({
        kind: fc.constantFrom('hidden' as const, 'withheld' as const),
        share: fc.constantFrom(0.001, 0.01, 0.03, 0.3),
      }),
    );
    await fc.assert(
      fc.asyncProperty(anyFeed, anyExcess, async (feed, excess) => {
        const honest = await read(feed, undefined);
        const outcome = await read(feed, excess);
        expect(honest).toMatchObject({ doubt: undefined, standing: { kind: 'live' } });
        expect(outcome.requests).toBeLessThanOrEqual(3 * honest.requests + 30);
        expect(outcome.live).not.toContain(false);
        expect(outcome.calls).toBeLessThanOrEqual(3 * honest.calls + 90);
        if ('since' in feed.begin) {
          expect(outcome.standing.kind).not.toBe('live');
          // Where the order is another one in each request, only a count tells that all was read.
          expect(feed.order === 'reshuffled' ? [] : outcome.lacking).toEqual([]);
        }
        if (!('share' in excess)) {
          expect(outcome.doubt).toBe('exceeds-rows');
        }
      }),
      { numRuns: 40 },
    );
  });

  it('is known by its own end of the list where events come in between any two requests', async () => {
    const { server, clock, tail, add, poll } = follow();
    add(300, 50 * MINUTE, 0);
    server.spoil = ({ events, pagination }) => ({
      events,
      pagination: { ...pagination, total: Math.ceil(pagination.total * 1.03) },
    });
    await poll();
    server.beforeAnswer = (request) => {
      server.add(`grown-${request}-0`, { timestamp: clock.now() });
      server.add(`grown-${request}-1`, { timestamp: clock.now() });
    };
    let requests = 0;
    for (let polls = 0; polls < 5; polls++) {
      await clock.advance(2000);
      requests += await poll();
    }
    expect(requests).toBeLessThanOrEqual(10);
    expect(tail.state.doubt).toBe('exceeds-rows');
  });
});
