import { moreUrgent, type Priority, type Urgency } from './turn-queue.ts';

/** A read that several callers may wait for. */
interface SharedRead {
  readonly answer: Promise<unknown>;
  readonly controller: AbortController;
  /** That of the most urgent of its callers. */
  readonly urgency: Urgency;
  waiting: number;
}

/** Lets callers of one and the same read that is under way share it. */
export class SharedReads {
  readonly #reads = new Map<string, SharedRead>();
  readonly #abortError: () => Error;

  /** `abortError` makes the error that a caller gets who gave up. */
  constructor(abortError: () => Error) {
    this.#abortError = abortError;
  }

  /**
   * The answer to a read, begun by `begin` unless one of that key is under way. It ends for this caller with its
   * signal; for the server only once nobody waits for it any more.
   */
  read<Value>(
    key: string,
    priority: Priority,
    signal: AbortSignal | undefined,
    begin: (signal: AbortSignal, urgency: Urgency) => Promise<Value>,
  ): Promise<Value> {
    if (signal?.aborted === true) {
      return Promise.reject(this.#abortError());
    }
    const read = this.#join(key, priority) ?? this.#begin(key, priority, begin);
    read.waiting++;
    return new Promise<Value>((resolve, reject) => {
      const giveUp = () => {
        read.waiting--;
        if (read.waiting === 0) {
          this.#forget(key, read);
          read.controller.abort();
        }
        reject(this.#abortError());
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      const leave = () => signal?.removeEventListener('abort', giveUp);
      read.answer.then(
        (answer) => {
          leave();
          resolve(answer as Value);
        },
        (error: Error) => {
          leave();
          reject(error);
        },
      );
    });
  }

  /** Lets nobody join what is under way: its answers may be older than what happens now. */
  seal(): void {
    this.#reads.clear();
  }

  #join(key: string, priority: Priority): SharedRead | undefined {
    const read = this.#reads.get(key);
    if (read !== undefined && moreUrgent(priority, read.urgency.priority) !== read.urgency.priority) {
      read.urgency.priority = priority;
      read.urgency.onRaise();
    }
    return read;
  }

  #begin(
    key: string,
    priority: Priority,
    begin: (signal: AbortSignal, urgency: Urgency) => Promise<unknown>,
  ): SharedRead {
    const controller = new AbortController();
    const urgency: Urgency = { priority, onRaise: () => undefined };
    const answer = begin(controller.signal, urgency);
    const read: SharedRead = { answer, controller, urgency, waiting: 0 };
    this.#reads.set(key, read);
    const forget = () => this.#forget(key, read);
    answer.then(forget, forget);
    return read;
  }

  #forget(key: string, read: SharedRead): void {
    if (this.#reads.get(key) === read) {
      this.#reads.delete(key);
    }
  }
}
