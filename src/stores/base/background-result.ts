import type { Slices } from '../../lib/slices.ts';
import { BackgroundJob } from './background-job.ts';
import { Observable } from './observable.ts';

/** Counts how often a result was finished. */
export interface Finished {
  readonly finished: number;
}

/** Pieces of work that are done at once, so that a short list needs no further turn; a frame may wait for several. */
const LEAST = 5;

/**
 * Something that is made of much, in slices: `derive` yields after each small piece of it. While it is at work on new
 * inputs what was made of the last ones stays, and inputs that change meanwhile wait until it is done, so that it comes
 * to an end however often they do. As a store it changes when a result is finished, and with each slice where the pieces say how
 * far it is.
 */
export class SlicedResult<
  Inputs extends readonly unknown[],
  Result,
  Progress = void,
> extends Observable<Finished> {
  readonly #job: BackgroundJob;
  readonly #derive: (...inputs: Inputs) => Generator<Progress, Result>;
  #wanted: Inputs | undefined;
  #madeOf: Inputs | undefined;
  #result: Result | undefined;
  #work: { readonly inputs: Inputs; readonly steps: Generator<Progress, Result> } | undefined;
  #progress: Progress | undefined;

  constructor(slices: Slices, derive: (...inputs: Inputs) => Generator<Progress, Result>) {
    super({ finished: 0 });
    this.#job = new BackgroundJob(slices, (hasTime) => this.#turn(hasTime));
    this.#derive = derive;
  }

  /** Whether what `look` gave last is not yet that of its inputs. */
  get isWorking(): boolean {
    return this.#work !== undefined;
  }

  /** How far it is, as its last piece said; undefined where pieces say nothing, or nothing is under way. */
  get progress(): Progress | undefined {
    return this.#work === undefined ? undefined : this.#progress;
  }

  /** What was made of these inputs or, while that is under way, of those before; undefined before the first. */
  look(...inputs: Inputs): Result | undefined {
    this.#wanted = inputs;
    if (this.#work === undefined && !isSame(inputs, this.#madeOf)) {
      this.#begin(inputs);
      let pieces = 0;
      this.#go(() => ++pieces < LEAST);
    }
    return this.#result;
  }

  #begin(inputs: Inputs): void {
    this.#progress = undefined;
    this.#work = { inputs, steps: this.#derive(...inputs) };
  }

  #go(hasTime: () => boolean): void {
    while (this.#work !== undefined) {
      const { inputs, steps } = this.#work;
      const { done, value } = steps.next();
      if (done === true) {
        this.#result = value;
        this.#madeOf = inputs;
        this.#work = undefined;
        continue;
      }
      this.#progress = value;
      if (!hasTime()) {
        this.#job.wake();
        return;
      }
    }
  }

  #turn(hasTime: () => boolean): void {
    this.#go(hasTime);
    if (this.#work !== undefined) {
      if (this.#progress !== undefined) {
        this.setState(({ finished }) => ({ finished }));
      }
      return;
    }
    if (this.#wanted !== undefined && !isSame(this.#wanted, this.#madeOf)) {
      this.#begin(this.#wanted);
      this.#job.wake();
    }
    this.setState(({ finished }) => ({ finished: finished + 1 }));
  }
}

function isSame(left: readonly unknown[], right: readonly unknown[] | undefined): boolean {
  return left.length === right?.length && left.every((input, index) => input === right[index]);
}
