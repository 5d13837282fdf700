import type { Client } from '../../../src/api/client.ts';
import { seededRandom } from '../../../src/server/base/random.ts';
import {
  EventTail,
  type FoundEvent,
  type TailOptions,
  type TailState,
} from '../../../src/sync/tail/event-tail.ts';
import { createFakeClient, type FakeAnswer, type FakeCall } from '../../helpers/fake-client.ts';
import {
  ModelEventServer,
  PLAIN_DIALECT,
  type EventDialect,
  type ModelEvent,
} from '../../helpers/model-event-server.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What befalls the requests of a run. Lies are answers that look right and are not. */
export type Trouble =
  | 'none'
  | 'faults'
  | 'rate-limited'
  | 'down'
  | 'damaged'
  | 'empty-once'
  | 'shrunken-once'
  | 'deleted'
  | 'restarted';

/** Everything that a run depends on. */
export interface Scenario extends EventDialect {
  readonly seed: number;
  readonly begin: 'since' | 'newest';
  /** Events that are there at the start, over the last hour. */
  readonly before: number;
  /** Events a second while it runs. */
  readonly rate: number;
  /** So many more in the middle of it, all at the same moment. */
  readonly burst: number;
  /** Every fifth event arrives so much later, in milliseconds. */
  readonly lateness: number;
  /** Events that are dated a day ahead. */
  readonly future: number;
  /** Events come in between any two requests, too. */
  readonly insertsDuringWalks: boolean;
  readonly trouble: Trouble;
  /**
   * The clocks: both right, ours 400 s ahead of the server's, the server's going back by 90 s in the middle of it, where
   * anything tells its time, or two servers answering in turn from then on, one of them 40 s behind, where they date
   * all that they answer.
   */
  readonly clocks: 'right' | 'ours-ahead' | 'back' | 'two';
  /** The share of what happens while it runs that comes from machines whose clocks are 400 s ahead. */
  readonly ahead: number;
}

export const PLAIN_SCENARIO: Scenario = {
  ...PLAIN_DIALECT,
  seed: 1,
  begin: 'newest',
  before: 120,
  rate: 0.5,
  burst: 0,
  lateness: 0,
  future: 0,
  insertsDuringWalks: false,
  trouble: 'none',
  clocks: 'right',
  ahead: 0,
};

/** Anything that reads a feed into a sink, a poll at a time. */
export interface Reader {
  poll(signal: AbortSignal): Promise<unknown>;
  readonly state?: TailState;
}

export type MakeReader = (options: TailOptions) => Reader;

/** What a run came to. Every list is empty when all promises were kept. */
export interface Outcome {
  /** Ids that the server holds, that the reader had to find and did not. */
  readonly lost: readonly string[];
  /** Ids that were given out as found more than once. */
  readonly repeated: readonly string[];
  /** Ids that were on a page that the reader got, and that it had not given out when its poll ended. */
  readonly hidden: readonly string[];
  /** What was certified and not so, at the moment it was. */
  readonly falsehoods: readonly string[];
  readonly requests: number;
  /** How many requests that may be at most: some for each poll, and some for each page that there is to read. */
  readonly mostRequests: number;
  readonly state: TailState | undefined;
}

/** How long a run goes on while events come in, and afterwards: the second has an audit of the last day in it. */
const LIVE = 90 * SECOND;
const QUIET = 6 * MINUTE;

/** More than a walk of any length that is not without end has requests. */
const MOST_INSERTS = 600;

const OURS_AHEAD = 400 * SECOND;
const GOES_BACK = 90 * SECOND;
const OTHER_BEHIND = 40 * SECOND;
const MACHINES_AHEAD = 400 * SECOND;

/** What the server holds is shown after so long at the latest, in milliseconds, while the feed is called complete. */
const FRESH_FOR = 10 * SECOND;

/** What is no later than that is late no longer than that, where it is counted right and polled every two seconds. */
const SOON_LATE = 60 * SECOND;

/**
 * Before it has answered, nobody can know that the clock of a server went back; nor, where only /health tells the time and
 * does not answer at first, that ours and those of the machines are ahead of it. Words are withdrawn as soon.
 */
const GRACE = 10 * SECOND;

export const EVENTS_BEGIN = Date.parse('2026-03-02T09:00:00.250Z');

