import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { onTestFinished } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../bin/vigil.js', import.meta.url));

/** The built program as a person or a script runs it: `vigil events …` without a terminal. */
export interface EventsProcess {
  readonly child: ChildProcess;
  /** Whole lines of stdout so far. */
  readonly lines: readonly string[];
  /** What was written on stderr so far. */
  readonly notes: string;
  /** The id of each line of `--json`. */
  ids(): readonly string[];
  /** Resolves once the condition holds; looked at whenever something is printed. Rejects when the program ends before. */
  until(condition: (process: EventsProcess) => boolean): Promise<void>;
  /** Resolves with the exit status once the program has ended and all it wrote was read. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

/** Where a service is. */
export interface ServiceAddress {
  readonly baseUrl: string | URL;
  readonly apiKey: string | undefined;
}

/** Starts `vigil events` with these flags, its output in a pipe or in an open file; it is killed when the test ends. */
export function startEvents(
  { baseUrl, apiKey }: ServiceAddress,
  flags: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  stdout: 'pipe' | number = 'pipe',
): EventsProcess {
  const child = spawn(process.execPath, [PROGRAM, 'events', ...flags], {
    stdio: ['ignore', stdout, 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: '/nonexistent',
      VIGIL_BASE_URL: String(baseUrl),
      VIGIL_API_KEY: apiKey ?? 'sk_live_none',
      LANG: 'C.UTF-8',
      ...environment,
    },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const lines: string[] = [];
  let rest = '';
  let notes = '';
  let status: { readonly value: number | NodeJS.Signals | null } | undefined;
  const waiting = new Set<() => void>();
  const look = () => waiting.forEach((wake) => wake());
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const pieces = (rest + text).split('\n');
    rest = pieces.pop() ?? '';
    lines.push(...pieces);
    look();
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    notes += text;
    look();
  });
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on('close', (code, signal) => {
      status = { value: code ?? signal };
      resolve(status.value);
      look();
    });
  });
  const running: EventsProcess = {
    child,
    lines,
    ended,
    get notes() {
      return notes;
    },
    ids: () => lines.map((line) => String((JSON.parse(line) as { id: unknown }).id)),
    until: (condition) =>
      new Promise<void>((resolve, reject) => {
        const wake = () => {
          if (condition(running)) {
            waiting.delete(wake);
            resolve();
          } else if (status !== undefined) {
            waiting.delete(wake);
            reject(new Error(`vigil ended with ${status.value} before that.\n${notes}`));
          }
        };
        waiting.add(wake);
        wake();
      }),
  };
  return running;
}

/** Runs `vigil events` to its end. */
export async function runEvents(
  service: ServiceAddress,
  flags: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  stdout: 'pipe' | number = 'pipe',
): Promise<{ status: number | NodeJS.Signals | null; lines: readonly string[]; notes: string }> {
  const running = startEvents(service, flags, environment, stdout);
  const status = await running.ended;
  return { status, lines: running.lines, notes: running.notes };
}
