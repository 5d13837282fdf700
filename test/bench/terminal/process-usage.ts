import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** What processes use, read from /proc (proc(5)): the process with that id and all its descendants. */

/** Resident memory in bytes; what several of them share counts as often. */
export function residentMemory(pid: number): number {
  return withDescendants(pid)
    .map((id) => Number(/^VmRSS:\s*(\d+) kB/m.exec(read(`/proc/${id}/status`))?.[1] ?? 0) * 1024)
    .reduce((sum, bytes) => sum + bytes, 0);
}

/** Milliseconds that all their threads have run. */
export function cpuTime(pid: number): number {
  return withDescendants(pid)
    .flatMap((id) => tasksOf(id).map((task) => read(`/proc/${id}/task/${task}/schedstat`)))
    .map((line) => Number(line.split(' ', 1)[0]) / 1e6)
    .reduce((sum, milliseconds) => sum + milliseconds, 0);
}

/** The share of one core that they use over so many milliseconds, from 0 to 1 and above. */
export async function cpuShare(pid: number, milliseconds: number): Promise<number> {
  const before = cpuTime(pid);
  const begunAt = performance.now();
  await sleep(milliseconds);
  return (cpuTime(pid) - before) / (performance.now() - begunAt);
}

function withDescendants(pid: number): readonly number[] {
  const children = tasksOf(pid).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(withDescendants)];
}

function tasksOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Empty when the process ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
