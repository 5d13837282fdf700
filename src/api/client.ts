import { BASE_PATH, CALLS, type Endpoint, type EndpointName } from '../contract/endpoints.ts';
import { STATUS } from '../contract/status.ts';
import { nextTurn, systemSlices, type Slices } from '../lib/slices.ts';
import type { AnswerFacts } from './answer-facts.ts';
import type { ApiKey } from './api-key.ts';
import { ApiError, OverdueError, ReadOnlyError, type RequestFacts } from './errors.ts';
import { LastAnswers } from './last-answers.ts';
import { pathBelow } from './path-below.ts';
import { readAnswer, readTaken } from './read-answer.ts';
import {
  createTransport,
  type BodySink,
  type Exchange,
  type RawAnswer,
  type TransportOptions,
} from './transport.ts';
import { WritingTime, type Writable } from './writing-time.ts';

export type { Writable } from './writing-time.ts';

/** Most bytes taken of an answer, decompressed. */
export interface BodyLimits {
  /** Of a list or a single resource. */
  readonly usual: number;
  /** Of a transcript. */
  readonly large: number;
}

/** Bytes of an answer that takes a millisecond or so to read. */
const LONG_ANSWER = 100_000;

const DEFAULT_BODY_LIMITS: BodyLimits = { usual: 32 * 1024 * 1024, large: 500_000_000 };

/** Milliseconds for a large answer, which may take long as long as it goes on. */
const TOTAL_FOR_LARGE = 15 * 60_000;

/** What was read from an answer, and what the answer reported beside its body. */
export interface Answered<Value> {
  readonly value: Value;
  readonly facts: AnswerFacts;
}

export interface Call {
  /** Stands for `{id}` in the path. */
  readonly id?: string;
  /** Below the base URL, with its query, as a person typed it: what `anyPath` asks for. */
  readonly path?: string;
  /** Values that are undefined are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Why it is sent, in a few words; the endpoint's name otherwise. */
  readonly purpose?: string | undefined;
  /** Takes the body of a good answer while it arrives, which may be as large as a transcript; `read` gets undefined then. */
  readonly into?: BodySink;
  /** By what its caller knows it; its exchange is reported with it. */
  readonly ticket?: object | undefined;
  /** Whether it is asked as it is but once, so that its answer need not be compared with the last one. */
  readonly once?: boolean;
  /** It must not leave after this time of the monotonic clock: what it was decided by is out of date then. */
  readonly leaveBy?: number | undefined;
}

/** How a write is sent. */
export type WriteCall = Pick<Call, 'signal' | 'purpose' | 'leaveBy'>;

