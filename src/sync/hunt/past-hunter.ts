import type { Client } from '../../api/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { BEFORE_ALL_TIMES } from '../../lib/format-time.ts';
import { jsonText } from '../../lib/json-text.ts';
import { isFault } from '../../lib/is-fault.ts';
import { prose } from '../../lib/untrusted.ts';
import { coveredFrom } from '../../stores/events/event-coverage.ts';
import type { EventsStore } from '../../stores/events/events-store.ts';
import { UNREAD_PAST, type Hunt, type HuntQuestion, type PastReading } from '../../stores/hunt/hunt-store.ts';
import type { HuntSlice } from '../../stores/hunt/select-hunt.ts';
import { NOTHING_READ, readWindow, type HowFar, type WindowReading } from '../follow/follow-events.ts';
import type { ReadingReport } from '../retry/retry-loop.ts';
import type { FoundEvent } from '../tail/event-tail.ts';

/** For so many milliseconds without an answer the past is waited for: whoever hunts may come back the next day. */
const PATIENCE = 24 * 3_600_000;

/** Everything within the first second of the feed is read as the past: its window may begin behind that. */
const SECOND = 1000;

export interface PastHunterOptions {
  /** Paces itself, behind all that somebody looks at. */
  readonly client: Client;
  readonly clock: Clock;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly stores: Pick<HuntSlice, 'hunt' | 'liveHunt'> & { readonly events: EventsStore };
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
    this.#look();
    this.#stopWatching = events.subscribe(() => this.#look());
  }

  /** Reads the past again that was not read to its end. */
  goOn(): void {
    const { hunt, liveHunt } = this.#options.stores;
    const { past } = hunt.getState().hunt ?? {};
    if (this.#from !== undefined && (past?.phase === 'cancelled' || past?.phase === 'stopped')) {
      liveHunt.beginPast();
      void this.#read(this.#from);
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
      void this.#read(this.#from);
    }
  }

  async #read(until: number): Promise<void> {
    const { clock, client, random, stores, onFault } = this.#options;
    const controller = new AbortController();
    this.#controller = controller;
    this.#update({ ...UNREAD_PAST, phase: 'running' });
    let howFar: () => HowFar = () => NOTHING_READ;
    const take = (found: readonly FoundEvent[]) => {
      if (controller.signal.aborted) {
        return;
      }
      // What carries no time may be listed in any window: the feed has it then.
      const fresh = found.filter(
        ({ kind, time, event }) => kind !== 'known' && (time !== undefined || !stores.events.has(event.id)),
      );
      stores.liveHunt.takePast(fresh);
      const { read, of } = howFar();
      this.#update({ read, of, problem: undefined, triesAt: undefined }, 'running');
    };
    try {
      const reading = await readWindow(
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
        },
        PATIENCE,
      );
      if (!controller.signal.aborted) {
        this.#finish(reading, howFar());
      }
    } catch (error) {
      onFault('hunting in the past', error);
    }
  }

  #finish({ problem, state, deleted }: WindowReading, { read, of }: HowFar): void {
    if (problem === undefined) {
      this.#end({
        phase: 'done',
        read,
        of: undefined,
        state,
        deleted,
        problem: undefined,
        triesAt: undefined,
      });
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
