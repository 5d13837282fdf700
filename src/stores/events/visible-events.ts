import type { Slices } from '../../lib/slices.ts';
import { EventFilter } from './event-filter.ts';
import { EventMutes, type KnownHosts } from './event-mutes.ts';
import type { Mute } from './mutes.ts';
import type { EventsChange } from './events-changes.ts';
import type { EventRow } from './event-row.ts';
import type { EventsStore } from './events-store.ts';
import { BackgroundJob } from '../base/background-job.ts';
import { ObservableTurns } from '../base/observable.ts';
import { RowList, RowListBuilder, type Rows } from '../base/row-list.ts';
import { changeSorted, placeOf } from './sorted-events.ts';
import type { QueryClock } from '../query/query-time.ts';
import type { FilterProgress } from '../base/filter-progress.ts';
import type { EventsView } from './events-view.ts';

/** Events that pass the filters, both newest first. */
export interface PassingEvents {
  /** Those that are shown. */
  readonly shown: RowList<EventRow>;
  /** While the view is frozen, how many arrived since, and how many of them are blocks. */
  readonly fresh: { readonly count: number; readonly blocks: number };
  /** While the view is frozen, what arrived since. */
  readonly arrived: RowList<EventRow>;
  /** Those that pass the filters and are hidden all the same, by the mute that hides them. */
  readonly muted: readonly MutedEvents[];
  /** Those that are not hidden although a mute may be about them: it is not known what their machines are called. */
  readonly unjudged: RowList<EventRow>;
}

/** Events that one mute hides, and those that are not hidden although it may be about them, all newest first. */
export interface MutedEvents {
  readonly blocks: RowList<EventRow>;
  readonly others: RowList<EventRow>;
  readonly unjudged: RowList<EventRow>;
}

type Position = Pick<EventsView, 'follow' | 'frozenAt'>;

/** Rows that are being looked through for a filter. */
interface Scan {
  readonly rows: RowList<EventRow>;
  /** The changes and batches that `rows` already has. */
  readonly changes: number;
  readonly batch: number;
  /** What passes is shown as it is found; otherwise what was shown before stays until the end. */
  readonly isShown: boolean;
  readonly shown: RowListBuilder<EventRow>;
  readonly fresh: RowListBuilder<EventRow>;
  readonly muted: readonly MutedBuilder[];
  readonly unjudged: RowListBuilder<EventRow>;
  next: number;
  /** So many of the rows had been looked at when what passes was shown last. */
  shownThrough: number;
}

type MutedBuilder = Readonly<Record<keyof MutedEvents, RowListBuilder<EventRow>>>;

/** Rows that are looked at before the time is asked for again. */
const STEP = 256;

/** So many are looked at before a filter is first shown. */
const LEAST = 1024;

const NO_ROWS = new RowList<EventRow>();
const NOTHING_FRESH = { count: 0, blocks: 0 } as const;
const NO_MUTES: readonly Mute[] = [];
const ALL_KNOWN: KnownHosts = { hosts: new Map(), isPart: false };
const NOTHING_MUTED: readonly MutedEvents[] = [];

/**
 * The events that pass the filters of the feed. What it costs follows what changed, not how many events there are: with
 * the same filter only new and changed rows are looked at; with another one all are, newest first and in slices, and what
 * passes is shown as it is found ("Filtering"). As a store it changes with every slice.
 */
export class VisibleEvents extends ObservableTurns {
  readonly #events: EventsStore;
  /** What takes long over all that is known is done in these. */
  readonly slices: Slices;
  readonly #job: BackgroundJob;
  #filter: EventFilter | undefined;
  #mutes = new EventMutes(NO_MUTES, ALL_KNOWN);
  #position: Position = { follow: true, frozenAt: 0 };
  /** The changes and batches that what is shown has. */
  #changes = 0;
  #batch = 0;
  #shown = NO_ROWS;
  #fresh = NO_ROWS;
  #counts: PassingEvents['fresh'] = NOTHING_FRESH;
  #muted = NOTHING_MUTED;
  #unjudged = NO_ROWS;
  #scan: Scan | undefined;

  constructor(events: EventsStore, slices: Slices) {
    super();
    this.#events = events;
    this.slices = slices;
    this.#job = new BackgroundJob(slices, (hasTime) => this.#turn(hasTime));
  }

  /** How far the filter has come while it is not done; undefined when all that passes is known. */
  get filtering(): FilterProgress | undefined {
    const scan = this.#scan;
    return scan?.isShown === true ? { looked: scan.next, of: scan.rows.length } : undefined;
  }

