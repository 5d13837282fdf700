import { AnswerError } from '../../api/errors.ts';
import type { Client } from '../../api/client.ts';
import { CALLS } from '../../contract/endpoints.ts';
import { delay, type Clock } from '../../lib/clock.ts';
import type { Wait } from '../../stores/connection/connection-store.ts';
import { isAborted, isDefinite, isUntrusted } from './failure.ts';
import { Backoff } from './backoff.ts';
import { givenUp } from './given-up.ts';
import { retry } from './retry.ts';
import { wrapClient } from './wrap-client.ts';

/** So often a request is sent before its failure is shown: from a server that fails 40 % of them, hardly one is lost. */
const MOST_TRIES = 6;

/** Of a longer answer that breaks off, what came is shown in place of fetching all of it again. */
const LONG_ANSWER = 1_000_000;

export interface RetriesOptions {
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Called when `waits` changed. */
  readonly onChange: () => void;
}

/**
 * Reads again what failed in a way that may pass, for readings that a person began: request by request, so that what was
 * read before is kept, with the same waits as everything else that fails, and telling what is waited for.
 */
export class Retries {
  readonly #options: RetriesOptions;
  readonly #waits = new Set<Wait>();

  constructor(options: RetriesOptions) {
    this.#options = options;
  }

  /** What is to be read again, why, and when. */
  get waits(): readonly Wait[] {
    return [...this.#waits];
  }

  /** The same client for reading `what`, which is read again when it fails; throws the last failure in the end. */
  over(client: Client, what: string): Client {
    return wrapClient(client, (next) => (endpoint, options, read) => {
      const backoff = new Backoff(this.#options.random);
      const waitOut = async (error: unknown) => {
        const pause = backoff.next();
        if (backoff.failures >= MOST_TRIES || !mayPass(error)) {
          throw error;
        }
        const { method, path } = CALLS[endpoint];
        await this.#pause(what, error, pause, options.signal).catch(() => {
          throw givenUp(method, path);
        });
      };
      return retry(waitOut, () => next(endpoint, options, read));
    });
  }

  async #pause(what: string, error: unknown, pause: number, signal: AbortSignal | undefined): Promise<void> {
    const { clock, onChange } = this.#options;
    const reason = error instanceof Error ? error.message : String(error);
    const wait = { what, reason, until: clock.now() + pause, next: 'then it is read again' };
    this.#waits.add(wait);
    onChange();
    try {
      await delay(clock, pause, signal);
    } finally {
      this.#waits.delete(wait);
      onChange();
    }
  }
}

function mayPass(error: unknown): boolean {
  const isLong = error instanceof AnswerError && error.facts.bytes > LONG_ANSWER;
  return !isAborted(error) && !isDefinite(error) && !isUntrusted(error) && !isLong;
}
