import type { AnswerFacts } from '../../api/answer-facts.ts';
import type { Client } from '../../api/client.ts';
import { AbortedError, ApiError, type RequestFacts } from '../../api/errors.ts';
import { getHealth } from '../../api/health.ts';
import type { Exchange } from '../../api/transport.ts';
import { ENDPOINTS, type EndpointName } from '../../contract/endpoints.ts';
import type { Clock } from '../../lib/clock.ts';
import type {
  BudgetView,
  ConnectionState,
  Finding,
  RequestOutcome,
  Wait,
} from '../../stores/connection-store.ts';
import { isKeyRefused } from '../failure.ts';
import { Block } from './block.ts';
import { Breaker } from './breaker.ts';
import { agreeWithReset, holdFrom } from './hold.ts';
import type { SentRequest } from './ledger.ts';
import { judge, type Judgement } from './outcome.ts';
import { Pace } from './pace.ts';
import { Quota } from './quota.ts';
import { RetryBudget } from './retry-budget.ts';
import { ServerClock } from './server-clock.ts';
import { SharedReads, type Urgency } from './shared-reads.ts';
import { SteadyTime } from './steady-time.ts';
import { TimeHeader } from './time-header.ts';
import { PRIORITIES, TurnQueue, type Priority, type Turn } from './turn-queue.ts';

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

/** How things stand with the server, for people. */
export type GovernorView = Pick<
  ConnectionState,
  'budget' | 'heldUntil' | 'stopped' | 'state' | 'problem' | 'waits' | 'learned'
>;

/** What a request took and what became of it. */
export interface RequestAccount {
  readonly cost: number;
  readonly outcome: RequestOutcome;
}

/** A request of ours that is under way, as the client's report of it can be told from others. */
interface UnderWay {
  readonly sent: SentRequest;
  readonly method: string;
  readonly purpose: string;
  /** Milliseconds of the wall clock. */
  readonly at: number;
}

/** Requests that may leave at once at the start, for the first screens. */
const FIRST_SCREENS = 12;

/**
 * The one budget of everything that is sent to one origin with one key: who may send when ("Rate limiting scope: per
 * organization"), and what happens when the server refuses, fails, or is not there.
 */
