/** One line of the goal table of the speed page: what was measured, by a ratio or an amount that must not be exceeded. */
export interface Goal {
  readonly what: string;
  /** NaN when it could not be measured. */
  readonly measured: number;
  readonly most: number;
  readonly unit: string;
}

/** The lines of the goal table, each with whether it is met, and the number of those that are not. */
export function compareWithGoals(goals: readonly Goal[]): {
  readonly lines: readonly string[];
  readonly missed: number;
} {
  let missed = 0;
  const lines = goals.map(({ what, measured, most, unit }) => {
    const verdict = Number.isNaN(measured) ? 'not measured' : measured <= most ? 'meets' : 'MISSES';
    missed += verdict === 'MISSES' ? 1 : 0;
    return [
      what.padEnd(62),
      Number.isNaN(measured) ? '-'.padStart(9) : formatAmount(measured).padStart(9),
      `  at most ${formatAmount(most)} ${unit}`.padEnd(26),
      verdict,
    ].join('');
  });
  return { lines, missed };
}

/** Three figures that count, without an exponent. */
export function formatAmount(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}
