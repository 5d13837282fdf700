import type { Waiting } from '../retry/waiting.ts';
import type { Client } from '../../api/client.ts';
import type { Exchange } from '../../api/transport.ts';
import { CALLS, type EndpointName } from '../../contract/endpoints.ts';
import type { Clock } from '../../lib/clock.ts';
import { Exchanges } from './exchanges.ts';
import { Admission, type RequestAccount } from './admission.ts';
import { givenUp } from '../retry/given-up.ts';
import { viewOf, waitsOf, type GovernorView } from './governor-view.ts';
import { HealthLooks } from './health-looks.ts';
import type { SentRequest } from './ledger.ts';
import { untilMoment } from './own-moment.ts';
import { PacedCalls } from './paced-calls.ts';
import type { SeenWindow } from './seen-windows.ts';
import { SteadyTime } from './steady-time.ts';
import { isOfFeed, isPersonal, PRIORITIES, TurnQueue, type Priority, type Urgency } from './turn-queue.ts';

export type { SeenWindow } from './seen-windows.ts';
export type { GovernorView } from './governor-view.ts';
export type { Priority } from './turn-queue.ts';

export interface GovernorOptions {
  readonly clock: Clock;
  /** Gives numbers from 0 to 1, for spreading the waits after failures. */
  readonly random: () => number;
  /** Those of this user that share the quota; this one alone when left out. */
  readonly consoles?: UserConsoles | undefined;
  /** Called whenever what `view` shows or `wait` gives may have changed. */
  readonly onChange?: (() => void) | undefined;
  /** Called when the machine slept or its clock was set forward: what is under way will hardly be answered. */
  readonly onWake?: (() => void) | undefined;
}

/** What a console knows of those of its user that take from the same quota. */
export interface UserConsoles {
  /** How many there are now, this one among them. */
  readonly count: () => number;
  /** Which of them this one is, from 0, in an order that all of them know. */
  readonly place: () => number;
  /** Called once with what writes and reads when a window began. */
  readonly shareWindows: (own: WindowWatcher) => void;
}

/** What a console saw of the windows of a quota, and what it makes of what another one saw. Times of the wall clock. */
export interface WindowWatcher {
  /** The present window where no header gives its end and it was seen to begin. */
  readonly seenWindow: SeenWindow | undefined;
  /** Takes note of what another console of the user saw. */
  heedWindow(seen: SeenWindow): void;
}

/** While requests are under way it is looked so often, in milliseconds, whether the machine slept. */
const HEARTBEAT = 5000;

/**
 * The one budget of everything that is sent to one origin with one key: who may send when ("Rate limiting scope: per
 * organization"), and what happens when the server refuses, fails, or is not there. What is known of the server is the
 * admission's; here requests wait for their turn, and leave as soon as the admission lets them.
 */
export class Governor implements WindowWatcher {
  readonly #options: GovernorOptions;
  readonly #time: SteadyTime;
  readonly #admission: Admission;
  readonly #queue = new TurnQueue<SentRequest>(() => this.#pump());
  readonly #exchanges: Exchanges;
  readonly #calls: PacedCalls;
  readonly #looks: HealthLooks;
  #client: Client | undefined;
  #feedsSent = 0;
  #cancelTimer = () => {};
  #hasSlept = false;
  #isClosed = false;

