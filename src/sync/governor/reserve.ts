/** What is kept of a limit for a person's actions: the larger of three and a twentieth. */
export function reserveOf(limit: number): number {
  return Math.max(3, Math.ceil(limit * 0.05));
}
