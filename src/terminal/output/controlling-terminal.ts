import { readFileSync } from 'node:fs';

/** What Linux says about the terminal that controls this process (proc_pid_stat(5)). */
export interface ControllingTerminal {
  /** Its device number, as fstat gives it. */
  readonly device: number;
  /** Whether keys go to another job of the shell. */
  readonly isInBackground: boolean;
}

/** Reads it anew; undefined without such a terminal, and where there is no /proc. */
export function controllingTerminal(): ControllingTerminal | undefined {
  try {
    return parseProcessStat(readFileSync('/proc/self/stat', 'latin1'));
  } catch {
    return undefined;
  }
}

/** Takes it from the line in /proc/self/stat. */
export function parseProcessStat(line: string): ControllingTerminal | undefined {
  // The name of the program is in parentheses and may itself hold any character.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const [group, device, foregroundGroup] = [fields[2], fields[4], fields[5]].map(Number);
  if (group === undefined || device === undefined || foregroundGroup === undefined || !(device > 0)) {
    return undefined;
  }
  return { device, isInBackground: foregroundGroup > 0 && foregroundGroup !== group };
}
