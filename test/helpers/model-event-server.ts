import type { Clock } from '../../src/lib/clock.ts';
import type { FakeAnswer, FakeCall } from './fake-client.ts';

/** What the specification leaves open about GET /events, and how a server may have decided it. */
export interface EventDialect {
  readonly order: 'ascending' | 'descending' | 'arrival' | 'hash' | 'reshuffled';
  /** Precision of the timestamps that are shown; bounds are compared with what is shown. */
  readonly precision: 'seconds' | 'milliseconds';
  readonly since: 'inclusive' | 'exclusive';
  readonly until: 'inclusive' | 'exclusive';
  /** The largest page, and what becomes of a larger limit. */
  readonly page: 'clamp-20' | 'clamp-100' | 'clamp-1000' | 'refuse-100';
  /** Where the server's time can be learned. */
  readonly date: 'header' | 'health' | 'none';
  /**
   * `capped` counts no further than to 1000; the others mislead: `unfiltered` counts all events whatever was asked for,
   * `boundless` has always more, `page-end` nothing behind the page, and `denying` nothing at all.
   */
  readonly total: 'exact' | 'capped' | 'absent' | 'unfiltered' | 'boundless' | 'page-end' | 'denying';
}

/** What such servers decide in one way or another and none of which misleads, for every pair of choices. */
export const DIALECT_CHOICES = {
  order: ['ascending', 'descending', 'arrival', 'hash', 'reshuffled'],
  precision: ['seconds', 'milliseconds'],
  since: ['inclusive', 'exclusive'],
  until: ['inclusive', 'exclusive'],
  page: ['clamp-20', 'clamp-100', 'refuse-100'],
} as const;

export const PLAIN_DIALECT: EventDialect = {
  order: 'descending',
  precision: 'seconds',
  since: 'exclusive',
  until: 'exclusive',
  page: 'clamp-100',
  date: 'header',
  total: 'exact',
};

export interface ModelEvent {
  readonly id: string;
  /** When it says that it happened, and when the server learned of it; both in milliseconds. */
  readonly timestamp: number;
  readonly arrivedAt: number;
  /** When it happened as it is shown, in milliseconds. */
  readonly shown: number;
  readonly outcome: string;
  readonly ecosystem: string;
  readonly type: string;
  /** Its place in an order that has nothing to do with time. */
  readonly hash: number;
  /** As it is sent. */
  readonly row: Readonly<Record<string, unknown>>;
}

export interface NewEvent {
  readonly timestamp: number;
  readonly arrivesAt?: number;
}

const OUTCOMES = ['allow', 'review', 'block'];
const ECOSYSTEMS = ['npm', 'pip', 'go', 'cargo'];
const TYPES = ['install', 'audit'];

/** GET /events by the letter of the specification, in any dialect. Rows are only ever added, unless a test changes some. */
export class ModelEventServer {
  readonly dialect: EventDialect;
  /** Called before each answer with the number of the request, from 1; what it returns is answered instead. */
  beforeAnswer: (request: number, call: FakeCall) => FakeAnswer | void = () => undefined;
  /** Changes an answer to a list on its way out. */
  spoil: (body: ListBody, request: number) => ListBody = (body) => body;
  requests = 0;
  /** Whether it gives the first page at any offset. */
  ignoresOffset = false;
  /** Milliseconds that its clock is ahead of that of the test. */
  ahead = 0;
  readonly #clock: Clock;
  /** Numbers from 0 to 1, for the order that is another one in every request. */
  readonly #random: () => number;
  readonly #events: ModelEvent[] = [];
  /** The same in the order of the dialect, where that does not change from request to request. */
  #listed: ModelEvent[] = [];
  readonly #hidden = new Set<string>();
  /** Those that arrive later, the last first. */
  readonly #pending: ModelEvent[] = [];

  constructor(clock: Clock, dialect: Partial<EventDialect> = {}, random: () => number = () => 0.5) {
    this.#clock = clock;
    this.#random = random;
    this.dialect = { ...PLAIN_DIALECT, ...dialect };
  }

  /** Goes on counting an event, but does not list it any more. */
  hide(id: string): void {
    this.#hidden.add(id);
  }

