import type { SecurityEvent } from '../../contract/event.ts';
import type { Page } from '../../contract/pagination.ts';
import type { Clock } from '../../lib/clock.ts';
import { parseTime } from '../../lib/format-time.ts';
import type { DamagedEvents } from './damaged-events.ts';
import type { KnownEvents } from './known-events.ts';
import { Slice } from './slice.ts';

/** An event as it was read: its time in milliseconds, and whether it was not known before. */
export interface ReadEvent {
  readonly event: SecurityEvent;
  readonly time: number | undefined;
  readonly isNew: boolean;
}

/** What pages are taken in with. */
interface IntakeOptions {
  readonly known: KnownEvents;
  readonly damaged: DamagedEvents;
  readonly clock: Clock;
  /** Given the events of every page before anything is decided on them. */
  readonly receive: (events: readonly ReadEvent[], slice: Slice) => void;
}

/** Takes in what stands on a page: gives its events out, and counts a row that stays damaged by what it holds. */
export class PageIntake {
  readonly #options: IntakeOptions;

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  /** Takes in the rows of a page of a slice. */
  take(slice: Slice, { rows, damaged }: Page<SecurityEvent>): void {
    const events = this.#giveOut(rows, slice);
    for (const { event, time } of events) {
      slice.see(event.id, time);
    }
    for (const row of damaged) {
      const lasting = this.#options.damaged.see(row, this.#options.clock.monotonic());
      if (lasting === undefined) {
        slice.noteDamagedPage();
      } else {
        this.#options.known.add(lasting.id, lasting.time);
        slice.see(lasting.id, lasting.time);
      }
    }
  }

  /** Slices for the damaged rows whose time has come to be looked at again. */
  releaseDamaged(): readonly Slice[] {
    return this.#options.damaged.release(this.#options.clock.monotonic()).map(({ id, time }) => {
      this.#options.known.remove(id);
      const second = Math.floor(time / 1000);
      return new Slice({ since: second - 1, until: second + 2 }, 'live', 'a damaged row');
    });
  }

  /** Gives out the events of a page. Only what was taken is known: the rest would never be given out again. */
  #giveOut(rows: readonly SecurityEvent[], slice: Slice): readonly ReadEvent[] {
    const added: string[] = [];
    try {
      const events = rows.map((event) => {
        const recognized = this.#options.damaged.recognize(event);
        if (recognized !== undefined) {
          this.#options.known.remove(recognized.id);
        }
        if (!this.#options.known.has(event.id)) {
          added.push(event.id);
        }
        const time = parseTime(event.timestamp);
        return { event, time, isNew: this.#options.known.add(event.id, time) };
      });
      this.#options.receive(events, slice);
      return events;
    } catch (error) {
      added.forEach((id) => this.#options.known.remove(id));
      throw error;
    }
  }
}
