import type { Choices } from '../base/choices.ts';
import type { Database } from './database.ts';
import { dateColumn } from './sessions.ts';

/** A client that has sessions, and how many. */
export interface ClientCount {
  readonly client_id: string;
  readonly agent_hostname: string;
  readonly session_count: number;
}

const DAY = 24 * 60 * 60 * 1000;

/** How many sessions an organization has by day (whole days since 1970, UTC), from `from` up to but not at `to`. */
export function countSessionsByDay(
  database: Database,
  organization: number,
  window: { readonly from: number; readonly to: number },
  choices: Choices,
): ReadonlyMap<number, number> {
  const column = dateColumn(choices);
  const rows = database.all<{ day: number; count: number }>(
    `SELECT ${column} / ${DAY} AS day, count(*) AS count FROM sessions
      WHERE organization = ? AND ${column} >= ? AND ${column} < ? ${subagentCondition(choices)} GROUP BY day`,
    organization,
    window.from,
    window.to,
  );
  return new Map(rows.map(({ day, count }) => [day, count]));
}

/** The clients of an organization with the number of their sessions, the busiest first. */
export function countSessionsByClient(
  database: Database,
  organization: number,
  choices: Choices,
): readonly ClientCount[] {
  return database.all<ClientCount>(
    `SELECT client_id, max(agent_hostname) AS agent_hostname, count(*) AS session_count FROM sessions
      WHERE organization = ? ${subagentCondition(choices)}
      GROUP BY client_id ORDER BY session_count DESC, client_id`,
    organization,
  );
}

function subagentCondition(choices: Choices): string {
  return choices['subagent-counts'] === 'included' ? '' : 'AND is_subagent = 0';
}