  /** Deletes an event; what is returned puts it back. */
  delete(id: string): () => void {
    const [event] = this.#events.splice(
      this.#events.findIndex((known) => known.id === id),
      1,
    );
    this.#listed = this.#listed.filter((known) => known !== event);
    return () => {
      if (event !== undefined) {
        this.#events.push(event);
        this.#list(event);
      }
    };
  }

  /** Changes what an event says, but not when it happened. */
  change(id: string, fields: Readonly<Record<string, unknown>>): void {
    for (const list of [this.#events, this.#listed]) {
      const place = list.findIndex((known) => known.id === id);
      const event = list[place];
      if (event !== undefined) {
        list[place] = { ...event, row: { ...event.row, ...fields } };
      }
    }
  }

  /** What the server has learned of by now, in the order in which it did. */
  get events(): readonly ModelEvent[] {
    this.#admit();
    return this.#events;
  }

  /** What its clock shows, in milliseconds. */
  get now(): number {
    return this.#clock.now() + this.ahead;
  }

  /** Adds an event that happened at a time and arrives at another, now unless said otherwise. */
  add(id: string, { timestamp, arrivesAt = this.#clock.now() }: NewEvent): void {
    const hash = scattered(id);
    const outcome = OUTCOMES[hash % 3] as string;
    const ecosystem = ECOSYSTEMS[(hash >>> 3) % 4] as string;
    const type = TYPES[(hash >>> 6) % 2] as string;
    const time = Math.floor(timestamp);
    const isCut = this.dialect.precision === 'seconds';
    const shown = isCut ? Math.floor(time / 1000) * 1000 : time;
    const iso = new Date(shown).toISOString();
    const text = isCut ? iso.replace('.000', '') : iso;
    const row = { id, timestamp: text, outcome, type, subject: { ecosystem } };
    insert(this.#pending, byArrival, {
      id,
      timestamp: time,
      arrivedAt: arrivesAt,
      shown,
      outcome,
      ecosystem,
      type,
      hash,
      row,
    });
  }

  readonly answer = (call: FakeCall): FakeAnswer => {
    this.requests++;
    const instead = this.beforeAnswer(this.requests, call);
    if (instead !== undefined) {
      return instead;
    }
    const date = this.dialect.date === 'header' ? Math.floor(this.now / 1000) * 1000 : null;
    if (call.endpoint === 'health') {
      const timestamp = this.dialect.date === 'none' ? undefined : new Date(this.now).toISOString();
      return { body: { status: 'ok', timestamp }, date };
    }
    const query = call.query ?? {};
    const most = Number(this.dialect.page.replace(/\D+/, ''));
    const wanted = Number(query['limit'] ?? 50);
    if (this.dialect.page === 'refuse-100' && wanted > most) {
      return { status: 400, date };
    }
    const limit = Math.min(most, wanted);
    const offset = Number(query['offset'] ?? 0);
    const matching = this.#matching(query);
    const listed = this.#hidden.size === 0 ? matching : matching.filter(({ id }) => !this.#hidden.has(id));
    const begin = this.ignoresOffset ? 0 : offset;
    const page = listed.slice(begin, begin + limit);
    const body = {
      events: page.map(({ row }) => row),
      pagination: {
        limit,
        offset,
        ...this.#counts(matching.length, offset, page.length),
      },
    };
    const spoilt = this.spoil(body, this.requests);
    return {
      body: this.dialect.total === 'absent' ? { events: spoilt.events } : spoilt,
      date,
    };
  };

  #counts(
    matching: number,
    offset: number,
    rows: number,
  ): Pick<ListBody['pagination'], 'total' | 'has_more'> {
    const has_more = offset + rows < matching;
    switch (this.dialect.total) {
      case 'exact':
      case 'absent':
        return { total: matching, has_more };
      case 'capped':
        return { total: Math.min(1000, matching), has_more };
      case 'unfiltered':
        return { total: this.#events.length, has_more: offset + rows < this.#events.length };
      case 'boundless':
        return { total: 1e15, has_more: true };
      case 'page-end':
        return { total: offset + rows, has_more: false };
      case 'denying':
        return { total: 0, has_more: false };
    }
  }

  #matching(query: Readonly<Record<string, unknown>>): ModelEvent[] {
    const since = timeIn(query['since']);
    const until = timeIn(query['until']);
    const { dialect } = this;
    const terms = (['outcome', 'type', 'ecosystem'] as const).filter((name) => query[name] !== undefined);
    this.#admit();
    // Times are whole milliseconds.
    const first = (since ?? Number.NEGATIVE_INFINITY) + (dialect.since === 'inclusive' ? 0 : 1);
    const last = (until ?? Number.POSITIVE_INFINITY) - (dialect.until === 'inclusive' ? 0 : 1);
    const matching = this.#listed.filter(
      (event) =>
        event.shown >= first &&
        event.shown <= last &&
        (terms.length === 0 || terms.every((name) => query[name] === event[name])),
    );
    return dialect.order === 'reshuffled' ? shuffle(matching, this.#random) : matching;
  }

  /** Lets in what arrived. */
  #admit(): void {
    const now = this.#clock.now();
    for (let next = this.#pending.at(-1); next !== undefined && next.arrivedAt <= now;) {
      this.#pending.pop();
      this.#events.push(next);
      this.#list(next);
      next = this.#pending.at(-1);
    }
  }

  #list(event: ModelEvent): void {
    switch (this.dialect.order) {
      case 'arrival':
        this.#listed.unshift(event);
        break;
      case 'ascending':
        insert(this.#listed, byTime, event);
        break;
      case 'descending':
        insert(this.#listed, (left, right) => byTime(right, left), event);
        break;
      case 'hash':
        insert(this.#listed, (left, right) => left.hash - right.hash, event);
        break;
      case 'reshuffled':
        this.#listed.push(event);
        break;
    }
  }
}

export interface ListBody {
  readonly events: readonly Record<string, unknown>[];
  readonly pagination: {
    readonly limit: number;
    readonly offset: number;
    readonly total: number;
    readonly has_more: boolean;
  };
}

function timeIn(value: unknown): number | undefined {
  return typeof value === 'string' ? Date.parse(value) : undefined;
}

function byTime(left: ModelEvent, right: ModelEvent): number {
  return left.timestamp - right.timestamp || (left.id < right.id ? -1 : 1);
}

/** What arrives later goes before; of what arrives at once, what was added later. */
function byArrival(left: ModelEvent, right: ModelEvent): number {
  return right.arrivedAt - left.arrivedAt || 1;
}

/** Puts an item into a list in order, behind those that compare as the same. */
function insert<Item>(items: Item[], compare: (left: Item, right: Item) => number, item: Item): void {
  let low = 0;
  for (let high = items.length; low < high;) {
    const middle = (low + high) >>> 1;
    if (compare(items[middle] as Item, item) <= 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  items.splice(low, 0, item);
}

function shuffle<Item>(items: Item[], random: () => number): Item[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [items[last], items[other]] = [items[other] as Item, items[last] as Item];
  }
  return items;
}

function scattered(id: string): number {
  let hash = 2_166_136_261;
  for (const character of id) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619) >>> 0;
  }
  return hash;
}
