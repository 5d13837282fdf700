import { OUTCOMES } from '../../contract/values.ts';
import { ownValue } from '../../lib/own-value.ts';
import { asTyped } from '../../lib/untrusted.ts';
import type { ListId } from '../../stores/base/tab.ts';
import { quoted, withTerm } from '../../stores/query/value-text.ts';
import { setFilters } from '../../stores/view/list-filters.ts';
import type { CommandContext } from '../base/command.ts';

/** Whatever a list is filtered by. */
export interface ViewFilters {
  /** Its query, with what is set beside it as terms. */
  readonly query: string;
  /** What no command can say. */
  readonly left: readonly string[];
  /** What a command of the list can say, and no query; and what that is. */
  readonly flags: readonly string[];
  readonly lacking: readonly string[];
}

/** The filters of a list, as far as a query or a command can say them. */
export function filtersOf({ stores }: CommandContext, list: ListId): ViewFilters {
  const view = stores.view.getState();
  const { terms, left: noTerms } = termsOf(view, list);
  const values = new Map(setFilters(view, list));
  const words = (name: string) => {
    const value = values.get(name);
    return ownValue(FILTER_WORDS, name) ?? (typeof value === 'string' ? `${name} ${value}` : name);
  };
  const flagOf = (name: string): readonly string[] | undefined => {
    const value = values.get(name);
    if (list !== 'sessions' || typeof value !== 'string') {
      return undefined;
    }
    return name === 'agentId'
      ? ['--agent', value]
      : name === 'date' && view.sessions.dateZone === 'utc'
        ? ['--date', value]
        : undefined;
  };
  return {
    query: asTyped(terms.reduce(withTerm, view[list].text)),
    left: noTerms.filter((name) => flagOf(name) === undefined).map(words),
    lacking: noTerms.filter((name) => flagOf(name) !== undefined).map(words),
    flags: [
      ...noTerms.flatMap((name) => flagOf(name) ?? []),
      ...(list === 'sessions' && view.sessions.subagents ? ['--subagents'] : []),
    ],
  };
}

/** The filters of a list that are set beside its query, as terms of one; those that are none by their names. */
export function termsOf(
  view: ReturnType<CommandContext['stores']['view']['getState']>,
  list: ListId,
): { readonly terms: readonly string[]; readonly left: readonly string[] } {
  const { range } = view.events;
  const set = setFilters(view, list).map(([name, value]) => ({ name, term: termOf(list, name, value) }));
  const times =
    list !== 'events' || range === undefined
      ? []
      : [`since:${isoTime(range.since)}`, `until:${isoTime(range.until - 1)}`];
  return {
    terms: [...set.flatMap(({ term }) => term ?? []), ...times],
    left: set.flatMap(({ name, term }) => (term === undefined ? [name] : [])),
  };
}

/** A query as the flag of a command; nothing for an empty one. */
export function filterFlag(query: string): readonly string[] {
  return query === '' ? [] : ['--filter', query];
}

const FILTER_WORDS: Readonly<Record<string, string>> = {
  suspicious: '“suspicious”',
  unacknowledged: '“unacknowledged”',
  date: 'the day',
  agentId: 'the agent',
};

function termOf(list: ListId, name: string, value: unknown): string | undefined {
  if (list === 'events' && name === 'outcomes' && Array.isArray(value)) {
    const hidden = OUTCOMES.filter((outcome) => !value.includes(outcome));
    return value.length === 0 ? undefined : hidden.map((outcome) => `-outcome:${outcome}`).join(' ');
  }
  if (typeof value !== 'string') {
    return undefined;
  }
  switch (`${list} ${name}`) {
    case 'events type':
    case 'events ecosystem':
      return `${name}:${value}`;
    case 'agents flag':
      return value === 'suspended' ? 'status:suspended' : value === 'clone' ? 'clone:true' : undefined;
    case 'sessions project':
    case 'sessions branch':
      return `${name}:${quoted(value)}`;
    case 'sessions clientId':
      return `client:${quoted(value)}`;
    default:
      return undefined;
  }
}

/** A time as commands and queries take it. */
export function isoTime(time: number): string {
  return new Date(time).toISOString();
}
