/** How many days back the calendar of sessions goes: a year of whole weeks. */
export const CALENDAR_DAYS = 53 * 7;
