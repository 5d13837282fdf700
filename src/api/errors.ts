import { STATUS_MEANING } from '../contract/error.ts';
import type { AnswerFacts } from './answer-facts.ts';

/** The request that an error belongs to. It never carries the key. */
export interface RequestFacts {
  readonly method: string;
  /** Below the base URL. */
  readonly path: string;
  /** With its question mark; empty when there is none. */
  readonly query: string;
}

/** Everything that can go wrong with a request. The message is a sentence for people. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly request: RequestFacts;

  constructor(message: string, request: RequestFacts, options?: ErrorOptions) {
    super(message, options);
    this.request = request;
  }
}

/** The server answered with a status that is not a success. */
export class StatusError extends ApiError {
  override name = 'StatusError';
  readonly status: number;
  readonly facts: AnswerFacts;
  /** The sentence of the `error` field; undefined when the body had none ("Errors"). */
  readonly sentence: string | undefined;

  constructor(request: RequestFacts, facts: AnswerFacts, sentence: string | undefined) {
    const meaning =
      STATUS_MEANING[facts.status] ?? (facts.status >= 500 ? 'a fault of the server' : 'refused');
    super(`${facts.status} ${meaning}${sentence === undefined ? '' : `: ${sentence}`}`, request);
    this.status = facts.status;
    this.facts = facts;
    this.sentence = sentence;
  }
}

/** An answer arrived that cannot be used: not JSON, cut off, too large, of the wrong shape, or a redirect. */
export class AnswerError extends ApiError {
  override name = 'AnswerError';
  readonly kind: 'not-json' | 'wrong-shape' | 'too-large' | 'redirect' | 'truncated';
  readonly facts: AnswerFacts;

  constructor(kind: AnswerError['kind'], message: string, request: RequestFacts, facts: AnswerFacts) {
    super(message, request);
    this.kind = kind;
    this.facts = facts;
  }
}

export type NetworkProblem = 'name' | 'connect' | 'tls' | 'timeout' | 'reset';

/** No answer arrived. */
export class NetworkError extends ApiError {
  override name = 'NetworkError';
  readonly kind: NetworkProblem;
  /** Whether the request provably never reached the server. */
  readonly neverSent: boolean;

  constructor(kind: NetworkProblem, message: string, request: RequestFacts) {
    super(message, request);
    this.kind = kind;
    this.neverSent = kind === 'name' || kind === 'connect' || kind === 'tls';
  }
}

/** The caller gave the request up. */
export class AbortedError extends ApiError {
  override name = 'AbortedError';
}

/** A write was refused here, before anything was sent, because the client is read-only. */
export class ReadOnlyError extends ApiError {
  override name = 'ReadOnlyError';

  constructor(request: RequestFacts) {
    super('Nothing was sent: the console is read-only. Start it with --write to change things.', request);
  }
}
