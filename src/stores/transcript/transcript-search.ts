import type { Transcript } from '../../contract/transcript/transcript.ts';
import type { Slices } from '../../lib/slices.ts';
import { createFinder, type FoundText, type TextFinder } from '../../lib/text-finder.ts';
import { BackgroundJob } from '../base/background-job.ts';
import { ObservableTurns } from '../base/observable.ts';
import { searchMessage } from './message-search.ts';
import { soughtBy, type Match, type PagerView } from './pager-view.ts';

/** Matches in a message that was not looked at. */
const UNKNOWN = -1;

type Asked = Pick<PagerView, 'search' | 'searchKind' | 'searchDirection' | 'searchFrom' | 'raw'>;

/** Lines of which it is remembered what is found in them, and code units up to which a line is looked through whole for that. */
const MOST_LINES = 200;
const LONG_LINE = 100_000;

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
  #finder: TextFinder | undefined;
  readonly #inLines = new Map<string, readonly FoundText[]>();
  #counts = new Int32Array(0);
  /** Messages from `searchFrom` on are looked at up to here, those before it from there down, or from 0 up. */
  #from = 0;
  #ahead = 0;
  #behind = 0;
  #total = 0;
  /** The message that is being looked at, which may be of many MB. */
  #looking: { readonly message: number; readonly steps: ReturnType<typeof searchMessage> } | undefined;

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
      before.searchKind !== asked.searchKind ||
      before.raw !== asked.raw ||
      before.searchFrom !== asked.searchFrom ||
      before.searchDirection !== asked.searchDirection
    ) {
      this.#transcript = transcript;
      this.#asked = asked;
      this.#finder = createFinder(soughtBy(asked));
      this.#inLines.clear();
      this.#counts = new Int32Array(0);
      this.#from = Math.min(asked.searchFrom, transcript.count);
      this.#ahead = this.#from;
      this.#behind = asked.searchDirection === 1 ? 0 : this.#from;
      this.#total = 0;
      this.#looking = undefined;
      this.#lookOn(this.#slices.begin());
    } else if (!this.isDone) {
      this.#job.wake();
    }
  }

  /** Lets go of the transcript that was open. */
  forget(): void {
    this.#transcript = undefined;
    this.#asked = undefined;
    this.#looking = undefined;
    this.#counts = new Int32Array(0);
    this.#inLines.clear();
  }

  /** What is found in a line of the transcript, or in the part of it before `end`. */
  placesIn(line: string, end = line.length): readonly FoundText[] {
    const finder = this.#finder;
    if (finder === undefined) {
      return [];
    }
    const part = line.length <= LONG_LINE ? line : line.slice(0, end + finder.longest);
    const known = this.#inLines.get(part);
    if (known !== undefined) {
      return known;
    }
    const found = [...finder.find(part)];
    if (this.#inLines.size === MOST_LINES) {
      this.#inLines.clear();
    }
    this.#inLines.set(part, found);
    return found;
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
    return this.#finder === undefined || this.looked >= (this.#transcript?.count ?? 0);
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
    const finder = this.#finder;
    if (transcript === undefined || asked === undefined) {
      return;
    }
    this.#makeRoom(transcript.count);
    while (!this.isDone && finder !== undefined) {
      const { message, steps } = (this.#looking ??= this.#beginLooking(transcript, asked, finder));
      const { done, value } = steps.next();
      if (done === true) {
        this.#noteLooked(message, value?.matches ?? 0, asked.searchDirection);
      }
      if (!hasTime()) {
        break;
      }
    }
    if (!this.isDone) {
      this.#job.wake();
    }
  }

  /** Begins with the message that lies behind or before those that were looked at. */
  #beginLooking(transcript: Transcript, { searchDirection, raw }: Asked, finder: TextFinder) {
    const isAhead = searchDirection === 1 ? this.#ahead < transcript.count : this.#behind === 0;
    const message = isAhead ? this.#ahead : searchDirection === 1 ? this.#behind : this.#behind - 1;
    return { message, steps: searchMessage(transcript, message, raw, finder) };
  }

  #noteLooked(message: number, matches: number, direction: 1 | -1): void {
    this.#looking = undefined;
    this.#counts[message] = matches;
    this.#total += matches;
    if (message === this.#ahead) {
      this.#ahead++;
    } else {
      this.#behind += direction;
    }
  }

  #makeRoom(count: number): void {
    if (this.#counts.length < count) {
      const larger = new Int32Array(Math.max(count, this.#counts.length * 2)).fill(UNKNOWN);
      larger.set(this.#counts);
      this.#counts = larger;
    }
  }
}
