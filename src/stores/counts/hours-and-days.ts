const HOUR = 'YYYY-MM-DDTHH'.length;
const DAY = 'YYYY-MM-DD'.length;

/** The hour of a time in UTC, as counts name it: `2026-11-21T03:00:00Z`. */
export function hourOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, HOUR)}:00:00Z`;
}

/** The day of a time in UTC, as counts name it: `2026-11-21`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, DAY);
}
