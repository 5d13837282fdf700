import type { ListId } from '../../stores/base/tab.ts';
import type { ViewState } from '../../stores/view/view-store.ts';

/** The fields that columns show, by their titles; one that is worked out from several has none. */
const FIELDS: Readonly<Partial<Record<ListId, ReadonlyMap<string, string | undefined>>>> = {
  events: new Map([
    ['TIME', 'timestamp'],
    ['OUTCOME', 'outcome'],
    ['PACKAGE', 'subject.package'],
    ['VERSION', 'subject.version'],
    ['ECOSYSTEM', 'subject.ecosystem'],
    ['HOST', 'client_id'],
    ['TYPE', 'type'],
    ['REASON', 'payload.reasons'],
  ]),
  agents: new Map([
    ['STATUS', 'status'],
    ['HOST', 'hostname'],
    ['USER', 'username'],
    ['OS', 'os'],
    ['ARCH', 'arch'],
    ['VERSION', 'version'],
    ['LAST SEEN', 'last_seen_at'],
    ['REGISTERED', 'registered_at'],
    ['FLAGS', undefined],
  ]),
  sessions: new Map([
    ['ACTIVE', 'modified_at'],
    ['LENGTH', undefined],
    ['HOST', 'agent_hostname'],
    ['PROJECT', 'project_path'],
    ['BRANCH', 'git_branch'],
    ['MSGS', 'message_count'],
    ['SIZE', 'size_bytes'],
    ['SUBS', 'subagent_count'],
    ['FIRST PROMPT', 'first_prompt'],
  ]),
};

/** The paths of the fields that somebody chose to see in a list; undefined where its columns are the usual ones. */
export function shownFields(state: Pick<ViewState, ListId>, list: ListId): readonly string[] | undefined {
  const { columns } = state[list];
  const fields = FIELDS[list];
  if (columns === undefined || fields === undefined) {
    return undefined;
  }
  return [...new Set(columns.flatMap((name) => (fields.has(name) ? (fields.get(name) ?? []) : [name])))];
}
