/** Milliseconds that work takes. */
export function timed(work: () => void): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

/** Milliseconds of the processor that work takes on this thread: what others do on the machine counts for less. */
export function worked(work: () => void): number {
  const { user, system } = process.threadCpuUsage();
  work();
  const after = process.threadCpuUsage();
  return (after.user + after.system - user - system) / 1000;
}

/** The middle one of some figures. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((left, right) => left - right);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** Writes one line of figures. */
export function say(name: string, ...figures: readonly string[]): void {
  process.stdout.write(`${name.padEnd(58)}${figures.map((figure) => figure.padStart(14)).join('')}\n`);
}

/** A duration as `1.25 ms`. */
export function inMilliseconds(milliseconds: number): string {
  return `${milliseconds.toFixed(milliseconds < 1 ? 3 : 1)} ms`;
}

/** How many times as much one is as the other, as `2.13 x`. */
export function timesAsMuch(figure: number, other: number): string {
  return `${(figure / other).toFixed(2)} x`;
}
