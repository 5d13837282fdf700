import type { Client } from '../../api/client.ts';
import { getCalendar } from '../../api/sessions.ts';
import type { Calendar } from '../../contract/session.ts';
import { formatDate } from '../../lib/format-time.ts';

const DAY = 24 * 60 * 60 * 1000;

/**
 * The calendar from the day of one time to the day of another, both included (UTC). Whether the server includes the
 * bounds is not shown, so a day more is asked for on either side and what was not wanted is left out.
 */
export async function readCalendar(
  client: Client,
  { from, to }: { readonly from: number; readonly to: number },
  signal: AbortSignal | undefined,
  purpose: string,
): Promise<Calendar> {
  const query = { since: formatDate(from - DAY), until: formatDate(to + DAY) };
  const { value } = await getCalendar(client, query, signal, purpose);
  const days = value.days.filter(({ date }) => date >= formatDate(from) && date <= formatDate(to));
  return { ...value, days, total_count: days.reduce((sum, { count }) => sum + (count ?? 0), 0) };
}
