import type { Command } from 'commander';

import { wordsOf } from './program-arguments.ts';

/** What an exit status of a command says. */
export interface ExitStatus {
  readonly status: '0' | '1' | '2' | '3' | '4' | '5' | '6' | '128 + n' | '137';
  readonly meaning: string;
}

/** One exit status of a command, and what it says. */
export const is = (status: ExitStatus['status'], meaning: string): ExitStatus => ({ status, meaning });

/** Statuses that mean the same of many commands. */
export const WRONG = is('2', 'wrong usage or configuration');
export const REFUSED = is('3', 'refused by the service (401, 403)');
export const STOPPED = is('128 + n', 'stopped by signal n before all was done; Ctrl-C is 130');

/** Those of a command that prints something of this host. */
export const PRINTING: readonly ExitStatus[] = [is('0', 'it was printed'), WRONG];

/** Those of a command that reads from a server and prints it. */
export const READING: readonly ExitStatus[] = [
  is('0', 'all was printed, or what reads it closed its end, as head(1) does'),
  is('1', 'failed, or printed but incomplete: something could not be read, or that it is all is unverified'),
  WRONG,
  REFUSED,
  STOPPED,
];

const statusesOf = new WeakMap<Command, readonly ExitStatus[]>();

/**
 * Has a command do something, and says what each exit status of it means: its help, docs/exit-statuses.md and the manual page are
 * made from that. `run` gets the flags, those of the program among them, then the arguments; what it gives is the status.
 */
export function does<Flags extends object, Given extends readonly unknown[]>(
  command: Command,
  statuses: readonly ExitStatus[],
  run: (flags: Flags, ...given: Given) => Promise<number | void> | void,
): Command {
  statusesOf.set(command, statuses);
  return command.exitOverride().action(async (...all: readonly unknown[]) => {
    // Behind the arguments stand the options without those of the program, and the command.
    const status = await run(command.optsWithGlobals<Flags>(), ...(all.slice(0, -2) as unknown as Given));
    if (typeof status === 'number') {
      process.exitCode = status;
    }
  });
}

/** The exit statuses of every command that does something, by its words, in their order on the command line. */
export function exitStatusesIn(program: Command): ReadonlyMap<string, readonly ExitStatus[]> {
  const withBelow = (command: Command): readonly Command[] => [
    command,
    ...command.commands.flatMap(withBelow),
  ];
  return new Map(
    withBelow(program).flatMap((command) => {
      const statuses = statusesOf.get(command);
      return statuses === undefined ? [] : [[wordsOf(command).join(' '), statuses] as const];
    }),
  );
}

/** What the help of a command says of its exit statuses; undefined for a command that only holds others. */
export function exitStatusHelp(command: Command): string | undefined {
  const statuses = statusesOf.get(command);
  return statuses && ['', 'Exit status:', ...statuses.map(lineOf)].join('\n');
}

function lineOf({ status, meaning }: ExitStatus): string {
  return `  ${status.padEnd(7)}  ${meaning}`;
}

/** A row of the table of exit statuses. */
export interface ExitStatusRow extends ExitStatus {
  /** `vigil` alone is the console. Empty for every command. */
  readonly commands: readonly string[];
}

/** All exit statuses in one table, commands with the same meaning of one in one row. */
export function exitStatusTable(program: Command): readonly ExitStatusRow[] {
  const known = exitStatusesIn(program);
  const all = [...known].flatMap(([command, statuses]) => statuses.map((each) => ({ command, ...each })));
  const rows = Map.groupBy(all, ({ status, meaning }) => `${status} ${meaning}`);
  return [...rows.values()]
    .flatMap(([first, ...others]): readonly ExitStatusRow[] => {
      if (first === undefined) {
        return [];
      }
      const { status, meaning } = first;
      const isOfAll = others.length + 1 === known.size;
      return [{ status, meaning, commands: isOfAll ? [] : [first, ...others].map(({ command }) => command) }];
    })
    .sort((left, right) => Number.parseInt(left.status) - Number.parseInt(right.status));
}
