import { seededRandom } from '../../../src/server/base/random.ts';
import { EventTail, type FoundEvent, type TailOptions } from '../../../src/sync/tail/event-tail.ts';
import { createFakeClient, type FakeClient } from '../../helpers/fake-client.ts';
import { ModelEventServer, type EventDialect } from '../../helpers/model-event-server.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

/** A tail on a model server, on a clock that only the test moves. */
export function follow(dialect: Partial<EventDialect> = {}, options: Partial<TailOptions> = {}) {
  const clock = new VirtualClock();
  const server = new ModelEventServer(clock, dialect, seededRandom(7));
  const client: FakeClient = createFakeClient(clock, server.answer);
  const found: FoundEvent[] = [];
  const tail = new EventTail({
    client,
    clock,
    begin: { newest: 50 },
    sink: (events) => found.push(...events),
    ...options,
  });
  return {
    clock,
    server,
    client,
    tail,
    found,
    add: (count: number, from: number, until: number): void => {
      for (let index = 0; index < count; index++) {
        const timestamp = clock.now() - from + ((from - until) * index) / count;
        server.add(`${server.requests}-${from}-${index}`, { timestamp });
      }
    },
    /** Polls until nothing is left to do at once, and returns how many requests that took. */
    poll: async (): Promise<number> => {
      const before = client.calls.length;
      for (let more = true; more;) {
        ({ more } = await tail.poll(new AbortController().signal));
      }
      return client.calls.length - before;
    },
    /** The ids that the server holds and that were not found. */
    lacking: () => {
      const ids = new Set<string>(found.map(({ event }) => event.id));
      return server.events.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
    },
  };
}