export class Governor {
  readonly #options: GovernorOptions;
  readonly #time: SteadyTime;
  readonly #serverClock = new ServerClock();
  readonly #reset: TimeHeader;
  readonly #retryAfter: TimeHeader;
  readonly #quota = new Quota();
  readonly #pace = new Pace();
  readonly #block = new Block();
  readonly #breaker: Breaker;
  readonly #retries = new RetryBudget();
  readonly #queue = new TurnQueue();
  readonly #reads = new SharedReads(() => givenUp('GET', ''));
  readonly #underWay = new Set<UnderWay>();
  #client: Client | undefined;
  #stoppedBy: ApiError | undefined;
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
    this.#reset = new TimeHeader(this.#serverClock, () => clock.now());
    this.#retryAfter = new TimeHeader(this.#serverClock, () => clock.now());
    this.#breaker = new Breaker(random);
    this.#pace.hurry(FIRST_SCREENS);
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
        return this.#send(client, priority, endpoint, options, read);
      }
      const query = Object.entries(options.query ?? {}).sort(([left], [right]) => (left < right ? -1 : 1));
      // The functions of the API read one endpoint in one way, so that what they read can be shared.
      const key = JSON.stringify([endpoint, options.id, query, options.large]);
      return this.#reads.read(key, priority, options.signal, (signal, urgency) =>
        this.#send(client, priority, endpoint, { ...options, signal }, read, urgency),
      );
    };
    return Object.create(client, { call: { value: call } }) as Client;
  }

  /** Takes note of an exchange that is over; the client has to tell of every one. */
  note({ method, purpose, path, at, milliseconds, facts, error }: Exchange): RequestAccount {
    let found: UnderWay | undefined;
    for (const candidate of this.#underWay) {
      const isLike = candidate.method === method && candidate.purpose === purpose;
      if (isLike && (found === undefined || Math.abs(candidate.at - at) < Math.abs(found.at - at))) {
        found = candidate;
      }
    }
    const now = this.#time.now();
    const sent = found?.sent ?? this.#quota.ledger.open(now - milliseconds, path === ENDPOINTS.health.path);
    if (found !== undefined) {
      this.#underWay.delete(found);
    }
    return this.#settle(sent, now, facts ?? error?.facts, error);
  }

  /** How things stand, in words where there is something to say. */
  get view(): GovernorView {
    const now = this.#time.now();
    const held = this.#block.until;
    return {
      budget: this.#budgetView(),
      heldUntil: held !== undefined && held > now ? this.#time.toWall(held) : undefined,
      stopped: this.#stoppedBy === undefined ? undefined : stoppedSentence(this.#stoppedBy),
      state: this.#state,
      problem: this.#problem,
      waits: this.#waits(now),
      learned: this.#learned(),
    };
  }

  /**
   * Milliseconds until a request of that priority may leave; 0 when it may now, Infinity while that depends on
   * something else than time. Rounded up, since a fraction is less than a clock can tell.
   */
  wait(priority: Priority): number {
    const now = this.#time.now();
    this.#wakeUp();
    const isPersonal = priority === 'person-write' || priority === 'person-read';
    if (!isPersonal && (this.#stoppedBy !== undefined || !this.#breaker.lets)) {
      return Number.POSITIVE_INFINITY;
    }
    const standing = this.#quota.standing();
    const held = this.#block.wait(now);
    if (isPersonal) {
      const isUsedUp = standing?.available === 0 && (standing.end ?? 0) > now;
      return Math.ceil(Math.max(held, isUsedUp && this.#underWay.size > 0 ? Number.POSITIVE_INFINITY : 0));
    }
    if (held === 0 && this.#block.until !== undefined) {
      // The one request that tries: what is known of the window is what the server contradicted.
      return 0;
    }
    const paced = this.#pace.wait(now, standing, {
      isLooking: standing?.end !== undefined && this.#quota.ledger.underWaySince(standing.end) > 0,
      isBackfill: priority === 'backfill',
    });
    return Math.ceil(Math.max(held, paced));
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
    const isBlocked = this.#block.wait(this.#time.now()) > 0;
    return isBlocked || this.#stoppedBy !== undefined || !this.#breaker.lets;
  }

  /** Requests of feeds a second that can be kept up as things stand. */
  get rate(): number {
    return this.#pace.rate(this.#time.now(), this.#quota.standing()) * 1000;
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
    this.#pace.hurry(requests);
    this.#pump();
  }

  /** Forgets by a person's hand what stopped reading, and asks a server that failed at once. A 429 still counts. */
  retry(): void {
    this.#stoppedBy = undefined;
    this.#breaker.close();
    this.#changed();
  }

  /** Refuses what waits, ends its timers, and resolves once every write that was sent is over. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelTimer();
    for (const priority of PRIORITIES) {
      this.#refuse(priority, givenUp('GET', ''));
    }
    await Promise.allSettled(this.#writes);
  }

  readonly #writes = new Set<Promise<unknown>>();

  async #write<Value>(
    client: Client,
    priority: Priority,
    endpoint: EndpointName,
    options: Parameters<Client['call']>[1],
    read: (body: unknown) => Value,
  ) {
    // What is under way may have been answered before the write: nobody may take it for what holds after it.
    this.#reads.seal();
    const sent = await this.#turn(priority, endpoint, options.signal);
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
    priority: Priority,
    endpoint: EndpointName,
    options: Parameters<Client['call']>[1],
    read: (body: unknown) => Value,
    urgency?: Urgency,
  ) {
    const sent = await this.#turn(priority, endpoint, options.signal, urgency);
    return this.#exchange(sent, endpoint, options, () => client.call(endpoint, options, read));
  }

  /** Resolves with the request's entry in the ledger once it may leave. */
  #turn(
    priority: Priority,
    endpoint: EndpointName,
    signal: AbortSignal | undefined,
    urgency?: Urgency,
  ): Promise<SentRequest> {
    return new Promise((resolve, reject) => {
      const { method, path } = ENDPOINTS[endpoint];
      if (this.#isClosed || signal?.aborted === true) {
        reject(givenUp(method, path));
        return;
      }
      if (this.#stoppedBy !== undefined && (priority === 'feed' || priority === 'backfill')) {
        reject(this.#stoppedBy);
        return;
      }
      const giveUp = () => {
        this.#queue.remove(turn);
        reject(givenUp(method, path));
        this.#pump();
      };
      const turn: Turn = {
        priority,
        grant: () => {
          signal?.removeEventListener('abort', giveUp);
          resolve(this.#open(turn.priority, endpoint === 'health'));
        },
        refuse: (reason) => {
          signal?.removeEventListener('abort', giveUp);
          reject(reason);
        },
      };
      if (urgency !== undefined) {
        urgency.onRaise = () => {
          turn.priority = urgency.priority;
          this.#pump();
        };
      }
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#queue.add(turn);
      this.#pump();
    });
  }

  #open(priority: Priority, isHealth: boolean): SentRequest {
    const now = this.#time.now();
    const sent = this.#quota.ledger.open(now, isHealth);
    if (priority === 'feed' || priority === 'backfill') {
      this.#pace.noteSent(now);
      this.#feedsSent += priority === 'feed' ? 1 : 0;
    }
    if (!isHealth) {
      this.#block.noteSent(sent);
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
    const underWay: UnderWay = { sent, method, purpose, at: this.#options.clock.now() };
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
        if (facts === undefined && !(problem instanceof ApiError)) {
          sent.counted = 'no';
          this.#block.noteLost(sent);
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
    const fall = facts === undefined ? undefined : this.#learn(sent, now, facts, judgement);
    if (facts === undefined) {
      this.#block.noteLost(sent);
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
      judgement.counted === 'no' || fall === 0 || (sent.isHealth && this.#quota.ledger.isHealthFree);
    return { cost: isFree ? 0 : 1, outcome: judgement.outcome };
  }

  /** Takes in what the headers tell; returns by how much Remaining fell for this request alone, where that shows. */
  #learn(
    sent: SentRequest,
    now: number,
    { status, rateLimit, serverDate }: AnswerFacts,
    { outcome, isFinal }: Judgement,
  ): number | undefined {
    if (serverDate !== undefined) {
      this.#serverClock.note(serverDate, sent.sentAt, now);
    }
    const isRefusal = outcome === 'rate limited';
    // Without a valid key the headers are nobody's, and tell nothing of this organization.
    const isOurs = !sent.isHealth && !isFinal;
    if (!isOurs && !isRefusal) {
      return undefined;
    }
    const { limit, remaining } = rateLimit;
    const reset = this.#reset.note(rateLimit.reset, sent.sentAt, now);
    const retryAfter = this.#retryAfter.note(rateLimit.retryAfter, sent.sentAt, now);
    const fall =
      isOurs && limit !== undefined && remaining !== undefined
        ? this.#quota.note(sent, limit, remaining, reset, now)
        : undefined;
    const standing = this.#quota.standing();
    const end = standing?.end;
    if (end !== undefined) {
      agreeWithReset(this.#retryAfter, retryAfter, now, end);
    }
    if (isRefusal || (isOurs && remaining === 0 && standing?.available === 0)) {
      const refill = standing?.refill ?? 0;
      const next = refill > 0 ? now + 1 / refill : end;
      const hold = holdFrom({ now, isRefusal, remaining, retryAfter, reset, end: next });
      const isNew = this.#block.begin(now, sent.sentAt, isRefusal, hold);
      if (isRefusal && isNew) {
        this.#pace.careful.noteRefusal();
      }
    } else {
      this.#block.noteAnswered(sent);
      if (status < 400) {
        this.#pace.careful.noteSuccess();
      }
    }
    return fall;
  }

  /** Draws the consequences of a failure or a success. */
  #heed(
    sent: SentRequest,
    now: number,
    { outcome, isFailure, isFinal }: Judgement,
    error: ApiError | undefined,
  ): void {
    if (isFinal && error !== undefined) {
      this.#stoppedBy = error;
      this.#refuse('feed', error);
      this.#refuse('backfill', error);
    }
    if (outcome === 'given up') {
      this.#breaker.noteGivenUp(sent);
    } else if (isFailure) {
      this.#breaker.noteFailed(sent, sent.sentAt, now, error?.message ?? '');
    } else {
      this.#breaker.noteAnswered();
    }
    if (outcome === 'answered') {
      this.#retries.noteSuccess();
    }
  }

  #refuse(priority: Priority, reason: Error): void {
    for (const turn of this.#queue.takeAll(priority)) {
      turn.refuse(reason);
    }
  }

  #changed(): void {
    this.#pump();
    this.#options.onChange?.();
  }

  /** Grants every turn that is due, and sets a timer for the next. */
  #pump(): void {
    this.#cancelTimer();
    this.#cancelTimer = () => {};
    if (this.#isClosed) {
      return;
    }
    let soonest = this.#lookAtBreaker();
    let hasSent = false;
    for (const priority of PRIORITIES) {
      for (let turn = this.#queue.first(priority); turn !== undefined; turn = this.#queue.first(priority)) {
        const wait = this.wait(priority);
        if (wait > 0) {
          soonest = Math.min(soonest, wait);
          break;
        }
        this.#queue.remove(turn);
        turn.grant();
        hasSent = true;
      }
    }
    const held = this.#block.until;
    if (held !== undefined && !this.#block.isProbing) {
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
      const client = this.#client as (Client & { renewConnections?: () => void }) | undefined;
      client?.renewConnections?.();
      this.#options.onWake?.();
    }
  }

  #budgetView(): BudgetView | undefined {
    const standing = this.#quota.standing();
    if (standing === undefined) {
      return undefined;
    }
    const { limit, available, end, others, refill } = standing;
    return {
      limit,
      remaining: available,
      resetsAt: end === undefined ? undefined : this.#time.toWall(end),
      othersPerMinute: refill === undefined ? Math.round(others * 60_000) : undefined,
      refillPerMinute: refill === undefined ? undefined : Math.round(refill * 60_000),
    };
  }

  #waits(now: number): readonly Wait[] {
    const waits: Wait[] = [];
    const add = (reason: string, until: number | undefined, next: string) =>
      waits.push({
        what: 'everything',
        reason,
        until: until === undefined || until <= now ? undefined : this.#time.toWall(until),
        next,
      });
    if (this.#stoppedBy !== undefined) {
      add(stoppedSentence(this.#stoppedBy), undefined, 'nothing is read until you try again with r');
    }
    const { until } = this.#block;
    if (until !== undefined) {
      const reason = this.#block.isRefusal
        ? 'The server asks to wait, the rate limit is used up (429).'
        : 'The requests of this window are used up.';
      add(reason, until, 'then one request tries whether the server answers again');
    }
    const { problem, nextLook } = this.#breaker;
    if (problem !== undefined && this.#stoppedBy === undefined) {
      const next =
        nextLook === undefined
          ? 'one request tries whether all is well again'
          : 'then /health is asked whether the server is back';
      add(problem, nextLook, next);
    }
    return waits;
  }

  #learned(): readonly Finding[] {
    const standing = this.#quota.standing();
    const findings: (Finding | undefined)[] = [
      finding('X-RateLimit-Reset', this.#reset.form),
      finding('Retry-After', this.#retryAfter.form),
      finding(
        'quota',
        standing?.refill === undefined ? undefined : 'refills continuously instead of in windows',
      ),
      finding('GET /health', this.#quota.ledger.isHealthFree ? 'takes nothing from the quota' : undefined),
    ];
    return findings.filter((found) => found !== undefined);
  }
}

/** A governor for one origin and key. */
export function createGovernor(options: GovernorOptions): Governor {
  return new Governor(options);
}

function finding(topic: string, text: string | undefined): Finding | undefined {
  return text === undefined ? undefined : { topic, finding: text };
}

function givenUp(method: string, path: string): AbortedError {
  const request: RequestFacts = { method, path, query: '' };
  return new AbortedError('The request was given up here.', request);
}

function stoppedSentence(error: ApiError): string {
  return isKeyRefused(error)
    ? 'The server refused the key (401). Check VIGIL_API_KEY; r tries again.'
    : `${error.message} Nothing is read over it; r tries again.`;
}

/** A refusal is an answer as good as any other; a fault of the server or an answer that cannot be used is none. */
function stateAfter(facts: AnswerFacts | undefined, error: ApiError | undefined): ConnectionState['state'] {
  if (facts === undefined) {
    return 'unreachable';
  }
  return facts.status >= 500 || error?.name === 'AnswerError' ? 'failing' : 'live';
}
