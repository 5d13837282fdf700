import type { SecurityEvent } from '../../contract/event.ts';
import type { Page } from '../../contract/pagination.ts';
import type { EventsQuery } from '../../contract/queries.ts';
import type { FeedDoubt } from '../../stores/events/feed-status.ts';
import type { Clock } from '../../lib/clock.ts';
import type { CountTrust } from '../lists/count-trust.ts';
import type { BoundsKnowledge } from './bounds-knowledge.ts';
import type { KnownEvents } from './known-events.ts';
import type { Miscount, Miscounts } from './miscounts.ts';
import { contradictionIn, type PageFacts } from './next-step.ts';
import type { ServerTime } from './server-time.ts';
import { Slice } from './slice.ts';
import { noteDoubt } from './slice-state.ts';
import type { Window } from './window.ts';

/** Hardly an event is dated there; one that is comes with its row. */
const NOTHING_HAPPENED: Window = { since: 0, until: 1 };

/** A control of that kind is not made more often, in milliseconds. */
const CONTROL_EVERY = 60_000;

/** Windows that are noted for having fewer events than were read in them: a feed that is followed has ever new ones. */
const MOST_NOTED = 1000;

/** What counts are compared with. */
interface CountCheckOptions {
  readonly known: KnownEvents;
  readonly bounds: BoundsKnowledge;
  readonly trust: CountTrust;
  readonly miscounts: Miscounts;
  readonly clock: Clock;
  readonly serverTime: ServerTime;
}

/** Compares the server's counts with what was read, and says why what was read is not certain to be all. */
export class CountChecks {
  /** How many events fewer than were read each window was found to have when its last page came, by its bounds. */
  readonly #deleted = new Map<string, number>();
  #controlledAt = Number.NEGATIVE_INFINITY;
  readonly #options: CountCheckOptions;

  constructor(options: CountCheckOptions) {
    this.#options = options;
  }

  /** How many events the server gave and no longer counted when the window that they are in was read to its end. */
  get deleted(): number {
    return [...this.#deleted.values()].reduce((sum, deleted) => sum + deleted, 0);
  }

  /** Takes note that the count of a window was contradicted, by rows that it denies or by what was read before. */
  noteMiscount({ since, until }: Window, doubt: Miscount): void {
    if (this.#options.trust.isTrusted) {
      const end = Math.max(since, Math.ceil(this.#options.serverTime.now() / 1000)) + 1;
      this.#options.miscounts.note({ since, until: until ?? end }, doubt);
    }
  }

  /** The same as doubtOf, of a slice that was read to its end; rows that its count denies are remembered. */
  doubtOfWhole(slice: Slice): FeedDoubt {
    const doubt = this.doubtOf(slice);
    if (doubt === 'denies-rows' || doubt === 'more-after-end') {
      this.noteMiscount(slice.window, 'denies-rows');
    }
    return doubt;
  }

  /** Why what was read of a slice without its count is not certain to be all. */
  doubtOf(slice: Slice): FeedDoubt {
    const { doubt, total } = slice.state;
    // Where more did follow, it is the total that is wrong.
    const isDenied = total !== undefined && slice.counted(this.#options.known, this.#options.bounds) > total;
    const ownDoubt = doubt === 'promises-more' && isDenied ? 'denies-rows' : doubt;
    return this.#options.trust.doubt ?? ownDoubt ?? (total === undefined ? 'not-counted' : 'denies-rows');
  }

  /**
   * Takes note of what contradicts the count. A total that says more than can be read is compared with that of a second
   * in which nothing can have happened: more than none there, and it has nothing to do with the window.
   */
  async noteContradiction(
    slice: Slice,
    page: PageFacts,
    list: (slice: Slice, page: Pick<EventsQuery, 'limit'>) => Promise<Page<SecurityEvent>>,
  ): Promise<void> {
    const doubt = contradictionIn(slice.state, page);
    if (doubt === undefined) {
      return;
    }
    slice.moveTo(noteDoubt(slice.state, doubt));
    // That a list ends before its total counts once it is certain.
    if (doubt !== 'exceeds-rows') {
      this.#options.trust.contradict(doubt);
    }
    const now = this.#options.clock.monotonic();
    if (
      doubt === 'exceeds-rows' &&
      this.#options.trust.isTrusted &&
      now - this.#controlledAt >= CONTROL_EVERY
    ) {
      const control = new Slice(NOTHING_HAPPENED, 'audit', 'whether counts are of the window');
      const { rows, damaged, pagination } = await list(control, { limit: 1 });
      this.#controlledAt = now;
      const ofNothing = pagination?.total ?? 0;
      if (rows.length + damaged.length === 0 && ofNothing > 0) {
        this.#options.trust.refute(
          ofNothing < this.#options.trust.largestTotal ? 'exceeds-rows' : 'ignores-window',
        );
      }
    }
  }

  /** Takes note of how many events of a slice, which was read to its end, are no longer in its count. */
  noteDeleted({ window, total, state, facets }: Slice): void {
    const isCounted = total !== undefined && !state.countsByHasMore && Object.keys(facets).length === 0;
    const fewer = this.#options.known.expectedIn(window, this.#options.bounds).least - (total ?? 0);
    const key = `${window.since} ${window.until ?? ''}`;
    if (!isCounted || !this.#options.trust.isTrusted || fewer <= 0) {
      this.#deleted.delete(key);
    } else if (this.#deleted.size < MOST_NOTED) {
      this.#deleted.set(key, fewer);
    }
  }
}
