import {
  AbortedError,
  AnswerError,
  NetworkError,
  OverdueError,
  ReadOnlyError,
  StatusError,
  type AnswerProblem,
  type ApiError,
  type NetworkProblem,
} from '../../src/api/errors.ts';
import type { AnswerFacts, RateLimitHeaders } from '../../src/api/answer-facts.ts';
import type { Call, Client } from '../../src/api/client.ts';
import type { Exchange } from '../../src/api/transport.ts';
import { WritingTime } from '../../src/api/writing-time.ts';
import { CALLS, type EndpointName } from '../../src/contract/endpoints.ts';
import { delay, type Clock } from '../../src/lib/clock.ts';

/** What a server that exists only in a test says to one call. */
export interface FakeAnswer {
  /** 200 unless said otherwise. */
  readonly status?: number;
  /** Of an error, what the server says under `error`; without it, the error is one of something on the way. */
  readonly body?: unknown;
  readonly rateLimit?: Partial<RateLimitHeaders>;
  /** The Date header; the clock of the test unless said otherwise, null for none. */
  readonly date?: number | null;
  /** No answer arrives at all. */
  readonly problem?: NetworkProblem;
  /** What arrives cannot be used. */
  readonly unusable?: AnswerProblem;
  /** How many bytes of it arrived. */
  readonly bytes?: number;
  /** The connection breaks after so many bytes of a body that is taken piece by piece. */
  readonly breaksOffAfter?: number;
  /** A body that is taken piece by piece comes in pieces of so many bytes, each with a call before. */
  readonly pieces?: { readonly bytes: number; readonly before?: (taken: number) => void | Promise<void> };
  /** How long it takes, in milliseconds of the clock. */
  readonly takes?: number;
}

export interface FakeCall extends Call {
  readonly endpoint: EndpointName;
  /** Milliseconds of the monotonic clock at which it was sent. */
  readonly at: number;
}

export interface FakeClient extends Client {
  readonly calls: readonly FakeCall[];
  readonly isClosed: boolean;
}

/** A client whose server is a function. Reads answers and fails with the same errors as the real one. */
export function createFakeClient(
  clock: Clock,
  answer: (call: FakeCall) => FakeAnswer,
  onExchange: (exchange: Exchange) => void = () => undefined,
): FakeClient {
  const calls: FakeCall[] = [];
  let isClosed = false;
  const writing = new WritingTime(clock);
  writing.set('always');
  return {
    calls,
    baseUrl: new URL('http://fake.example/api/v1'),
    get isReadOnly() {
      return !writing.isNow;
    },
    learned: {},
    setWritable: (until) => writing.set(until),
    get isClosed() {
      return isClosed;
    },
    close() {
      isClosed = true;
      return Promise.resolve();
    },
    async call(endpoint, call, read) {
      const { method, path } = CALLS[endpoint];
      const request = { method, path, query: queryOf(call) };
      if (method !== 'GET' && !writing.isNow) {
        throw new ReadOnlyError(request);
      }
      const at = clock.monotonic();
      if (call.leaveBy !== undefined && at > call.leaveBy) {
        throw new OverdueError(request);
      }
      const made = { ...call, endpoint, at };
      calls.push(made);
      const given = answer(made);
      const report = (facts: AnswerFacts | undefined, error: ApiError | undefined) =>
        onExchange({
          ...request,
          purpose: call.purpose ?? endpoint,
          ticket: call.ticket,
          at: clock.now(),
          milliseconds: clock.monotonic() - at,
          facts,
          error,
        });
      try {
        call.signal?.throwIfAborted();
        if (given.takes !== undefined) {
          await delay(clock, given.takes, call.signal);
        }
      } catch {
        const error = new AbortedError('The request was given up.', request);
        report(undefined, error);
        throw error;
      }
      const noAnswer = (kind: NetworkProblem) => {
        const neverSent = kind === 'name' || kind === 'connect' || kind === 'tls';
        const failure = { kind, neverSent, message: `No answer (${kind}).` };
        const error = new NetworkError(failure, request, clock.monotonic() - at);
        report(undefined, error);
        return error;
      };
      if (given.problem !== undefined) {
        throw noAnswer(given.problem);
      }
      const facts: AnswerFacts = {
        status: given.status ?? 200,
        rateLimit: {
          limit: undefined,
          remaining: undefined,
          reset: undefined,
          retryAfter: undefined,
          ...given.rateLimit,
        },
        serverDate: given.date === null ? undefined : (given.date ?? clock.now()),
        bytes: given.bytes ?? 0,
        milliseconds: clock.monotonic() - at,
      };
      if (facts.status >= 400) {
        const error = new StatusError(request, facts, {
          sentence: (given.body as { readonly error?: string } | undefined)?.error,
          contentType: 'application/json',
          excerpt: '',
        });
        report(facts, error);
        throw error;
      }
      if (given.unusable !== undefined) {
        const excerpt = { contentType: 'text/html', excerpt: '<html>' };
        const error = new AnswerError(given.unusable, 'It cannot be used.', request, facts, excerpt);
        report(facts, error);
        throw error;
      }
      if (call.into !== undefined) {
        const bytes = Buffer.from(JSON.stringify(given.body));
        call.into.begin({ redact: (text) => text, expectedBytes: undefined });
        const end = given.breaksOffAfter ?? bytes.length;
        const { bytes: size = end, before } = given.pieces ?? {};
        for (let at = 0; at < end; at += size) {
          await before?.(at);
          await call.into.add(bytes.subarray(at, Math.min(end, at + size)));
        }
        if (given.breaksOffAfter !== undefined) {
          throw noAnswer('reset');
        }
        report(facts, undefined);
        return { value: read(undefined), facts };
      }
      report(facts, undefined);
      return { value: read(given.body), facts };
    },
  };
}

function queryOf({ query = {} }: Call): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return text === '' ? '' : `?${text}`;
}
