import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { follow } from './followed-feed.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const POLLS = 40;

/** What a server makes of the bounds of a window, in milliseconds: rounds both outwards or down, or takes them so much wider. */
type Bounds =
  | { readonly kind: 'outwards' | 'down'; readonly to: number }
  | { readonly kind: 'wide'; readonly by: number };

interface Feed {
  readonly order: 'ascending' | 'descending' | 'arrival' | 'hash';
  readonly page: 'clamp-20' | 'clamp-100';
  /** Events a second. */
  readonly rate: number;
  /** Another event comes in after so many requests; none where 0. */
  readonly growsEvery: number;
}

function moved(name: 'since' | 'until', time: number, bounds: Bounds): number {
  if (bounds.kind === 'wide') {
    return name === 'since' ? time - bounds.by : time + bounds.by;
  }
  const round = name === 'until' && bounds.kind === 'outwards' ? Math.ceil : Math.floor;
  return round(time / bounds.to) * bounds.to + (name === 'since' ? -1 : 1);
}

/** Reads the last 20 minutes and then what comes in, for 80 seconds. */
async function read({ order, page, rate, growsEvery }: Feed, bounds: Bounds | undefined) {
  const since = Date.parse('2026-03-02T08:40:00Z');
  const following = follow({ order, page, precision: 'milliseconds' }, { begin: { since } });
  const { server, clock, client, tail } = following;
  let grown = 0;
  server.beforeAnswer = (request, { query = {} }) => {
    const asked = query as Record<string, unknown>;
    for (const name of ['since', 'until'] as const) {
      if (bounds !== undefined && typeof asked[name] === 'string') {
        asked[name] = new Date(moved(name, Date.parse(asked[name]), bounds)).toISOString();
      }
    }
    if (growsEvery > 0 && request % growsEvery === 0 && grown < 50) {
      server.add(`grown-${grown++}`, { timestamp: clock.now() - (grown % 4) * SECOND });
    }
  };
  following.add(300, 60 * MINUTE, 0);
  const uncertified: string[] = [];
  for (let poll = 0; poll < POLLS; poll++) {
    for (let index = 0; index < 2 * rate; index++) {
      const timestamp = clock.now() + (index * SECOND) / rate;
      server.add(`live-${poll}-${index}`, { timestamp, arrivesAt: timestamp });
    }
    await clock.advance(2 * SECOND);
    await following.poll();
    const lacking = new Set(following.lacking());
    const through = tail.state.completeThrough ?? 0;
    uncertified.push(
      ...server.events
        .filter(({ id, timestamp }) => lacking.has(id) && timestamp > since + SECOND && timestamp < through)
        .filter(({ arrivedAt }) => arrivedAt < through)
        .map(({ id }) => id),
    );
  }
  server.beforeAnswer = () => undefined;
  const lacking = new Set(following.lacking());
  return {
    uncertified,
    requests: client.calls.length,
    doubt: tail.state.doubt,
    isComplete: (tail.state.completeThrough ?? 0) >= clock.now() - 5 * SECOND,
    lost: server.events.filter(
      ({ id, timestamp }) =>
        lacking.has(id) && timestamp > since + SECOND && timestamp < clock.now() - SECOND,
    ),
  };
}

describe('a server that takes a window for a wider one', () => {
  it('costs some times as many requests at most, and is read whole', async () => {
    const anyFeed: fc.Arbitrary<Feed> = fc.record({
      order: fc.constantFrom('ascending', 'descending', 'arrival', 'hash'),
      page: fc.constantFrom('clamp-20', 'clamp-100'),
      rate: fc.constantFrom(1, 5, 10),
      growsEvery: fc.constantFrom(0, 3),
    });
    const anyBounds: fc.Arbitrary<Bounds> = fc.oneof(
      fc.record({
        kind: fc.constantFrom('outwards' as const, 'down' as const),
        to: fc.constantFrom(MINUTE, 60 * MINUTE),
      }),
      fc.record({ kind: fc.constant('wide' as const), by: fc.constantFrom(5 * SECOND, MINUTE) }),
    );
    await fc.assert(
      fc.asyncProperty(anyFeed, anyBounds, async (feed, bounds) => {
        const honest = await read(feed, undefined);
        const outcome = await read(feed, bounds);
        expect(honest).toMatchObject({ uncertified: [], lost: [], doubt: undefined, isComplete: true });
        expect(outcome).toMatchObject({ uncertified: [], lost: [] });
        // A window that ends before its bound holds fewer events than were read in it: that some are gone cannot be ruled out.
        if (feed.growsEvery === 0 || bounds.kind !== 'down') {
          expect(outcome).toMatchObject({ doubt: undefined, isComplete: true });
        }
        // In no order of time, and while events come in during each walk, all that lies outside is read in each poll.
        const isReadInEach = feed.order === 'hash' || feed.growsEvery > 0;
        // A list of a few pages that begins with the oldest is read to its end.
        const times = isReadInEach ? 8 : feed.order === 'ascending' ? 4 : 3;
        expect(outcome.requests).toBeLessThanOrEqual(times * honest.requests + 30);
      }),
      { numRuns: 15 },
    );
  });
});
