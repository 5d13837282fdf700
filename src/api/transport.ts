import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';

import { Agent, EnvHttpProxyAgent, request, type Dispatcher } from 'undici';

import { HEADERS } from '../contract/headers.ts';
import type { Clock } from '../lib/clock.ts';
import { readRateLimit, readServerDate, type AnswerFacts } from './answer-facts.ts';
import type { ApiKey } from './api-key.ts';
import { isLoopbackHost } from './base-url.ts';
import { AbortedError, AnswerError, ApiError, type RequestFacts } from './errors.ts';
import { networkErrorFrom } from './network-problem.ts';
import { BodyTooLargeError, readBody } from './read-body.ts';

const CONNECT_TIMEOUT = 5000;
const HEADERS_TIMEOUT = 15_000;
const IDLE_TIMEOUT = 15_000;
const TOTAL_TIMEOUT = 60_000;

/** What an exchange was about and what became of it, for the log and the budget. */
export interface Exchange extends RequestFacts {
  /** Why it was sent, in a few words. */
  readonly purpose: string;
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
  /** For tests without a network. */
  readonly dispatcher?: Dispatcher | undefined;
}

export interface OutgoingRequest extends RequestFacts {
  readonly needsKey: boolean;
  /** JSON; undefined for a request without a body. */
  readonly body: string | undefined;
  /** Most bytes taken of the answer, decompressed. */
  readonly most: number;
  readonly signal: AbortSignal | undefined;
}

/** An answer as it arrived, whatever its status; redirects never get this far. */
export interface RawAnswer {
  readonly facts: AnswerFacts;
  readonly contentType: string;
  readonly text: string;
}

export interface Transport {
  /** Sends one request. Throws a NetworkError, an AnswerError or an AbortedError. */
  send(outgoing: OutgoingRequest): Promise<RawAnswer>;
  close(): Promise<void>;
}

/**
 * The connection to one origin. The key goes into its header and nowhere else: redirects are refused, certificates are
 * always checked, and a proxy of the environment is used for https alone (for http it would read the key).
 */
export function createTransport(options: TransportOptions): Transport {
  const { baseUrl, key, clock, userAgent } = options;
  const dispatcher = options.dispatcher ?? createDispatcher(options);

  async function exchange(outgoing: OutgoingRequest, startedAt: number): Promise<RawAnswer> {
    const total = AbortSignal.timeout(TOTAL_TIMEOUT);
    const response = await request(`${baseUrl.href}${outgoing.path}${outgoing.query}`, {
      method: outgoing.method,
      dispatcher,
      headersTimeout: HEADERS_TIMEOUT,
      bodyTimeout: IDLE_TIMEOUT,
      signal: outgoing.signal === undefined ? total : AbortSignal.any([outgoing.signal, total]),
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip, br',
        'user-agent': userAgent,
        ...(outgoing.needsKey ? { [HEADERS.apiKey]: key.reveal() } : {}),
        ...(outgoing.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: outgoing.body ?? null,
    });
    const factsWith = (bytes: number): AnswerFacts => ({
      status: response.statusCode,
      rateLimit: readRateLimit(response.headers),
      serverDate: readServerDate(response.headers),
      bytes,
      milliseconds: clock.monotonic() - startedAt,
    });
    if (response.statusCode >= 300 && response.statusCode < 400) {
      response.body.on('error', () => undefined).destroy();
      const target = String(response.headers['location'] ?? 'nowhere');
      throw new AnswerError(
        'redirect',
        `${response.statusCode} redirect to ${key.redact(target)} refused: the key goes to ${baseUrl.origin} alone.`,
        outgoing,
        factsWith(0),
      );
    }
    try {
      const encoding = response.headers['content-encoding'];
      const body = await readBody(
        response.body,
        Array.isArray(encoding) ? encoding[0] : encoding,
        outgoing.most,
      );
      return {
        facts: factsWith(body.length),
        contentType: String(response.headers['content-type'] ?? 'no content type'),
        text: key.redact(body.toString('utf8')),
      };
    } catch (error) {
      if (error instanceof BodyTooLargeError) {
        const message = `The answer is larger than ${outgoing.most} bytes; the rest of it was not read.`;
        throw new AnswerError('too-large', message, outgoing, factsWith(outgoing.most));
      }
      throw error;
    }
  }

  return {
    async send(outgoing) {
      const startedAt = clock.monotonic();
      try {
        return await exchange(outgoing, startedAt);
      } catch (error) {
        if (error instanceof ApiError) {
          throw error;
        }
        const { method, path, query } = outgoing;
        if (outgoing.signal?.aborted === true) {
          throw new AbortedError('The request was given up.', { method, path, query });
        }
        // Nothing of the original error is passed on: errors of HTTP libraries can hold the request's headers.
        throw networkErrorFrom(error, baseUrl, { method, path, query });
      }
    },
    close: () => dispatcher.destroy(),
  };
}

function createDispatcher({ baseUrl, certificateFile }: TransportOptions): Dispatcher {
  const connect = {
    timeout: CONNECT_TIMEOUT,
    // Said outright, so that NODE_TLS_REJECT_UNAUTHORIZED=0 does not count.
    rejectUnauthorized: true,
    ...(certificateFile === undefined
      ? {}
      : { ca: [...rootCertificates, readFileSync(certificateFile, 'utf8')] }),
  };
  const direct = baseUrl.protocol === 'http:' || isLoopbackHost(baseUrl.hostname);
  return direct
    ? new Agent({ connect })
    : new EnvHttpProxyAgent({ connect, httpProxy: '', requestTls: connect });
}
