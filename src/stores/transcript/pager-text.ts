import type { Transcript } from '../../contract/transcript/transcript.ts';
import type { Slices } from '../../lib/slices.ts';
import type { Folding } from './folding.ts';
import { BackgroundJob } from '../base/background-job.ts';
import { ObservableTurns } from '../base/observable.ts';
import type { Faults } from '../connection/faults.ts';
import { MessageLayouts, type MessageLayoutOptions } from './message-layouts.ts';
import { TranscriptText } from './transcript-text.ts';

/**
 * The open transcript as it is laid out now. Lines are counted in slices while nothing else is to do; as a store it changes
 * when all that is here were counted.
 */
export class PagerText extends ObservableTurns {
  readonly #job: BackgroundJob;
  readonly #faults: Faults;
  #layouts: MessageLayouts | undefined;
  #text: TranscriptText | undefined;
  #folding: Folding | undefined;

  constructor(slices: Slices, faults: Faults) {
    super();
    this.#job = new BackgroundJob(slices, (hasTime) => this.#count(hasTime));
    this.#faults = faults;
  }

  /** The transcript laid out with these options. */
  look(
    transcript: Transcript,
    options: MessageLayoutOptions,
    tools: Folding['tools'],
    folds: Folding['folds'],
  ): TranscriptText {
    let layouts = this.#layouts;
    if (layouts?.transcript !== transcript || !isSame(layouts.options, options)) {
      layouts = new MessageLayouts(transcript, options, this.#faults);
      this.#layouts = layouts;
      this.#text = undefined;
    }
    if (this.#folding?.tools !== tools || this.#folding.folds !== folds) {
      this.#text = undefined;
    }
    if (this.#text === undefined) {
      this.#folding = { tools, folds, raw: options.raw };
      this.#text = new TranscriptText(layouts, this.#folding);
    }
    if (this.#text.counts.counted < this.#text.count) {
      this.#job.wake();
    }
    return this.#text;
  }

  /** Lets go of the transcript that was open. */
  forget(): void {
    this.#layouts = undefined;
    this.#text = undefined;
  }

  #count(hasTime: () => boolean): void {
    const text = this.#text;
    if (text === undefined) {
      return;
    }
    const { counts, count } = text;
    while (counts.counted < count) {
      counts.countNext();
      if (!hasTime()) {
        break;
      }
    }
    if (counts.counted < count) {
      this.#job.wake();
    } else {
      this.notifyTurn();
    }
  }
}

function isSame(left: MessageLayoutOptions, right: MessageLayoutOptions): boolean {
  return (
    left.columns === right.columns &&
    left.wrap === right.wrap &&
    left.ascii === right.ascii &&
    left.raw === right.raw
  );
}