  /** What is known now of the events that pass: the same lists as before when nothing about them changed. */
  look(
    view: EventsView,
    known: KnownHosts,
    clock: QueryClock,
    active: readonly Mute[] = NO_MUTES,
  ): PassingEvents {
    const { follow, frozenAt } = view;
    const { hosts } = known;
    const before = this.#filter;
    const mutesBefore = this.#mutes;
    const isMutedSame = mutesBefore.isFor(active);
    const isSame = before?.isFor(view) === true && isMutedSame;
    const filter = isSame && !before.dependsOn(hosts, clock) ? before : new EventFilter(view, hosts, clock);
    const mutes = isMutedSame && !mutesBefore.dependsOn(known) ? mutesBefore : new EventMutes(active, known);
    const position = { follow, frozenAt };
    this.#filter = filter;
    this.#mutes = mutes;
    if (filter.isOpen && follow && mutes.count === 0) {
      this.#position = position;
      this.#takeAll();
    } else if (isSame) {
      this.#moveTo(position, filter);
      if (filter !== before || mutes !== mutesBefore) {
        this.#scanAll(filter, this.#scan?.isShown === true);
      }
    } else {
      this.#position = position;
      this.#scanAll(filter, true);
    }
    this.#catchUp(filter);
    this.#showFound();
    return {
      shown: this.#shown,
      fresh: this.#counts,
      arrived: this.#fresh,
      muted: this.#muted,
      unjudged: this.#unjudged,
    };
  }

