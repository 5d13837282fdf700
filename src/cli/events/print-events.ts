import { formatCount } from '../../lib/format-number.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Sentence } from '../../lib/untrusted.ts';
import {
  followEvents,
  NOTHING_READ,
  readWindow,
  type FollowOptions,
  type ReadingOptions,
  type WindowReading,
} from '../../sync/follow/follow-events.ts';
import type { FoundEvent, TailOptions, TailState } from '../../sync/tail/event-tail.ts';
import type { CommandConnection } from '../session/command-connection.ts';
import type { EventFormat } from '../output/event-format.ts';
import type { LineOutput } from '../output/line-output.ts';
import { noEvents, printedInPart, stoppedFollowing, stoppedReading } from '../output/printed-events.ts';
import { deletedMeanwhile, incompleteness } from '../../stores/events/incompleteness.ts';
import type { ReadingNotes } from '../output/reading-notes.ts';
import { PATIENCE_WITH_EVENTS, statusOfFailure } from '../session/failure-status.ts';
import type { EventSelection } from './event-question.ts';
import { windowOf, type AskedWindow } from './event-window.ts';

/** Which events are printed, and how. */
export interface EventsRequest extends AskedWindow {
  /** What the server is asked for. */
  readonly filter: NonNullable<TailOptions['filter']>;
  /** What is told apart here; all events pass without it. */
  readonly selection?: EventSelection | undefined;
  readonly format: EventFormat;
}

/** Where not all events pass, so many of the newest are looked through for them first, and at the most. */
const LOOKED_FIRST = 500;
const MOST_LOOKED = 50_000;

/** What printing works with. */
export interface PrintingSurroundings {
  readonly connection: Pick<CommandConnection, 'reading' | 'waiting' | 'showProgress' | 'onWake'>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly output: LineOutput;
  /** Takes a sentence for people. */
  readonly say: (sentence: Sentence) => void;
  /** The same of what is good to know; as `say` without it. */
  readonly remark?: (sentence: Sentence) => void;
  /** Says on standard error what is waited for. */
  readonly notes: ReadingNotes;
  /** Aborts when the program is asked to stop. */
  readonly stop: AbortSignal;
  /** Aborts then, too, and when nobody reads what is printed. */
  readonly ended: AbortSignal;
}

/**
 * Prints events and resolves with the exit status: 0 when everything asked for was printed or when following was stopped, that
 * of the signal when it was stopped before all of the past was read that was asked for; 1
 * when it failed or it is not certain that all was read; 3 when the service refused. Rejects when it was stopped before that,
 * and with a UsageError when the times contradict each other.
 */
export async function printEvents(
  request: EventsRequest,
  surroundings: PrintingSurroundings,
): Promise<number> {
  const { output, say, notes, ended } = surroundings;
  const isDone = new AbortController();
  const signal = AbortSignal.any([ended, isDone.signal]);
  try {
    const window = await windowOf(request, surroundings, signal);
    const { reading: client, waiting, onWake } = surroundings.connection;
    const { clock, random } = surroundings;
    const how = { client, clock, random, waiting, onWake, signal, report: notes.report };
    const unasked = new Set<string>();
    const onUnasked = (field: string) => {
      if (!unasked.has(field)) {
        unasked.add(field);
        say(`The server sends events of another ${field} than was asked for. They are left out.`);
      }
    };
    const { filter, selection } = request;
    const reading = { ...how, ...window, filter, select: selection?.select, onUnasked };
    selection?.keepUnwanted();
    const printer = new Printer(request, output, () => isDone.abort());
    await printer.begin();
    return request.follow
      ? await follow(openingOf(reading), printer, request, surroundings)
      : await printWindow(reading, printer, request, surroundings, () => unasked.size > 0);
  } catch (error) {
    if (!request.follow || !signal.aborted) {
      throw error;
    }
    if (!surroundings.stop.aborted) {
      return 0;
    }
    say(stoppedFollowing(0, 0));
    return Number(surroundings.stop.reason);
  }
}

/** Formats events and writes their lines, up to the limit. */
class Printer {
  readonly #format: EventFormat;
  readonly #output: LineOutput;
  readonly #onLimit: () => void;
  #left: number;
  #printed = 0;

  constructor({ format, limit }: EventsRequest, output: LineOutput, onLimit: () => void) {
    this.#format = format;
    this.#output = output;
    this.#onLimit = onLimit;
    this.#left = limit ?? Number.POSITIVE_INFINITY;
  }

  /** How many events were printed. */
  get printed(): number {
    return this.#printed;
  }

