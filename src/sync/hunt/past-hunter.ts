import type { Client } from '../../api/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { BEFORE_ALL_TIMES } from '../../lib/format-time.ts';
import { jsonText } from '../../lib/json-text.ts';
import { isFault } from '../../lib/is-fault.ts';
import { prose } from '../../lib/untrusted.ts';
import { coveredFrom } from '../../stores/events/event-coverage.ts';
import type { EventsStore } from '../../stores/events/events-store.ts';
import type { Lacks } from '../../stores/events/incompleteness.ts';
import { UNREAD_PAST, type Hunt, type HuntQuestion, type PastReading } from '../../stores/hunt/hunt-store.ts';
import type { HuntSlice } from '../../stores/hunt/select-hunt.ts';
import { NOTHING_READ, type HowFar, type WindowReading } from '../follow/follow-events.ts';
import { readInParts, type PartsReading } from '../follow/read-in-parts.ts';
import type { ReadingReport } from '../retry/retry-loop.ts';
import type { FoundEvent } from '../tail/event-tail.ts';

/** For so many milliseconds without an answer the past is waited for: whoever hunts may come back the next day. */
const PATIENCE = 24 * 3_600_000;

/** So many events are read as one part: what was read of it counts once all of it was, and where a hunt goes on, it begins with none of these. */
const MOST_AT_ONCE = 20_000;

/** Everything within the first second of the feed is read as the past: its window may begin behind that. */
const SECOND = 1000;

export interface PastHunterOptions {
  /** Paces itself, behind all that somebody looks at. */
  readonly client: Client;
  readonly clock: Clock;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly stores: Pick<HuntSlice, 'hunt' | 'liveHunt'> & { readonly events: EventsStore };
  /** Events of a part at most; 20,000 unless said otherwise. */
  readonly mostAtOnce?: number;
  /** Called when a hunt has come to its end by itself. */
  readonly onEnd: (hunt: Hunt) => void;
  /** Called with a mistake in the program: what was being done, after "while", and what was thrown. */
  readonly onFault: (doing: string, error: unknown) => void;
}

/**
 * Hunts for a list in all events of the server: those of the feed as they are and come in, and those before, which are read once
 * and not kept. It goes on whatever is looked at, until it is stopped or another one begins.
 */
export class PastHunter {
  readonly #options: PastHunterOptions;
  #controller = new AbortController();
  #stopWatching = () => {};
  #restart = () => {};
  /** The past ends there. */
  #from: number | undefined;
  /** The part of it that is still to be read ends there. */
  #left: number | undefined;

  constructor(options: PastHunterOptions) {
    this.#options = options;
  }

  /** Begins a hunt in the place of the last one. */
  begin(question: HuntQuestion): void {
    const { hunt, events } = this.#options.stores;
    this.close();
    const number = (hunt.getState().hunt?.number ?? 0) + 1;
    hunt.setState({ hunt: { ...question, number, past: UNREAD_PAST } });
    this.#from = undefined;
    this.#left = undefined;
    this.#look();
    this.#stopWatching = events.subscribe(() => this.#look());
  }

  /** Reads on in the past, from the part on that was not read to its end. */
  goOn(): void {
    const { hunt, liveHunt } = this.#options.stores;
    const { past } = hunt.getState().hunt ?? {};
    if (this.#left !== undefined && (past?.phase === 'cancelled' || past?.phase === 'stopped')) {
      liveHunt.dropPart();
      void this.#read(this.#left, past);
    }
  }

  /** Ends the reading of the past; what was found stays, and the feed is gone through on. */
  stop(): void {
    this.#controller.abort();
    this.#update({ phase: 'cancelled', problem: undefined, triesAt: undefined }, 'running');
  }

  /** Ends all of it. */
  close(): void {
    this.stop();
    this.#stopWatching();
    this.#stopWatching = () => {};
  }

  /** What is under way is begun anew: the machine slept. */
  wake(): void {
    this.#restart();
  }

  /** Goes through what came in; once the feed was read, that is where the past ends. */
  #look(): void {
    const { hunt, liveHunt, events } = this.#options.stores;
    const state = events.getState();
    if (this.#from !== undefined) {
      liveHunt.look(state.rows);
      return;
    }
    const { matcher } = hunt.getState().hunt ?? {};
    const covered = coveredFrom(state, [{ filter: {}, until: undefined }]);
    if (covered === undefined || matcher === undefined) {
      return;
    }
    const isAll = covered === BEFORE_ALL_TIMES;
    this.#from = isAll ? covered : covered + SECOND;
    liveHunt.begin(matcher, this.#from, state.rows);
    if (isAll) {
      this.#end({ phase: 'done' });
    } else {
      this.#left = this.#from;
      void this.#read(this.#from, UNREAD_PAST);
    }
  }

