import { formatCount } from '../../../lib/format-number.ts';
import { append } from '../../../lib/long-lists.ts';
import { selectHostByClient } from '../../../stores/agents/select-agents.ts';
import type { EventRow } from '../../../stores/events/event-row.ts';
import { selectMuteOf } from '../../../stores/events/select-muted.ts';
import type { Stores } from '../../../stores/stores.ts';
import { identifier, trusted, type Line } from '../../widgets/line.ts';

/** So many blocks and reviews of one moment are named; the others are counted. */
const MOST_NAMED = 3;

/** So much of a name is said. */
const MOST_COLUMNS = 200;

/** So many wait to be said; of more, blocks are kept and of the others only that there were more. */
const MOST_WAITING = 4000;

/**
 * What has come into the feed since it was asked last, whatever pane is open and whatever is filtered there: blocks and reviews are
 * named, and the rest is counted. What is muted is passed over.
 */
export class Arrivals {
  readonly #stores: Stores;
  #seen: number;
  #waiting: EventRow[] = [];
  #isCut = false;

  constructor(stores: Stores) {
    this.#stores = stores;
    this.#seen = stores.events.changes.count;
  }

  /** Notes what has come; to be called with every change, since old ones are forgotten. */
  note(): void {
    const { changes } = this.#stores.events;
    const missed = changes.after(this.#seen) ?? [];
    this.#seen = changes.count;
    for (const { added, removed } of missed) {
      const before = new Map(removed.map(({ id, event }) => [id, event.outcome]));
      append(
        this.#waiting,
        added.filter((row) => {
          const { id, event, fromHistory } = row;
          return (
            !fromHistory &&
            (!before.has(id) || (event.outcome === 'block' && before.get(id) !== 'block')) &&
            selectMuteOf(this.#stores, row) === undefined
          );
        }),
      );
    }
    if (this.#waiting.length > MOST_WAITING) {
      this.#isCut = true;
      this.#waiting = [
        ...this.#waiting.filter(({ event }) => event.outcome === 'block').slice(-MOST_WAITING),
        ...this.#waiting.filter(({ event }) => event.outcome !== 'block').slice(-MOST_WAITING / 2),
      ];
    }
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Whether there is any that is worth interrupting somebody for. */
  get isUrgent(): boolean {
    return this.#waiting.some(({ event }) => event.outcome === 'block');
  }

  /** What has come since it was asked last, in a few words each; nothing of it is said a second time. */
  take(): readonly Line[] {
    const came = this.#waiting;
    const atLeast = this.#isCut ? 'at least ' : '';
    this.#waiting = [];
    this.#isCut = false;
    const blocks = came.filter(({ event }) => event.outcome === 'block');
    const reviews = came.filter(({ event }) => event.outcome === 'review');
    const others = came.length - blocks.length - reviews.length;
    return [
      ...this.#named('BLOCK', blocks),
      ...this.#named('REVIEW', reviews),
      ...(others === 0
        ? []
        : [[trusted(`${atLeast}${formatCount(others)} ${others === 1 ? 'other' : 'others'} came.`)]]),
    ];
  }

  #named(word: string, rows: readonly EventRow[]): readonly Line[] {
    const hosts = selectHostByClient(this.#stores);
    const more = rows.length - MOST_NAMED;
    return [
      ...rows.slice(0, MOST_NAMED).map(({ event }): Line => {
        const client = event.client_id;
        return [
          trusted(`${word} `),
          ...identifier(event.subject?.package, MOST_COLUMNS),
          trusted(' on '),
          ...identifier(hosts.get(client ?? '') ?? client, MOST_COLUMNS),
        ];
      }),
      ...(more > 0 ? [[trusted(`and ${formatCount(more)} more ${word}`)]] : []),
    ];
  }
}
