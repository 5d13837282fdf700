import type { Clock } from '../../lib/clock.ts';
import { withFullStop } from '../../lib/full-stop.ts';
import type { Sentence } from '../../lib/untrusted.ts';
import type { ForwardTrouble } from '../../sync/forward/forward-events.ts';

/** Milliseconds between two sentences on the same trouble. */
const SAID_EVERY = 60_000;

/** Says on standard error why nothing can be sent or written, once a minute, and when it can again. */
export class TroubleNotes {
  readonly #say: (sentence: Sentence) => void;
  readonly #clock: Pick<Clock, 'now'>;
  #since: number | undefined;
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor(say: (sentence: Sentence) => void, clock: Pick<Clock, 'now'>) {
    this.#say = say;
    this.#clock = clock;
  }

  get isTroubled(): boolean {
    return this.#since !== undefined;
  }

  note(trouble: ForwardTrouble | undefined): void {
    const now = this.#clock.now();
    if (trouble === undefined) {
      if (Number.isFinite(this.#saidAt) && this.#since !== undefined) {
        this.#say(`Events are forwarded again, after ${spanOf(now - this.#since)}.`);
      }
      this.#since = undefined;
      this.#saidAt = Number.NEGATIVE_INFINITY;
      return;
    }
    this.#since ??= trouble.since;
    if (now - this.#saidAt >= SAID_EVERY) {
      this.#saidAt = now;
      const { message } = trouble.error instanceof Error ? trouble.error : { message: String(trouble.error) };
      this.#say(
        `${withFullStop(message)} Nothing is lost: it is tried again, since ${spanOf(now - this.#since)} by now.`,
      );
    }
  }
}

function spanOf(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`;
}
