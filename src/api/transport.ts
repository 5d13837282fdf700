import type { IncomingHttpHeaders } from 'node:http';

import { request, type Dispatcher } from 'undici';

import { HEADERS } from '../contract/headers.ts';
import type { Clock } from '../lib/clock.ts';
import { headerValue, readRateLimit, readServerDate, type AnswerFacts } from './answer-facts.ts';
import type { ApiKey } from './api-key.ts';
import { createConnectionPools, type PoolUse } from './connection-pools.ts';
import { createDispatcherFactory } from './dispatcher.ts';
import {
  AbortedError,
  AnswerError,
  ApiError,
  NetworkError,
  type AnswerProblem,
  type RequestFacts,
} from './errors.ts';
import { networkFailureFrom, replacedFailure, timeoutFailure, type Patience } from './network-problem.ts';
import { quote } from './quote.ts';
import { ACCEPTED_ENCODINGS, BodyEncodingError, BodyTooLargeError, readBody, takeBody } from './read-body.ts';

/** How long each phase may take when nothing else is said, in milliseconds. */
const DEFAULT_PATIENCE: Patience = { connect: 5000, headers: 15_000, body: 15_000, total: 60_000 };

/** What a request was about and what became of it, for the log and the budget. */
export interface Exchange extends RequestFacts {
  /** Why it was sent, in a few words. */
  readonly purpose: string;
  /** What its call brought along for whoever sent it. */
  readonly ticket: object | undefined;
  /** When it began, in milliseconds of the clock. */
  readonly at: number;
  readonly milliseconds: number;
  /** Undefined when no answer arrived. */
  readonly facts: AnswerFacts | undefined;
  readonly error: ApiError | undefined;
}

export interface TransportOptions {
  readonly baseUrl: URL;
  readonly key: ApiKey;
  readonly clock: Clock;
  /** The program and its version, for the User-Agent header. */
  readonly userAgent: string;
  /** A file of certificates that are trusted beside the usual ones. */
  readonly certificateFile?: string | undefined;
  readonly patience?: Partial<Patience> | undefined;
  /** For tests without a network. */
  readonly dispatcher?: Dispatcher | undefined;
}

export interface OutgoingRequest extends RequestFacts {
  readonly needsKey: boolean;
  /** JSON; undefined for a request without a body. */
  readonly body: string | undefined;
  /** Most bytes taken of the answer, decompressed. */
  readonly mostBytes: number;
  /** Milliseconds for the whole exchange, where it is not the usual time. */
  readonly total?: number | undefined;
  /** Takes the body of a good answer; the text of the answer is empty then. */
  readonly into?: BodySink | undefined;
  readonly signal: AbortSignal | undefined;
}

/** What takes a body while it arrives. */
export interface BodySink {
  /**
   * A body begins; what came of another one before is void. The bytes may hold echoes of the key: `redact` takes them
   * out of text. `expectedBytes` is the length of the body where the server says so.
   */
  begin(body: {
    readonly redact: (text: string) => string;
    readonly expectedBytes: number | undefined;
  }): void;
  /** Takes the next bytes, which are valid during the call; more come once it is done. */
  add(piece: Uint8Array): void | Promise<void>;
  /** The beginning of what came, redacted. */
  beginning(): string;
}

/** An answer as it arrived, whatever its status; redirects never get this far. Echoes of the key are redacted. */
export interface RawAnswer {
  readonly facts: AnswerFacts;
  /** Safe to print. */
  readonly contentType: string;
  readonly text: string;
}

export interface Transport {
  /** Sends one request. Throws a NetworkError, an AnswerError or an AbortedError. */
  send(outgoing: OutgoingRequest): Promise<RawAnswer>;
  /** Takes new connections for what comes; reads under way are given up, writes are not. */
  renewConnections(): void;
  /** Gives up what is under way and takes no more. */
  close(): Promise<void>;
}

/** What is known of an answer while it arrives. */
interface Arrival {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Safe to print. */
  readonly contentType: string;
  bytes: number;
}

/** A request under way. */
interface Attempt {
  readonly outgoing: OutgoingRequest;
  /** The same without echoes of the key. */
  readonly facts: RequestFacts;
  readonly startedAt: number;
  readonly total: number;
  /** Aborted once the whole exchange has taken too long. */
  readonly overdue: AbortSignal;
  /** Is called when the answer has begun. */
  readonly onArrival: () => void;
  readonly pool: PoolUse;
  /** Undefined until headers arrive. */
  arrival: Arrival | undefined;
}

/**
 * The way to one origin. The key goes into its header and nowhere else: redirects are not followed. Throws a
 * ConnectionSettingError when the certificate file or the proxy cannot be used.
 */
