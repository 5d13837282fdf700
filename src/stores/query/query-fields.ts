import { AGENT_STATUSES, ECOSYSTEMS, EVENT_TYPES, OUTCOMES } from '../../contract/values.ts';
import { ownValue } from '../../lib/own-value.ts';

/** The lists that a query can be typed for. */
export type QueryList = 'events' | 'agents' | 'sessions' | 'llm' | 'policy';

/**
 * - `text`: compared with a pattern; `number` and `time`: with a quantity or a range of them; `any`: with either;
 * - `since`, `until`: one time, from or through which rows are shown.
 */
export type FieldKind = 'text' | 'number' | 'time' | 'any' | 'since' | 'until';

/** A field that rows of a list can be told apart by. */
export interface QueryField {
  readonly name: string;
  readonly kind: FieldKind;
  /** Where its values stand in the record, names joined by dots; a list there counts with each of its elements. */
  readonly paths: readonly string[];
  /** The values that the specification names. */
  readonly values?: readonly string[];
}

const text = (name: string, ...paths: readonly string[]): QueryField => ({ name, kind: 'text', paths });
const number = (name: string, path: string): QueryField => ({ name, kind: 'number', paths: [path] });
const time = (name: string, path: string): QueryField => ({ name, kind: 'time', paths: [path] });
const oneOf = (name: string, path: string, values: readonly string[]): QueryField => ({
  name,
  kind: 'text',
  paths: [path],
  values,
});
const flag = (name: string, path: string): QueryField => oneOf(name, path, ['true', 'false']);
const SINCE: QueryField = { name: 'since', kind: 'since', paths: [] };
const UNTIL: QueryField = { name: 'until', kind: 'until', paths: [] };

/** The fields of each list under their own short names, the likeliest first. */
export const QUERY_FIELDS: Readonly<Record<QueryList, readonly QueryField[]>> = {
  events: [
    text('package', 'subject.package'),
    text('host'),
    oneOf('outcome', 'outcome', OUTCOMES),
    oneOf('ecosystem', 'subject.ecosystem', ECOSYSTEMS),
    text('version', 'subject.version'),
    text('reason', 'payload.reasons'),
    oneOf('type', 'type', EVENT_TYPES),
    text('command', 'actor.command', 'actor.args'),
    text('client', 'client_id'),
    text('id', 'id'),
    time('time', 'timestamp'),
    SINCE,
    UNTIL,
  ],
  agents: [
    text('host', 'hostname', 'client_id'),
    text('user', 'username'),
    oneOf('status', 'status', AGENT_STATUSES),
    text('version', 'version'),
    text('os', 'os'),
    text('arch', 'arch'),
    text('client', 'client_id'),
    text('machine', 'machine_id'),
    text('id', 'id'),
    flag('clone', 'clone_detected'),
    time('seen', 'last_seen_at'),
    time('registered', 'registered_at'),
    SINCE,
    UNTIL,
  ],
  sessions: [
    text('project', 'project_path'),
    text('branch', 'git_branch'),
    text('host', 'agent_hostname', 'client_id'),
    text('prompt', 'first_prompt'),
    number('messages', 'message_count'),
    number('size', 'size_bytes'),
    flag('subagent', 'is_subagent'),
    text('client', 'client_id'),
    text('id', 'id', 'session_id'),
    time('modified', 'modified_at'),
    time('created', 'created_at'),
    SINCE,
    UNTIL,
  ],
  llm: [SINCE, UNTIL],
  policy: [
    text('rule', 'rule'),
    { name: 'value', kind: 'any', paths: ['value'] },
    flag('changed', 'changed'),
    flag('conflict', 'conflict'),
  ],
};

/** Other names under which a field is found. */
const ALIASES: Readonly<Record<string, string>> = {
  from: 'ecosystem',
  hostname: 'host',
  reasons: 'reason',
  pkg: 'package',
  username: 'user',
  before: 'until',
};

/** A field by the name that it has in the record: any name that a server may send, however deep. */
function recordField(path: string): QueryField {
  return { name: path, kind: 'any', paths: [path.toLowerCase()] };
}

/**
 * The field of that name, whatever its case. Names that are not known, and so may be a mistake, count as names of the
 * record; `known` says which of these the data has.
 */
export function findField(
  list: QueryList,
  name: string,
  known: readonly string[] = [],
): { readonly field: QueryField; readonly isKnown: boolean } {
  const wanted = name.toLowerCase();
  const fields = QUERY_FIELDS[list];
  const field =
    fields.find((candidate) => candidate.name === wanted) ??
    fields.find((candidate) => candidate.name === ownValue(ALIASES, wanted));
  return field === undefined
    ? {
        field: recordField(name),
        isKnown: wanted.includes('.') || known.some((other) => other.toLowerCase() === wanted),
      }
    : { field, isKnown: true };
}