  #takeAll(): void {
    const { rows, batch } = this.#events.getState();
    this.#scan = undefined;
    this.#show(rows, NO_ROWS, NOTHING_FRESH);
    this.#muted = NOTHING_MUTED;
    this.#unjudged = NO_ROWS;
    this.#changes = this.#events.changes.count;
    this.#batch = batch;
  }

  /** Follows or freezes; what arrived since it froze is shown once it does not count as fresh any more. */
  #moveTo(position: Position, filter: EventFilter): void {
    const { follow, frozenAt } = this.#position;
    if (position.follow ? follow : !follow && position.frozenAt === frozenAt) {
      return;
    }
    this.#position = position;
    if (this.#scan?.isShown === true || (!position.follow && position.frozenAt < this.#batch)) {
      this.#scanAll(filter, true);
      return;
    }
    this.#show(changeSorted(this.#shown, [], this.#fresh.slice()), NO_ROWS, NOTHING_FRESH);
    if (this.#scan !== undefined) {
      this.#scanAll(filter, false);
    }
  }

  #catchUp(filter: EventFilter): void {
    if (this.#scan?.isShown === true) {
      return;
    }
    const changes = this.#events.changes.after(this.#changes);
    if (changes !== undefined) {
      changes.forEach((change) => this.#apply(change, filter));
      this.#changes = this.#events.changes.count;
      this.#batch = this.#events.getState().batch;
    } else if (this.#scan === undefined) {
      this.#scanAll(filter, false);
    }
  }

  #apply({ removed, added }: EventsChange, filter: EventFilter): void {
    const passing = this.#withoutMuted(
      added.filter((row) => filter.passes(row)),
      removed,
    );
    const isFresh = (row: EventRow) => this.#isFresh(row);
    const freshOnes = this.#position.follow ? [] : passing.filter(isFresh);
    const others = freshOnes.length === 0 ? passing : passing.filter((row) => !isFresh(row));
    const gone = this.#fresh.length === 0 ? [] : removed.filter((row) => isAmong(this.#fresh, row));
    const fresh = changeSorted(this.#fresh, gone, freshOnes);
    const { blocks } = this.#counts;
    this.#show(
      changeSorted(this.#shown, removed, others),
      fresh,
      fresh === this.#fresh
        ? this.#counts
        : { count: fresh.length, blocks: blocks + countBlocks(freshOnes) - countBlocks(gone) },
    );
  }

  /** Those of the rows that no mute hides; the others, and what was removed, are noted with what is hidden. */
  #withoutMuted(passing: readonly EventRow[], removed: readonly EventRow[]): readonly EventRow[] {
    const mutes = this.#mutes;
    if (mutes.count === 0) {
      return passing;
    }
    const places = passing.map((row) => mutes.placeOf(row));
    const unjudgedBy = passing.map((row, index) => (places[index] === -1 ? mutes.placesOfUnjudged(row) : []));
    this.#unjudged = changeSorted(
      this.#unjudged,
      removed,
      passing.filter((_, index) => unjudgedBy[index]?.length !== 0),
    );
    this.#muted = this.#muted.map(({ blocks, others, unjudged }, mute) => {
      const hidden = passing.filter((_, index) => places[index] === mute);
      return {
        blocks: changeSorted(blocks, removed, hidden.filter(isBlock)),
        others: changeSorted(
          others,
          removed,
          hidden.filter((row) => !isBlock(row)),
        ),
        unjudged: changeSorted(
          unjudged,
          removed,
          passing.filter((_, index) => unjudgedBy[index]?.includes(mute)),
        ),
      };
    });
    return passing.filter((_, index) => places[index] === -1);
  }

  /** Whether a row arrived after the view was frozen. */
  #isFresh(row: EventRow): boolean {
    const { follow, frozenAt } = this.#position;
    return !follow && row.batch > frozenAt && !row.fromHistory;
  }

  #show(shown: RowList<EventRow>, fresh: RowList<EventRow>, counts: PassingEvents['fresh']): void {
    this.#shown = shown;
    this.#fresh = fresh;
    this.#counts = counts;
  }

  #scanAll(filter: EventFilter, isShown: boolean): void {
    const { rows, batch } = this.#events.getState();
    const changes = this.#events.changes.count;
    const scan: Scan = {
      rows,
      changes,
      batch,
      isShown,
      shown: new RowListBuilder(),
      fresh: new RowListBuilder(),
      muted: Array.from({ length: this.#mutes.count }, () => ({
        blocks: new RowListBuilder<EventRow>(),
        others: new RowListBuilder<EventRow>(),
        unjudged: new RowListBuilder<EventRow>(),
      })),
      unjudged: new RowListBuilder(),
      next: 0,
      shownThrough: -1,
    };
    this.#scan = scan;
    const hasTime = this.slices.begin();
    this.#step(scan, filter, () => scan.next < LEAST || hasTime());
  }

  #step(scan: Scan, filter: EventFilter, hasTime: () => boolean): void {
    const { rows, shown, fresh, muted } = scan;
    do {
      const end = Math.min(rows.length, scan.next + STEP);
      for (const row of rows.slice(scan.next, end)) {
        if (filter.passes(row)) {
          const hidden = muted.length === 0 ? undefined : muted[this.#mutes.placeOf(row)];
          if (hidden !== undefined) {
            (isBlock(row) ? hidden.blocks : hidden.others).push(row);
          } else {
            (this.#isFresh(row) ? fresh : shown).push(row);
            if (muted.length > 0) {
              this.#noteUnjudged(row, scan);
            }
          }
        }
      }
      scan.next = end;
    } while (scan.next < rows.length && hasTime());
    if (scan.next === rows.length) {
      this.#show(shown.list(), fresh.list(), countsOf(fresh.list()));
      this.#muted = muted.map(listsOf);
      this.#unjudged = scan.unjudged.list();
      this.#scan = undefined;
      this.#changes = scan.changes;
      this.#batch = scan.batch;
    } else {
      this.#job.wake();
    }
  }

  #noteUnjudged(row: EventRow, { muted, unjudged }: Scan): void {
    const places = this.#mutes.placesOfUnjudged(row);
    if (places.length > 0) {
      unjudged.push(row);
      places.forEach((place) => muted[place]?.unjudged.push(row));
    }
  }

  /** Shows what a scan has found until now. */
  #showFound(): void {
    const scan = this.#scan;
    if (scan?.isShown === true && scan.shownThrough !== scan.next) {
      this.#show(scan.shown.list(), scan.fresh.list(), countsOf(scan.fresh.list()));
      this.#muted = scan.muted.map(listsOf);
      this.#unjudged = scan.unjudged.list();
      scan.shownThrough = scan.next;
    }
  }

  #turn(hasTime: () => boolean): void {
    const scan = this.#scan;
    if (scan !== undefined && this.#filter !== undefined) {
      this.#step(scan, this.#filter, hasTime);
      if (scan.isShown || this.#scan === undefined) {
        this.notifyTurn();
      }
    }
  }
}

function listsOf({ blocks, others, unjudged }: MutedBuilder): MutedEvents {
  return { blocks: blocks.list(), others: others.list(), unjudged: unjudged.list() };
}

function isBlock({ event }: EventRow): boolean {
  return event.outcome === 'block';
}

function isAmong(rows: Rows<EventRow>, row: EventRow): boolean {
  return rows.at(placeOf(rows, row)) === row;
}

function countsOf(fresh: Rows<EventRow>): PassingEvents['fresh'] {
  return fresh.length === 0 ? NOTHING_FRESH : { count: fresh.length, blocks: countBlocks(fresh) };
}

function countBlocks(rows: Iterable<EventRow>): number {
  let count = 0;
  for (const { event } of rows) {
    count += event.outcome === 'block' ? 1 : 0;
  }
  return count;
}
