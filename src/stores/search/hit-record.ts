import type { JsonObject } from '../../contract/tolerant.ts';
import {
  nameField,
  numberField,
  SINCE,
  textField,
  timeField,
  UNTIL,
  type ListQuery,
} from '../query/query-fields.ts';
import { excerptText, type SearchHit } from './search-hit.ts';

/** The fields of a hit as it is printed and exported, in their order; of a search for secrets, with their kind. */
export function hitFields(hasKinds: boolean): readonly string[] {
  return ['time', 'host', 'client_id', 'project', 'branch', 'session', 'role', 'message', 'matches'].concat(
    hasKinds ? ['kind', 'line'] : ['line'],
  );
}

/** What can be asked of hits, and which columns they have. */
export const HIT_QUERY: ListQuery = {
  kind: 'hit',
  fields: [
    nameField('host', 'host', 'client_id'),
    textField('project', 'project'),
    textField('branch', 'branch'),
    textField('session', 'session'),
    textField('role', 'role'),
    textField('kind', 'kind'),
    textField('line', 'line'),
    numberField('message', 'message'),
    numberField('matches', 'matches'),
    textField('client', 'client_id'),
    timeField('time', 'time'),
    SINCE,
    UNTIL,
  ],
  times: ['time'],
  isClosed: true,
};

/** A hit as one record. What looks like a secret is in it only by its beginning. */
export function recordOfHit(hit: SearchHit): JsonObject {
  const { session, message, role, time, matches, kinds } = hit;
  return {
    time: time === undefined ? null : new Date(time).toISOString(),
    host: session.agent_hostname ?? null,
    client_id: session.client_id ?? null,
    project: session.project_path ?? null,
    branch: session.git_branch ?? null,
    session: session.session_id ?? session.id,
    role: role ?? null,
    message: message + 1,
    matches,
    ...(kinds.length === 0 ? {} : { kind: kinds.join(', ') }),
    line: excerptText(hit),
  };
}
