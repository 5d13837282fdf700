import { PassThrough, Readable, Writable } from 'node:stream';

import { vi } from 'vitest';

import { createClient } from '../../src/api/client.ts';
import type { CommandHost } from '../../src/cli/session/command-session.ts';
import { openJournal } from '../../src/host/journal/open-journal.ts';
import { UsageError } from '../../src/host/usage-error.ts';
import { wrapClient } from '../../src/sync/retry/wrap-client.ts';
import type { Journal } from '../../src/sync/writes/journal.ts';
import { createFakeClient, type FakeAnswer, type FakeCall, type FakeClient } from './fake-client.ts';
import { createMemoryJournal, type MemoryJournal } from './memory-journal.ts';
import { VirtualClock } from './virtual-clock.ts';

interface StreamOptions {
  readonly input?: string;
  /** What somebody types on a terminal, a line as soon as a question can be answered; without it there is no terminal. */
  readonly answers?: readonly string[];
  readonly clock?: VirtualClock;
  /** Standard error is a terminal of so many columns. */
  readonly errorColumns?: number;
  /** Hears of everything that is printed, in order. */
  readonly onPrinted?: (where: 'output' | 'error') => void;
  readonly random?: () => number;
  /** What stands in the place of standard output; nothing of it is in `lines` then. */
  readonly output?: Writable;
  readonly isOutputDiscarded?: boolean;
  /** Another program reads standard output. */
  readonly isOutputPiped?: boolean;
  /** Standard output is closed by its reader after so many lines. */
  readonly linesTaken?: number;
}

export interface CommandRunOptions extends StreamOptions {
  /** The server. */
  readonly answer: (call: FakeCall) => FakeAnswer;
  readonly journal?: MemoryJournal;
}

/** What a command printed, and how it ended. */
export interface CommandOutcome {
  readonly status: number;
  /** Lines of standard output. */
  readonly lines: readonly string[];
  /** Standard error. */
  readonly problem: string;
  /** Milliseconds of the clock that it took. */
  readonly took: number;
}

export interface CommandRun extends CommandOutcome {
  readonly client: FakeClient | undefined;
  readonly journal: MemoryJournal;
}

/** What a test does to a command while it runs. */
export interface RunningCommand {
  /** Tells it to stop, as the signal with that exit status. */
  readonly stop: (status: number) => void;
}

type RunCommand = (host: CommandHost, running: RunningCommand) => Promise<number>;

/** Runs a command without a process, a network or a disk, on a clock that moves by itself until it has ended. */
export async function runCommandWith(
  { answer, journal = createMemoryJournal(), clock = new VirtualClock(), ...streams }: CommandRunOptions,
  run: RunCommand,
): Promise<CommandRun> {
  let client: FakeClient | undefined;
  const outcome = await runOn(
    {
      createClient({ onExchange, readOnly }) {
        client = createFakeClient(clock, answer, onExchange);
        client.setWritable(readOnly ? undefined : 'always');
        return client;
      },
      openJournal: () => journal,
      isBusy: () => false,
    },
    { ...streams, clock },
    run,
  );
  return { ...outcome, client, journal };
}

/**
 * Runs a command that asks the server of its settings over the network and keeps its journal in a file. The clock moves by
 * itself as well, and stands still while an answer or the disk is waited for.
 */
export async function runRealCommand(
  { clock = new VirtualClock(), ...streams }: StreamOptions,
  run: RunCommand,
): Promise<CommandOutcome> {
  let underWay = 0;
  const during = async <Result>(work: Promise<Result>): Promise<Result> => {
    underWay++;
    try {
      return await work;
    } finally {
      underWay--;
    }
  };
  return runOn(
    {
      createClient(options) {
        return wrapClient(
          createClient(options),
          (next) =>
            (...request) =>
              during(next(...request)),
        );
      },
      openJournal(target) {
        const journal = openJournal(target, target.isDemo);
        return {
          append: (entry) => during(journal.append(entry)),
          read: (options) => during(journal.read(options)),
        } satisfies Journal;
      },
      isBusy: () => underWay > 0,
    },
    { ...streams, clock },
    run,
  );
}

async function runOn(
  {
    isBusy,
    ...parts
  }: Pick<CommandHost, 'createClient' | 'openJournal'> & { readonly isBusy: () => boolean },
  {
    input = '',
    answers,
    clock,
    linesTaken,
    output,
    errorColumns,
    onPrinted = () => undefined,
    random = () => 0.5,
    isOutputDiscarded = false,
    isOutputPiped = false,
  }: StreamOptions & { readonly clock: VirtualClock },
  run: RunCommand,
): Promise<CommandOutcome> {
  const stopping = new AbortController();
  const lines: string[] = [];
  let problem = '';
  const captured = new Writable({
    write(chunk: Buffer, _encoding, done) {
      onPrinted('output');
      const isClosed = lines.length >= (linesTaken ?? Number.POSITIVE_INFINITY);
      if (!isClosed) {
        lines.push(...String(chunk).trimEnd().split('\n'));
      }
      done(isClosed ? Object.assign(new Error('closed'), { code: 'EPIPE' }) : null);
    },
  });
  const host: CommandHost = {
    ...parts,
    clock,
    random,
    input: answers === undefined ? Readable.from([Buffer.from(input)]) : keyboardOf(answers),
    output: output ?? captured,
    isOutputDiscarded,
    isOutputPiped,
    listenForSignals: () => ({ stop: stopping.signal, finished: () => undefined }),
  };
  const errors = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    onPrinted('error');
    problem += String(text);
    return true;
  });
  const { isTTY, columns } = process.stderr;
  process.stderr.isTTY = answers !== undefined || errorColumns !== undefined;
  process.stderr.columns = errorColumns ?? columns;
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
      if (!isBusy()) {
        await clock.advance(100);
      }
    }
  } finally {
    process.stderr.isTTY = isTTY;
    process.stderr.columns = columns;
    errors.mockRestore();
  }
  if (status === -1) {
    throw failure;
  }
  return { status, lines, problem, took: clock.monotonic() - startedAt };
}

function keyboardOf(answers: readonly string[]): Readable {
  const left = [...answers];
  const keyboard = new PassThrough();
  return Object.assign(keyboard, {
    isTTY: true,
    setRawMode(isRaw: boolean) {
      if (!isRaw) {
        const line = left.shift();
        void (line === undefined ? keyboard.end() : keyboard.write(`${line}\n`));
      }
    },
  });
}
