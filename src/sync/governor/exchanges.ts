import type { AnswerFacts } from '../../api/answer-facts.ts';
import type { Answered, Call, Client } from '../../api/client.ts';
import { ApiError, NotSentError } from '../../api/errors.ts';
import type { Exchange } from '../../api/transport.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { parseTime } from '../../lib/format-time.ts';
import type { Admission, RequestAccount } from './admission.ts';
import { SentRequest } from './ledger.ts';
import type { SteadyTime } from './steady-time.ts';

export interface ExchangesOptions {
  readonly time: SteadyTime;
  readonly admission: Admission;
  /** Called after the admission has taken in how a request ended. */
  readonly onSettled: () => void;
}

/**
 * The requests that have left, each of which is settled with the admission exactly once: when the client reports it, or
 * else when its call ends.
 */
export class Exchanges {
  readonly #options: ExchangesOptions;

  constructor(options: ExchangesOptions) {
    this.#options = options;
  }

  /** When the request left that is under way for longest, by the wall clock; undefined when none is. */
  get oldest(): number | undefined {
    const { admission, time } = this.#options;
    const sentAt = admission.limits.quota.ledger.firstUnderWaySince(Number.NEGATIVE_INFINITY);
    return sentAt === undefined ? undefined : time.toWall(sentAt);
  }

  /** Takes note of an exchange that is over, as the client reports it; one without an entry in the ledger left around the admission. */
  note({ ticket, path, milliseconds, facts, error }: Exchange): RequestAccount {
    const { admission, time } = this.#options;
    const now = time.now();
    const sent = ticket instanceof SentRequest ? ticket : admission.openUnseen(now - milliseconds, path);
    return this.#settle(sent, now, facts ?? error?.facts, error);
  }

  /** Carries out a call whose turn it is, and takes note of its end in case the client does not report it. */
  async run<Value>(
    sent: SentRequest,
    next: Client['call'],
    endpoint: EndpointName,
    call: Call,
    read: (body: unknown) => Value,
  ): Promise<Answered<Value>> {
    const { time, admission, onSettled } = this.#options;
    let facts: AnswerFacts | undefined;
    let problem: unknown;
    try {
      const answered = await next(endpoint, { ...call, ticket: sent }, read);
      facts = answered.facts;
      if (endpoint === 'health' && facts.serverDate === undefined) {
        this.#noteTimestamp(sent, answered.value);
      }
      return answered;
    } catch (error) {
      problem = error;
      throw error;
    } finally {
      if (sent.counted === undefined) {
        const isNotSent = problem instanceof NotSentError || !(problem instanceof ApiError);
        if (facts === undefined && isNotSent) {
          admission.noteNotSent(sent);
          onSettled();
        } else {
          const error = problem instanceof ApiError ? problem : undefined;
          this.#settle(sent, time.now(), facts ?? error?.facts, error);
        }
      }
    }
  }

  /** Where answers carry no Date, what the health check is dated with gives the server's time. */
  #noteTimestamp({ sentAt }: SentRequest, health: unknown): void {
    const { admission, time, onSettled } = this.#options;
    const text = typeof health === 'object' && health !== null && 'timestamp' in health && health.timestamp;
    const at = typeof text === 'string' ? parseTime(text) : undefined;
    if (at !== undefined) {
      admission.limits.serverClock.note(at, sentAt, time.now());
      onSettled();
    }
  }

  #settle(
    sent: SentRequest,
    now: number,
    facts: AnswerFacts | undefined,
    error: ApiError | undefined,
  ): RequestAccount {
    const account = this.#options.admission.settle(sent, now, facts, error);
    this.#options.onSettled();
    return account;
  }
}
