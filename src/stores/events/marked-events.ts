import { MarkSet, type Marks } from '../base/mark-set.ts';
import type { EventsChange } from './events-changes.ts';
import type { EventsSlice } from './events-slice.ts';

/**
 * For marks that are about to be made of others by marking events that are here now: counts what is here now, so that
 * the function returned can speak of the marks, and of how many more they are, what they come to without looking at each.
 */
export function expectMarked(
  stores: Pick<EventsSlice, 'events'>,
  marks: Marks,
): (made: Marks, more: number) => void {
  const { changes } = stores.events;
  const known = { changes: changes.count, count: markedEventsOf(stores).count(marks) };
  return (made, more) =>
    markedEventsOf(stores).know({ marks: made, changes: known.changes, count: known.count + more });
}

interface Known {
  readonly marks: Marks;
  /** The changes of the events that were counted in. */
  readonly changes: number;
  readonly count: number;
}

/** How many marks are on events that are here. What it costs follows what changed of the marks and of the events. */
class MarkedEvents {
  readonly #events: EventsSlice['events'];
  #known: Known = { marks: new MarkSet(), changes: 0, count: 0 };

  constructor(events: EventsSlice['events']) {
    this.#events = events;
  }

  know(known: Known): void {
    this.#known = known;
  }

  count(marks: Marks): number {
    const { changes } = this.#events;
    const { droppedThrough } = this.#events.getState();
    const missed = changes.after(this.#known.changes);
    if (droppedThrough === undefined) {
      this.#known = { marks, changes: changes.count, count: marks.size };
    } else if (missed === undefined) {
      this.#known = { marks, changes: changes.count, count: this.#countHeld(marks) };
    } else if (missed.length > 0 || marks !== this.#known.marks) {
      const count = this.#known.count + markedMore(this.#known.marks, missed);
      const more = marks === this.#known.marks ? 0 : this.#heldMore(this.#known.marks, marks);
      this.#known = { marks, changes: changes.count, count: count + more };
    }
    return this.#known.count;
  }

  /** How many more events that are here are marked by some marks than by others. */
  #heldMore(before: Marks, after: Marks): number {
    const [from, to] = [MarkSet.of(before).shards, MarkSet.of(after).shards];
    let more = 0;
    for (let number = 0; number < Math.max(from.length, to.length); number++) {
      if (from[number] !== to[number]) {
        more += this.#countHeld(to[number]?.keys() ?? []) - this.#countHeld(from[number]?.keys() ?? []);
      }
    }
    return more;
  }

  #countHeld(ids: Iterable<string>): number {
    let count = 0;
    for (const id of ids) {
      count += this.#events.has(id) ? 1 : 0;
    }
    return count;
  }
}

function markedMore(marks: Marks, changes: readonly EventsChange[]): number {
  const marked = (rows: EventsChange['added']) => rows.filter(({ id }) => marks.has(id)).length;
  return changes.reduce((sum, { added, removed }) => sum + marked(added) - marked(removed), 0);
}

const markedEvents = new WeakMap<EventsSlice['events'], MarkedEvents>();

/** What is counted of the marks on events. */
export function markedEventsOf({ events }: Pick<EventsSlice, 'events'>): MarkedEvents {
  let marked = markedEvents.get(events);
  if (marked === undefined) {
    marked = new MarkedEvents(events);
    markedEvents.set(events, marked);
  }
  return marked;
}
