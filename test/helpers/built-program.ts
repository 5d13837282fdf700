import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { onTestFinished } from 'vitest';

import { programCommand } from './program-command.ts';

export interface ProgramOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
  /** Arguments of Node, before the program. */
  readonly nodeArguments?: readonly string[];
  /** An open file in the place of its standard output, or that it has none. */
  readonly output?: number | 'closed';
  /** What stands on its standard input; nothing at all without it. */
  readonly input?: string;
}

/** The built program without a terminal, killed when the test ends. */
export interface RunningProgram {
  readonly child: ChildProcess;
  /** What it printed so far. */
  readonly out: () => string;
  readonly problem: () => string;
  /** Resolves with its exit status, or the signal that ended it, once all its output has arrived. */
  readonly exit: Promise<number | string | null>;
}

/** Starts the built program with an environment of its own: nothing is passed on but PATH. */
export function startProgram(
  argumentsGiven: readonly string[],
  { environment = {}, folder, nodeArguments = [], output, input }: ProgramOptions = {},
): RunningProgram {
  const command = [...programCommand(nodeArguments), ...argumentsGiven];
  const [file = '', ...given] =
    output === 'closed' ? ['sh', '-c', 'exec "$@" >&-', 'sh', ...command] : command;
  const child = spawn(file, given, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...environment },
    stdio: [input === undefined ? 'ignore' : 'pipe', typeof output === 'number' ? output : 'pipe', 'pipe'],
  });
  child.stdin?.end(input);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let out = '';
  let problem = '';
  child.stdout?.on('data', (data: Buffer) => (out += data.toString()));
  child.stderr?.on('data', (data: Buffer) => (problem += data.toString()));
  const exit = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string | null);
  return { child, out: () => out, problem: () => problem, exit };
}

/** Runs it to its end. */
export async function runProgram(
  argumentsGiven: readonly string[],
  options?: ProgramOptions,
): Promise<{ readonly status: number | string | null; readonly out: string; readonly problem: string }> {
  const running = startProgram(argumentsGiven, options);
  const status = await running.exit;
  return { status, out: running.out(), problem: running.problem() };
}
