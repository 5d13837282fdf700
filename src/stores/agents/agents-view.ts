import { AGENT_STATUSES } from '../../contract/values.ts';
import type { ListView } from '../base/list-view.ts';
import {
  choiceField,
  flagField,
  SINCE,
  singleField,
  nameField,
  timeField,
  UNTIL,
  type ListQuery,
} from '../query/query-fields.ts';

/** What the list of agents can be narrowed to: what is odd about them, and those that are suspended. */
export const AGENT_FLAGS = ['clone', 'shared', 'silent', 'old', 'suspicious', 'suspended'] as const;
export type AgentFlag = (typeof AGENT_FLAGS)[number];

export interface AgentsView extends ListView {
  readonly flag: AgentFlag | undefined;
}

/** What can be asked of agents. */
export const AGENT_QUERY: ListQuery = {
  kind: 'agent',
  fields: [
    nameField('host', 'hostname', 'client_id'),
    singleField('user', 'username'),
    choiceField('status', 'status', AGENT_STATUSES),
    singleField('version', 'version'),
    singleField('os', 'os'),
    singleField('arch', 'arch'),
    singleField('client', 'client_id'),
    singleField('machine', 'machine_id'),
    singleField('id', 'id'),
    flagField('clone', 'clone_detected'),
    timeField('seen', 'last_seen_at'),
    timeField('registered', 'registered_at'),
    SINCE,
    UNTIL,
  ],
  times: ['last_seen_at'],
};
