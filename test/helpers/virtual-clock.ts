import type { Clock } from '../../src/lib/clock.ts';

interface Scheduled {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** A clock that moves only when a test says so. Timers fire in the order of their times, then of their making. */
export class VirtualClock implements Clock {
  #start: number;
  readonly #timers = new Set<Scheduled>();
  #elapsed = 0;
  #made = 0;

  constructor(start = Date.parse('2026-03-02T09:00:00Z')) {
    this.#start = start;
  }

  now(): number {
    return this.#start + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  /** Sets the wall clock on, or back where it is negative; timers know nothing of it. */
  setWall(milliseconds: number): void {
    this.#start += milliseconds;
  }

  schedule(milliseconds: number, run: () => void): () => void {
    const timer = { at: this.#elapsed + Math.max(0, milliseconds), order: this.#made++, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** What was sent to it by then is there: only a timer that is due at once comes between. */
  afterReading(run: () => void): void {
    this.schedule(0, run);
  }

  /** Moves time on, firing what falls due, and lets promises settle after each timer. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#elapsed + milliseconds;
    do {
      await settle();
    } while (this.fireNext(end));
    this.#elapsed = end;
  }

  /** Moves time on to the next timer, if it is due by then, and fires it. Returns whether there was one. */
  fireNext(end = Number.POSITIVE_INFINITY): boolean {
    const [due] = [...this.#timers]
      .filter((timer) => timer.at <= end)
      .sort((left, right) => left.at - right.at || left.order - right.order);
    if (due === undefined) {
      return false;
    }
    this.#timers.delete(due);
    this.#elapsed = Math.max(this.#elapsed, due.at);
    due.run();
    return true;
  }

  /** Lets time pass without firing what falls due meanwhile: the next one to be fired is late. */
  pass(milliseconds: number): void {
    this.#elapsed += milliseconds;
  }

  /** Moves time on, a tenth of a second at a time, for as long as some work takes, and gives what came of it. */
  async through<Result>(work: Promise<Result>): Promise<Result> {
    let isOver = false;
    const end = () => (isOver = true);
    work.then(end, end);
    await settle();
    while (!isOver) {
      await this.advance(100);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return work;
  }
}

/** Lets everything run that only waits for promises. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) {
    await Promise.resolve();
  }
}
