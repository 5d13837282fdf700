import type { Session } from '../../contract/session.ts';
import { parseTime } from '../../lib/format-time.ts';

/** The session that spawned another one, and whether the data names it or only time and place speak for it. */
export interface Parent {
  readonly session: Session;
  readonly isNamed: boolean;
}

export interface NestedSessions {
  /** Each parent, and right behind it the sessions of its subagents. */
  readonly rows: readonly Session[];
  /** The parents of those subagents whose parent can be known. */
  readonly parents: ReadonlyMap<Session, Parent>;
}

/** A field that names the parent; the specification has none, so any name with this in it is tried. */
const NAMES_PARENT = /parent/i;

/**
 * Sessions with those of subagents under the one that spawned them, in its place. It is the one that a field of the data
 * names, else the only one with subagents that ran on the same machine in the same project when the subagent began.
 */
export function nestSubagents(sessions: readonly Session[]): NestedSessions {
  const isSubagent = ({ is_subagent }: Session) => is_subagent === true;
  if (!sessions.some(isSubagent)) {
    return { rows: sessions, parents: new Map() };
  }
  const byId = new Map<string, Session>();
  const byPlace = new Map<string, Session[]>();
  for (const session of sessions) {
    byId.set(session.id, session);
    if (session.session_id !== undefined) {
      byId.set(session.session_id, session);
    }
    if (!isSubagent(session) && (session.subagent_count ?? 0) > 0) {
      const place = placeOf(session);
      byPlace.set(place, [...(byPlace.get(place) ?? []), session]);
    }
  }
  const parents = new Map<Session, Parent>();
  const children = new Map<Session, Session[]>();
  for (const session of sessions.filter(isSubagent)) {
    const named = namedParents(session).flatMap((id) => byId.get(id) ?? []);
    const parent =
      named.find((other) => other !== session) ?? onlyOneAround(session, byPlace.get(placeOf(session)));
    if (parent !== undefined && parents.get(parent)?.session !== session) {
      parents.set(session, { session: parent, isNamed: named.includes(parent) });
      children.set(parent, [...(children.get(parent) ?? []), session]);
    }
  }
  const rows: Session[] = [];
  const put = (session: Session) => {
    rows.push(session);
    children.get(session)?.forEach(put);
  };
  sessions.filter((session) => !parents.has(session)).forEach(put);
  // A ring of parents has no first one.
  return rows.length === sessions.length ? { rows, parents } : { rows: sessions, parents: new Map() };
}

function placeOf({ client_id, agent_hostname, project_path }: Session): string {
  return JSON.stringify([client_id ?? agent_hostname, project_path]);
}

function namedParents({ raw }: Session): readonly string[] {
  return Object.entries(raw)
    .filter(([name]) => NAMES_PARENT.test(name))
    .map(([, value]) => value)
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map(String);
}

function onlyOneAround(session: Session, candidates: readonly Session[] = []): Session | undefined {
  const began = parseTime(session.created_at);
  if (began === undefined) {
    return undefined;
  }
  const around = candidates.filter(
    ({ created_at, modified_at }) =>
      (parseTime(created_at) ?? Infinity) <= began && (parseTime(modified_at) ?? -Infinity) >= began,
  );
  return around.length === 1 ? around[0] : undefined;
}
