import { LARGEST_READ, type Transcript } from '../../contract/transcript/transcript.ts';
import type { Slices } from '../../lib/slices.ts';
import { createSmartSearch } from '../../lib/text-search.ts';
import { BackgroundJob } from '../base/background-job.ts';
import { ObservableTurns } from '../base/observable.ts';
import { messageText } from './message-text.ts';
import type { Match, PagerView } from './pager-view.ts';

/** Matches in a message that was not looked at. */
const UNKNOWN = -1;

type Asked = Pick<PagerView, 'search' | 'searchDirection' | 'searchFrom' | 'raw'>;

/** Words that stand in the bytes of a message as they do in its text, or with `\u00` in their midst. */
const WRITTEN_AS_IT_IS = /^[\w.@#-]+(?: [\w.@#-]+)*$/;

/**
 * Where the searched words are in a transcript: how often in each message. Looks at the messages in slices, first those that
 * the search goes to first, then, around the end, at the others; what arrives later is looked at too. As a store it says how
 * far it has come, and changes with every slice.
 */
export class TranscriptSearch extends ObservableTurns {
  readonly #slices: Slices;
  readonly #job: BackgroundJob;
  #transcript: Transcript | undefined;
  #asked: Asked | undefined;
  #pattern: RegExp | undefined;
  /** What a message's bytes must match before it is worth reading; undefined when any may hold the words. */
  #hint: RegExp | undefined;
  #counts = new Int32Array(0);
  /** Messages from `searchFrom` on are looked at up to here, those before it from there down, or from 0 up. */
  #from = 0;
  #ahead = 0;
  #behind = 0;
  #total = 0;

  constructor(slices: Slices) {
    super();
    this.#slices = slices;
    this.#job = new BackgroundJob(slices, (hasTime) => this.#turn(hasTime));
  }

  /** Looks for these words in a transcript; goes on where it is when nothing has changed. */
  look(transcript: Transcript, asked: Asked): void {
    const before = this.#asked;
    if (
      this.#transcript !== transcript ||
      before?.search !== asked.search ||
      before.raw !== asked.raw ||
      before.searchFrom !== asked.searchFrom ||
      before.searchDirection !== asked.searchDirection
    ) {
      this.#transcript = transcript;
      this.#asked = asked;
      this.#pattern = createSmartSearch(asked.search);
      this.#hint =
        WRITTEN_AS_IT_IS.test(asked.search) && this.#pattern !== undefined
          ? new RegExp(`${this.#pattern.source}|\\\\u00`, this.#pattern.flags.replace('g', ''))
          : undefined;
      this.#counts = new Int32Array(0);
      this.#from = Math.min(asked.searchFrom, transcript.count);
      this.#ahead = this.#from;
      this.#behind = asked.searchDirection === 1 ? 0 : this.#from;
      this.#total = 0;
      this.#lookOn(this.#slices.begin());
    } else if (!this.isDone) {
      this.#job.wake();
    }
  }

  /** Lets go of the transcript that was open. */
  forget(): void {
    this.#transcript = undefined;
    this.#asked = undefined;
    this.#counts = new Int32Array(0);
  }

  /** What finds the words in a text; undefined when none are looked for. */
  get pattern(): RegExp | undefined {
    return this.#pattern;
  }

  /** Matches that were found so far. */
  get total(): number {
    return this.#total;
  }

  /** Messages that were looked at. */
  get looked(): number {
    const isForward = this.#asked?.searchDirection === 1;
    return this.#ahead - this.#from + (isForward ? this.#behind : this.#from - this.#behind);
  }

  /** Whether all that is here was looked at. */
  get isDone(): boolean {
    return this.#pattern === undefined || this.looked >= (this.#transcript?.count ?? 0);
  }

  /** Matches in a message; 0 while it was not looked at. */
  matchesIn(message: number): number {
    return Math.max(0, this.#counts[message] ?? UNKNOWN);
  }

  /** Matches in the messages that a test picks, of those that were looked at. */
  countWhere(isCounted: (message: number) => boolean): number {
    let sum = 0;
    for (const [message, count] of this.#counts.entries()) {
      if (count > 0 && isCounted(message)) {
        sum += count;
      }
    }
    return sum;
  }

  /**
   * The next match from one on, in a direction and around the end, in messages that are shown; `around` says that it lies
   * beyond the end. Undefined when there is none; `pending` while that depends on messages that were not looked at.
   */
  next(
    from: Match,
    direction: 1 | -1,
    isShown: (message: number) => boolean,
  ): (Match & { readonly isAround: boolean }) | 'pending' | undefined {
    const count = this.#transcript?.count ?? 0;
    const here = this.matchesIn(from.message);
    const occurrence = from.occurrence + direction;
    if (isShown(from.message) && occurrence >= 0 && occurrence < here) {
      return { message: from.message, occurrence, isAround: false };
    }
    for (let step = 1; step <= count; step++) {
      const place = from.message + direction * step;
      const message = (place + count) % count;
      const matches = this.#counts[message] ?? UNKNOWN;
      if (matches === UNKNOWN) {
        return 'pending';
      }
      if (matches > 0 && isShown(message)) {
        return {
          message,
          occurrence: direction === 1 ? 0 : matches - 1,
          isAround: place < 0 || place >= count,
        };
      }
    }
    return undefined;
  }

  #turn(hasTime: () => boolean): void {
    if (this.#transcript !== undefined) {
      this.#lookOn(hasTime);
      this.notifyTurn();
    }
  }

  /** One slice of it. */
  #lookOn(hasTime: () => boolean): void {
    const transcript = this.#transcript;
    const asked = this.#asked;
    if (transcript === undefined || asked === undefined) {
      return;
    }
    this.#makeRoom(transcript.count);
    while (!this.isDone) {
      this.#lookAt(transcript, this.#nextToLookAt(asked.searchDirection, transcript.count), asked.raw);
      if (!hasTime()) {
        break;
      }
    }
    if (!this.isDone) {
      this.#job.wake();
    }
  }

  #nextToLookAt(direction: 1 | -1, count: number): number {
    if (direction === 1) {
      return this.#ahead < count ? this.#ahead++ : this.#behind++;
    }
    return this.#behind > 0 ? --this.#behind : this.#ahead++;
  }

  #lookAt(transcript: Transcript, message: number, raw: boolean): void {
    const mayMatch = this.#hint === undefined || this.#hint.test(transcript.textOf(message));
    const matches =
      mayMatch && this.#pattern !== undefined
        ? countMatches(searchedText(transcript, message, raw), this.#pattern)
        : 0;
    this.#counts[message] = matches;
    this.#total += matches;
  }

  #makeRoom(count: number): void {
    if (this.#counts.length < count) {
      const larger = new Int32Array(Math.max(count, this.#counts.length * 2)).fill(UNKNOWN);
      larger.set(this.#counts);
      this.#counts = larger;
    }
  }
}

/** As many matches as it makes sense to go through one by one: a message of MBs may be made of nothing else. */
const MOST_MATCHES = 20_000;

function countMatches(text: string, pattern: RegExp): number {
  const matches = text.matchAll(pattern);
  let count = 0;
  while (count < MOST_MATCHES && matches.next().done !== true) {
    count++;
  }
  return count;
}

/** What is searched in: the text of a message; of one that is shown as the beginning of what was sent, all that was sent. */
function searchedText(transcript: Transcript, message: number, raw: boolean): string {
  return transcript.sizeOf(message) > LARGEST_READ
    ? transcript.textOf(message)
    : messageText(transcript.read(message), raw);
}
