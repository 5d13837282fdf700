import { isExactNumber } from '../../lib/exact-json.ts';
import { selectHostByClient } from '../agents/select-agents.ts';
import { recordOfField, selectAllPolicyFields } from '../policy/select-policy.ts';
import type { AgentsSlice } from '../agents/agents-slice.ts';
import type { EventsSlice } from '../events/events-slice.ts';
import type { LlmSlice } from '../llm/llm-slice.ts';
import type { PolicySlice } from '../policy/policy-slice.ts';
import type { SessionsSlice } from '../sessions/sessions-slice.ts';
import { findField, type QueryField, type QueryList } from '../query/query-fields.ts';
import { textsAt } from '../query/record-leaves.ts';

/** So many records are looked at for names, and for values: a key that is typed must not wait. */
const FOR_NAMES = 20;
const FOR_VALUES = 200;
/** So many hosts are looked through at most. */
const MOST_HOSTS = 20_000;
const DEEPEST = 6;

type Lists = Pick<AgentsSlice, 'agents' | 'agentIndex'> &
  Pick<EventsSlice, 'events'> &
  Pick<SessionsSlice, 'sessions'> &
  Pick<LlmSlice, 'llmCalls'> &
  PolicySlice;

/** Records of a list as the server sent them, the first so many of those that are known. */
function recordsOf(stores: Lists, list: QueryList, most: number): readonly unknown[] {
  switch (list) {
    case 'events':
      return stores.events
        .getState()
        .rows.slice(0, most)
        .map(({ event }) => event.raw);
    case 'agents':
      return rawOf(stores.agents.getState().data?.rows, most);
    case 'sessions':
      return rawOf(stores.sessions.getState().data?.rows, most);
    case 'llm':
      return rawOf(stores.llmCalls.getState().data?.rows, most);
    case 'policy':
      return selectAllPolicyFields(stores).slice(0, most).map(recordOfField);
  }
}

function rawOf(rows: readonly { readonly raw: unknown }[] | undefined, most: number): readonly unknown[] {
  return (rows ?? []).slice(0, most).map(({ raw }) => raw);
}

/** The names of fields that the records of a list are seen to have, those of parts joined by dots. */
export function seenNames(stores: Lists, list: QueryList): readonly string[] {
  const names = new Set<string>();
  for (const record of recordsOf(stores, list, FOR_NAMES)) {
    collectNames(record, '', names, DEEPEST);
  }
  return [...names];
}

function collectNames(value: unknown, prefix: string, names: Set<string>, depth: number): void {
  if (typeof value !== 'object' || value === null || isExactNumber(value) || depth === 0) {
    names.add(prefix);
  } else if (Array.isArray(value)) {
    value.slice(0, 3).forEach((item) => collectNames(item, prefix, names, depth - 1));
  } else {
    for (const [name, inner] of Object.entries(value)) {
      // Other names could not be typed before a colon.
      if (/^[\p{L}_$@][\p{L}\p{N}_$@.-]*$/u.test(name)) {
        collectNames(inner, prefix === '' ? name : `${prefix}.${name}`, names, depth - 1);
      }
    }
  }
}

/** Values that a field is seen to have, the likeliest first. */
export function seenValues(stores: Lists, list: QueryList, field: QueryField): readonly string[] {
  const counts = new Map<string, number>();
  for (const record of recordsOf(stores, list, FOR_VALUES)) {
    for (const text of textsAt(record, field.paths)) {
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  const seen = [...counts].sort((left, right) => right[1] - left[1]).map(([text]) => text);
  const hosts =
    list === 'events' && field.name === 'host'
      ? [...selectHostByClient(stores).values()].slice(0, MOST_HOSTS)
      : [];
  return [...new Set([...(field.values ?? []), ...hosts, ...seen])];
}

/** The field that a name means in a list. */
export function fieldOf(list: QueryList, name: string): QueryField {
  return findField(list, name).field;
}