export function createTransport(options: TransportOptions): Transport {
  const { baseUrl, key, clock, userAgent, certificateFile } = options;
  const patience = { ...DEFAULT_PATIENCE, ...options.patience };
  const given = options.dispatcher;
  const pools = createConnectionPools(
    given === undefined
      ? createDispatcherFactory({ baseUrl, certificateFile, connectTimeout: patience.connect })
      : () => given,
  );
  // A URL without a path ends with a slash all the same.
  const base = baseUrl.href.replace(/\/$/, '');

  async function exchange(attempt: Attempt): Promise<RawAnswer> {
    const { outgoing, overdue, pool } = attempt;
    const response = await request(`${base}${outgoing.path}${outgoing.query}`, {
      method: outgoing.method,
      dispatcher: pool.dispatcher,
      headersTimeout: patience.headers,
      bodyTimeout: patience.body,
      signal: AbortSignal.any([
        overdue,
        pool.replaced,
        ...(outgoing.signal === undefined ? [] : [outgoing.signal]),
      ]),
      headers: {
        accept: 'application/json',
        'accept-encoding': ACCEPTED_ENCODINGS,
        'user-agent': userAgent,
        ...(outgoing.needsKey ? { [HEADERS.apiKey]: key.reveal() } : {}),
        ...(outgoing.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: outgoing.body ?? null,
    });
    const { statusCode: status, headers } = response;
    const contentType = quote(key.redact(headerValue(headers, 'content-type') ?? 'no content type'), 80);
    const arrival: Arrival = { status, headers, contentType, bytes: 0 };
    attempt.arrival = arrival;
    attempt.onArrival();
    if (status >= 300 && status < 400) {
      response.body.on('error', () => undefined).destroy();
      const target = quote(key.redact(headerValue(headers, 'location') ?? 'nowhere'), 200);
      const sentence = `The server redirects (${status}) to ${target}. That is not followed: the key goes to ${baseUrl.origin} alone.`;
      throw unusable('redirect', sentence, attempt, arrival);
    }
    const encoding = headerValue(headers, 'content-encoding') ?? '';
    const { into } = outgoing;
    if (into !== undefined && status < 300) {
      into.begin({ redact: (text) => key.redact(text), expectedBytes: lengthOf(headers, encoding) });
      await takeBody(response.body, encoding, outgoing.mostBytes, (piece) => {
        arrival.bytes += piece.length;
        return into.add(piece);
      });
      return { facts: answerFacts(attempt, arrival), contentType, text: '' };
    }
    const body = await readBody(response.body, encoding, outgoing.mostBytes, (bytes) => {
      arrival.bytes = bytes;
    }).catch((error: unknown) => {
      // A refusal is one without its reason, too.
      if (status < 400 || isGivenUp(attempt)) {
        throw error;
      }
      return '';
    });
    return { facts: answerFacts(attempt, arrival), contentType, text: key.redact(body) };
  }

  /** The error to throw. Nothing of the original is passed on: errors of HTTP libraries can hold a request's headers. */
  function explain(error: unknown, attempt: Attempt): ApiError {
    if (error instanceof ApiError) {
      return error;
    }
    const { facts, arrival, overdue, outgoing, pool } = attempt;
    const arrived = arrival === undefined ? undefined : answerFacts(attempt, arrival);
    if (outgoing.signal?.aborted === true || isClosedHere(error)) {
      return new AbortedError('The request was given up here.', facts, arrived);
    }
    const failure = overdue.aborted
      ? timeoutFailure('total', baseUrl, { ...patience, total: attempt.total })
      : pool.replaced.aborted
        ? replacedFailure(baseUrl)
        : networkFailureFrom(error, baseUrl, patience);
    if (arrival === undefined || failure.kind === 'timeout' || pool.replaced.aborted) {
      return new NetworkError(failure, facts, clock.monotonic() - attempt.startedAt, arrived);
    }
    const what = `The answer (${arrival.status}, ${arrival.contentType})`;
    if (error instanceof BodyTooLargeError) {
      const sentence = `${what} is larger than ${outgoing.mostBytes} bytes; the rest of it was not read.`;
      return unusable('too-large', sentence, attempt, arrival);
    }
    if (error instanceof BodyEncodingError) {
      return unusable('encoding', `${what} cannot be read. ${error.message}.`, attempt, arrival);
    }
    return unusable('truncated', `${what} broke off after ${arrival.bytes} bytes.`, attempt, arrival);
  }

  function unusable(kind: AnswerProblem, sentence: string, attempt: Attempt, arrival: Arrival): AnswerError {
    const { contentType } = arrival;
    return new AnswerError(kind, sentence, attempt.facts, answerFacts(attempt, arrival), {
      contentType,
      excerpt: '',
    });
  }

  function answerFacts(attempt: Attempt, { status, headers, bytes }: Arrival): AnswerFacts {
    return {
      status,
      rateLimit: readRateLimit(headers, (text) => key.redact(text)),
      serverDate: readServerDate(headers),
      bytes,
      milliseconds: clock.monotonic() - attempt.startedAt,
    };
  }

  return {
    async send(outgoing) {
      const { method, path, query, total = patience.total } = outgoing;
      const overdue = new AbortController();
      // A large answer may take long as long as it goes on, but no longer than others to begin.
      let stopTimer = clock.schedule(Math.min(total, patience.total), () => overdue.abort());
      const attempt: Attempt = {
        outgoing,
        facts: { method, path: key.redact(path), query: key.redact(query) },
        startedAt: clock.monotonic(),
        total,
        overdue: overdue.signal,
        onArrival: () => {
          if (total > patience.total) {
            stopTimer();
            stopTimer = clock.schedule(total, () => overdue.abort());
          }
        },
        pool: pools.use(method !== 'GET'),
        arrival: undefined,
      };
      try {
        outgoing.signal?.throwIfAborted();
        return await exchange(attempt);
      } catch (error) {
        throw explain(error, attempt);
      } finally {
        stopTimer();
        attempt.pool.end();
      }
    },
    renewConnections: () => pools.renew(),
    close: () => pools.close(),
  };
}

/** Whether the caller, the patience for the whole exchange or a new pool ended it. */
function isGivenUp({ outgoing, overdue, pool }: Attempt): boolean {
  return outgoing.signal?.aborted === true || overdue.aborted || pool.replaced.aborted;
}

/** The length that the headers give; nothing says how long a compressed body unfolds to. */
function lengthOf(headers: IncomingHttpHeaders, encoding: string): number | undefined {
  const length = Number(headerValue(headers, 'content-length'));
  return length > 0 && (encoding === '' || encoding === 'identity') ? length : undefined;
}

function isClosedHere(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED';
}
