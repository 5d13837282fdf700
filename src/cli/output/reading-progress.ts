import type { Exchange } from '../../api/transport.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { Clock } from '../../lib/clock.ts';
import type { HowFar } from '../../sync/follow/follow-events.ts';
import type { Governor } from '../../sync/governor/governor.ts';
import type { Waiting } from '../../sync/retry/waiting.ts';
import { unfitness } from '../../host/config/terminal-environment.ts';
import { progressText, type ProgressFacts } from './progress-text.ts';
import { clearStatusLine, drawStatusLine } from './status-line.ts';
import { USUAL_COLUMNS } from './text-style.ts';

/** A reading that takes longer shows how far it has come; milliseconds. */
const LONG = 1000;
const DRAWN_EVERY = 500;

/** How far a reading has come, and what is done where that is more than reading. */
export type HowFarShown = HowFar & Pick<ProgressFacts, 'doing'>;

/** What says how far a reading has come. */
export interface ReadingProgressOptions {
  readonly clock: Clock;
  /** What is read, in the plural. */
  readonly things: string;
  readonly howFar: () => HowFarShown;
  readonly governor: Pick<Governor, 'view' | 'timeFor'>;
  /** What a request waits for that is not over. */
  readonly waiting: () => Waiting;
  /** Whether nobody else may be drawing on the terminal. */
  readonly mayDraw?: (() => boolean) | undefined;
  readonly onEnd: () => void;
}

/**
 * How far a reading of many pages has come, in one line on standard error that is drawn again while it takes long. Only on a
 * terminal: in a file or a pipe nobody looks on.
 */
export class ReadingProgress {
  readonly #options: ReadingProgressOptions;
  #pages = 0;
  /** That all requests took together, in milliseconds. */
  #took = 0;
  #cancel = () => {};

  constructor(options: ReadingProgressOptions) {
    this.#options = options;
    if (process.stderr.isTTY && unfitness(process.env) === undefined) {
      this.#cancel = options.clock.schedule(LONG, this.#draw);
    }
  }

  /** Records that a request is over. */
  noteExchange({ path, milliseconds, error }: Pick<Exchange, 'path' | 'milliseconds' | 'error'>): void {
    if (path !== ENDPOINTS.health.path) {
      this.#took += milliseconds;
      this.#pages += error === undefined ? 1 : 0;
    }
  }

  /** Takes the line away. */
  end(): void {
    this.#cancel();
    clearStatusLine();
    this.#options.onEnd();
  }

  readonly #draw = (): void => {
    const { clock, things, governor, waiting, mayDraw } = this.#options;
    if (mayDraw?.() === false) {
      clearStatusLine();
      return;
    }
    const howFar = this.#options.howFar();
    this.#cancel = clock.schedule(DRAWN_EVERY, this.#draw);
    const text = progressText(
      {
        ...howFar,
        things,
        pages: this.#pages,
        budget: governor.view.budget,
        left: this.#left(howFar),
        waiting: waiting(),
      },
      clock.now(),
      (process.stderr.columns || USUAL_COLUMNS) - 1,
    );
    if (text === undefined) {
      clearStatusLine();
    } else {
      drawStatusLine(text);
    }
  };

  /** Milliseconds that the rest takes, where the total and the limit say it. */
  #left({ read, of, pageRows }: HowFar): number | undefined {
    if (of === undefined || of <= read || this.#pages === 0) {
      return undefined;
    }
    const pages = Math.ceil((of - read) / pageRows);
    const kept = this.#options.governor.timeFor(pages);
    return kept === undefined ? undefined : kept + pages * (this.#took / this.#pages);
  }
}
