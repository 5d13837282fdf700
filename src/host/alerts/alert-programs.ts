import type { ChildProcess } from 'node:child_process';

import type { Clock } from '../../lib/clock.ts';
import { formatCount } from '../../lib/format-number.ts';
import { named } from '../../lib/named.ts';
import { quoting, type Sentence } from '../../lib/untrusted.ts';
import { endGroup, environmentOfPrograms } from '../program-group.ts';

/** Milliseconds that a program may take for an event. */
const PATIENCE = 30_000;

/** So many events wait for the program of a filter; what comes beyond is skipped, and counted. */
const MOST_WAITING = 100;

/** That a program fails, and what was skipped, is said so often at most for each filter, in milliseconds. */
const LEAST_BETWEEN = 60_000;

/** A program that is to be run for an event. */
interface Run {
  readonly key: string;
  readonly title: Sentence;
  readonly command: readonly string[];
  readonly event: string;
}

export interface AlertProgramsOptions {
  /** Where they run. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly report: (sentence: Sentence) => void;
}

/** Events of one burst are skipped within so many milliseconds of each other: they are counted before it is said. */
const BURST = 1000;

/** What is known of the program of one filter. */
interface Line {
  readonly waiting: Run[];
  isRunning: boolean;
  skipped: number;
  failed: number;
  why: Sentence;
  saidAt: number;
  cancelSaying: (() => void) | undefined;
}

/**
 * Runs programs for events: without a shell and without the key, the event on standard input and nowhere else, what they print
 * is discarded. Those of one filter run one after the other, each for at most 30 seconds.
 */
export class AlertPrograms {
  readonly #options: AlertProgramsOptions;
  readonly #lines = new Map<string, Line>();
  readonly #running = new Set<ChildProcess>();
  #isStopped = false;

  constructor(options: AlertProgramsOptions) {
    this.#options = options;
  }

  run(run: Run): void {
    const line = this.#lineOf(run.key);
    if (line.waiting.length >= MOST_WAITING) {
      line.skipped++;
      this.#sayLater(line, run, BURST);
      return;
    }
    line.waiting.push(run);
    this.#next(line);
  }

  /**
   * Ends what runs, with all that it started, and begins nothing any more. Returns for how many events that was, in a sentence;
   * undefined where nothing ran, waited or was skipped that was not said before.
   */
  stop(): Sentence | undefined {
    this.#isStopped = true;
    const ended = this.#running.size;
    this.#running.forEach(({ pid }) => endGroup(pid));
    const lines = [...this.#lines.values()];
    lines.forEach(({ cancelSaying }) => cancelSaying?.());
    const left = lines.reduce((sum, { waiting, skipped }) => sum + waiting.length + skipped, 0);
    const sentences = [
      ...(left === 0 ? [] : [`Programs for alerts were not run any more for ${eventsWord(left)}.`]),
      ...(ended === 0 ? [] : [`${formatCount(ended)} that ran ${ended === 1 ? 'was' : 'were'} ended.`]),
    ];
    return sentences.length === 0 ? undefined : sentences.join(' ');
  }

  #lineOf(key: string): Line {
    let line = this.#lines.get(key);
    if (line === undefined) {
      line = {
        waiting: [],
        isRunning: false,
        skipped: 0,
        failed: 0,
        why: '',
        saidAt: Number.NEGATIVE_INFINITY,
        cancelSaying: undefined,
      };
      this.#lines.set(key, line);
    }
    return line;
  }

  #next(line: Line): void {
    const run = line.isRunning || this.#isStopped ? undefined : line.waiting.shift();
    if (run === undefined) {
      return;
    }
    line.isRunning = true;
    this.#start(run, (why) => {
      line.isRunning = false;
      if (why !== undefined && !this.#isStopped) {
        line.failed++;
        line.why = why;
        this.#sayLater(line, run);
      }
      this.#next(line);
    });
  }

  #start(
    { command: [program = '', ...programArguments], event }: Run,
    ended: (why?: Sentence) => void,
  ): void {
    const { folder, environment, clock } = this.#options;
    const { spawn } = process.getBuiltinModule('node:child_process');
    let child: ChildProcess;
    try {
      child = spawn(program, programArguments, {
        cwd: folder,
        env: environmentOfPrograms(environment),
        detached: true,
        stdio: ['pipe', 'ignore', 'ignore'],
      });
    } catch (error) {
      ended(quoting`cannot be run (${named((error as NodeJS.ErrnoException).code ?? 'unknown')})`);
      return;
    }
    this.#running.add(child);
    let isOver = false;
    let isLate = false;
    const cancel = clock.schedule(PATIENCE, () => {
      isLate = true;
      endGroup(child.pid);
    });
    const end = (why?: Sentence) => {
      if (!isOver) {
        isOver = true;
        cancel();
        this.#running.delete(child);
        ended(why);
      }
    };
    child.once('error', ({ code = 'unknown' }: NodeJS.ErrnoException) =>
      end(code === 'ENOENT' ? 'is not there' : quoting`cannot be run (${named(code)})`),
    );
    child.once('exit', (status, signal) =>
      end(
        isLate
          ? `did not end within ${PATIENCE / 1000} s`
          : status === 0
            ? undefined
            : status === null
              ? `was ended by ${signal ?? 'a signal'}`
              : `ended with status ${status}`,
      ),
    );
    // It may end before it has read everything.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(`${event}\n`);
  }

  /** Says what went wrong, the first of it after `least` milliseconds and what follows together. */
  #sayLater(line: Line, { title, command }: Run, least = 0): void {
    const { clock } = this.#options;
    const wait = Math.max(least, line.saidAt + LEAST_BETWEEN - clock.monotonic());
    if (wait > 0) {
      line.cancelSaying ??= clock.schedule(wait, () => this.#say(line, title, command));
    } else if (line.cancelSaying === undefined) {
      this.#say(line, title, command);
    }
  }

  #say(line: Line, title: Sentence, [program = '']: readonly string[]): void {
    line.cancelSaying = undefined;
    line.saidAt = this.#options.clock.monotonic();
    const name = named(program.split('/').at(-1) ?? '');
    const times = line.failed > 1 ? ` (${formatCount(line.failed)} times)` : '';
    const failed = line.failed === 0 ? '' : quoting`${name} ${line.why}${times}.`;
    const skipped =
      line.skipped === 0
        ? ''
        : quoting`${name} was not run for ${eventsWord(line.skipped)}: they come faster than it ends.`;
    [line.failed, line.skipped] = [0, 0];
    const between = failed === '' || skipped === '' ? '' : ' ';
    this.#options.report(quoting`${title}${failed}${between}${skipped}`);
  }
}

function eventsWord(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'event' : 'events'}`;
}
