import { Backoff } from '../retry/backoff.ts';

/** So many requests in a row that failed, and no others are sent. A server that fails every other one hardly gets here. */
const MOST_FAILURES = 8;

/**
 * Keeps requests from a server that does not answer them: after some failures in a row only `/health` is asked, ever
 * more seldom, and once it answers, one request tries whether all is well.
 */
export class Breaker {
  readonly #backoff: Backoff;
  #failures = 0;
  #state: 'closed' | 'open' | 'asking' | 'trying' = 'closed';
  #openedAt = Number.NEGATIVE_INFINITY;
  /** When the latest of the requests left that were answered. */
  #answeredFrom = Number.NEGATIVE_INFINITY;
  #nextLook = 0;
  #trial: object | undefined;
  #problem = '';

  constructor(random: () => number) {
    this.#backoff = new Backoff(random);
  }

  /** Why it is open, in a sentence; undefined when it is not. */
  get problem(): string | undefined {
    return this.#state === 'closed' ? undefined : this.#problem;
  }

  /** The steady time at which `/health` is asked next; undefined when it is not going to be. */
  get nextLook(): number | undefined {
    return this.#state === 'open' ? this.#nextLook : undefined;
  }

  /** Whether a request that can wait may be sent now. */
  get lets(): boolean {
    return this.#state === 'closed' || (this.#state === 'trying' && this.#trial === undefined);
  }

  noteSent(request: object): void {
    if (this.#state === 'trying') {
      this.#trial ??= request;
    }
  }

  /** Takes note that the server answered a request that was sent at `sentAt`, whatever it said. */
  noteAnswered(sentAt: number): void {
    this.#answeredFrom = Math.max(this.#answeredFrom, sentAt);
    this.close();
  }

  /**
   * Takes note that a request that was sent at `sentAt` failed at the server, or on the way to it. That one hung says
   * nothing new where a later one was answered.
   */
  noteFailed(request: object, sentAt: number, now: number, problem: string): void {
    if (this.#state === 'closed') {
      this.#failures += sentAt < this.#answeredFrom ? 0 : 1;
      if (this.#failures >= MOST_FAILURES) {
        this.#open(now, problem);
      }
    } else if (request === this.#trial || (this.#state === 'trying' && sentAt > this.#openedAt)) {
      this.#open(now, problem);
    }
  }

  /** Takes note that a request ended here, which says nothing of the server. */
  noteGivenUp(request: object): void {
    if (request === this.#trial) {
      this.#trial = undefined;
    }
  }

  /** Takes note that `/health` is being asked. */
  noteLook(): void {
    this.#state = 'asking';
  }

  /** Takes note of what became of asking `/health`. */
  noteLooked(isUp: boolean, now: number, problem: string): void {
    if (this.#state === 'asking') {
      if (isUp) {
        this.#state = 'trying';
        this.#trial = undefined;
      } else {
        this.#open(now, problem);
      }
    }
  }

  /** Forgets everything that went wrong. */
  close(): void {
    this.#state = 'closed';
    this.#failures = 0;
    this.#trial = undefined;
    this.#backoff.reset();
  }

  #open(now: number, problem: string): void {
    this.#state = 'open';
    this.#openedAt = now;
    this.#trial = undefined;
    this.#problem = problem;
    this.#nextLook = now + this.#backoff.next();
  }
}
