import type { Client } from '../../api/client.ts';
import { NetworkError } from '../../api/errors.ts';
import { getTranscript } from '../../api/sessions.ts';
import type { Session } from '../../contract/session.ts';
import { isCut } from '../../contract/size-gate.ts';
import { isReadable } from '../../contract/transcript/message.ts';
import { Transcript } from '../../contract/transcript/transcript.ts';
import { delay, type Clock } from '../../lib/clock.ts';
import { formatCount } from '../../lib/format-number.ts';
import { isFault } from '../../lib/is-fault.ts';
import { parseTime } from '../../lib/format-time.ts';
import { nextTurn, type Slices } from '../../lib/slices.ts';
import { createFinder, type Sought, type TextFinder } from '../../lib/text-finder.ts';
import { prose } from '../../lib/untrusted.ts';
import { hitIn, lastActive, type SearchHit } from '../../stores/search/search-hit.ts';
import { MOST_HITS, NOTHING_SEARCHED, type SearchProgress } from '../../stores/search/session-search.ts';
import type { TimeBounds } from '../../stores/query/time-bounds.ts';
import { searchMessage, type FoundInMessage } from '../../stores/transcript/message-search.ts';
import { endsReading, isAborted, isForbidden, isRateLimited } from '../retry/failure.ts';
import { RetryEndedError } from '../retry/retry-ended-error.ts';

/** What the rate limit refused, or a server out of reach, is asked for again so many milliseconds after all tries failed. */
const UNTIL_AGAIN = 1000;

/** Refusals one after the other that are taken to hold for all transcripts; one may be that of a single session. */
const MOST_REFUSALS = 3;

/** Bytes of an arriving transcript after which keys come in between. */
const TAKEN_AT_ONCE = 524_288;

/** Where transcripts are searched, and how. */
export interface TranscriptSearchOptions {
  /** Every call of it waits for its turn, and is made again when it fails in a way that may pass. */
  readonly client: Client;
  readonly clock: Clock;
  readonly slices: Slices;
  readonly signal: AbortSignal;
  /** Called after each session. */
  readonly onProgress: (progress: SearchProgress) => void;
  /** What was searched before: it goes on behind that. */
  readonly before?: SearchProgress;
  /** Called with each hit once it is found; nothing more is looked for until it is taken. */
  readonly onHit?: (hit: SearchHit) => Promise<void>;
  /** Only messages of this time count, and those without any; all without it. */
  readonly times?: TimeBounds;
}

/** Sessions in the order in which they are searched: those first that were active last. */
export function inSearchOrder(sessions: readonly Session[]): readonly Session[] {
  return sessions.toSorted((left, right) => lastActive(right) - lastActive(left));
}

/**
 * Searches the transcripts of sessions, those first that were active last: each is read, searched as `/` in the transcript
 * pager does, and let go of. One that cannot be read is noted, and the next one follows; what refuses all of them ends it: a
 * refused key, or several that may not be read one after the other.
 * Resolves with all that was found, also when its signal ends it. Throws the error that ended it, such as a refused key.
 */
export async function searchTranscripts(
  sessions: readonly Session[],
  sought: Sought,
  options: TranscriptSearchOptions,
): Promise<SearchProgress> {
  const finder = createFinder(sought);
  let { before: progress = NOTHING_SEARCHED } = options;
  if (finder === undefined) {
    return progress;
  }
  let refusals = 0;
  for (const session of inSearchOrder(sessions).slice(progress.done)) {
    const result = await new SessionReading(session, finder, options).search();
    if (options.signal.aborted) {
      break;
    }
    refusals = result.refusal === undefined ? 0 : refusals + 1;
    if (result.refusal !== undefined && refusals === Math.min(MOST_REFUSALS, sessions.length)) {
      throw result.refusal;
    }
    progress = merged(progress, session, result);
    options.onProgress(progress);
  }
  return progress;
}

/** What came of one session. */
interface SessionResult {
  readonly hits: readonly SearchHit[];
  readonly found: { readonly matches: number; readonly messages: number };
  readonly bytes: number;
  readonly messages: number;
  readonly cutMessages: number;
  readonly unsearched: { readonly problem: string; readonly isInPart: boolean } | undefined;
  /** That this key may not read it. */
  readonly refusal: Error | undefined;
}

function merged(progress: SearchProgress, session: Session, result: SessionResult): SearchProgress {
  const { hits, found, unsearched } = result;
  return {
    done: progress.done + 1,
    unsearched:
      unsearched === undefined
        ? progress.unsearched
        : [
            ...progress.unsearched,
            { session, problem: prose(unsearched.problem), isInPart: unsearched.isInPart },
          ],
    hits:
      hits.length === 0 || progress.hits.length >= MOST_HITS
        ? progress.hits
        : [...progress.hits, ...hits.slice(0, MOST_HITS - progress.hits.length)],
    found: {
      matches: progress.found.matches + found.matches,
      messages: progress.found.messages + found.messages,
    },
    bySession:
      found.messages === 0 ? progress.bySession : new Map([...progress.bySession, [session.id, found]]),
    bytes: progress.bytes + result.bytes,
    messages: progress.messages + result.messages,
    cutMessages: progress.cutMessages + result.cutMessages,
  };
}

