import type { AnswerFacts } from './answer-facts.ts';

/** The request that an error belongs to. It never carries the key. */
export interface RequestFacts {
  readonly method: string;
  /** Below the base URL. */
  readonly path: string;
  /** With its question mark; empty when there is none. */
  readonly query: string;
}

/** What arrived, as far as it shows a person what it was. */
export interface Excerpt {
  /** Safe to print. */
  readonly contentType: string;
  /** The first 80 characters of the body, safe to print; empty when there was none. */
  readonly excerpt: string;
}

/** Everything that can go wrong with a request. The message is a sentence for people, and safe to print. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly request: RequestFacts;
  /** Undefined when not even the headers of an answer arrived. */
  readonly facts: AnswerFacts | undefined;

  constructor(message: string, request: RequestFacts, facts?: AnswerFacts) {
    super(message);
    this.request = request;
    this.facts = facts;
  }
}

const SENTENCE_BY_STATUS: Readonly<Record<number, string>> = {
  400: 'The server finds the request wrong (400)',
  401: 'The server refuses the key (401)',
  403: 'The key is not permitted to do this (403)',
  404: 'The server has no such thing (404)',
  429: 'The server asks to wait, the rate limit is used up (429)',
};

/** The server answered with a status that is not a success ("Errors"). */
export class StatusError extends ApiError {
  override name = 'StatusError';
  override readonly facts: AnswerFacts;
  readonly status: number;
  /** The sentence of the `error` field, safe to print; undefined when the body had none. */
  readonly sentence: string | undefined;
  readonly contentType: string;
  readonly excerpt: string;

  constructor(
    request: RequestFacts,
    facts: AnswerFacts,
    {
      sentence,
      contentType,
      excerpt,
      advice,
    }: Excerpt & {
      readonly sentence: string | undefined;
      /** What to look at, as a sentence. */
      readonly advice?: string | undefined;
    },
  ) {
    const { status } = facts;
    const start =
      SENTENCE_BY_STATUS[status] ??
      `${status >= 500 ? 'The server failed' : 'The server refuses the request'} (${status})`;
    const own = excerpt === '' ? '.' : `, with ${contentType} in place of a reason: ${excerpt}`;
    const said = `${start}${sentence === undefined ? own : `: ${sentence}`}`;
    super(advice === undefined ? said : `${said.replace(/[.\s]*$/, '.')} ${advice}`, request, facts);
    this.facts = facts;
    this.status = status;
    this.sentence = sentence;
    this.contentType = contentType;
    this.excerpt = excerpt;
  }
}

/**
 * - `empty`: no body where there has to be one.
 * - `not-json`: a page of a portal, a proxy or another service, or JSON that ends too early.
 * - `wrong-shape`: JSON without what has to be in it, or with an error in place of it.
 * - `too-large`: the rest was not read.
 * - `truncated`: the connection broke after the headers.
 * - `encoding`: compressed in a way that was not asked for, or damaged.
 * - `redirect`: not followed.
 */
export type AnswerProblem =
  'empty' | 'not-json' | 'wrong-shape' | 'too-large' | 'truncated' | 'encoding' | 'redirect';

/** An answer arrived that cannot be used. A write that got one may have been applied. */
export class AnswerError extends ApiError {
  override name = 'AnswerError';
  override readonly facts: AnswerFacts;
  readonly kind: AnswerProblem;
  readonly contentType: string;
  readonly excerpt: string;

  constructor(
    kind: AnswerProblem,
    message: string,
    request: RequestFacts,
    facts: AnswerFacts,
    { contentType, excerpt }: Excerpt,
  ) {
    super(message, request, facts);
    this.facts = facts;
    this.kind = kind;
    this.contentType = contentType;
    this.excerpt = excerpt;
  }
}

/**
 * - `name`: the name could not be resolved.
 * - `connect`: no connection, or a proxy would not make one.
 * - `tls`: a certificate or handshake that cannot be trusted.
 * - `timeout`: see the phase.
 * - `reset`: the connection broke before an answer.
 * - `not-http`: what answered does not speak HTTP.
 */
export type NetworkProblem = 'name' | 'connect' | 'tls' | 'timeout' | 'reset' | 'not-http';

/** What took too long: the connection, the headers, the next piece of the body, or the whole exchange. */
export type TimeoutPhase = 'connect' | 'headers' | 'body' | 'total';

/** What is known of a failure of the network. */
export interface NetworkFailure {
  readonly kind: NetworkProblem;
  /** Only for a timeout. */
  readonly phase?: TimeoutPhase | undefined;
  /** Whether the request provably never reached the server. */
  readonly neverSent: boolean;
  readonly message: string;
}

/** No whole answer arrived. */
export class NetworkError extends ApiError {
  override name = 'NetworkError';
  readonly kind: NetworkProblem;
  readonly phase: TimeoutPhase | undefined;
  /** Whether the request provably never reached the server, so that a write may be sent again. */
  readonly neverSent: boolean;
  /** From the start of the request to the failure. */
  readonly milliseconds: number;

  constructor(failure: NetworkFailure, request: RequestFacts, milliseconds: number, facts?: AnswerFacts) {
    super(failure.message, request, facts);
    this.kind = failure.kind;
    this.phase = failure.phase;
    this.neverSent = failure.neverSent;
    this.milliseconds = milliseconds;
  }
}

/** The caller gave the request up. */
export class AbortedError extends ApiError {
  override name = 'AbortedError';
  /** Whether that was before it left. */
  readonly neverSent: boolean;

  constructor(message: string, request: RequestFacts, facts?: AnswerFacts, neverSent = false) {
    super(message, request, facts);
    this.neverSent = neverSent;
  }
}

/** A request that was held back here, on purpose: the server never saw it. */
export class NotSentError extends ApiError {
  override name = 'NotSentError';
}

/** A write was refused here, before anything was sent, because the client is read-only. */
export class ReadOnlyError extends NotSentError {
  override name = 'ReadOnlyError';

  constructor(request: RequestFacts) {
    super(
      'Nothing was sent: writing is not allowed now. Type :unlock in the console, or start it with --write.',
      request,
    );
  }
}

/** A request came to its turn later than it was allowed to leave. */
export class OverdueError extends NotSentError {
  override name = 'OverdueError';

  constructor(request: RequestFacts) {
    super('Nothing was sent: its turn came too late.', request);
  }
}