  /** Says how much of how much was printed, unless nobody took it; `most` were asked for. */
  sayHowMuch(state: TailState, say: PrintingSurroundings['say'], most?: number): void {
    if (!this.#output.ended.aborted) {
      say(printedInPart(this.#printed, state, most));
    }
  }

  async begin(): Promise<void> {
    await this.#output.write(this.#format.header === undefined ? [] : [this.#format.header]);
  }

  readonly write = async (rows: readonly FoundEvent[]): Promise<void> => {
    const lines = rows.slice(0, this.#left).map((found) => this.#format.line(found));
    const { titles } = this.#format;
    const isFirst = this.#printed === 0 && lines.length > 0;
    this.#left -= lines.length;
    this.#printed += lines.length;
    await this.#output.write(isFirst && titles !== undefined ? [titles, ...lines] : lines);
    if (this.#left === 0) {
      this.#onLimit();
    }
  };
}

/** Whether all was read of the past that was asked for; what is still to happen is nobody's to wait for. */
function hasPast({ begin, until, clock }: ReadingOptions, state: TailState | undefined): boolean {
  const isOver = until !== undefined && until <= clock.now();
  return !isOver && state?.readThrough !== undefined && ('newest' in begin || state.toCome === 0);
}

/** Following begins with those that pass of some of the newest. */
function openingOf(reading: ReadingOptions): ReadingOptions & Pick<FollowOptions, 'opensWith'> {
  const { begin, select } = reading;
  return select === undefined || !('newest' in begin)
    ? reading
    : { ...reading, begin: { newest: LOOKED_FIRST }, opensWith: begin.newest };
}

/** The newest events that pass, of ever more that are looked through, and how many were. */
async function readNewest(
  reading: Parameters<typeof readWindow>[0],
  signal: AbortSignal,
): Promise<WindowReading & { readonly looked: number; readonly isCut: boolean }> {
  const { begin, select } = reading;
  const wanted = 'newest' in begin ? begin.newest : undefined;
  for (let newest = wanted ?? 0; ; newest = Math.min(MOST_LOOKED, Math.max(LOOKED_FIRST, 5 * newest))) {
    const met = new Set<string>();
    const noted = (found: readonly FoundEvent[]) => {
      found.forEach(({ event }) => met.add(event.id));
      return select?.(found) ?? found;
    };
    const read = await readWindow(
      { ...reading, begin: wanted === undefined ? begin : { newest }, select: noted },
      PATIENCE_WITH_EVENTS,
    );
    const isOver =
      wanted === undefined ||
      select === undefined ||
      read.rows.length >= wanted ||
      met.size < newest ||
      read.problem !== undefined ||
      signal.aborted;
    if (isOver || newest >= MOST_LOOKED) {
      return { ...read, looked: met.size, isCut: !isOver };
    }
  }
}

async function follow(
  reading: ReadingOptions & Pick<FollowOptions, 'opensWith'>,
  printer: Printer,
  { selection }: EventsRequest,
  { say, remark = say, notes, stop }: PrintingSurroundings,
): Promise<number> {
  let last: TailState | undefined;
  let isPastSaid = false;
  const progress: FollowOptions['progress'] = (state, changed) => {
    last = state;
    notes.progress(state, changed);
    if (selection !== undefined && hasPast(reading, state)) {
      const { unwanted } = selection;
      if (unwanted > 0) {
        remark(`None of the ${countOf(unwanted)} so far passes the filter.`);
        selection.whyNone().forEach(remark);
      }
      if (!isPastSaid) {
        selection.absentFields().forEach(remark);
      }
      isPastSaid = true;
      selection.forget();
    }
  };
  try {
    const state = await followEvents({ ...reading, write: printer.write, progress });
    if (state === undefined) {
      if (!stop.aborted || hasPast(reading, last)) {
        return 0;
      }
      say(stoppedFollowing(printer.printed, last?.toCome ?? 0));
      return Number(stop.reason);
    }
    const missing = incompleteness(state, reading.clock.now());
    missing.forEach(say);
    if (missing.length > 0) {
      printer.sayHowMuch(state, say);
    } else if (printer.printed === 0) {
      remark(selection === undefined ? noEvents(reading) : 'No event passes the filter.');
      selection?.whyNone().forEach(remark);
    }
    if (!isPastSaid) {
      selection?.absentFields().forEach(remark);
    }
    return missing.length === 0 ? 0 : 1;
  } catch (error) {
    return statusOfFailure(error, say);
  }
}

async function printWindow(
  reading: ReadingOptions,
  printer: Printer,
  { limit, selection }: EventsRequest,
  { connection, say, remark = say, stop }: PrintingSurroundings,
  hasUnasked: () => boolean,
): Promise<number> {
  let howFar = () => NOTHING_READ;
  const progress = connection.showProgress('events', () => howFar());
  const { rows, state, deleted, problem, looked, isCut } = await readNewest(
    { ...reading, onBegin: (given) => (howFar = given) },
    stop,
  ).finally(() => progress.end());
  if (stop.aborted && rows.length > 0) {
    say(stoppedReading('events', howFar()));
  }
  stop.throwIfAborted();
  const most = 'newest' in reading.begin ? reading.begin.newest : limit;
  await printer.write(most === undefined ? rows : rows.slice(-most));
  const missing = incompleteness(state, reading.clock.now());
  const ofFilter = [
    ...(rows.length === 0 ? (selection?.whyNone() ?? []) : []),
    ...(selection?.absentFields() ?? []),
  ];
  missing.forEach(say);
  if (deleted > 0) {
    say(deletedMeanwhile(deleted));
  }
  if (problem !== undefined || missing.length > 0) {
    const status = problem === undefined ? 1 : statusOfFailure(problem, say);
    printer.sayHowMuch(state, say, most);
    ofFilter.forEach(remark);
    return status;
  }
  // The newest that the server gave are then not the newest of those that were asked for.
  const mayLack = hasUnasked() && 'newest' in reading.begin && rows.length < reading.begin.newest;
  if (isCut) {
    say(
      `Printed: ${countOf(rows.length)} that pass, of the newest ${formatCount(looked)} that were looked through: --since reads all after a time.`,
    );
  } else if (mayLack) {
    say(`Printed: ${countOf(rows.length)}. There may be more further back: --since reads all after a time.`);
  } else if (rows.length === 0) {
    remark(
      looked === 0 ? noEvents(reading) : `None of the ${countOf(looked)} that were read passes the filter.`,
    );
  }
  ofFilter.forEach(remark);
  return deleted === 0 && !mayLack && !isCut ? 0 : 1;
}

function countOf(events: number): string {
  return `${formatCount(events)} ${events === 1 ? 'event' : 'events'}`;
}
