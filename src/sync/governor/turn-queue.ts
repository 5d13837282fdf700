/**
 * What a request is for, the most urgent first: a person's write and its verification, what a person waits for, what
 * keeps feeds fresh, and what can wait for all of them.
 */
export const PRIORITIES = ['person-write', 'person-read', 'feed', 'backfill'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** A request that waits for its turn. */
export interface Turn {
  priority: Priority;
  /** Lets it be sent. */
  readonly grant: () => void;
  /** Tells it that it will not be sent. */
  readonly refuse: (reason: Error) => void;
}

/** Requests that wait for their turn, by priority and within one in the order in which they came. */
export class TurnQueue {
  #turns: Turn[] = [];

  add(turn: Turn): void {
    this.#turns.push(turn);
  }

  remove(turn: Turn): void {
    this.#turns = this.#turns.filter((other) => other !== turn);
  }

  /** The one whose turn is next among those of a priority. */
  first(priority: Priority): Turn | undefined {
    return this.#turns.find((turn) => turn.priority === priority);
  }

  count(priority: Priority): number {
    return this.#turns.filter((turn) => turn.priority === priority).length;
  }

  /** Takes all of a priority out. */
  takeAll(priority: Priority): readonly Turn[] {
    const taken = this.#turns.filter((turn) => turn.priority === priority);
    this.#turns = this.#turns.filter((turn) => turn.priority !== priority);
    return taken;
  }
}

/** The more urgent of two priorities. */
export function moreUrgent(left: Priority, right: Priority): Priority {
  return PRIORITIES.indexOf(left) <= PRIORITIES.indexOf(right) ? left : right;
}
