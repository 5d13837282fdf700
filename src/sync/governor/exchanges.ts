import type { AnswerFacts } from '../../api/answer-facts.ts';
import { ApiError, NotSentError } from '../../api/errors.ts';
import type { Exchange } from '../../api/transport.ts';
import { ENDPOINTS, type EndpointName } from '../../contract/endpoints.ts';
import type { Clock } from '../../lib/clock.ts';
import { parseTime } from '../../lib/format-time.ts';
import type { Admission, RequestAccount } from './admission.ts';
import type { SentRequest } from './ledger.ts';
import { RequestsUnderWay } from './requests-under-way.ts';
import type { SteadyTime } from './steady-time.ts';

export interface ExchangesOptions {
  readonly clock: Clock;
  readonly time: SteadyTime;
  readonly gate: Admission;
  /** Called after the gate was told how a request ended. */
  readonly onSettled: () => void;
}

/** What a call of a client gives. */
export interface Answered<Value> {
  readonly value: Value;
  readonly facts: AnswerFacts;
}

/**
 * The requests that have left, each of which is settled with the gate exactly once: when the client tells of it, or
 * else when its call ends.
 */
export class Exchanges {
  readonly #options: ExchangesOptions;
  readonly #underWay = new RequestsUnderWay();

  constructor(options: ExchangesOptions) {
    this.#options = options;
  }

  /** Whether a request is under way. */
  get areUnderWay(): boolean {
    return this.#underWay.size > 0;
  }

  /** When the request left that is under way for longest, by the wall clock; undefined when none is. */
  get oldest(): number | undefined {
    return this.#underWay.oldest;
  }

  /** Takes note of an exchange that is over, as the client tells it. */
  note({ method, purpose, path, at, milliseconds, facts, error }: Exchange): RequestAccount {
    const now = this.#options.time.now();
    const sent =
      this.#underWay.take({ method, purpose, at }) ?? this.#options.gate.openUnseen(now - milliseconds, path);
    return this.#settle(sent, now, facts ?? error?.facts, error);
  }

  /** Carries out a call whose turn it is, and takes note of its end in case the client does not tell of it. */
  async carryOut<Value>(
    sent: SentRequest,
    endpoint: EndpointName,
    { purpose = endpoint }: { readonly purpose?: string | undefined },
    call: () => Promise<Answered<Value>>,
  ): Promise<Answered<Value>> {
    const { clock, time, gate, onSettled } = this.#options;
    const { method } = ENDPOINTS[endpoint];
    const underWay = { sent, method, purpose, at: clock.now() };
    this.#underWay.add(underWay);
    let facts: AnswerFacts | undefined;
    let problem: unknown;
    try {
      const answered = await call();
      facts = answered.facts;
      if (endpoint === 'health' && facts.serverDate === undefined) {
        this.#noteTimestamp(sent, answered.value);
      }
      return answered;
    } catch (error) {
      problem = error;
      throw error;
    } finally {
      this.#underWay.delete(underWay);
      if (sent.counted === undefined) {
        const isNotSent = problem instanceof NotSentError || !(problem instanceof ApiError);
        if (facts === undefined && isNotSent) {
          gate.noteNotSent(sent);
          onSettled();
        } else {
          const error = problem instanceof ApiError ? problem : undefined;
          this.#settle(sent, time.now(), facts ?? error?.facts, error);
        }
      }
    }
  }

  /** Where answers carry no Date, what the health check is dated with tells the server's time. */
  #noteTimestamp({ sentAt }: SentRequest, health: unknown): void {
    const { gate, time, onSettled } = this.#options;
    const text = typeof health === 'object' && health !== null && 'timestamp' in health && health.timestamp;
    const at = typeof text === 'string' ? parseTime(text) : undefined;
    if (at !== undefined) {
      gate.limits.serverClock.note(at, sentAt, time.now());
      onSettled();
    }
  }

  #settle(
    sent: SentRequest,
    now: number,
    facts: AnswerFacts | undefined,
    error: ApiError | undefined,
  ): RequestAccount {
    const account = this.#options.gate.settle(sent, now, facts, error);
    this.#options.onSettled();
    return account;
  }
}
