import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

import type { JournalRecord } from '../../sync/writes/journal.ts';
import {
  fieldsOfStat,
  isFromSystem,
  ownProcessNamespace,
  ownProcessStart,
  processStart,
} from './process-start.ts';

/** Which process, as lines of the journal name it. */
export type ProcessOfLine = Pick<JournalRecord, 'host' | 'pid' | 'process_start' | 'process_namespace'>;

/** A line with its process. */
type LineOfProcess = ProcessOfLine & Pick<JournalRecord, 'time'>;

/** This process. */
export function ownProcess(): ProcessOfLine {
  const namespace = ownProcessNamespace();
  return {
    host: hostname(),
    pid: process.pid,
    process_start: ownProcessStart(),
    ...(namespace === undefined ? {} : { process_namespace: namespace }),
  };
}

/** What the system says of processes. */
export interface Processes {
  isRunning(pid: number): boolean;
  /** When it began; undefined where that cannot be known. */
  startOf(pid: number): string | undefined;
}

/** This system, as it is when it is asked. */
export const SYSTEM_PROCESSES: Processes = { isRunning: isProcessRunning, startOf: processStart };

/** The same, each process asked for once: many lines are of one. */
export function askedOnce(processes: Processes): Processes {
  const [running, starts] = [new Map<number, boolean>(), new Map<number, string | undefined>()];
  return {
    isRunning(pid) {
      const answer = running.get(pid) ?? processes.isRunning(pid);
      running.set(pid, answer);
      return answer;
    },
    startOf(pid) {
      if (!starts.has(pid)) {
        starts.set(pid, processes.startOf(pid));
      }
      return starts.get(pid);
    },
  };
}

/** Milliseconds without a line of a process of which nothing else can be known, after which it counts as ended. */
export const LONGEST_UNSEEN = 60 * 60 * 1000;

/**
 * Whether the process that wrote a line no longer runs. A line of another host says nothing of its process: a home folder
 * may be shared. A line without a process was written by none that runs. Numbers of processes are given again, in a
 * container that is started anew even the own one: when the process began distinguishes them.
 *
 * Containers may share the folder and the name of the host, and each counts its processes from 1: only within the own
 * namespace can a process be looked for. One of another namespace, or on a system that does not say which it is, may still
 * run: it counts as ended when it wrote nothing for `LONGEST_UNSEEN` until `now`, a wall clock in milliseconds. Lines of
 * programs that did not write their namespace are known by the number and the start.
 */
export function hasProcessEnded(
  line: LineOfProcess,
  own: ProcessOfLine,
  now: number,
  processes: Processes = SYSTEM_PROCESSES,
): boolean {
  const { pid, host, process_start: start } = line;
  if (host !== undefined && host !== own.host) {
    return false;
  }
  if (pid === undefined) {
    return true;
  }
  switch (visibilityOf(line, own)) {
    case 'own':
      return false;
    case 'of an earlier boot':
      return true;
    case 'unknown':
      return now - Date.parse(line.time) >= LONGEST_UNSEEN;
    case 'visible':
      break;
  }
  if (pid === own.pid || !processes.isRunning(pid)) {
    return true;
  }
  const startOfPresent = start === undefined ? undefined : processes.startOf(pid);
  return startOfPresent !== undefined && startOfPresent !== start;
}

/** The number that Linux gives the namespace of the processes that are in no container. */
const OUTSIDE_OF_CONTAINERS = '4026531836';

/** Whether the process of a line can be looked for from this one. */
function visibilityOf(
  line: ProcessOfLine,
  own: ProcessOfLine,
): 'own' | 'visible' | 'of an earlier boot' | 'unknown' {
  const { pid, process_start: start, process_namespace: namespace } = line;
  const isNamespaceOwn = namespace === undefined || namespace === own.process_namespace;
  if (isNamespaceOwn && pid === own.pid && start === own.process_start) {
    return 'own';
  }
  if (namespace === undefined) {
    // Such a line with a start by the clock alone comes from a system that says nothing of namespaces.
    return start === undefined || isFromSystem(start) ? 'visible' : 'unknown';
  }
  if (!isNamespaceOwn) {
    return 'unknown';
  }
  if (bootOf(start) === bootOf(own.process_start)) {
    return 'visible';
  }
  return namespace === OUTSIDE_OF_CONTAINERS ? 'of an earlier boot' : 'unknown';
}

function bootOf(start: string | undefined): string | undefined {
  return isFromSystem(start) ? start?.split('/')[0] : undefined;
}

/**
 * Whether there is such a process. One that was killed keeps its number until its parent asks what became of it, which in a
 * container may be never: it runs no more.
 */
export function isProcessRunning(
  pid: number,
  readStat: (pid: number) => string = (each) => readFileSync(`/proc/${each}/stat`, 'latin1'),
): boolean {
  try {
    // Signal 0 is not sent, only checked for.
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    return !/^[ZX]/.test(fieldsOfStat(readStat(pid))[0] ?? '');
  } catch {
    // Not every system has such a file.
    return true;
  }
}
