import * as z from 'zod';

import { readRows } from './pagination.ts';
import { anyText, flag, identifier, number, row, text } from './tolerant.ts';

const identifierIfAny = identifier.optional().catch(undefined);

/**
 * "Session (metadata)": a recorded coding-assistant session. `id` is the database row, `session_id` the assistant's own
 * identifier; which of the two the single-session endpoints take is not shown, so both are kept. A session needs one of
 * them. `size_bytes` is in bytes, times are ISO 8601.
 */
export const sessionSchema = row({
  id: identifierIfAny,
  session_id: identifierIfAny,
  client_id: text,
  agent_hostname: text,
  project_path: text,
  first_prompt: text,
  git_branch: text,
  message_count: number,
  created_at: text,
  modified_at: text,
  uploaded_at: text,
  size_bytes: number,
  is_subagent: flag,
  subagent_count: number,
}).transform((session, context) => {
  const id = session.id ?? session.session_id;
  if (id === undefined) {
    context.addIssue({ code: 'custom', message: 'neither id nor session_id identifies it', path: ['id'] });
    return z.NEVER;
  }
  return { ...session, id };
});
export type Session = z.output<typeof sessionSchema>;

/** "Session calendar day": `date` is `YYYY-MM-DD`. */
const calendarDaySchema = row({ date: anyText, count: number });

/** `{ days, total_count }` of GET /sessions/calendar. `damaged` names the days that were left out. */
export const calendarSchema = row({ days: z.array(z.unknown()), total_count: number }).transform(
  (calendar) => {
    const { rows: days, damaged } = readRows(calendar.days, calendarDaySchema);
    return { ...calendar, days, damaged };
  },
);
export type Calendar = z.output<typeof calendarSchema>;

/** A distinct client with its session count; the specification shows no field of it. */
export const sessionClientSchema = row({});
export type SessionClient = z.output<typeof sessionClientSchema>;
