import { ENDPOINTS, type Endpoint, type EndpointName } from '../contract/endpoints.ts';
import { errorBodySchema } from '../contract/error.ts';
import type { AnswerFacts } from './answer-facts.ts';
import type { ApiKey } from './api-key.ts';
import { AnswerError, ApiError, ReadOnlyError, StatusError, type RequestFacts } from './errors.ts';
import { createTransport, type Exchange, type RawAnswer, type TransportOptions } from './transport.ts';

/** Most bytes of a list or a single resource, decompressed. */
const MOST_BYTES = 32 * 1024 * 1024;

/** What was read from an answer, and what the answer told beside its body. */
export interface Answered<Value> {
  readonly value: Value;
  readonly facts: AnswerFacts;
}

export interface Call {
  /** Stands for `{id}` in the path. */
  readonly id?: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Why it is sent, in a few words; the endpoint's name otherwise. */
  readonly purpose?: string | undefined;
  readonly most?: number;
}

export interface ClientOptions extends Omit<TransportOptions, 'key'> {
  readonly key: ApiKey;
  readonly readOnly: boolean;
  /** Told of every exchange once it is over, failed ones included. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
}

/** The way to one server with one key. The functions of the other files here are its endpoints. */
export interface Client {
  readonly baseUrl: URL;
  readonly isReadOnly: boolean;
  setReadOnly(readOnly: boolean): void;
  /**
   * Calls an endpoint and reads its answer. Throws a ReadOnlyError before anything is sent when it would write and the
   * client is read-only; a StatusError, NetworkError, AnswerError or AbortedError otherwise.
   */
  call<Value>(endpoint: EndpointName, call: Call, read: (body: unknown) => Value): Promise<Answered<Value>>;
  /** What was learned of the server, kept as long as the client. */
  readonly learned: { sessionId?: 'id' | 'session_id' };
  close(): Promise<void>;
}

/** A client for a server. */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options);
  let isReadOnly = options.readOnly;
  return {
    baseUrl: options.baseUrl,
    learned: {},
    get isReadOnly() {
      return isReadOnly;
    },
    setReadOnly(readOnly) {
      isReadOnly = readOnly;
    },
    async call(name, call, read) {
      const endpoint: Endpoint = ENDPOINTS[name];
      const request = requestFacts(endpoint, call);
      if (endpoint.method !== 'GET' && isReadOnly) {
        throw new ReadOnlyError(request);
      }
      const at = options.clock.now();
      const startedAt = options.clock.monotonic();
      const tell = (facts: AnswerFacts | undefined, error: ApiError | undefined) =>
        options.onExchange?.({
          ...request,
          purpose: call.purpose ?? name,
          at,
          milliseconds: options.clock.monotonic() - startedAt,
          facts,
          error,
        });
      let facts: AnswerFacts | undefined;
      try {
        const answer = await transport.send({
          ...request,
          needsKey: endpoint.needsKey,
          body: call.body === undefined ? undefined : JSON.stringify(call.body),
          most: call.most ?? MOST_BYTES,
          signal: call.signal,
        });
        facts = answer.facts;
        const value = readAnswer(request, answer, read);
        tell(facts, undefined);
        return { value, facts };
      } catch (error) {
        const known = error instanceof ApiError ? error : new ApiError(String(error), request);
        tell(facts ?? (known instanceof AnswerError ? known.facts : undefined), known);
        throw known;
      }
    },
    close: () => transport.close(),
  };
}

/**
 * An id as a part of a path. Throws a RangeError for an empty one, `.` and `..`: a URL would take those for other
 * resources.
 */
export function pathSegment(id: string): string {
  if (id === '' || id === '.' || id === '..') {
    throw new RangeError('An id must not be empty, . or ..');
  }
  return encodeURIComponent(id.toWellFormed());
}

function requestFacts(endpoint: Endpoint, { id, query = {} }: Call): RequestFacts {
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

function readAnswer<Value>(request: RequestFacts, answer: RawAnswer, read: (body: unknown) => Value): Value {
  const { facts, text } = answer;
  if (facts.status >= 400) {
    throw new StatusError(request, facts, sentenceOf(text));
  }
  const body = facts.status === 204 || text.trim() === '' ? undefined : parseJson(request, answer);
  try {
    return read(body);
  } catch (error) {
    const cause = error instanceof Error ? firstLine(error.message) : String(error);
    throw new AnswerError(
      'wrong-shape',
      `The answer (${facts.status}, ${answer.contentType}) is JSON of another shape than expected: ${cause}`,
      request,
      facts,
    );
  }
}

function parseJson(request: RequestFacts, { facts, contentType, text }: RawAnswer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AnswerError(
      'not-json',
      `The answer (${facts.status}, ${contentType}) is not JSON: ${text.slice(0, 80)}`,
      request,
      facts,
    );
  }
}

function sentenceOf(text: string): string | undefined {
  try {
    const body = errorBodySchema.safeParse(JSON.parse(text));
    return body.success ? body.data.error.slice(0, 500) : undefined;
  } catch {
    return undefined;
  }
}

/** The message of a ZodError is a whole list of issues as JSON. */
function firstLine(message: string): string {
  try {
    const [issue] = JSON.parse(message) as { path?: unknown[]; message?: string }[];
    return `${issue?.path?.join('.') ?? ''} ${issue?.message ?? ''}`.trim();
  } catch {
    return message.split('\n')[0] ?? message;
  }
}
