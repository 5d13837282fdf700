import { quote } from '../../api/quote.ts';
import type { Clock } from '../../lib/clock.ts';
import { withoutCredentials } from './credential-text.ts';
import { endGroup, environmentOfPrograms } from '../program-group.ts';
import { UsageError } from '../usage-error.ts';

/** Milliseconds that a command may take: a person may have to unlock something first. */
const PATIENCE = 30_000;
/** Milliseconds after which a person is informed what is being waited for. */
const UNTIL_NOTICE = 1000;
const MOST_BYTES = 4096;
const MOST_OF_REASON = 200;

export interface KeyCommand {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Where it runs. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** How sentences call it. */
  readonly source: string;
  readonly clock: Clock;
  /** Is called when it takes long. */
  readonly say: (sentence: string) => void;
  readonly milliseconds?: number;
  /** Ends it before its time. */
  readonly signal?: AbortSignal | undefined;
}

/** How a command came to its end. */
interface Ending {
  /** Its status, or why it cannot be run; undefined when a signal ended it. */
  readonly code: string | number | undefined;
  readonly signal: string | undefined;
  /** Why it was ended before it did itself. */
  readonly endedFor: 'time' | 'size' | undefined;
  readonly printed: string;
  readonly complaint: string;
}

/**
 * Runs a command that prints the key, without a shell and without the key of the environment, and resolves with what
 * it printed. Rejects with a UsageError that says what went wrong, or with the reason of the signal; nothing that looks like a
 * key is repeated.
 */
export async function runKeyCommand(options: KeyCommand): Promise<string> {
  const { command, source, clock, say, milliseconds = PATIENCE, signal } = options;
  signal?.throwIfAborted();
  const cancelNotice = clock.schedule(UNTIL_NOTICE, () =>
    say(
      `Waiting for ${source} (${nameOf(command[0] ?? '')}), for ${milliseconds / 1000} s at most. It has no terminal to ask in.`,
    ),
  );
  const ending = await untilItEnds(options);
  cancelNotice();
  signal?.throwIfAborted();
  if (ending.code !== 0 || ending.endedFor !== undefined) {
    throw new UsageError(sentenceFor(ending, options));
  }
  return ending.printed;
}

/**
 * Runs the command as a group of processes of its own, which is ended as a whole when it takes too long, prints too much or
 * this process is asked to end. Its end is that of the program itself: what it left running in the background may keep its
 * output open for as long as it wants.
 */
function untilItEnds({
  command,
  folder,
  environment,
  milliseconds = PATIENCE,
  signal: givenUp,
}: KeyCommand): Promise<Ending> {
  // Loaded only here: those whose key is elsewhere do not wait for it.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const [program = '', ...programArguments] = command;
  return new Promise((resolve) => {
    const pieces: { readonly printed: Buffer[]; readonly complaint: Buffer[] } = {
      printed: [],
      complaint: [],
    };
    let endedFor: Ending['endedFor'];
    const group: { id: number | undefined } = { id: undefined };
    const endIt = () => endGroup(group.id);
    // Before it begins: a signal that comes right after that must not leave it behind.
    const stopListening = onOwnEnd(endIt);
    // A program that reads its input must not wait for the keyboard, which the console needs.
    const child = spawn(program, programArguments, {
      cwd: folder,
      env: environmentOfPrograms(environment),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    group.id = child.pid;
    const endFor = (why: Ending['endedFor']) => {
      endedFor ??= why;
      endIt();
    };
    const timer = setTimeout(endFor, milliseconds, 'time');
    givenUp?.addEventListener('abort', endIt, { once: true });
    for (const [stream, kept] of [
      [child.stdout, pieces.printed],
      [child.stderr, pieces.complaint],
    ] as const) {
      let bytes = 0;
      stream.on('error', () => undefined);
      stream.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > MOST_BYTES) {
          endFor('size');
        } else {
          kept.push(piece);
        }
      });
    }
    const end = (code: string | number | undefined, signal: string | undefined) => {
      clearTimeout(timer);
      givenUp?.removeEventListener('abort', endIt);
      stopListening();
      child.stdout.destroy();
      child.stderr.destroy();
      const textOf = (kept: readonly Buffer[]) => Buffer.concat(kept).toString('utf8');
      resolve({
        code,
        signal,
        endedFor,
        printed: textOf(pieces.printed),
        complaint: textOf(pieces.complaint),
      });
    };
    child.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'unknown', undefined));
    child.once('exit', (code, signal) => {
      afterWhatIsThere(() => end(code ?? undefined, signal ?? undefined));
    });
  });
}

/** Times that the event loop looks for input before nothing more of a program that has ended is expected. */
const LAST_LOOKS = 3;

/** Calls back when what has been written into pipes until now was read, whoever still has them open. */
function afterWhatIsThere(done: () => void, looks = LAST_LOOKS): void {
  setImmediate(() => (looks === 0 ? done() : afterWhatIsThere(done, looks - 1)));
}

const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** Calls `endIt` when this process exits or gets a signal, by which it then ends. The function returned undoes that. */
function onOwnEnd(endIt: () => void): () => void {
  const onSignal = (signal: NodeJS.Signals) => {
    endIt();
    stop();
    // Whoever listens beside us, as a console does, has heard it, and ends this process in its own way.
    if (process.listenerCount(signal) === 0) {
      process.kill(process.pid, signal);
    }
  };
  const stop = () => {
    process.off('exit', endIt);
    ENDING_SIGNALS.forEach((signal) => process.off(signal, onSignal));
  };
  process.once('exit', endIt);
  ENDING_SIGNALS.forEach((signal) => process.on(signal, onSignal));
  return stop;
}

function sentenceFor(
  { code, signal, endedFor, printed, complaint }: Ending,
  { command, source, milliseconds = PATIENCE }: KeyCommand,
): string {
  const program = nameOf(command[0] ?? '');
  if (code === 'ENOENT') {
    return `${source}: there is no program ${program}. Name it with its whole path.`;
  }
  if (endedFor === 'size') {
    return `${source}: ${program} printed more than ${MOST_BYTES} bytes. It has to print the key and nothing else.`;
  }
  if (endedFor === 'time') {
    return `${source}: ${program} did not end within ${milliseconds / 1000} s. It has no terminal, and asking for a password or a PIN there is never answered. Unlock it before you start vigil, or let it ask in a window (pinentry of the desktop), or use an api_key_file.`;
  }
  if (typeof code === 'string') {
    return `${source}: ${program} cannot be run (${code}).`;
  }
  const reason = mayHoldKey(complaint, printed) ? '' : quote(withoutCredentials(complaint), MOST_OF_REASON);
  const end = signal === undefined ? `with status ${code}` : `by ${signal}`;
  const ended = `${source}: ${program} ended ${end}${reason === '' ? '.' : `: ${reason}`}`;
  return ASKS_IN_TERMINAL.test(complaint)
    ? `${ended.replace(/[.\s]*$/, '.')} It has no terminal to ask in: unlock it before you start vigil, or let it ask in a window.`
    : ended;
}

/** What gpg, pinentry, ssh and programs of that kind say where they miss a terminal. */
const ASKS_IN_TERMINAL =
  /\/dev\/tty|\btty\b|terminal|pinentry|Inappropriate ioctl|No such device or address|not signed in/i;

function nameOf(program: string): string {
  return quote(withoutCredentials(program), MOST_OF_REASON);
}

/** Some programs repeat on stderr what they print. */
function mayHoldKey(complaint: string, printed: string): boolean {
  const text = printed.trim();
  return text !== '' && complaint.includes(text);
}