export interface ClientOptions extends TransportOptions {
  /** Whether it begins without letting writes through. */
  readonly readOnly: boolean;
  /** It never lets a write through, whatever it is asked later. */
  readonly staysReadOnly?: boolean | undefined;
  readonly bodyLimits?: Partial<BodyLimits> | undefined;
  /** Between the pieces of what takes long. */
  readonly slices?: Slices | undefined;
  /** Called with every exchange once it is over, failed ones included. Must not throw. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
}

/** The way to one server with one key. The endpoints are functions that take it as their first argument. */
export interface Client {
  readonly baseUrl: URL;
  /** Whether a write that would leave now is refused. */
  readonly isReadOnly: boolean;
  /** Lets writes through from now on, for so long; a clock that is set back makes it no longer. */
  setWritable(until: Writable): void;
  /**
   * Calls an endpoint and reads its answer. Throws a ReadOnlyError before anything is sent when it would write and the
   * client is read-only, an OverdueError when it is too late for it to leave, a RangeError for an id or a
   * path that cannot be asked for; a StatusError, NetworkError, AnswerError or AbortedError otherwise.
   */
  call<Value>(endpoint: EndpointName, call: Call, read: (body: unknown) => Value): Promise<Answered<Value>>;
  /** What was learned of the server, kept as long as the client. */
  readonly learned: { sessionId?: 'id' | 'session_id' };
  /**
   * Takes new connections for all that is sent from now on, as is right after the machine slept. Reads under way fail
   * with a NetworkError and can be repeated; writes under way go on. A client without connections has none to renew.
   */
  renewConnections?(): void;
  /** Gives up what is under way. */
  close(): Promise<void>;
}

/** What is said where an endpoint is not there and the base URL is not as it usually is. */
const OTHER_PATH = `The base URL usually ends in ${BASE_PATH}, and this one does not.`;

/** A client for a server. Throws a ConnectionSettingError when the certificate file or the proxy cannot be used. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, key, clock, onExchange, slices = systemSlices } = options;
  const transport = createTransport(options);
  const limits = { ...DEFAULT_BODY_LIMITS, ...options.bodyLimits };
  const lastAnswers = new LastAnswers();
  const writing = new WritingTime(clock);
  writing.set(options.readOnly ? undefined : 'always');
  const advice = baseUrl.pathname.endsWith(BASE_PATH) ? undefined : OTHER_PATH;
  const isReadOnly = () => options.staysReadOnly === true || !writing.isNow;

  function read<Value>(
    { method, path, query }: RequestFacts,
    requestFacts: RequestFacts,
    answer: RawAnswer,
    { once = false }: Call,
    make: (body: unknown) => Value,
    advice: string | undefined,
  ): Value {
    const readAnew = () => readAnswer(requestFacts, answer, make, advice);
    return method !== 'GET' || once || answer.facts.status !== STATUS.success
      ? readAnew()
      : lastAnswers.read(`${path}${query}`, answer.text, readAnew);
  }

  return {
    baseUrl,
    learned: {},
    get isReadOnly() {
      return isReadOnly();
    },
    setWritable: (until) => writing.set(until),
    async call(name, call, make) {
      const endpoint: Endpoint = CALLS[name];
      const request =
        name === 'anyPath'
          ? { method: endpoint.method, ...pathBelow(baseUrl, call.path ?? '') }
          : requestTo(endpoint, call);
      const requestFacts = redacted(request, key);
      if (endpoint.method !== 'GET' && isReadOnly()) {
        throw new ReadOnlyError(requestFacts);
      }
      const at = clock.now();
      const startedAt = clock.monotonic();
      if (call.leaveBy !== undefined && startedAt > call.leaveBy) {
        throw new OverdueError(requestFacts);
      }
      const report = (facts: AnswerFacts | undefined, error: ApiError | undefined) =>
        onExchange?.({
          ...requestFacts,
          purpose: call.purpose ?? name,
          ticket: call.ticket,
          at,
          milliseconds: clock.monotonic() - startedAt,
          facts,
          error,
        });
      let answered;
      try {
        const answer = await transport.send({
          ...request,
          needsKey: endpoint.needsKey,
          body: call.body === undefined ? undefined : JSON.stringify(call.body),
          mostBytes: call.into === undefined ? limits.usual : limits.large,
          total: call.into === undefined ? undefined : TOTAL_FOR_LARGE,
          into: call.into,
          signal: call.signal,
        });
        const value =
          call.into === undefined || answer.facts.status >= 300
            ? read(request, requestFacts, answer, call, make, call.id === undefined ? advice : undefined)
            : readTaken(requestFacts, answer, call.into, make);
        answered = { value, facts: answer.facts };
        if (answer.facts.bytes > LONG_ANSWER) {
          // Reading it took its time, and so will what comes of it: keys come in between.
          await nextTurn(slices);
        }
      } catch (error) {
        if (error instanceof ApiError) {
          report(error.facts, error);
        }
        throw error;
      }
      report(answered.facts, undefined);
      return answered;
    },
    renewConnections: () => transport.renewConnections(),
    close: () => transport.close(),
  };
}

function requestTo(endpoint: Endpoint, { id, query = {} }: Call): RequestFacts {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) {
      parameters.set(name, String(value));
    }
  }
  const text = parameters.toString();
  return {
    method: endpoint.method,
    path: endpoint.path.includes('{id}')
      ? endpoint.path.replace('{id}', () => pathSegment(id ?? ''))
      : endpoint.path,
    query: text === '' ? '' : `?${text}`,
  };
}

/** The request as errors and logs name it: a key that was pasted into a filter is not repeated. */
function redacted({ method, path, query }: RequestFacts, key: ApiKey): RequestFacts {
  return { method, path: key.redact(path), query: key.redact(query) };
}

/**
 * An id as a part of a path. Throws a RangeError for an empty one, `.` and `..`: a URL would take those for other
 * resources.
 */
function pathSegment(id: string): string {
  if (id === '' || id === '.' || id === '..') {
    throw new RangeError('An id must not be empty, . or ..');
  }
  return encodeURIComponent(id.toWellFormed());
}
