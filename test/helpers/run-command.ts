import { Readable, Writable } from 'node:stream';

import { vi } from 'vitest';

import type { CommandHost } from '../../src/cli/command-session.ts';
import { UsageError } from '../../src/cli/usage-error.ts';
import { createFakeClient, type FakeAnswer, type FakeCall, type FakeClient } from './fake-client.ts';
import { createMemoryJournal, type MemoryJournal } from './memory-journal.ts';
import { VirtualClock } from './virtual-clock.ts';

export interface CommandRunOptions {
  /** The server. */
  readonly answer: (call: FakeCall) => FakeAnswer;
  readonly input?: string;
  readonly journal?: MemoryJournal;
  readonly clock?: VirtualClock;
  /** Standard output is closed by its reader after so many lines. */
  readonly linesTaken?: number;
}

export interface CommandRun {
  readonly status: number;
  /** Lines of standard output. */
  readonly lines: readonly string[];
  /** Standard error. */
  readonly problem: string;
  readonly client: FakeClient | undefined;
  readonly journal: MemoryJournal;
  /** Milliseconds of the clock that it took. */
  readonly took: number;
}

/** What a test does to a command while it runs. */
export interface RunningCommand {
  /** Tells it to stop, as the signal with that exit status. */
  readonly stop: (status: number) => void;
}

/** Runs a command without a process, a network or a disk, on a clock that moves by itself until it has ended. */
export async function runCommandWith(
  {
    answer,
    input = '',
    journal = createMemoryJournal(),
    clock = new VirtualClock(),
    linesTaken,
  }: CommandRunOptions,
  run: (host: CommandHost, running: RunningCommand) => Promise<number>,
): Promise<CommandRun> {
  const stopping = new AbortController();
  const lines: string[] = [];
  let client: FakeClient | undefined;
  let problem = '';
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const isClosed = lines.length >= (linesTaken ?? Number.POSITIVE_INFINITY);
      if (!isClosed) {
        lines.push(...String(chunk).trimEnd().split('\n'));
      }
      done(isClosed ? Object.assign(new Error('closed'), { code: 'EPIPE' }) : null);
    },
  });
  const host: CommandHost = {
    clock,
    random: () => 0.5,
    input: Readable.from([Buffer.from(input)]),
    output,
    listenForSignals: () => ({ stop: stopping.signal, finished: () => undefined }),
    createClient({ onExchange, readOnly }) {
      client = createFakeClient(clock, answer, onExchange);
      client.setWritable(readOnly ? undefined : 'always');
      return client;
    },
    openJournal: () => journal,
  };
  const errors = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    problem += String(text);
    return true;
  });
  const startedAt = clock.monotonic();
  let status: number | undefined;
  let failure: unknown;
  try {
    void run(host, { stop: (reason) => stopping.abort(reason) }).then(
      (given) => (status = given),
      (error: unknown) => {
        failure = error;
        status = error instanceof UsageError ? 2 : -1;
        problem += String(error);
      },
    );
    while (status === undefined) {
      await new Promise((resolve) => setImmediate(resolve));
      await clock.advance(100);
    }
  } finally {
    errors.mockRestore();
  }
  if (status === -1) {
    throw failure;
  }
  return { status, lines, problem, client, journal, took: clock.monotonic() - startedAt };
}