/** Reads one transcript and searches it, in slices. */
class SessionReading {
  readonly #session: Session;
  readonly #finder: TextFinder;
  readonly #options: TranscriptSearchOptions;
  #hasTime: () => boolean;
  #refusal: Error | undefined;

  constructor(session: Session, finder: TextFinder, options: TranscriptSearchOptions) {
    this.#session = session;
    this.#finder = finder;
    this.#options = options;
    this.#hasTime = options.slices.begin();
  }

  async search(): Promise<SessionResult> {
    const transcript = new Transcript();
    const problem = await this.#read(transcript);
    return this.#look(transcript, problem);
  }

  /** Fills the transcript; resolves with why it is not all there. Throws what ends the whole search. */
  async #read(transcript: Transcript): Promise<string | undefined> {
    const { client, clock, slices, signal } = this.#options;
    let taken = 0;
    const onPiece = () => {
      const more = transcript.bytes - taken;
      if (more >= 0 && more < TAKEN_AT_ONCE) {
        return undefined;
      }
      taken = transcript.bytes;
      return nextTurn(slices);
    };
    for (;;) {
      try {
        await getTranscript(client, this.#session, signal, 'search', { into: transcript, onPiece });
        return transcript.problem;
      } catch (error) {
        if (signal.aborted) {
          return undefined;
        }
        if (isForbidden(error)) {
          this.#refusal = error;
          return error.message;
        }
        if (endsReading(error) || isFault(error) || error instanceof RetryEndedError) {
          throw error;
        }
        // Neither says anything of this transcript.
        if (!isRateLimited(error) && !isOutOfReach(error)) {
          return isAborted(error) ? 'It was given up.' : messageOf(error);
        }
        await delay(clock, UNTIL_AGAIN, signal).catch(() => undefined);
      }
    }
  }

  async #look(transcript: Transcript, problem: string | undefined): Promise<SessionResult> {
    const { signal } = this.#options;
    const hits: SearchHit[] = [];
    let [matches, messages, cutMessages] = [0, 0, 0];
    this.#hasTime = this.#options.slices.begin();
    for (let message = 0; message < transcript.count && !signal.aborted; message++) {
      const looking = searchMessage(transcript, message, false, this.#finder);
      let step = looking.next();
      while (step.done !== true) {
        await this.#pause();
        step = looking.next();
      }
      if (step.value !== undefined) {
        cutMessages += isSearchedInPart(step.value) ? 1 : 0;
        if (step.value.matches > 0 && this.#isOfTime(transcript, message, step.value)) {
          const hit = hitIn(this.#session, message, step.value);
          matches += hit.matches;
          messages += 1;
          if (hits.length < MOST_HITS) {
            hits.push(hit);
          }
          await this.#options.onHit?.(hit);
        }
      }
      await this.#pause();
    }
    const { length: damaged } = transcript.damaged;
    const why =
      problem ??
      (damaged === 0
        ? undefined
        : `${formatCount(damaged)} ${damaged === 1 ? 'entry of it is' : 'entries of it are'} no message.`);
    return {
      hits,
      found: { matches, messages },
      bytes: transcript.bytes,
      messages: transcript.count,
      cutMessages,
      unsearched: why === undefined ? undefined : { problem: why, isInPart: transcript.count > 0 },
      refusal: this.#refusal,
    };
  }

  /** One that does not say when it was is of the time of those before it. */
  #isOfTime(transcript: Transcript, index: number, { message }: FoundInMessage): boolean {
    const { times } = this.#options;
    const own = isReadable(message) ? parseTime(message.timestamp) : undefined;
    const time = own ?? transcript.latestTime(index);
    return times === undefined || time === undefined || (time >= times.from && time < times.to);
  }

  /** Lets keys and timers come in between once the slice is over. */
  async #pause(): Promise<void> {
    if (!this.#hasTime()) {
      await nextTurn(this.#options.slices);
      this.#hasTime = this.#options.slices.begin();
    }
  }
}

/** Whether the text that was searched holds less than what was sent: of what is larger than can be shown, all is searched. */
function isSearchedInPart({ message }: FoundInMessage): boolean {
  return isReadable(message) && isCut(message.raw);
}

/** Whether the server was not there to be asked. */
function isOutOfReach(error: unknown): boolean {
  return error instanceof NetworkError && error.neverSent;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
