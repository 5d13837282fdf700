import type { AnswerFacts } from '../../api/answer-facts.ts';
import type { Client } from '../../api/client.ts';
import { AbortedError, ApiError, NotSentError, type RequestFacts } from '../../api/errors.ts';
import { getHealth } from '../../api/health.ts';
import type { Exchange } from '../../api/transport.ts';
import { ENDPOINTS, type EndpointName } from '../../contract/endpoints.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ConnectionState, RequestOutcome } from '../../stores/connection-store.ts';
import { Breaker } from './breaker.ts';
import type { SentRequest } from './ledger.ts';
import {
  budgetView,
  stateAfter,
  stoppedSentence,
  waitsForEverything,
  type GovernorView,
} from './governor-view.ts';
import { Limits } from './limits.ts';
import { judge, type Judgement } from './outcome.ts';
import { RetryBudget } from './retry-budget.ts';
import { SharedReads } from './shared-reads.ts';
import { RequestsUnderWay } from './requests-under-way.ts';
import { SteadyTime } from './steady-time.ts';
import { isPersonal, PRIORITIES, TurnQueue, type Priority, type Urgency } from './turn-queue.ts';

export type { GovernorView } from './governor-view.ts';
export type { Priority } from './turn-queue.ts';

export interface GovernorOptions {
  readonly clock: Clock;
  /** Gives numbers from 0 to 1, for spreading the waits after failures. */
  readonly random: () => number;
  /** Called whenever what `view` shows or `wait` gives may have changed. */
  readonly onChange?: (() => void) | undefined;
  /** Called when the machine slept or its clock was set forward: what is under way will hardly be answered. */
  readonly onWake?: (() => void) | undefined;
}

/** What a request took and what became of it. */
export interface RequestAccount {
  readonly cost: number;
  readonly outcome: RequestOutcome;
}

/** While requests are under way it is looked so often, in milliseconds, whether the machine slept. */
const HEARTBEAT = 5000;

/** Requests that may leave at once at the start, for the first screens. */
const FIRST_SCREENS = 12;

/**
 * The one budget of everything that is sent to one origin with one key: who may send when ("Rate limiting scope: per
 * organization"), and what happens when the server refuses, fails, or is not there.
 */
export class Governor {
  readonly #options: GovernorOptions;
  readonly #time: SteadyTime;
  readonly #limits: Limits;
  readonly #breaker: Breaker;
  readonly #retries = new RetryBudget();
  readonly #queue = new TurnQueue<SentRequest>(() => this.#pump());
  readonly #reads = new SharedReads(() => givenUp('GET', '', false));
  readonly #underWay = new RequestsUnderWay();
  readonly #writes = new Set<Promise<unknown>>();
  #client: Client | undefined;
  #stoppedBy: ApiError | undefined;
  /** The number of the request whose answer that was. */
  #stoppedAt = 0;
  /** The number of the last request before a person tried again. */
  #retriedAfter = 0;
  #state: ConnectionState['state'] = 'waiting';
  #problem: string | undefined;
  #feedsSent = 0;
  #cancelTimer = () => {};
  #hasSlept = false;
  #isClosed = false;

