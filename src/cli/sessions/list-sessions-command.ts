import { UsageError } from '../../host/usage-error.ts';
import { formatDate } from '../../lib/format-time.ts';
import { formatCount } from '../../lib/format-number.ts';
import { CALENDAR_DAYS } from '../../stores/sessions/calendar-reach.ts';
import { readCalendar } from '../../sync/lists/read-calendar.ts';
import { createSessionClientList, readSessionClients } from '../../sync/lists/read-sessions.ts';
import { momentOf, parseTimeArgument } from '../events/time-argument.ts';
import type { RowFlags } from '../session/row-lines.ts';
import type { CommandHost, CommandSession } from '../session/command-session.ts';
import { listProblems, printList } from '../session/print-rows.ts';
import {
  checkSessionChoice,
  readChosenSessions,
  SESSIONS,
  type SessionChoiceFlags,
} from './chosen-sessions.ts';
import { CLIENT_FORM, DAY_FORM, SESSION_FORM } from './session-forms.ts';

/** The flags of `vigil sessions list`, as the command line reads them. */
export interface SessionsFlags extends RowFlags, SessionChoiceFlags {
  readonly limit?: number;
}

/** Prints recorded sessions, the last active first. Resolves with the exit status: 1 also when not all could be read. */
export async function runSessionsList(flags: SessionsFlags, host?: CommandHost): Promise<number> {
  checkSessionChoice(flags);
  const read = (session: CommandSession) => readChosenSessions(session, flags);
  return printList(flags, { names: SESSIONS, form: SESSION_FORM, read, limit: flags.limit }, host);
}

/** The flags of `vigil sessions calendar`, as the command line reads them. */
export interface CalendarFlags extends RowFlags {
  readonly since?: string;
  readonly until?: string;
}

const DAY = 24 * 3_600_000;

/** Prints how many sessions each day has. Resolves with the exit status. */
export async function runSessionsCalendar(flags: CalendarFlags, host?: CommandHost): Promise<number> {
  const since = flags.since === undefined ? undefined : parseTimeArgument('--since', flags.since);
  const until = flags.until === undefined ? undefined : parseTimeArgument('--until', flags.until);
  const read = async (session: CommandSession) => {
    const now = session.clock.now();
    const to = until === undefined ? now : momentOf(until, now);
    const from = since === undefined ? to - (CALENDAR_DAYS - 1) * DAY : momentOf(since, now);
    if (from > to) {
      throw new UsageError('No day can be both after --since and before --until: --since is the later one.');
    }
    const calendar = await session.read((client, signal) =>
      readCalendar(client, { from, to }, signal, 'calendar'),
    );
    const days = calendar.days.toSorted((left, right) => (left.date < right.date ? -1 : 1));
    const problems = listProblems({ rows: days, total: undefined, damaged: calendar.damaged }, DAYS);
    const count = days.reduce((sum, day) => sum + (day.count ?? 0), 0);
    const total = `${formatCount(count)} ${count === 1 ? 'session' : 'sessions'} from ${formatDate(from)} through ${formatDate(to)}, by the days of the server.`;
    return { rows: days, problems, remarks: days.length === 0 ? [] : [total] };
  };
  return printList(flags, { names: DAYS, form: DAY_FORM, read }, host);
}

const DAYS = { rows: 'days with sessions in that time', row: 'day with sessions' };
const CLIENTS = { rows: 'clients with sessions', row: 'client with sessions' };

/** Prints the clients that have sessions. Resolves with the exit status. */
export async function runSessionsClients(flags: RowFlags, host?: CommandHost): Promise<number> {
  const read = async (session: CommandSession) => {
    const list = createSessionClientList(session.clock);
    const listing = await session.read((client, signal) => readSessionClients(client, list, signal));
    return { rows: listing.rows, problems: listProblems(listing, CLIENTS) };
  };
  return printList(flags, { names: CLIENTS, form: CLIENT_FORM, read }, host);
}