/** Follows a model server through a scenario. Nothing sleeps: time is moved on between requests. */
export async function run(
  scenario: Scenario,
  makeReader: MakeReader = (options) => new EventTail(options),
): Promise<Outcome> {
  return new Run(scenario, makeReader).outcome();
}

class Run {
  readonly #scenario: Scenario;
  readonly #makeReader: MakeReader;
  readonly #clock = new VirtualClock(EVENTS_BEGIN);
  readonly #random: () => number;
  readonly #server: ModelEventServer;
  readonly #client: Client;
  readonly #found = new Map<string, number>();
  readonly #falsehoods: string[] = [];
  readonly #startedAt = EVENTS_BEGIN;
  #reader: Reader;
  #lastWatermark = 0;
  #lastReadThrough = 0;
  #hasLied = false;
  #isDown = false;
  #made = 0;
  #inserted = 0;
  #polls = 0;
  #wentBackAt = Number.POSITIVE_INFINITY;
  #hasToldTime = false;
  /** How far the slowest of the server's clocks is behind ours. */
  #slowestBy = 0;
  /** How many events were dated ahead. */
  #dated = 0;
  /** Ids that were given out, whatever as, and those that were sent and were not yet. */
  readonly #given = new Set<string>();
  readonly #withheld = new Set<string>();
  readonly #hidden = new Set<string>();
  #generation = 0;

