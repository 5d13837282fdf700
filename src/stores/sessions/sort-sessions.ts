import type { Session } from '../../contract/session.ts';
import { parseTime } from '../../lib/format-time.ts';
import type { SortKey } from '../base/sort-rows.ts';

/** How long a session went on, in milliseconds; undefined when that is not known. */
export function durationOf({ created_at, modified_at }: Session): number | undefined {
  const [from, to] = [parseTime(created_at), parseTime(modified_at)];
  return from === undefined || to === undefined || to < from ? undefined : to - from;
}

/** When a session was last active, in milliseconds since the epoch; when it began where only that is reported. */
function lastActivityOf({ modified_at, created_at }: Session): number | undefined {
  return parseTime(modified_at) ?? parseTime(created_at);
}

/** What can be sorted by: the title of the column, what it is called, the key of a row, and which way it goes first. */
export interface SessionOrder {
  readonly column: string;
  readonly meaning: string;
  readonly descending: boolean;
  readonly keyOf: (session: Session) => SortKey;
}

/** The orders of the list of sessions, the usual one first. */
export const SESSION_ORDERS: readonly SessionOrder[] = [
  { column: 'ACTIVE', meaning: 'Last activity', descending: true, keyOf: lastActivityOf },
  { column: 'LENGTH', meaning: 'Duration', descending: true, keyOf: durationOf },
  { column: 'HOST', meaning: 'Host', descending: false, keyOf: (session) => session.agent_hostname },
  { column: 'PROJECT', meaning: 'Project', descending: false, keyOf: (session) => session.project_path },
  { column: 'BRANCH', meaning: 'Branch', descending: false, keyOf: (session) => session.git_branch },
  { column: 'MSGS', meaning: 'Messages', descending: true, keyOf: (session) => session.message_count },
  { column: 'SIZE', meaning: 'Size', descending: true, keyOf: (session) => session.size_bytes },
  { column: 'SUBS', meaning: 'Subagents', descending: true, keyOf: (session) => session.subagent_count },
  {
    column: 'FIRST PROMPT',
    meaning: 'First prompt',
    descending: false,
    keyOf: (session) => session.first_prompt,
  },
];
