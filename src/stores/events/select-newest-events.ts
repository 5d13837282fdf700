import type { Untrusted } from '../../lib/untrusted.ts';
import type { EventRow } from './event-row.ts';
import type { EventsStore } from './events-store.ts';
import { RowList } from '../base/row-list.ts';
import { changeSorted } from './sorted-events.ts';
import type { EventsSlice } from './events-slice.ts';

/** So many are kept at hand, so that a larger screen is no reason to look at all events again. */
const KEPT = 100;

/** The newest events that pass a test. All events are looked at once; from then on those that change are. */
class NewestEvents {
  readonly #events: EventsStore;
  readonly #passes: (row: EventRow) => boolean;
  #rows = new RowList<EventRow>();
  /** The same, as they are asked for. */
  #listed: readonly EventRow[] = [];
  /** Whether there are others that pass. */
  #isCut = false;
  #changes: number | undefined;

  constructor(events: EventsStore, passes: (row: EventRow) => boolean) {
    this.#events = events;
    this.#passes = passes;
  }

  look(): readonly EventRow[] {
    const { changes } = this.#events;
    const missed = this.#changes === undefined ? undefined : changes.after(this.#changes);
    if (missed === undefined) {
      this.#lookAtAll();
    }
    for (const { added, removed } of missed ?? []) {
      const kept = changeSorted(this.#rows, removed, []);
      if (kept.length < this.#rows.length && this.#isCut) {
        this.#lookAtAll();
        break;
      }
      this.#keep(changeSorted(kept, [], added.filter(this.#passes)));
    }
    this.#changes = changes.count;
    return this.#listed;
  }

  #lookAtAll(): void {
    const found: EventRow[] = [];
    for (const row of this.#events.getState().rows) {
      if (this.#passes(row)) {
        found.push(row);
        if (found.length > KEPT) {
          break;
        }
      }
    }
    this.#isCut = false;
    this.#keep(RowList.of(found));
  }

  #keep(rows: RowList<EventRow>): void {
    this.#isCut ||= rows.length > KEPT;
    const kept = rows.within(0, KEPT);
    if (kept !== this.#rows) {
      this.#rows = kept;
      this.#listed = kept.slice();
    }
  }
}

const newestBlocks = new WeakMap<EventsStore, NewestEvents>();
const newestOfClient = new WeakMap<
  EventsStore,
  { readonly client: Untrusted; readonly events: NewestEvents }
>();

/** The newest blocked installs that are known, a hundred of them at most. */
export function selectNewestBlocks({ events }: Pick<EventsSlice, 'events'>): readonly EventRow[] {
  let newest = newestBlocks.get(events);
  if (newest === undefined) {
    newest = new NewestEvents(events, (row) => row.event.outcome === 'block');
    newestBlocks.set(events, newest);
  }
  return newest.look();
}

/** The newest events of a client that are known, a hundred of them at most; none for an agent without a client id. */
export function selectNewestEventsOf(
  { events }: Pick<EventsSlice, 'events'>,
  client: Untrusted | undefined,
): readonly EventRow[] {
  if (client === undefined) {
    return [];
  }
  let newest = newestOfClient.get(events);
  if (newest?.client !== client) {
    newest = { client, events: new NewestEvents(events, (row) => row.event.client_id === client) };
    newestOfClient.set(events, newest);
  }
  return newest.events.look();
}
