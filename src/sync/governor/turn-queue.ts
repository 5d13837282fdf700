/**
 * What a request is for, the most urgent first: a person's write and its verification, what a person waits for, the many
 * pages that a command reads while a person waits, what is going on now where none of it was read yet, what keeps feeds
 * fresh, and what can wait for all of them.
 */
export const PRIORITIES = ['person-write', 'person-read', 'command', 'live', 'feed', 'backfill'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Whether a person waits for it; such requests are not paced, and may use the reserve. */
export function isPersonal(priority: Priority): boolean {
  return priority === 'person-write' || priority === 'person-read';
}

/** Whether it keeps a feed fresh. */
export function isOfFeed(priority: Priority): boolean {
  return priority === 'live' || priority === 'feed';
}

/** Whether somebody waits for the answer, who learns more from a failure than from a wait. */
export function isAwaited(priority: Priority): boolean {
  return isPersonal(priority) || priority === 'command';
}

/** How urgent a request is, which may rise while it waits. */
export interface Urgency {
  priority: Priority;
  /** Called after it rose. */
  onRaise: () => void;
}

interface Turn {
  readonly urgency: Urgency;
  readonly isAgain: boolean;
  readonly grant: () => void;
  readonly refuse: (reason: Error) => void;
}

/** What a request brings to the queue. */
export interface Waiting<Granted> {
  readonly urgency: Urgency;
  /** Whether the same was asked before, and hangs. */
  readonly isAgain?: boolean | undefined;
  readonly signal: AbortSignal | undefined;
  /** Takes note, at the moment of its turn, that it leaves. */
  readonly leave: () => Granted;
  /** Makes the error of a request that was given up. */
  readonly givenUp: () => Error;
}

/**
 * Requests that wait for their turn, by priority and within one in the order in which they came, those last that ask
 * again for what hangs: these are the likeliest to hang as well. `onChange` is called when the next one may be another one.
 */
export class TurnQueue<Granted> {
  readonly #onChange: () => void;
  #turns: Turn[] = [];

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Resolves with what `leave` gives once it is the request's turn; rejects when it is given up or refused. */
  enter({ urgency, isAgain = false, signal, leave, givenUp }: Waiting<Granted>): Promise<Granted> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#turns = this.#turns.filter((other) => other !== turn);
        reject(givenUp());
        this.#onChange();
      };
      const turn: Turn = {
        urgency,
        isAgain,
        grant: () => {
          signal?.removeEventListener('abort', giveUp);
          resolve(leave());
        },
        refuse: (reason) => {
          signal?.removeEventListener('abort', giveUp);
          reject(reason);
        },
      };
      urgency.onRaise = () => this.#onChange();
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#turns.push(turn);
      this.#onChange();
    });
  }

  count(priority: Priority): number {
    return this.#turns.filter(({ urgency }) => urgency.priority === priority).length;
  }

  /** Whether one of such a priority asks again for what hangs. */
  isAskingAgain(isSuch: (priority: Priority) => boolean): boolean {
    return this.#turns.some(({ urgency, isAgain }) => isAgain && isSuch(urgency.priority));
  }

  /** Gives the next of that priority its turn. */
  grantOne(priority: Priority): void {
    const turns = this.#turns.filter(({ urgency }) => urgency.priority === priority);
    const turn = turns.find(({ isAgain }) => !isAgain) ?? turns[0];
    this.#turns = this.#turns.filter((other) => other !== turn);
    turn?.grant();
  }

  /** Tells all of that priority that they will not be sent. */
  refuseAll(priority: Priority, reason: Error): void {
    const refused = this.#turns.filter(({ urgency }) => urgency.priority === priority);
    this.#turns = this.#turns.filter((turn) => !refused.includes(turn));
    for (const turn of refused) {
      turn.refuse(reason);
    }
  }
}

/** The more urgent of two priorities. */
export function moreUrgent(left: Priority, right: Priority): Priority {
  return PRIORITIES.indexOf(left) <= PRIORITIES.indexOf(right) ? left : right;
}
