import { smallest } from '../../lib/long-lists.ts';
import type { SentRequest } from './ledger.ts';

/** What tells a request from others in the client's report of it. */
export interface RequestMark {
  readonly method: string;
  readonly purpose: string;
  /** When it was sent, in milliseconds of the wall clock. */
  readonly at: number;
}

interface RequestUnderWay extends RequestMark {
  readonly sent: SentRequest;
}

/** The requests that have left and are not over, so that the client's report of one finds its entry in the ledger. */
export class RequestsUnderWay {
  readonly #requests = new Set<RequestUnderWay>();

  get size(): number {
    return this.#requests.size;
  }

  /** When the one was sent that is under way for longest; undefined when none is. */
  get oldest(): number | undefined {
    return this.size === 0 ? undefined : smallest([...this.#requests].map(({ at }) => at));
  }

  add(request: RequestUnderWay): void {
    this.#requests.add(request);
  }

  delete(request: RequestUnderWay): void {
    this.#requests.delete(request);
  }

  /** Takes out the one that a report is about; undefined when it was sent around the governor. */
  take({ method, purpose, at }: RequestMark): SentRequest | undefined {
    let found: RequestUnderWay | undefined;
    for (const request of this.#requests) {
      const isLike = request.method === method && request.purpose === purpose;
      if (isLike && (found === undefined || Math.abs(request.at - at) < Math.abs(found.at - at))) {
        found = request;
      }
    }
    if (found !== undefined) {
      this.#requests.delete(found);
    }
    return found?.sent;
  }
}
