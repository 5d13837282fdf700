import type { Slices } from '../../lib/slices.ts';
import type { EventRow } from './event-row.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import { ObservableTurns } from '../base/observable.ts';
import { RowList } from '../base/row-list.ts';
import { PartitionedEvents } from './partitioned-events.ts';
import type { FilterProgress } from '../base/filter-progress.ts';

/** Events by what became of them; what was allowed is the rest. Those without a time that can be read are by themselves. */
export interface EventsByOutcome {
  readonly block: RowList<EventRow>;
  readonly review: RowList<EventRow>;
  /** With an outcome that nobody knows, or none. */
  readonly other: RowList<EventRow>;
  readonly untimed: RowList<EventRow>;
}

/** The first events of runs of repeats, as far as they are known. */
export interface FoldedEvents {
  readonly heads: RowList<EventRow>;
  /** How many events, from the newest on, they stand for. */
  readonly looked: number;
}

/** Nobody sees more than these of a list that is still being filtered. */
const BEGINNING = 1024;

/**
 * The beginning of a list that is still growing, folded. What is known of a whole list is kept meanwhile, since most of it
 * is often the same when the filter is done.
 */
export const foldBeginning = memoizeLast((rows: RowList<EventRow>): FoldedEvents => {
  const beginning = rows.slice(0, BEGINNING);
  const heads = beginning.filter((row, index) => isHead(row, beginning[index - 1]));
  return { heads: RowList.of(heads), looked: beginning.length };
});

function isHead(row: EventRow, before: EventRow | undefined): boolean {
  return before === undefined || !isRepeat(before, row);
}

const NO_ROWS = new RowList<EventRow>();

const BLOCK = 0;
const REVIEW = 1;
const OTHER = 2;
const UNTIMED = 3;

/**
 * How the events that are shown are arranged: repeats of one event as one row, and counted by outcome. As a store it
 * changes with every slice in which that was found out.
 */
export class EventFolding extends ObservableTurns {
  readonly #folding: PartitionedEvents;
  #unfolded = 0;
  readonly #outcomes: PartitionedEvents;

  constructor(slices: Slices) {
    super();
    const onProgress = () => this.notifyTurn();
    this.#folding = new PartitionedEvents(
      {
        parts: 1,
        partOf: (row, before) => (isHead(row, before) ? 0 : undefined),
      },
      slices,
      onProgress,
    );
    this.#outcomes = new PartitionedEvents({ parts: 4, partOf: partOfOutcome }, slices, onProgress);
  }

  /** The events without those that repeat the one before them, newest first. */
  fold(rows: RowList<EventRow>): FoldedEvents {
    const [heads = NO_ROWS] = this.#folding.look(rows);
    const { looked } = this.#folding;
    this.#unfolded = rows.length - looked;
    return { heads, looked };
  }

  /** How far the folding of what was folded last has come; undefined when it is done. */
  get folding(): FilterProgress | undefined {
    const { looked } = this.#folding;
    return this.#unfolded === 0 ? undefined : { looked, of: looked + this.#unfolded };
  }

  /** The events that were not simply allowed, and those without a time, newest first. */
  byOutcome(rows: RowList<EventRow>): EventsByOutcome {
    const [block = NO_ROWS, review = NO_ROWS, other = NO_ROWS, untimed = NO_ROWS] = this.#outcomes.look(rows);
    return { block, review, other, untimed };
  }
}

function partOfOutcome(row: EventRow): number | undefined {
  if (row.isUntimed) {
    return UNTIMED;
  }
  switch (row.event.outcome) {
    case 'allow':
      return undefined;
    case 'block':
      return BLOCK;
    case 'review':
      return REVIEW;
    default:
      return OTHER;
  }
}

/** Whether an event repeats its neighbour: the same machine, type, outcome, package, reasons and command line. */
function isRepeat({ event: one }: EventRow, { event: other }: EventRow): boolean {
  // What differs between most neighbours comes first: over many events, this is asked of nearly all.
  if (one.client_id !== other.client_id || one.outcome !== other.outcome || one.type !== other.type) {
    return false;
  }
  const [subject, otherSubject] = [one.subject, other.subject];
  if (
    subject?.package !== otherSubject?.package ||
    subject?.version !== otherSubject?.version ||
    subject?.ecosystem !== otherSubject?.ecosystem
  ) {
    return false;
  }
  const [actor, otherActor] = [one.actor, other.actor];
  return (
    actor?.command === otherActor?.command &&
    areSame(actor?.args, otherActor?.args) &&
    areSame(one.payload?.reasons, other.payload?.reasons)
  );
}

const NONE: readonly string[] = [];

function areSame(one: readonly string[] = NONE, other: readonly string[] = NONE): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}
