import { createHash } from 'node:crypto';

import type { SecurityEvent } from '../../contract/event.ts';

/** So many events are remembered, as many as a console keeps. */
const MOST_REMEMBERED = 200_000;

/** Tells which events say something else when they are read again, of those that were read last. */
export class ChangedEvents {
  /** By id, the beginning of a digest of what the event said. */
  readonly #said = new Map<string, number>();
  readonly #most: number;

  /** Remembers so many events. */
  constructor(most = MOST_REMEMBERED) {
    this.#most = most;
  }

  /** Takes events as they were read, and gives those of them that said something else before. */
  see(events: readonly SecurityEvent[]): readonly SecurityEvent[] {
    return events.filter(({ id, raw }) => {
      const before = this.#said.get(id);
      const now = digestOf(raw);
      this.#said.delete(id);
      this.#said.set(id, now);
      this.#forget();
      return before !== undefined && before !== now;
    });
  }

  #forget(): void {
    if (this.#said.size > this.#most) {
      for (const oldest of this.#said.keys()) {
        this.#said.delete(oldest);
        break;
      }
    }
  }
}

function digestOf(raw: SecurityEvent['raw']): number {
  return createHash('sha1').update(JSON.stringify(raw)).digest().readUIntBE(0, 6);
}
