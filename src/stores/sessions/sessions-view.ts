import type { DayZone } from '../../lib/days.ts';
import type { ListView } from '../base/list-view.ts';
import {
  flagField,
  nameField,
  numberField,
  SINCE,
  singleField,
  textField,
  timeField,
  UNTIL,
  type ListQuery,
} from '../query/query-fields.ts';

/** What the server is asked for when it lists sessions. */
export interface SessionsView extends ListView {
  readonly date: string | undefined;
  /** The zone in which the day of `date` begins and ends: the one that was shown when it was chosen. */
  readonly dateZone: DayZone;
  readonly agentId: string | undefined;
  readonly project: string | undefined;
  readonly branch: string | undefined;
  readonly clientId: string | undefined;
  readonly subagents: boolean;
  /** Only sessions with an identifier in which something had to be escaped; the server is not asked for it. */
  readonly suspicious: boolean;
}

/** Sessions as they are when no filter is set; whether those of subagents are listed is no filter. */
export const NO_SESSION_FILTERS = {
  date: undefined,
  agentId: undefined,
  project: undefined,
  branch: undefined,
  clientId: undefined,
  suspicious: false,
} as const;

/** What can be asked of sessions. */
export const SESSION_QUERY: ListQuery = {
  kind: 'session',
  fields: [
    singleField('project', 'project_path'),
    singleField('branch', 'git_branch'),
    nameField('host', 'agent_hostname', 'client_id'),
    textField('prompt', 'first_prompt'),
    numberField('messages', 'message_count'),
    numberField('size', 'size_bytes'),
    flagField('subagent', 'is_subagent'),
    singleField('client', 'client_id'),
    textField('id', 'id', 'session_id'),
    timeField('modified', 'modified_at'),
    timeField('created', 'created_at'),
    SINCE,
    UNTIL,
  ],
  times: ['modified_at'],
};
