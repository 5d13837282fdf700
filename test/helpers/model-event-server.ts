import type { Clock } from '../../src/lib/clock.ts';
import type { FakeAnswer, FakeCall } from './fake-client.ts';

export interface ModelEvent {
  readonly id: string;
  readonly timestamp: number;
}

export type ModelOrder = 'ascending' | 'descending' | 'shuffled';

/** What GET /events may be, by the letter of the specification: any order, any page size, a total that moves. */
export class ModelEventServer {
  readonly events: ModelEvent[] = [];
  order: ModelOrder = 'descending';
  /** The largest page that it gives. */
  mostPerPage = 100;
  /** Called before each answer with the number of the request, from 1. */
  beforeAnswer: (request: number) => FakeAnswer | void = () => undefined;
  requests = 0;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds an event that happened so many milliseconds ago and is known from now on. */
  add(id: string, ago = 0): void {
    this.events.push({ id, timestamp: this.#clock.now() - ago });
  }

  readonly answer = ({ query = {} }: FakeCall): FakeAnswer => {
    this.requests++;
    const instead = this.beforeAnswer(this.requests);
    if (instead !== undefined) {
      return instead;
    }
    const since = Date.parse(String(query['since'] ?? '1970-01-01T00:00:00Z'));
    const matching = this.events.filter((event) => event.timestamp >= since).sort(comparisons[this.order]);
    const limit = Math.min(this.mostPerPage, Number(query['limit'] ?? 50));
    const offset = Number(query['offset'] ?? 0);
    const page = matching.slice(offset, offset + limit);
    return {
      body: {
        events: page.map(({ id, timestamp }) => ({ id, timestamp: new Date(timestamp).toISOString() })),
        pagination: {
          limit,
          offset,
          total: matching.length,
          has_more: offset + page.length < matching.length,
        },
      },
    };
  };
}

const byTime = (left: ModelEvent, right: ModelEvent) =>
  left.timestamp - right.timestamp || (left.id < right.id ? -1 : 1);

const comparisons: Readonly<Record<ModelOrder, (left: ModelEvent, right: ModelEvent) => number>> = {
  ascending: byTime,
  descending: (left, right) => byTime(right, left),
  // A fixed order that has nothing to do with time.
  shuffled: (left, right) => scattered(left.id) - scattered(right.id),
};

function scattered(id: string): number {
  let hash = 2_166_136_261;
  for (const character of id) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619) >>> 0;
  }
  return hash;
}