  constructor(options: GovernorOptions) {
    const { clock, random } = options;
    this.#options = options;
    this.#time = new SteadyTime(clock, (moved) => {
      this.#hasSlept ||= moved > 0;
    });
    this.#limits = new Limits(() => clock.now());
    this.#breaker = new Breaker(random);
    this.#limits.pace.hurry(FIRST_SCREENS);
  }

  /**
   * The same client, every call of which waits for its turn: a read of many pages is paced page by page. Identical
   * reads under way are shared. Waiting ends with the call's signal, and so does a read that nobody else waits for; a
   * write that was sent goes on. While reading has stopped for good, calls of feeds throw the error that stopped it.
   */
  pace(client: Client, priority: Priority): Client {
    this.#client ??= client;
    const call: Client['call'] = (endpoint, options, read) => {
      if (ENDPOINTS[endpoint].method !== 'GET') {
        return this.#write(client, priority, endpoint, options, read);
      }
      if (priority === 'person-write') {
        return this.#send(client, ofPriority(priority), endpoint, options, read);
      }
      if (options.into !== undefined) {
        // What one caller takes as it arrives cannot be shared with another.
        return this.#send(client, ofPriority(priority), endpoint, options, read);
      }
      const query = Object.entries(options.query ?? {}).sort(([left], [right]) => (left < right ? -1 : 1));
      // The functions of the API read one endpoint in one way, so that what they read can be shared.
      const key = JSON.stringify([endpoint, options.id, query]);
      return this.#reads.read(key, priority, options.signal, (signal, urgency) =>
        this.#send(client, urgency, endpoint, { ...options, signal }, read),
      );
    };
    return Object.create(client, { call: { value: call } }) as Client;
  }

  /** Takes note of an exchange that is over; the client has to tell of every one. */
  note({ method, purpose, path, at, milliseconds, facts, error }: Exchange): RequestAccount {
    const now = this.#time.now();
    const sent =
      this.#underWay.take({ method, purpose, at }) ??
      this.#limits.quota.ledger.open(now - milliseconds, path === ENDPOINTS.health.path);
    return this.#settle(sent, now, facts ?? error?.facts, error);
  }

  /** How things stand, in words where there is something to say. */
  get view(): GovernorView {
    const now = this.#time.now();
    const { block } = this.#limits;
    const later = (time: number | undefined) =>
      time !== undefined && time > now ? this.#time.toWall(time) : undefined;
    return {
      budget: budgetView(this.#limits.quota.standing(), (time) => this.#time.toWall(time)),
      heldUntil: later(block.until),
      stopped: this.#stoppedBy === undefined ? undefined : stoppedSentence(this.#stoppedBy),
      state: this.#state,
      problem: this.#problem,
      waits: waitsForEverything(this.#stoppedBy, block, this.#breaker, this.#limits.keptUntil(now), later),
      learned: this.#limits.findings(),
    };
  }

  /**
   * Milliseconds until a request of that priority may leave; 0 when it may now, Infinity while that depends on
   * something else than time. Rounded up, since a fraction is less than a clock can tell.
   */
  wait(priority: Priority): number {
    const now = this.#time.now();
    this.#wakeUp();
    if (!isPersonal(priority) && (this.#stoppedBy !== undefined || !this.#breaker.lets)) {
      return Number.POSITIVE_INFINITY;
    }
    return Math.ceil(this.#limits.wait(now, priority));
  }

  /** Steady time in milliseconds: it grows while the machine sleeps, and is never set back. */
  get now(): number {
    return this.#time.now();
  }

  /** That steady time as milliseconds of the wall clock. */
  toWall(time: number): number {
    return this.#time.toWall(time);
  }

  /** Whether the server, or the lack of one, holds feeds back, and not only their pace. */
  get isHeld(): boolean {
    const isBlocked = this.#limits.block.wait(this.#time.now()) > 0;
    return isBlocked || this.#stoppedBy !== undefined || !this.#breaker.lets;
  }

  /** Requests of feeds a second that can be kept up as things stand. */
  get rate(): number {
    return this.#limits.pace.rate(this.#time.now(), this.#limits.quota.standing()) * 1000;
  }

  /** Requests of feeds that wait for their turn. */
  get waitingFeeds(): number {
    return this.#queue.count('feed');
  }

  /** Requests of feeds that have left since the start. */
  get sentFeeds(): number {
    return this.#feedsSent;
  }

  /** Takes one retry after a failure: they are a tenth of the recent successes. False when there is none. */
  takeRetry(): boolean {
    return this.#retries.take();
  }

  /** Lets so many requests of feeds leave without a pause, while plenty remains: a person waits for them. */
  hurry(requests: number): void {
    this.#limits.pace.hurry(requests);
    this.#pump();
  }

  /** Forgets by a person's hand what stopped reading, and asks a server that failed at once. A 429 still counts. */
  retry(): void {
    this.#stoppedBy = undefined;
    this.#retriedAfter = this.#limits.quota.ledger.sent;
    this.#breaker.close();
    this.#changed();
  }

  /** Refuses what waits, ends its timers, and resolves once every write that was sent is over. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelTimer();
    for (const priority of PRIORITIES) {
      this.#queue.refuseAll(priority, givenUp('GET', ''));
    }
    await Promise.allSettled(this.#writes);
  }

  async #write<Value>(
    client: Client,
    priority: Priority,
    endpoint: EndpointName,
    options: Parameters<Client['call']>[1],
    read: (body: unknown) => Value,
  ) {
    // What is under way may have been answered before the write: nobody may take it for what holds after it.
    this.#reads.seal();
    const sent = await this.#turn(ofPriority(priority), endpoint, options.signal);
    const unstoppable = { ...options, signal: undefined };
    const writing = this.#exchange(sent, endpoint, unstoppable, () =>
      client.call(endpoint, unstoppable, read),
    );
    this.#writes.add(writing);
    try {
      return await writing;
    } finally {
      this.#writes.delete(writing);
      this.#reads.seal();
    }
  }

  async #send<Value>(
    client: Client,
    urgency: Urgency,
    endpoint: EndpointName,
    options: Parameters<Client['call']>[1],
    read: (body: unknown) => Value,
  ) {
    const sent = await this.#turn(urgency, endpoint, options.signal);
    return this.#exchange(sent, endpoint, options, () => client.call(endpoint, options, read));
  }

  /** Resolves with the request's entry in the ledger once it may leave. */
  async #turn(
    urgency: Urgency,
    endpoint: EndpointName,
    signal: AbortSignal | undefined,
  ): Promise<SentRequest> {
    const { method, path } = ENDPOINTS[endpoint];
    if (this.#isClosed || signal?.aborted === true) {
      throw givenUp(method, path);
    }
    if (this.#stoppedBy !== undefined && !isPersonal(urgency.priority)) {
      throw this.#stoppedBy;
    }
    return this.#queue.enter({
      urgency,
      signal,
      leave: () => this.#open(urgency.priority, endpoint === 'health'),
      givenUp: () => givenUp(method, path),
    });
  }

  #open(priority: Priority, isHealth: boolean): SentRequest {
    const now = this.#time.now();
    const sent = this.#limits.quota.ledger.open(now, isHealth);
    if (!isPersonal(priority)) {
      this.#limits.pace.noteSent(now);
      this.#feedsSent += priority === 'feed' ? 1 : 0;
    }
    if (!isHealth) {
      this.#limits.block.noteSent(sent);
      this.#breaker.noteSent(sent);
    }
    return sent;
  }

  /** Carries out a call whose turn it is, and takes note of its end in case the client does not tell of it. */
  async #exchange<Value>(
    sent: SentRequest,
    endpoint: EndpointName,
    { purpose = endpoint }: { readonly purpose?: string | undefined },
    call: () => Promise<{ readonly value: Value; readonly facts: AnswerFacts }>,
  ) {
    const { method } = ENDPOINTS[endpoint];
    const underWay = { sent, method, purpose, at: this.#options.clock.now() };
    this.#underWay.add(underWay);
    let facts: AnswerFacts | undefined;
    let problem: unknown;
    try {
      const answered = await call();
      facts = answered.facts;
      return answered;
    } catch (error) {
      problem = error;
      throw error;
    } finally {
      this.#underWay.delete(underWay);
      if (sent.counted === undefined) {
        const isNotSent = problem instanceof NotSentError || !(problem instanceof ApiError);
        if (facts === undefined && isNotSent) {
          sent.counted = 'no';
          this.#limits.block.noteLost(sent);
          this.#breaker.noteGivenUp(sent);
          this.#changed();
        } else {
          const error = problem instanceof ApiError ? problem : undefined;
          this.#settle(sent, this.#time.now(), facts ?? error?.facts, error);
        }
      }
    }
  }

  #settle(
    sent: SentRequest,
    now: number,
    facts: AnswerFacts | undefined,
    error: ApiError | undefined,
  ): RequestAccount {
    const judgement = judge(facts, error);
    sent.counted = judgement.counted;
    const fall = facts === undefined ? undefined : this.#limits.learn(sent, now, facts, judgement);
    if (facts === undefined) {
      this.#limits.block.noteLost(sent);
    }
    if (!sent.isHealth) {
      this.#heed(sent, now, judgement, error);
    }
    if (judgement.outcome !== 'given up') {
      this.#problem = error?.message;
      this.#state = stateAfter(facts, error);
    }
    this.#changed();
    const isFree =
      judgement.counted === 'no' || fall === 0 || (sent.isHealth && this.#limits.quota.ledger.isHealthFree);
    return { cost: isFree ? 0 : 1, outcome: judgement.outcome };
  }

  /** Draws the consequences of a failure or a success. */
  #heed(
    sent: SentRequest,
    now: number,
    { outcome, isFailure, isFinal }: Judgement,
    error: ApiError | undefined,
  ): void {
    // What left before a person tried again says nothing of that try.
    if (isFinal && error !== undefined && sent.number > this.#retriedAfter) {
      this.#stoppedBy = error;
      this.#stoppedAt = sent.number;
      this.#queue.refuseAll('feed', error);
      this.#queue.refuseAll('backfill', error);
    }
    if (outcome === 'given up') {
      this.#breaker.noteGivenUp(sent);
    } else if (isFailure) {
      this.#breaker.noteFailed(sent, sent.sentAt, now, error?.message ?? '');
    } else {
      this.#breaker.noteAnswered();
    }
    if (outcome === 'answered') {
      // The key is taken again, or something on the way refused that one request alone.
      if (sent.number > this.#stoppedAt) {
        this.#stoppedBy = undefined;
      }
      this.#retries.noteSuccess();
    }
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
      this.#lookAtBreaker(),
      this.#underWay.size > 0 ? HEARTBEAT : Number.POSITIVE_INFINITY,
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
    const held = this.#limits.block.until;
    if (held !== undefined && !this.#limits.block.isProbing) {
      // The countdown ends although nobody may be waiting in the queue.
      const left = held - this.#time.now();
      soonest = left > 0 ? Math.min(soonest, left) : soonest;
    }
    if (Number.isFinite(soonest)) {
      this.#cancelTimer = this.#options.clock.schedule(soonest, () => this.#changed());
    }
    if (hasSent) {
      this.#options.onChange?.();
    }
  }

  /** Asks `/health` when it is time to; returns the milliseconds until then, Infinity when nothing is planned. */
  #lookAtBreaker(): number {
    const { nextLook } = this.#breaker;
    const client = this.#client;
    if (nextLook === undefined || client === undefined || this.#stoppedBy !== undefined) {
      return Number.POSITIVE_INFINITY;
    }
    const wait = Math.ceil(nextLook - this.#time.now());
    if (wait > 0) {
      return wait;
    }
    this.#breaker.noteLook();
    const sent = this.#open('person-read', true);
    const purpose = 'is the server back';
    this.#exchange(sent, 'health', { purpose }, () => getHealth(client, undefined, purpose)).then(
      () => this.#noteLooked(true, ''),
      (error: unknown) => {
        const { facts, message } = error as ApiError;
        this.#noteLooked(facts !== undefined && facts.status < 500, message);
      },
    );
    return Number.POSITIVE_INFINITY;
  }

  #noteLooked(isUp: boolean, problem: string): void {
    this.#breaker.noteLooked(isUp, this.#time.now(), problem);
    this.#changed();
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

/** A governor for one origin and key. */
export function createGovernor(options: GovernorOptions): Governor {
  return new Governor(options);
}

function ofPriority(priority: Priority): Urgency {
  return { priority, onRaise: () => undefined };
}

function givenUp(method: string, path: string, neverSent = true): AbortedError {
  const request: RequestFacts = { method, path, query: '' };
  return new AbortedError('The request was given up here.', request, undefined, neverSent);
}