  constructor(options: GovernorOptions) {
    const { clock, random, consoles } = options;
    const count = consoles?.count ?? (() => 1);
    this.#options = options;
    this.#time = new SteadyTime(clock, (moved) => {
      this.#hasSlept ||= moved > 0;
    });
    this.#admission = new Admission({
      random,
      consoles: count,
      untilOwnMoment: (from, period) =>
        untilMoment(this.#time.toWall(from), { period, of: count(), place: consoles?.place() ?? 0 }),
      onStopped: (error) => {
        this.#queue.refuseAll('command', error);
        this.#queue.refuseAll('live', error);
        this.#queue.refuseAll('feed', error);
        this.#queue.refuseAll('backfill', error);
      },
    });
    this.#exchanges = new Exchanges({
      time: this.#time,
      admission: this.#admission,
      onSettled: () => this.#changed(),
    });
    this.#calls = new PacedCalls(this.#exchanges, (...asked) => this.#turn(...asked), clock);
    this.#looks = new HealthLooks({
      time: this.#time,
      admission: this.#admission,
      exchanges: this.#exchanges,
      open: () => this.#open('person-read', true),
      pace: (client) => this.pace(client, 'person-read'),
      onLooked: () => this.#changed(),
    });
    consoles?.shareWindows(this);
  }

  /**
   * The same client, every call of which waits for its turn: a read of many pages is paced page by page. Identical
   * reads under way are shared. Waiting ends with the call's signal, and so does a read that nobody else waits for; a
   * write that was sent goes on. While reading has stopped for good, calls of feeds throw the error that stopped it. What
   * is `live` is asked again, in its turn, when its answer takes long. A priority that changes is that of the moment of a call.
   */
  pace(client: Client, priority: Priority | (() => Priority), { isLive = false } = {}): Client {
    this.#client ??= client;
    return this.#calls.over(client, typeof priority === 'function' ? priority : () => priority, isLive);
  }

  /** Takes note of an exchange that is over; the client has to report every one. */
  note(exchange: Exchange): RequestAccount {
    return this.#exchanges.note(exchange);
  }

  /** How things stand, in words where there is something to say. */
  get view(): GovernorView {
    return viewOf(this.#admission, this.#time);
  }

  /**
   * Milliseconds until a request of that priority may leave; 0 when it may now, Infinity while that depends on
   * something else than time. Rounded up, since a fraction is less than a clock can measure.
   */
  wait(priority: Priority): number {
    const now = this.#time.now();
    this.#wakeUp();
    return Math.ceil(this.#admission.wait(now, priority));
  }

  /** Steady time in milliseconds: it grows while the machine sleeps, and is never set back. */
  get now(): number {
    return this.#time.now();
  }

  /** That steady time as milliseconds of the wall clock. */
  toWall(time: number): number {
    return this.#time.toWall(time);
  }

  /** The server's time in milliseconds since the epoch, as its answers give it; undefined while none has. */
  get serverNow(): number | undefined {
    return this.#admission.limits.serverClock.at(this.#time.now());
  }

  get seenWindow(): SeenWindow | undefined {
    return moved(this.#admission.limits.quota.seenWindow, this.#time.toWall(0));
  }

  heedWindow(seen: SeenWindow): void {
    this.#admission.limits.quota.heedWindow(moved(seen, -this.#time.toWall(0)));
    this.#changed();
  }

  /** Whether the server, or the lack of one, holds feeds back, and not only their pace. */
  get isHeld(): boolean {
    return this.#admission.isHeld(this.#time.now());
  }

  /** Requests of feeds a second that can be kept up as things stand. */
  get rate(): number {
    return this.#admission.rate(this.#time.now());
  }

  /** Whether so much of the limit is left that what a person waits for need not wait for the pace. */
  get isAmple(): boolean {
    return this.#admission.isAmple(this.#time.now());
  }

  /** What a request of that priority waits for that is not over, times of the wall clock; a person's own pace is none. */
  waiting(priority: Priority): Waiting {
    const since = this.#exchanges.oldest;
    if (since !== undefined) {
      return { for: 'answer', since };
    }
    const [wait] = waitsOf(this.#admission, this.#time, priority);
    return wait === undefined ? { for: 'pace' } : { for: 'turn', reason: wait.reason, until: wait.until };
  }

  /**
   * Milliseconds after which the last of so many requests at a prompt may leave, answers not counted; undefined where what is
   * known of the limit does not say.
   */
  timeFor(requests: number): number | undefined {
    return this.#admission.limits.timeFor(this.#time.now(), requests);
  }

  /** Requests of feeds that wait for their turn. */
  get waitingFeeds(): number {
    return this.#queue.count('live') + this.#queue.count('feed');
  }

  /** Whether a request of a feed waits for its turn that asks again for what hangs. */
  get isAskingAgain(): boolean {
    return this.#queue.isAskingAgain(isOfFeed);
  }

  /** Requests of feeds that have left since the start. */
  get sentFeeds(): number {
    return this.#feedsSent;
  }

  /** Takes one retry after a failure: they are a tenth of the recent successes. False when there is none. */
  takeRetry(): boolean {
    return this.#admission.takeRetry();
  }

  /** Lets so many requests of feeds leave without a pause, while plenty remains: a person waits for them. */
  hurry(requests: number): void {
    this.#admission.limits.pace.hurry(requests);
    this.#pump();
  }

  /** Forgets by a person's hand what stopped reading, and asks a server that failed at once. A 429 still counts. */
  retry(): void {
    this.#admission.retry();
    this.#changed();
  }

  /** Refuses what waits, ends its timers, and resolves once every write that was sent is over. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelTimer();
    for (const priority of PRIORITIES) {
      this.#queue.refuseAll(priority, givenUp('GET', ''));
    }
    await this.#calls.writesOver();
  }

  /** Resolves with the request's entry in the ledger once it may leave. */
  async #turn(
    urgency: Urgency,
    endpoint: EndpointName,
    signal: AbortSignal | undefined,
    isAgain?: boolean,
  ): Promise<SentRequest> {
    const { method, path } = CALLS[endpoint];
    if (this.#isClosed || signal?.aborted === true) {
      throw givenUp(method, path);
    }
    if (this.#admission.stoppedBy !== undefined && !isPersonal(urgency.priority)) {
      throw this.#admission.stoppedBy;
    }
    const turn = this.#queue.enter({
      urgency,
      isAgain,
      signal,
      leave: () => this.#open(urgency.priority, endpoint === 'health'),
      givenUp: () => givenUp(method, path),
    });
    if (isAgain === true) {
      // Whoever waits before an empty screen need not wait for the pace as well.
      this.#options.onChange?.();
    }
    return turn;
  }

  #open(priority: Priority, isHealth: boolean): SentRequest {
    this.#feedsSent += isOfFeed(priority) ? 1 : 0;
    return this.#admission.open(this.#time.now(), priority, isHealth);
  }

  #changed(): void {
    this.#pump();
    this.#options.onChange?.();
  }

  /** Grants every turn that is due, and sets a timer for the next. */
  #pump(): void {
    this.#time.now();
    this.#wakeUp();
    this.#cancelTimer();
    this.#cancelTimer = () => {};
    if (this.#isClosed) {
      return;
    }
    let soonest = Math.min(
      this.#looks.make(this.#client),
      this.#exchanges.oldest === undefined ? Number.POSITIVE_INFINITY : HEARTBEAT,
    );
    let hasSent = false;
    for (const priority of PRIORITIES) {
      while (this.#queue.count(priority) > 0) {
        const wait = this.wait(priority);
        if (wait > 0) {
          soonest = Math.min(soonest, wait);
          break;
        }
        this.#queue.grantOne(priority);
        hasSent = true;
      }
    }
    const { backoff } = this.#admission.limits;
    if (backoff.until !== undefined && !backoff.isProbing) {
      // The countdown ends although nobody may be waiting in the queue.
      const left = backoff.until - this.#time.now();
      soonest = left > 0 ? Math.min(soonest, left) : soonest;
    }
    if (Number.isFinite(soonest)) {
      this.#cancelTimer = this.#options.clock.schedule(soonest, () => this.#changed());
    }
    if (hasSent) {
      this.#options.onChange?.();
    }
  }

  /** After a sleep the connections are dead, and who waits on them would wait in vain. */
  #wakeUp(): void {
    if (this.#hasSlept) {
      this.#hasSlept = false;
      this.#client?.renewConnections?.();
      this.#options.onWake?.();
    }
  }
}

function moved<Seen extends SeenWindow | undefined>(seen: Seen, by: number): Seen {
  return seen && { ...seen, earliest: seen.earliest + by, latest: seen.latest + by };
}

/** A governor for one origin and key. */
export function createGovernor(options: GovernorOptions): Governor {
  return new Governor(options);
}
