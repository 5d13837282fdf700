import { startProgram, type ProgramOptions, type RunningProgram } from './built-program.ts';

/** The built program as a person or a script runs it: `vigil events …` without a terminal. */
export interface EventsProcess extends RunningProgram {
  /** Whole lines of stdout so far. */
  readonly lines: readonly string[];
  /** The id of each line of `--json`. */
  ids(): readonly string[];
  /** Resolves once the condition holds; looked at whenever something is printed. Rejects when the program ends before. */
  until(condition: (process: EventsProcess) => boolean): Promise<void>;
}

/** Where a service is. */
export interface ServiceAddress {
  readonly baseUrl: string | URL;
  readonly apiKey: string | undefined;
}

/** Starts `vigil events` with these flags; it is killed when the test ends. */
export function startEvents(
  { baseUrl, apiKey }: ServiceAddress,
  flags: readonly string[],
  options: Pick<ProgramOptions, 'output'> = {},
): EventsProcess {
  const running = startProgram(['events', ...flags], {
    ...options,
    environment: {
      VIGIL_BASE_URL: String(baseUrl),
      VIGIL_API_KEY: apiKey ?? 'sk_live_none',
      LANG: 'C.UTF-8',
    },
  });
  const waiting = new Set<() => void>();
  const look = () => waiting.forEach((wake) => wake());
  running.child.stdout?.on('data', look);
  running.child.stderr?.on('data', look);
  let hasEnded = false;
  void running.exit.then(() => {
    hasEnded = true;
    look();
  });
  const events: EventsProcess = {
    ...running,
    get lines() {
      return running.out().split('\n').slice(0, -1);
    },
    ids: () => events.lines.map((line) => String((JSON.parse(line) as { id: unknown }).id)),
    until: (condition) =>
      new Promise<void>((resolve, reject) => {
        const wake = () => {
          if (condition(events)) {
            waiting.delete(wake);
            resolve();
          } else if (hasEnded) {
            waiting.delete(wake);
            reject(new Error(`vigil ended before that: ${running.problem()}`));
          }
        };
        waiting.add(wake);
        wake();
      }),
  };
  return events;
}

/** Runs `vigil events` to its end. */
export async function runEvents(
  service: ServiceAddress,
  flags: readonly string[],
  options: Pick<ProgramOptions, 'output'> = {},
): Promise<{
  readonly status: number | string | null;
  readonly lines: readonly string[];
  readonly problem: string;
}> {
  const running = startEvents(service, flags, options);
  const status = await running.exit;
  return { status, lines: running.lines, problem: running.problem() };
}
