import type { Client } from '../../api/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { jsonText } from '../../lib/json-text.ts';
import { isFault } from '../../lib/is-fault.ts';
import { prose, type Untrusted } from '../../lib/untrusted.ts';
import { NO_FOUND_SESSIONS } from '../../stores/hunt/found-sessions.ts';
import type { HuntFinding } from '../../stores/hunt/hunt-findings.ts';
import type { HuntSlice } from '../../stores/hunt/select-hunt.ts';
import { CountTrust } from '../lists/count-trust.ts';
import { readSessionsOfMachine } from '../lists/machine-sessions-list.ts';

/** Sessions of so many machines are read: of more nobody looks at each, and every machine is a request. */
const MOST_MACHINES = 200;

/** Milliseconds between two looks at what was found meanwhile. */
const LOOK_EVERY = 1000;

/** A machine that installed something again has its sessions read again, no sooner than after so many milliseconds. */
const AGAIN_AFTER = 60_000;

export interface FoundSessionsReaderOptions {
  /** Paces itself, and reads again what failed in a way that may pass. */
  readonly client: Client;
  readonly clock: Clock;
  readonly stores: Pick<HuntSlice, 'liveHunt' | 'foundSessions'>;
  /** Called with a mistake in the program: what was being done, after "while", and what was thrown. */
  readonly onFault: (doing: string, error: unknown) => void;
}

/** Reads the sessions of the machines that a hunt has found, one machine after the other, and those of no other. */
export class FoundSessionsReader {
  readonly #options: FoundSessionsReaderOptions;
  readonly #ends = new CountTrust();
  /** By client, when its sessions were read, and the last event of it that was known then. */
  readonly #read = new Map<string, { readonly at: number; readonly last: number }>();
  /** Of the findings that were looked at last, without any that asks for more. */
  #version: number | undefined;
  #controller = new AbortController();
  #cancel = () => {};

  constructor(options: FoundSessionsReaderOptions) {
    this.#options = options;
  }

  /** Begins anew. */
  begin(): void {
    this.stop();
    this.#read.clear();
    this.#version = undefined;
    this.#options.stores.foundSessions.setState(NO_FOUND_SESSIONS);
    this.#controller = new AbortController();
    void this.#go(this.#controller.signal);
  }

  /** Reads no more. */
  stop(): void {
    this.#controller.abort();
    this.#cancel();
  }

  async #go(signal: AbortSignal): Promise<void> {
    const { clock, stores, onFault } = this.#options;
    try {
      for (let next = this.#next(); next !== undefined; next = this.#next()) {
        await this.#readOf(next.client, next.last, signal);
      }
      if (!signal.aborted) {
        this.#cancel = clock.schedule(LOOK_EVERY, () => void this.#go(signal));
      }
    } catch (error) {
      if (!signal.aborted) {
        const message = error instanceof Error ? error.message : jsonText(error);
        stores.foundSessions.setState({ problem: prose(message) });
        if (isFault(error)) {
          onFault('reading the sessions of what was found', error);
        }
      }
    }
  }

  async #readOf(client: Untrusted, last: number, signal: AbortSignal): Promise<void> {
    const { clock, stores, client: reading } = this.#options;
    this.#read.set(client, { at: clock.now(), last });
    const { sessions } = await readSessionsOfMachine(client, {
      client: reading,
      clock,
      ends: this.#ends,
      signal,
    });
    signal.throwIfAborted();
    // Of a machine there may be thousands: what says nothing of where and when is not kept.
    const known = sessions.map(({ id, session_id, project_path, git_branch, created_at, modified_at }) => ({
      ...{ id, session_id, project_path, git_branch, created_at, modified_at },
    }));
    stores.foundSessions.setState(({ byClient }) => ({ byClient: new Map(byClient).set(client, known) }));
  }

  /** A machine whose sessions were not read yet, or which installed something since. */
  #next(): { readonly client: Untrusted; readonly last: number } | undefined {
    const { clock, stores } = this.#options;
    const { parts, version } = stores.liveHunt.findings;
    if (version === this.#version) {
      return undefined;
    }
    const beyond = new Set<Untrusted>();
    let isLater = false;
    let next: { readonly client: Untrusted; readonly last: number } | undefined;
    for (const { client, last } of findingsIn(parts)) {
      if (client === undefined || last === undefined) {
        continue;
      }
      const read = this.#read.get(client);
      if (read === undefined && this.#read.size >= MOST_MACHINES) {
        beyond.add(client);
      } else if (read === undefined || last > read.last) {
        const isDue = read === undefined || clock.now() - read.at >= AGAIN_AFTER;
        isLater ||= !isDue;
        next ??= isDue ? { client, last } : undefined;
      }
    }
    if (beyond.size !== stores.foundSessions.getState().left) {
      stores.foundSessions.setState({ left: beyond.size });
    }
    this.#version = next === undefined && !isLater ? version : undefined;
    return next;
  }
}

function* findingsIn(
  parts: readonly { values(): Iterable<HuntFinding> }[],
): Generator<HuntFinding, undefined> {
  for (const part of parts) {
    for (const finding of part.values()) {
      if (finding.verdict === 'listed') {
        yield finding;
      }
    }
  }
  return undefined;
}
