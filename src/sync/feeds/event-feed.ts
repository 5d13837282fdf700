import type { Client } from '../../api/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Stores } from '../../stores/stores.ts';
import { failureFrom } from '../retry/failure.ts';
import type { Feed } from './feed.ts';
import { EventTail, type FoundEvent } from '../tail/event-tail.ts';
import type { WorthRereading } from '../tail/rereading.ts';
import { watchClient } from '../retry/wrap-client.ts';

/** The first screens. */
const FIRST_EVENTS = 200;

/** How much of the past is read in idle times, so that what comes in late from a night offline is known as late. */
const BACKFILL = { seconds: 86_400, rows: 20_000 };

export interface EventFeed extends Pick<Feed, 'read' | 'fail'> {
  readonly tail: EventTail;
  /** How many requests of the tail were answered: it keeps what each one brought. */
  readonly answers: number;
  /** Whether the newest window was not read whole yet. */
  readonly isBeginning: boolean;
  /** Puts what the tail knows of itself where it is shown. */
  show(): void;
}

/** The tail of the feed, reading into its store. */
export function createEventFeed(
  client: Client,
  { events: store, connection, faults }: Pick<Stores, 'connection' | 'events' | 'faults'>,
  { clock, random }: { readonly clock: Clock; readonly random: () => number },
  worthRereading?: WorthRereading,
): EventFeed {
  let batchBefore = 0;
  let answers = 0;
  const tail = new EventTail({
    client: watchClient(client, { answered: () => answers++ }),
    clock,
    random,
    begin: { newest: FIRST_EVENTS },
    backfill: BACKFILL,
    worthRereading,
    onFault: (doing, error) => faults.report(doing, error),
    sink(events, isLive) {
      const at = clock.now();
      const of = (kind: FoundEvent['kind']) =>
        events.filter((found) => found.kind === kind).map(({ event }) => event);
      store.apply(of('history'), { at, fromHistory: true });
      store.apply(of('new'), { at, fromHistory: false });
      store.apply(of('late'), { at, fromHistory: false, isLate: true });
      store.update(of('known'));
      // What was read is shown as fresh although the rest of the poll may still fail; the past says nothing of now.
      if (isLive || store.getState().receivedAt === undefined) {
        store.setState({ receivedAt: at });
      }
      show();
    },
  });

  function show(): void {
    faults.guard(
      'showing how complete the events are',
      () => {
        const { learned, ...state } = tail.state;
        store.setState(state);
        for (const { topic, finding } of learned) {
          connection.learn(topic, finding);
        }
      },
      // What was said before may not hold any more.
      () => store.setState({ completeThrough: undefined }),
    );
  }

  return {
    tail,
    get answers() {
      return answers;
    },
    get isBeginning() {
      return tail.isBeginning;
    },
    show,
    async read(signal) {
      const { more } = await tail.poll(signal);
      store.setState({ failure: undefined });
      show();
      const { batch } = store.getState();
      const changed = batch !== batchBefore;
      batchBefore = batch;
      return { more, changed };
    },
    fail(error) {
      store.setState({ failure: failureFrom(error, clock) });
      show();
    },
  };
}
