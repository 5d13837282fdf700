import * as z from 'zod';

import { parseTime } from '../lib/format-time.ts';
import { ECOSYSTEMS, EVENT_TYPES, OUTCOMES } from './values.ts';

/**
 * Query parameters by endpoint, as the specification's tables have them. Each parameter reads both its typed value and
 * its form in a URL; every message completes the sentence "<parameter> must be …". Unknown parameters are ignored.
 */

/** A whole time with its zone; whether there is such a day and such an hour, `parseTime` says. */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)$/i;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

function wholeNumber(least: number) {
  const error = `a whole number of ${least} or more`;
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,15}$/)
          .transform(Number),
      ],
      { error },
    )
    .refine((value) => Number.isInteger(value) && value >= least, { error })
    .optional();
}

function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: `one of ${values.join(', ')}` }).optional();
}

const trueOrFalse = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')], {
    error: 'true or false',
  })
  .optional();

const someText = z.string({ error: 'text' }).min(1, { error: 'text that is not empty' }).optional();

const timeError = 'an ISO 8601 time such as 2026-01-31T09:30:00Z';
const time = z
  .string({ error: timeError })
  .refine((value) => ISO_TIME.test(value) && parseTime(value) !== undefined, { error: timeError })
  .optional();

const dateError = 'a date written YYYY-MM-DD';
const date = z
  .string({ error: dateError })
  .refine((value) => ISO_DATE.test(value) && isCalendarDate(value), { error: dateError })
  .optional();

/** Date.parse takes February 30th for March 2nd. */
function isCalendarDate(value: string): boolean {
  const parsed = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value);
}

const page = { limit: wholeNumber(1), offset: wholeNumber(0) };

/** GET /registered-agents */
export const agentsQuerySchema = z.object(page);
export type AgentsQuery = z.output<typeof agentsQuerySchema>;

/** GET /sessions. The accepted form of `tz` is not shown. */
export const sessionsQuerySchema = z.object({
  ...page,
  agent_id: someText,
  client_id: someText,
  project: someText,
  git_branch: someText,
  date,
  tz: someText,
  include_subagents: trueOrFalse,
});
export type SessionsQuery = z.output<typeof sessionsQuerySchema>;

/** GET /sessions/calendar */
export const calendarQuerySchema = z.object({ since: date, until: date });
export type CalendarQuery = z.output<typeof calendarQuerySchema>;

/** GET /sessions/clients: no parameter is documented; `limit` and `offset` are general to lists. */
export const sessionClientsQuerySchema = z.object(page);
export type SessionClientsQuery = z.output<typeof sessionClientsQuerySchema>;

/** GET /events. Whether `since` and `until` themselves are included is up to the server. */
export const eventsQuerySchema = z.object({
  ...page,
  type: oneOf(EVENT_TYPES),
  outcome: oneOf(OUTCOMES),
  ecosystem: oneOf(ECOSYSTEMS),
  package: someText,
  since: time,
  until: time,
});
export type EventsQuery = z.output<typeof eventsQuerySchema>;

/** GET /events/llm: only `limit` is documented; `offset` is general to lists. */
export const llmCallsQuerySchema = z.object(page);
export type LlmCallsQuery = z.output<typeof llmCallsQuerySchema>;

/** DELETE /registered-agents/{id} */
export const deletionQuerySchema = z.object({
  hard: trueOrFalse,
  reason: z.string({ error: 'text' }).optional(),
});
