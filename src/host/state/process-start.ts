import { readFileSync, readlinkSync } from 'node:fs';

/**
 * When a process began, by which it is distinguished from an earlier one of the same number: the id of this boot of the system and
 * clock ticks since then. Undefined where the system does not say.
 */
export function processStart(
  pid: number,
  readText: (path: string) => string = (path) => readFileSync(path, 'latin1'),
): string | undefined {
  try {
    const boot = readText('/proc/sys/kernel/random/boot_id').trim();
    const ticks = fieldsOfStat(readText(`/proc/${pid}/stat`))[START_FIELD];
    return ticks === undefined ? undefined : `${boot}/${ticks}`;
  } catch {
    return undefined;
  }
}

/** When this process began; where the system does not say, by the clock of this machine. */
export function ownProcessStart(): string {
  return processStart(process.pid) ?? `${BY_CLOCK}${Math.round(performance.timeOrigin)}`;
}

/** The start of a process by the clock of a machine that does not say more. */
const BY_CLOCK = 'clock/';

/** Whether the system said when a process began, and so also in which boot of it. */
export function isFromSystem(start: string | undefined): boolean {
  return start !== undefined && !start.startsWith(BY_CLOCK);
}

/**
 * The number of the namespace within which the numbers of this process and those that it can see are valid: each container
 * has its own. Undefined where the system does not say.
 */
export function ownProcessNamespace(readLink: (path: string) => string = readlinkSync): string | undefined {
  try {
    return /^pid:\[(\d+)\]$/.exec(readLink('/proc/self/ns/pid'))?.[1];
  } catch {
    return undefined;
  }
}

/** The fields of a process from its state on; the name of the program before that may hold anything, parentheses too. */
export function fieldsOfStat(stat: string): readonly string[] {
  return stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
}

/** Field 22 of all, of which the state is the third (proc_pid_stat(5)). */
const START_FIELD = 22 - 3;
