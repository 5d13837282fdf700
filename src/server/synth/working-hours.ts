const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How much people do in each hour of their local day, relative to the busiest. */
const BY_HOUR = [
  0.02, 0.01, 0.01, 0.01, 0.01, 0.02, 0.06, 0.22, 0.6, 0.95, 1, 0.95, 0.6, 0.8, 1, 0.98, 0.9, 0.7, 0.38, 0.2,
  0.16, 0.13, 0.08, 0.04,
];
const WEEKEND = 0.12;
const RUNNER_FLOOR = 0.35;

/** How much people in a time zone (hours ahead of UTC) do at a time, from 0 to 1: little at night and on weekends. */
export function peopleActivity(at: number, zone: number): number {
  const local = at + zone * HOUR;
  const hour = BY_HOUR[Math.floor((((local % DAY) + DAY) % DAY) / HOUR)] as number;
  // The epoch began on a Thursday.
  const weekday = (((Math.floor(local / DAY) + 4) % 7) + 7) % 7;
  return weekday === 0 || weekday === 6 ? hour * WEEKEND : hour;
}

/** How much a build machine does: around the clock, and more while its people push. */
export function runnerActivity(at: number, zone: number): number {
  return RUNNER_FLOOR + (1 - RUNNER_FLOOR) * peopleActivity(at, zone);
}
