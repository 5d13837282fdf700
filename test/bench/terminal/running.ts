import type { PtyProgram } from './pty-program.ts';
import { cpuShare } from './process-usage.ts';

/** What a program takes while nobody touches it: the share of a core, from 0 to 1, and bytes a second. */
export interface Running {
  readonly cpu: number;
  readonly bytesPerSecond: number;
}

export async function measureRunning(program: PtyProgram, milliseconds: number): Promise<Running> {
  const before = program.bytes;
  const cpu = await cpuShare(program.pid, milliseconds);
  return { cpu, bytesPerSecond: ((program.bytes - before) / milliseconds) * 1000 };
}
