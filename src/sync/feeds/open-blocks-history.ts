import type { Clock } from '../../lib/clock.ts';
import { coveredFrom } from '../../stores/events/event-coverage.ts';
import { ALL_BLOCKS, selectOpenBlocks } from '../../stores/events/open-blocks.ts';
import type { Stores } from '../../stores/stores.ts';
import type { EventHistory } from './event-history.ts';

/** Between two readings, in milliseconds: others who want the past go first, and the live edge must not starve. */
const REST = 3000;

/** After a reading that led no further. */
const LONG_REST = 60_000;

/** So many readings at most: after a long time away the rest is left to whoever asks for it. */
const MOST_READINGS = 40;

export interface OpenBlocksHistoryOptions {
  readonly history: Pick<EventHistory, 'readFiltered'>;
  readonly stores: Stores;
  readonly clock: Clock;
}

/**
 * Reads the blocks back to the time from which on they wait to be acknowledged, so that those from before this start are
 * counted too ("Acknowledge"). It gives way to every other reading of the past.
 */
export class OpenBlocksHistory {
  readonly #options: OpenBlocksHistoryOptions;
  #readings = 0;
  #rest = REST;
  #cancel: (() => void) | undefined;
  #stopWatching: (() => void) | undefined;

  constructor(options: OpenBlocksHistoryOptions) {
    this.#options = options;
  }

  start(): void {
    const { stores } = this.#options;
    const stopEvents = stores.events.subscribe(() => this.#plan());
    const stopAcknowledged = stores.acknowledged.subscribe(() => this.#plan());
    this.#stopWatching = () => {
      stopEvents();
      stopAcknowledged();
    };
    this.#plan();
  }

  stop(): void {
    this.#stopWatching?.();
    this.#stopWatching = undefined;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #from(): number | undefined {
    return coveredFrom(this.#options.stores.events.getState(), [ALL_BLOCKS]);
  }

  #isWanted(): boolean {
    const { stores } = this.#options;
    return (
      this.#stopWatching !== undefined &&
      this.#readings < MOST_READINGS &&
      stores.events.getState().older === 'idle' &&
      this.#from() !== undefined &&
      selectOpenBlocks(stores).isCounting
    );
  }

  #plan(): void {
    if (this.#cancel === undefined && this.#isWanted()) {
      this.#cancel = this.#options.clock.schedule(this.#rest, () => void this.#read());
    }
  }

  async #read(): Promise<void> {
    if (this.#isWanted()) {
      const before = this.#from();
      this.#readings += 1;
      await this.#options.history.readFiltered([ALL_BLOCKS], { isHurried: false });
      this.#rest = this.#from() === before ? LONG_REST : REST;
    }
    this.#cancel = undefined;
    this.#plan();
  }
}
