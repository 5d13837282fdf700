import { quote } from '../../api/quote.ts';
import type { Clock } from '../../lib/clock.ts';
import { withoutCredentials } from '../credential-text.ts';
import { UsageError } from '../usage-error.ts';

/** Milliseconds that a command may take: a person may have to unlock something first. */
const PATIENCE = 30_000;
/** Milliseconds after which a person is told what is being waited for. */
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
  /** Is told when it takes long. */
  readonly say: (sentence: string) => void;
  readonly milliseconds?: number;
}

interface Failure {
  readonly code: string | number | undefined;
  readonly killed: boolean;
  readonly signal: string | undefined;
}

/**
 * Runs a command that prints the key, without a shell and without the key of the environment, and resolves with what
 * it printed. Rejects with a UsageError that says what went wrong; nothing that looks like a key is repeated.
 */
export function runKeyCommand(options: KeyCommand): Promise<string> {
  const { command, folder, environment, source, clock, say, milliseconds = PATIENCE } = options;
  // Loaded only here: those whose key is elsewhere do not wait for it.
  const { execFile } = process.getBuiltinModule('node:child_process');
  const [program = '', ...programArguments] = command;
  const passedOn = { ...environment };
  delete passedOn['VIGIL_API_KEY'];
  const cancelNotice = clock.schedule(UNTIL_NOTICE, () =>
    say(`Waiting for ${source} (${nameOf(program)}), for ${milliseconds / 1000} s at most.`),
  );
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      programArguments,
      {
        cwd: folder,
        env: passedOn,
        timeout: milliseconds,
        killSignal: 'SIGKILL',
        maxBuffer: MOST_BYTES,
        encoding: 'utf8',
      },
      (error, printed, complaint) => {
        cancelNotice();
        if (error === null) {
          resolve(printed);
          return;
        }
        const { code, killed, signal } = error as unknown as Failure;
        reject(new UsageError(sentenceFor({ code, killed, signal }, options, printed, complaint)));
      },
    );
    // A program that reads its input must not wait for the keyboard, which the console needs.
    child.stdin?.on('error', () => undefined).end();
  });
}

function sentenceFor(
  { code, killed, signal }: Failure,
  { command, source, milliseconds = PATIENCE }: KeyCommand,
  printed: string,
  complaint: string,
): string {
  const program = nameOf(command[0] ?? '');
  if (code === 'ENOENT') {
    return `${source}: there is no program ${program}. Name it with its whole path.`;
  }
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') {
    return `${source}: ${program} printed more than ${MOST_BYTES} bytes. It has to print the key and nothing else.`;
  }
  if (killed) {
    return `${source}: ${program} did not end within ${milliseconds / 1000} s.`;
  }
  if (typeof code === 'string') {
    return `${source}: ${program} cannot be run (${code}).`;
  }
  const reason = mayHoldKey(complaint, printed) ? '' : quote(withoutCredentials(complaint), MOST_OF_REASON);
  const end = signal === undefined || signal === null ? `with status ${code}` : `by ${signal}`;
  return `${source}: ${program} ended ${end}${reason === '' ? '.' : `: ${reason}`}`;
}

function nameOf(program: string): string {
  return quote(withoutCredentials(program), MOST_OF_REASON);
}

/** Some programs repeat on stderr what they print. */
function mayHoldKey(complaint: string, printed: string): boolean {
  const text = printed.trim();
  return text !== '' && complaint.includes(text);
}