  constructor(scenario: Scenario, makeReader: MakeReader) {
    this.#scenario = scenario;
    this.#makeReader = makeReader;
    this.#random = seededRandom(scenario.seed);
    this.#server = new ModelEventServer(this.#clock, scenario, seededRandom(scenario.seed + 1));
    this.#client = createFakeClient(this.#clock, (call) => {
      // Every answer takes a while, in which events may come in.
      this.#lookAtBounds(call);
      if (this.#slowestBy === OTHER_BEHIND) {
        this.#server.ahead = this.#server.requests % 2 === 0 ? -OTHER_BEHIND : 0;
      }
      const answer = this.#server.answer(call);
      this.#hasToldTime ||=
        call.endpoint === 'health' && (answer.status ?? 200) === 200 && answer.body !== undefined;
      const { events = [] } = (answer.body ?? {}) as { readonly events?: readonly Record<string, unknown>[] };
      const takes = answer.takes ?? 20;
      // Audits may still be under way at the end of a poll.
      this.#clock.schedule(takes, () => {
        if (call.signal?.aborted !== true) {
          this.#noteSent(events.map(({ id }) => id));
        }
      });
      return { ...answer, takes };
    });
    this.#server.beforeAnswer = () => this.#befall();
    this.#server.spoil = (body) => {
      if (scenario.trouble !== 'damaged' || body.events.length === 0 || this.#random() > 0.3) {
        return body;
      }
      const victim = Math.floor(this.#random() * body.events.length);
      const events = body.events.map((event, index) => (index === victim ? { ...event, id: null } : event));
      return { ...body, events };
    };
    this.#reader = this.#makeReader(this.#options());
  }

  async outcome(): Promise<Outcome> {
    const { before, future, trouble } = this.#scenario;
    for (let index = 0; index < before; index++) {
      this.#add(this.#clock.now() - this.#random() * HOUR, this.#clock.now() - 1);
    }
    for (let index = 0; index < future; index++) {
      this.#add(this.#clock.now() + 24 * HOUR + index * 10, this.#clock.now() + (index % 2) * 30 * SECOND);
    }
    this.#plan();
    await this.#pollUntil(this.#startedAt + LIVE / 2, 2 * SECOND);
    if (this.#goesBack !== 0) {
      this.#server.ahead = -this.#goesBack;
      this.#slowestBy = this.#goesBack;
      this.#wentBackAt = this.#clock.now();
    }
    if (trouble === 'deleted') {
      [...this.#server.events]
        .filter((_, index) => index % 20 === 3)
        .forEach(({ id }) => this.#server.delete(id));
    }
    if (trouble === 'restarted') {
      this.#found.clear();
      this.#lastWatermark = 0;
      this.#lastReadThrough = 0;
      this.#given.clear();
      this.#withheld.clear();
      this.#generation++;
      this.#reader = this.#makeReader(this.#options());
    }
    await this.#pollUntil(this.#startedAt + LIVE, 2 * SECOND);
    this.#quieten();
    // As a console that shows another pane: what is late by an hour takes an hour.
    await this.#pollUntil(this.#startedAt + LIVE + this.#scenario.lateness, 30 * SECOND);
    await this.#pollUntil(this.#startedAt + this.#duration, 10 * SECOND);
    return {
      lost: this.#lacking(this.#slowest, Number.POSITIVE_INFINITY).map(({ id }) => id),
      repeated: [...this.#found].filter(([, times]) => times > 1).map(([id]) => id),
      hidden: [...this.#hidden],
      falsehoods: this.#falsehoods,
      requests: this.#server.requests,
      mostRequests: this.#mostRequests,
      state: this.#reader.state,
    };
  }

  /**
   * How long it goes on. While something is dated ahead nobody can know it whole: in the count of all of that, one event that is deleted
   * hides another one that was not read. Once its time has come it is counted in windows that are small enough to differ.
   */
  get #duration(): number {
    const { lateness, ahead } = this.#scenario;
    return LIVE + lateness + (ahead > 0 ? MACHINES_AHEAD : 0) + QUIET;
  }

  /** By how much the server's clock goes back, or that of another one is behind, where they say so soon. */
  get #goesBack(): number {
    const { clocks, date } = this.#scenario;
    if (clocks === 'back') {
      return date === 'none' ? 0 : GOES_BACK;
    }
    return clocks === 'two' && date === 'header' ? OTHER_BEHIND : 0;
  }

  /** What the slowest of the server's clocks shows. */
  get #slowest(): number {
    return this.#clock.now() - this.#slowestBy;
  }

  /** Whether nobody can know yet what the server's time is. */
  get #isGrace(): boolean {
    const { clocks, date } = this.#scenario;
    const isUntold = clocks === 'ours-ahead' && date === 'health' && !this.#hasToldTime;
    const since = this.#clock.now() - (isUntold ? this.#startedAt : this.#wentBackAt);
    return since >= 0 && since <= GRACE;
  }

  get #mostRequests(): number {
    const { page, future, burst, date, trouble, lateness } = this.#scenario;
    if (trouble === 'damaged') {
      // Rows have to be read again.
      return Number.POSITIVE_INFINITY;
    }
    const rows = Number(page.replace(/\D+/, ''));
    const passes = this.#scenario.order === 'reshuffled' ? 15 : 4;
    // What every poll reads again: where nothing tells the time, it looks back for a minute.
    const again = Math.ceil((future + this.#dated + (date === 'none' ? burst + this.#inserted : 0)) / rows);
    // A count is up to three requests where the end of a list is looked for, and four pages are read again after it.
    const audits = 7 * (this.#duration / (30 * SECOND));
    const polls = this.#polls * (4 + passes * again);
    // A new tail has the same to read once more. One whose clock goes back has it again when the time of what is dated after
    // now has come, and where polls look back far, for what is late, they meet what is gone.
    const anew = (trouble === 'restarted' ? 1 : 0) + (this.#goesBack === 0 ? 0 : 2);
    const isGoneFromPolls = trouble === 'deleted' && lateness > 4 * SECOND;
    const reads = 1 + anew + (isGoneFromPolls ? 3 : 0);
    return 100 + audits + polls + 2 * reads * passes * Math.ceil(this.#server.events.length / rows);
  }

  /** No request is for a window that is beyond the server's time, unless events are dated there, nor for an empty one. */
  #lookAtBounds({ query }: FakeCall): void {
    const { since, until } = query ?? {};
    const from = since === undefined ? 0 : Date.parse(String(since));
    const { events } = this.#server;
    const now = this.#slowest;
    if (from > now && !this.#isGrace && !events.some(({ shown }) => shown >= from - SECOND)) {
      this.#falsehoods.push(`asked for what comes ${from - now} ms after now`);
    }
    if (until !== undefined && from >= Date.parse(String(until))) {
      this.#falsehoods.push('asked for an empty window');
    }
  }

  #options(): TailOptions {
    const { begin, clocks, date } = this.#scenario;
    const clock = this.#clock;
    const isAhead = clocks === 'ours-ahead' && date !== 'none';
    const generation = this.#generation;
    return {
      client: this.#client,
      clock: isAhead
        ? {
            now: () => clock.now() + OURS_AHEAD,
            monotonic: () => clock.monotonic(),
            schedule: (milliseconds, run) => clock.schedule(milliseconds, run),
            afterReading: (run) => clock.afterReading(run),
          }
        : clock,
      begin: begin === 'since' ? { since: this.#startedAt - 10 * MINUTE } : { newest: 50 },
      // What lies before all that was read is no business of the tail, so that it reads further back than anything is late.
      backfill: begin === 'since' ? { seconds: 0, rows: 0 } : { seconds: 3 * 3600, rows: 10_000 },
      sink: (events) => {
        // An audit of one that is given up may still be answered.
        if (generation === this.#generation) {
          events.forEach((event) => this.#note(event));
        }
      },
    };
  }

  #noteSent(ids: readonly unknown[]): void {
    for (const id of ids) {
      if (typeof id === 'string' && !this.#given.has(id)) {
        this.#withheld.add(id);
      }
    }
  }

  #note({ event, kind }: FoundEvent): void {
    this.#given.add(event.id);
    this.#withheld.delete(event.id);
    if (kind !== 'known') {
      this.#found.set(event.id, (this.#found.get(event.id) ?? 0) + 1);
    }
  }

  #add(timestamp: number, arrivesAt: number): void {
    this.#server.add(`e${this.#made++}`, { timestamp, arrivesAt });
  }

  /** Every event that comes in while the scenario is live. */
  #plan(): void {
    const { rate, burst, lateness } = this.#scenario;
    const count = Math.round((LIVE / SECOND) * rate);
    for (let index = 0; index < count; index++) {
      const at = this.#startedAt + this.#random() * LIVE;
      const isAhead = this.#random() < this.#scenario.ahead;
      this.#dated += isAhead ? 1 : 0;
      this.#add(
        at + this.#aheadAt(at, index) + (isAhead ? MACHINES_AHEAD : 0),
        at + (index % 5 === 0 ? lateness : this.#random() * Math.min(lateness, 4 * SECOND)),
      );
    }
    for (let index = 0; index < burst; index++) {
      this.#add(this.#startedAt + LIVE / 3, this.#startedAt + LIVE / 3 + 1);
    }
  }

  /** How far the server's clock is ahead of the right one at a time of that; where there are two, that of either. */
  #aheadAt(time: number, index = 0): number {
    const isOther = this.#scenario.clocks !== 'two' || index % 2 === 0;
    return isOther && time >= this.#startedAt + LIVE / 2 ? -this.#goesBack : 0;
  }

  #befall(): FakeAnswer | undefined {
    const { trouble, insertsDuringWalks } = this.#scenario;
    const now = this.#clock.now();
    if (insertsDuringWalks && now < this.#startedAt + LIVE && this.#inserted < MOST_INSERTS) {
      this.#inserted++;
      this.#add(this.#server.now - this.#random() * 2 * SECOND, now);
    }
    if (this.#isDown) {
      return { problem: 'connect' };
    }
    if (trouble === 'faults' && this.#random() < 0.05) {
      return this.#random() < 0.5 ? { status: 500 } : { problem: 'reset' };
    }
    if (trouble === 'rate-limited' && this.#random() < 0.05) {
      return { status: 429 };
    }
    if (trouble === 'down') {
      const since = now - this.#startedAt;
      return since > 20 * SECOND && since < 50 * SECOND ? { problem: 'connect' } : undefined;
    }
    if ((trouble === 'empty-once' || trouble === 'shrunken-once') && !this.#hasLied && this.#random() < 0.1) {
      this.#hasLied = true;
      this.#lieOnce(trouble);
    }
    return undefined;
  }

  #lieOnce(trouble: 'empty-once' | 'shrunken-once'): void {
    const { spoil } = this.#server;
    this.#server.spoil = ({ events, pagination }) => {
      this.#server.spoil = spoil;
      const kept = trouble === 'empty-once' ? 0 : Math.floor(events.length / 2);
      return {
        events: events.slice(0, kept),
        pagination: { ...pagination, total: kept, has_more: false },
      };
    };
  }

  #quieten(): void {
    this.#server.spoil = (body) => body;
    this.#server.beforeAnswer = () => undefined;
  }

  async #pollUntil(end: number, every: number): Promise<void> {
    while (this.#clock.now() < end) {
      this.#polls++;
      const begunAt = this.#clock.now();
      let isDone = false;
      let hasFailed = false;
      let more = false;
      void this.#reader.poll(new AbortController().signal).then(
        (result) => {
          isDone = true;
          more = (result as { readonly more?: boolean } | undefined)?.more === true;
        },
        () => {
          isDone = true;
          hasFailed = true;
        },
      );
      await this.#clock.advance(0);
      while (!isDone) {
        await this.#clock.advance(20);
      }
      this.#judge();
      if (!hasFailed) {
        this.#lookForFresh(begunAt - FRESH_FOR);
      }
      await this.#clock.advance(more ? 20 : every);
    }
  }

  /** Looks at what is claimed at this moment. */
  #judge(): void {
    const { completeThrough: watermark, readThrough = 0 } = this.#reader.state ?? {};
    const now = this.#slowest;
    this.#withheld.forEach((id) => this.#hidden.add(id));
    if (this.#isGrace) {
      this.#lastReadThrough = 0;
      return;
    }
    if (readThrough > now) {
      this.#falsehoods.push(`read through ${readThrough - now} ms after now`);
    }
    if (readThrough < this.#lastReadThrough) {
      this.#falsehoods.push('the watermark fell');
    }
    this.#lastReadThrough = readThrough;
    if (watermark === undefined) {
      return;
    }
    if (watermark > readThrough) {
      this.#falsehoods.push('complete through what was not read');
    }
    if (watermark !== this.#lastWatermark && !this.#hasLied) {
      const lacking = this.#lacking(watermark, 4 * SECOND);
      if (lacking.length > 0) {
        this.#falsehoods.push(
          `at ${now - this.#startedAt} ms without ${lacking.length}, as ${lacking[0]?.id}`,
        );
      }
    }
    this.#lastWatermark = watermark;
  }

  /** What the feed is said to be while something is missing that arrived by a time of ours and was not late. */
  #lookForFresh(arrivedBy: number): void {
    const { state } = this.#reader;
    const isCalm = ['none', 'restarted'].includes(this.#scenario.trouble);
    if (!isCalm || state?.completeThrough === undefined || state.toCome > 0 || state.gaps.length > 0) {
      return;
    }
    const isLive = this.#clock.now() <= this.#startedAt + LIVE;
    const lateness = isLive && this.#scenario.total === 'exact' ? SOON_LATE : 4 * SECOND;
    const missing = this.#server.events.find(
      ({ id, timestamp, arrivedAt, shown }) =>
        arrivedAt <= arrivedBy &&
        arrivedAt + this.#aheadAt(arrivedAt) - timestamp <= lateness &&
        shown > Math.max(state.coveredSince ?? 0, this.#startedAt) &&
        !this.#found.has(id),
    );
    if (missing !== undefined) {
      this.#falsehoods.push(
        `called complete at ${this.#clock.now() - this.#startedAt} ms without ${missing.id}`,
      );
    }
  }

  /** Events that arrived by a time, were not later than so much, and should be here. */
  #lacking(by: number, lateness: number): readonly ModelEvent[] {
    const state = this.#reader.state;
    // Without a watermark of its own a reader answers for everything since it began.
    const arrivedBy = by + this.#slowestBy;
    const since = Math.max(
      state?.coveredSince ?? this.#startedAt,
      this.#scenario.begin === 'since' ? this.#startedAt - 10 * MINUTE : 0,
    );
    const lacking = this.#server.events.filter(
      (event) =>
        event.arrivedAt <= arrivedBy &&
        event.arrivedAt + this.#aheadAt(event.arrivedAt) - event.timestamp <= lateness &&
        (lateness === Number.POSITIVE_INFINITY || event.timestamp <= by) &&
        event.shown > since &&
        !this.#found.has(event.id),
    );
    const { gaps = [], damaged = [] } = state ?? {};
    return lacking.filter(
      (event) =>
        !gaps.some(
          ({ since: from, until = Infinity }) =>
            event.timestamp >= from * SECOND && event.timestamp <= until * SECOND,
        ) &&
        !damaged.some(({ item }) => Date.parse((item as { timestamp: string }).timestamp) === event.shown),
    );
  }
}
