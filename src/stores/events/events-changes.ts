import type { EventRow } from './event-row.ts';

/** How the rows of the feed changed at once. Both lists are newest first; a row that changed is in both. */
export interface EventsChange {
  readonly added: readonly EventRow[];
  readonly removed: readonly EventRow[];
}

/** So many changes, and so many rows of them, are remembered. */
const MOST_CHANGES = 64;
const MOST_ROWS = 20_000;

/**
 * What changed of late, so that whoever derives something from all rows need look only at these. Changes are counted
 * from 1; who has fallen too far behind has to look at all rows again.
 */
export class EventsChanges {
  #kept: EventsChange[] = [];
  #rows = 0;
  #count = 0;

  /** How many there were in all. */
  get count(): number {
    return this.#count;
  }

  note(change: EventsChange): void {
    this.#kept.push(change);
    this.#rows += sizeOf(change);
    this.#count++;
    while (this.#kept.length > MOST_CHANGES || this.#rows > MOST_ROWS) {
      this.#rows -= sizeOf(this.#kept.shift() as EventsChange);
    }
  }

  /** Forgets them all, so that no row is kept for their sake that is held nowhere else. */
  forget(): void {
    this.#kept = [];
    this.#rows = 0;
  }

  /** Those after the first `count`, oldest first; undefined when not all of them are remembered. */
  after(count: number): readonly EventsChange[] | undefined {
    const wanted = this.#count - count;
    if (wanted > this.#kept.length) {
      return undefined;
    }
    return wanted === 0 ? NONE : this.#kept.slice(-wanted);
  }
}

const NONE: readonly EventsChange[] = [];

function sizeOf({ added, removed }: EventsChange): number {
  return added.length + removed.length;
}
