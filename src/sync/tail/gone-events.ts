import type { KnownEvents } from './known-events.ts';
import type { Window } from './window.ts';

/** So many are remembered. */
const MOST_GONE = 10_000;

/** Which of the events that were read the server does not list any more; nothing of them is dropped. */
export class GoneEvents {
  readonly #known: KnownEvents;
  #ids: ReadonlySet<string> = new Set();

  constructor(known: KnownEvents) {
    this.#known = known;
  }

  /** Their ids; the same object for as long as it holds the same. */
  get ids(): ReadonlySet<string> {
    return this.#ids;
  }

  /** Takes note of what the server lists: that is not gone, or no more. */
  see(events: readonly { readonly event: { readonly id: string } }[]): void {
    const listed = events.filter(({ event }) => this.#ids.has(event.id));
    if (listed.length > 0) {
      const left = new Set(this.#ids);
      listed.forEach(({ event }) => left.delete(event.id));
      this.#ids = left;
    }
  }

  /** The ids of what was read in a window. */
  readIn(window: Window): readonly string[] {
    const ids: string[] = [];
    this.#known.eachInside(window, (id) => void ids.push(id));
    return ids;
  }

  /** Takes note of all that the server lists in a window: what had been read in it before that and is not among them is gone. */
  note(read: readonly string[], listed: ReadonlySet<string>): void {
    const ids = new Set(this.#ids);
    for (const id of read) {
      if (!listed.has(id) && ids.size < MOST_GONE) {
        ids.add(id);
      }
    }
    if (ids.size > this.#ids.size) {
      this.#ids = ids;
    }
  }

  /** Takes back what was noted of a window. */
  forgetIn(window: Window): void {
    const left = new Set(this.#ids);
    this.#known.eachInside(window, (id) => void left.delete(id));
    this.#ids = left;
  }

  /** Takes back all that was noted. */
  forget(): void {
    this.#ids = new Set();
  }

  /** How many are gone in a window. */
  countIn(window: Window): number {
    let count = 0;
    if (this.#ids.size > 0) {
      this.#known.eachInside(window, (id) => {
        count += this.#ids.has(id) ? 1 : 0;
      });
    }
    return count;
  }
}
