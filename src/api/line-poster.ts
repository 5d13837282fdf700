import { request } from 'undici';

import type { Clock } from '../lib/clock.ts';
import { headerValue } from './answer-facts.ts';
import { createDispatcherFactory } from './dispatcher.ts';
import type { NetworkFailure } from './errors.ts';
import { networkFailureFrom, timeoutFailure, type Patience } from './network-problem.ts';
import { quote } from './quote.ts';

/** How long each phase of a delivery may take, in milliseconds. */
const PATIENCE: Patience = { connect: 5000, headers: 30_000, body: 15_000, total: 60_000 };

/** So many characters of what a receiver says are read. */
const MOST_SAID = 200;

export interface LinePosterOptions {
  /** `https`, or this machine. */
  readonly url: URL;
  /** Sent with each request, and never shown. */
  readonly headers: readonly (readonly [string, string])[];
  readonly certificateFile?: string | undefined;
  readonly clock: Clock;
  readonly userAgent: string;
}

/** What a receiver answered. */
export interface PostAnswer {
  readonly status: number;
  /** Milliseconds that it asks to wait; undefined where it does not. */
  readonly retryAfter: number | undefined;
  /** The beginning of what it said, safe to print. */
  readonly said: string;
}

/** No answer came; the message is a sentence that says why. */
export class PostError extends Error {
  override name = 'PostError';
  readonly failure: NetworkFailure;

  constructor(failure: NetworkFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

export interface LinePoster {
  /** Posts lines of JSON as one request, `application/x-ndjson`. Throws a PostError when no answer comes. */
  post(lines: readonly string[], idempotencyKey: string, signal: AbortSignal): Promise<PostAnswer>;
  close(): Promise<void>;
}

/**
 * The way to a receiver of events that is no part of the API. Certificates are checked, and proxies and the certificate file
 * count, as for the API; redirects are not followed. Throws a ConnectionSettingError when these cannot be used.
 */
export function createLinePoster(options: LinePosterOptions): LinePoster {
  const { url, headers, certificateFile, clock, userAgent } = options;
  const dispatcher = createDispatcherFactory({
    baseUrl: url,
    certificateFile,
    connectTimeout: PATIENCE.connect,
  })();
  return {
    async post(lines, idempotencyKey, signal) {
      const overdue = new AbortController();
      const stopTimer = clock.schedule(PATIENCE.total, () => overdue.abort());
      try {
        const response = await request(url, {
          method: 'POST',
          dispatcher,
          headersTimeout: PATIENCE.headers,
          bodyTimeout: PATIENCE.body,
          signal: AbortSignal.any([signal, overdue.signal]),
          headers: [
            ['content-type', 'application/x-ndjson'],
            ['user-agent', userAgent],
            ['idempotency-key', idempotencyKey],
            ...headers,
          ].flat(),
          body: lines.map((line) => `${line}\n`).join(''),
        });
        const said = await beginningOf(response.body);
        const date = headerValue(response.headers, 'date');
        const retryAfter = headerValue(response.headers, 'retry-after');
        return {
          status: response.statusCode,
          retryAfter: pauseIn(retryAfter, date === undefined ? clock.now() : Date.parse(date)),
          said: quote(said, MOST_SAID),
        };
      } catch (error) {
        signal.throwIfAborted();
        throw new PostError(
          overdue.signal.aborted
            ? timeoutFailure('total', url, PATIENCE)
            : networkFailureFrom(error, url, PATIENCE),
        );
      } finally {
        stopTimer();
      }
    },
    close: () => dispatcher.close(),
  };
}

/** The beginning of a body; the rest is read, so that the connection can be used again, up to a bound. */
async function beginningOf(body: AsyncIterable<Buffer> & { destroy(): void }): Promise<string> {
  let text = '';
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    text = text.length < MOST_SAID ? text + piece.toString('utf8') : text;
    if (bytes > 1_000_000) {
      break;
    }
  }
  return text.slice(0, MOST_SAID);
}

/** `Retry-After` in milliseconds: seconds, or a date by the server's clock. */
function pauseIn(text: string | undefined, now: number): number | undefined {
  if (text === undefined) {
    return undefined;
  }
  const pause = /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(pause) ? Math.max(0, pause) : undefined;
}