  async #read(until: number, before: PastReading): Promise<void> {
    const { clock, client, random, stores, mostAtOnce = MOST_AT_ONCE, onFault } = this.#options;
    const controller = new AbortController();
    this.#controller = controller;
    let howFar: () => HowFar = () => NOTHING_READ;
    // What was read of a part that is read again does not count twice.
    const known = before.inParts;
    const far = () => {
      const { read, of } = howFar();
      return { read: known + read, of: of === undefined ? undefined : known + of };
    };
    this.#update({ ...before, ...far(), phase: 'running', problem: undefined, triesAt: undefined });
    const take = (found: readonly FoundEvent[]) => {
      if (controller.signal.aborted) {
        return;
      }
      // What carries no time may be listed in any window: the feed has it then.
      const fresh = found.filter(
        ({ kind, time, event }) => kind !== 'known' && (time !== undefined || !stores.events.has(event.id)),
      );
      stores.liveHunt.takePast(fresh);
      this.#update({ ...far(), problem: undefined, triesAt: undefined }, 'running');
    };
    const onPart = ({ state, deleted }: WindowReading, since: number) => {
      if (!controller.signal.aborted) {
        stores.liveHunt.keepPart();
        this.#left = since + 1;
        this.#keepState(state, deleted, far().read);
      }
    };
    try {
      const reading = await readInParts(
        {
          client,
          clock,
          random,
          begin: { since: BEFORE_ALL_TIMES },
          until,
          signal: controller.signal,
          report: (report) => this.#report(report, controller.signal),
          onWake: (restart) => (this.#restart = restart),
          onBegin: (given) => (howFar = given),
          take,
          onPart,
          mostAtOnce,
        },
        PATIENCE,
      );
      if (!controller.signal.aborted) {
        this.#finish(reading, far());
      }
    } catch (error) {
      onFault('hunting in the past', error);
    }
  }

  /** Takes what is known of a part that was read to its end. */
  #keepState(part: Lacks, deleted: number, inParts: number): void {
    const { past } = this.#options.stores.hunt.getState().hunt ?? {};
    const state = past?.state;
    this.#update({
      inParts,
      deleted: (past?.deleted ?? 0) + deleted,
      state: {
        gaps: [...(state?.gaps ?? []), ...part.gaps],
        damaged: [...(state?.damaged ?? []), ...part.damaged],
        toCome: (state?.toCome ?? 0) + part.toCome,
        doubt: state?.doubt ?? part.doubt,
        completeThrough: state?.completeThrough ?? part.completeThrough,
      },
    });
  }

  #finish({ problem }: PartsReading, { read, of }: Pick<HowFar, 'read' | 'of'>): void {
    if (problem === undefined) {
      this.#end({ phase: 'done', read, of: undefined, problem: undefined, triesAt: undefined });
      return;
    }
    const message = problem instanceof Error ? problem.message : jsonText(problem);
    this.#end({ phase: 'stopped', read, of, problem: prose(message), triesAt: undefined });
    if (isFault(problem)) {
      this.#options.onFault('hunting in the past', problem);
    }
  }

  #report(report: ReadingReport, signal: AbortSignal): void {
    if (signal.aborted) {
      return;
    }
    if (report.kind === 'failing') {
      this.#update({ problem: prose(report.message), triesAt: report.until }, 'running');
    } else if (report.kind === 'answered') {
      this.#update({ problem: undefined, triesAt: undefined }, 'running');
    }
  }

  #end(change: Partial<PastReading>): void {
    this.#update(change);
    const { hunt } = this.#options.stores.hunt.getState();
    if (hunt !== undefined) {
      this.#options.onEnd(hunt);
    }
  }

  /** Changes how the past of the hunt stands, where it is in that phase. */
  #update(change: Partial<PastReading>, phase?: PastReading['phase']): void {
    const { hunt: store } = this.#options.stores;
    const { hunt } = store.getState();
    if (hunt !== undefined && (phase === undefined || hunt.past.phase === phase)) {
      store.setState({ hunt: { ...hunt, past: { ...hunt.past, ...change } } });
    }
  }
}
