import type { Client } from '../api/client.ts';
import type { Clock } from '../lib/clock.ts';
import type { EventsStore } from '../stores/events-store.ts';
import { failureFrom } from './failure.ts';
import { EventTail, type FoundEvent } from './tail/event-tail.ts';

/** The first screens. */
const FIRST_EVENTS = 400;

/** How much of the past is read in idle times, so that what comes in late from a night offline can be told. */
const BACKFILL = { seconds: 86_400, rows: 20_000 };

/** The tail of the feed, reading into its store. `read` resolves with whether there is more to read at once. */
export function createEventFeed(client: Client, store: EventsStore, clock: Clock) {
  const tail = new EventTail({
    client,
    clock,
    begin: { newest: FIRST_EVENTS },
    backfill: BACKFILL,
    sink(events) {
      const at = clock.now();
      const of = (kind: FoundEvent['kind']) =>
        events.filter((found) => found.kind === kind).map(({ event }) => event);
      store.apply(of('history'), { at, fromHistory: true });
      store.apply(of('new'), { at, fromHistory: false });
      store.apply(of('late'), { at, fromHistory: false, isLate: true });
      store.update(of('known'));
      // What was read is shown as fresh although the rest of the poll may still fail.
      store.setState({ receivedAt: at, ...tail.state });
    },
  });

  return {
    async read(signal: AbortSignal): Promise<{ readonly more: boolean }> {
      const result = await tail.poll(signal);
      store.setState({ failure: undefined, ...tail.state });
      return result;
    },
    fail(error: unknown): void {
      store.setState({ failure: failureFrom(error, clock), ...tail.state });
    },
  };
}
