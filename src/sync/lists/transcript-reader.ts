import type { Client } from '../../api/client.ts';
import { getSession, getTranscript } from '../../api/sessions.ts';
import type { Session } from '../../contract/session.ts';
import { STATUS } from '../../contract/status.ts';
import { Transcript } from '../../contract/transcript/transcript.ts';
import type { Clock } from '../../lib/clock.ts';
import { nextTurn, systemSlices } from '../../lib/slices.ts';
import type { Failure } from '../../stores/base/resource-store.ts';
import type { Stores } from '../../stores/stores.ts';
import type { OpenTranscript } from '../../stores/transcript/open-transcript.ts';
import { failureFrom } from '../retry/failure.ts';

/** While a transcript arrives, how much of it is here is reported so often, in milliseconds. */
const REPORT_EVERY = 100;

/** Bytes after which keys come in between. */
const TAKEN_AT_ONCE = 512 * 1024;

/** Milliseconds between two looks at a session that no list holds. */
const LOOKING = 30_000;

/** Why a transcript is not read again of which the server has no session any more. */
const GONE = `The server says that there is no such session (${STATUS.notFound}).`;

/** A transcript is read again after so many milliseconds at the earliest, and after so many times what reading it took. */
const SHORTEST_PAUSE = 10_000;
const PAUSE_PER_READING = 20;

export interface TranscriptReaderOptions {
  readonly stores: Pick<Stores, 'transcript' | 'sessions' | 'view'>;
  readonly clock: Clock;
  /** For what a person asks for, and for looking whether it has changed. */
  readonly reading: Client;
  readonly feeding: Client;
}

/**
 * Reads the transcript that a person opened into its store: what has arrived can be read at once. While it is open it is
 * read again when its session says that it has changed.
 */
export class TranscriptReader {
  readonly #options: TranscriptReaderOptions;
  #reading: AbortController | undefined;
  #session: Session | undefined;
  #pausesUntil = 0;
  #cancelLook = () => {};
  #stopWatching = () => {};

  constructor(options: TranscriptReaderOptions) {
    this.#options = options;
  }

  /** Reads the transcript of a session in place of the one that is open. */
  open(session: Session): void {
    this.close();
    void this.#read(session, undefined);
    this.#stopWatching = this.#options.stores.sessions.subscribe(() => this.#lookAtList());
    this.#lookLater();
  }

  /** Gives up on the transcript and lets go of it. */
  close(): void {
    this.#reading?.abort();
    this.#reading = undefined;
    this.#session = undefined;
    this.#cancelLook();
    this.#stopWatching();
    this.#options.stores.transcript.setState({ data: undefined, receivedAt: undefined, failure: undefined });
  }

  async #read(session: Session, known: OpenTranscript | undefined): Promise<void> {
    const { stores, clock, reading } = this.#options;
    const controller = new AbortController();
    const { signal } = controller;
    this.#reading = controller;
    this.#session = session;
    const transcript = new Transcript();
    const begunAt = clock.monotonic();
    let reportedAt = Number.NEGATIVE_INFINITY;
    let untilPause = TAKEN_AT_ONCE;
    let bytesSeen = 0;
    const report = (state: OpenTranscript['state']) => {
      reportedAt = clock.monotonic();
      const { count } = transcript;
      const messagesBefore = known === undefined ? undefined : (known.messagesBefore ?? known.messages);
      const data = { sessionId: session.id, session, transcript, messages: count, state, messagesBefore };
      stores.transcript.setState({ data });
    };
    const onPiece = () => {
      if (known === undefined && transcript.count > 0 && clock.monotonic() - reportedAt >= REPORT_EVERY) {
        report('arriving');
      }
      untilPause -= transcript.bytes - bytesSeen;
      bytesSeen = transcript.bytes;
      if (untilPause <= 0) {
        untilPause = TAKEN_AT_ONCE;
        return nextTurn(systemSlices);
      }
      return undefined;
    };
    try {
      await getTranscript(reading, session, signal, 'transcript', { into: transcript, onPiece });
      const { problem } = transcript;
      if (problem === undefined) {
        report('whole');
        stores.transcript.setState({ receivedAt: clock.now(), failure: undefined });
      } else {
        const failure = { message: problem, at: clock.now(), status: undefined };
        // What is here stays where the answer holds less of it.
        if (known === undefined || transcript.count >= known.messages) {
          report('broken');
          stores.transcript.setState({ receivedAt: clock.now(), failure });
        } else {
          stores.transcript.setState({ failure });
        }
      }
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      if (known === undefined && transcript.count > 0) {
        report('broken');
        stores.transcript.setState({ receivedAt: clock.now() });
      }
      stores.transcript.setState({ failure: failureFrom(error, clock) });
    }
    const now = clock.monotonic();
    this.#pausesUntil = now + Math.max(SHORTEST_PAUSE, PAUSE_PER_READING * (now - begunAt));
    this.#reading = undefined;
    this.#lookAtList();
  }

  /** Reads again when the list has another version of the session. */
  #lookAtList(): void {
    const listed = this.#listed();
    if (listed !== undefined) {
      this.#readIfChanged(listed);
    }
  }

  #listed(): Session | undefined {
    const { data } = this.#options.stores.sessions.getState();
    return data?.rows.find(({ id }) => id === this.#session?.id);
  }

  #readIfChanged(session: Session): void {
    const { stores, clock } = this.#options;
    const { data } = stores.transcript.getState();
    const isSeen = stores.view.getState().tab === 'sessions';
    const mayRead = this.#reading === undefined && clock.monotonic() >= this.#pausesUntil;
    if (data !== undefined && isSeen && mayRead && isOther(session, data.session)) {
      void this.#read(session, data);
    }
  }

  #lookLater(): void {
    this.#cancelLook = this.#options.clock.schedule(LOOKING, () => {
      this.#lookLater();
      void this.#look();
    });
  }

  /** Marks the session as gone, or takes that back; another failure stays. */
  #noteGone(failure: Failure | undefined): void {
    const { transcript } = this.#options.stores;
    const { data, failure: known } = transcript.getState();
    if (data !== undefined && (known === undefined || known.message === GONE)) {
      transcript.setState({ failure });
    }
  }

  async #look(): Promise<void> {
    const session = this.#session;
    if (session === undefined || this.#options.stores.view.getState().tab !== 'sessions') {
      return;
    }
    if (this.#listed() !== undefined) {
      this.#lookAtList();
      return;
    }
    try {
      const { value } = await getSession(this.#options.feeding, session, undefined, 'open session');
      if (this.#session === session) {
        this.#noteGone(undefined);
        this.#readIfChanged({ ...value, id: session.id });
      }
    } catch (error) {
      // It is asked again in a while; what was read stays.
      const failure = failureFrom(error, this.#options.clock);
      if (this.#session === session && failure.status === STATUS.notFound) {
        this.#noteGone({ ...failure, message: GONE });
      }
    }
  }
}

function isOther(session: Session, known: Session): boolean {
  return (
    session.modified_at !== known.modified_at ||
    session.message_count !== known.message_count ||
    session.size_bytes !== known.size_bytes
  );
}
