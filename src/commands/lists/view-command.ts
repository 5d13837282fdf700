import { OUTCOMES } from '../../contract/values.ts';
import { quoteForShell } from '../../lib/quote-for-shell.ts';
import { asTyped } from '../../lib/untrusted.ts';
import { listOf, type ListId } from '../../stores/base/tab.ts';
import { openPageOf } from '../../stores/entity/page-subject.ts';
import { quoted, withTerm } from '../../stores/query/value-text.ts';
import { setFilters } from '../../stores/view/list-filters.ts';
import type { CommandContext } from '../base/command.ts';
import { termOfCounted } from '../entity/count-rows.ts';

/** What is shown as commands for a shell. */
export interface ViewCommands {
  /** What opens a console on it. */
  readonly console: string;
  /** What prints it without a console; undefined where nothing does. */
  readonly printed: string | undefined;
  /** Filters that stand in neither, by their names. */
  readonly left: readonly string[];
}

/** The list that is shown, or the counts over it, as commands; its filters as far as a query can say them. */
export function viewCommands(context: CommandContext): ViewCommands {
  const { stores, startedWith = [] } = context;
  const view = stores.view.getState();
  const { tab } = view;
  const list = listOf(tab);
  if (list === undefined) {
    return { console: commandOf([...startedWith, '--tab', tab]), printed: undefined, left: [] };
  }
  const { terms, left } = termsOf(view, list);
  const subject = openPageOf(view)?.subject;
  const counts = subject?.kind === 'count' ? subject : undefined;
  const within = (counts?.within ?? []).map((value) => termOfCounted(context, list as 'events', value));
  const query = [...terms, ...within].reduce(withTerm, view[list].text);
  const filter = filterFlag(query);
  return {
    console: commandOf([...startedWith, '--tab', tab, ...filter]),
    printed:
      list !== 'events'
        ? undefined
        : commandOf(['events', 'count', ...startedWith, '--by', counts?.by ?? 'package', ...filter]),
    left,
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

function isoTime(time: number): string {
  return new Date(time).toISOString();
}

/** A query as the flag of a command; nothing for an empty one. */
export function filterFlag(query: string): readonly string[] {
  return query === '' ? [] : ['--filter', onOneLine(query)];
}

/** What would break a line of a shell stands for itself no longer, but is any one letter: the query finds the same. */
function onOneLine(query: string): string {
  return asTyped(query).replaceAll(/\p{C}/gu, '?');
}

/** Words as a command line of vigil. */
export function commandOf(words: readonly string[]): string {
  return ['vigil', ...words.map((word) => (/^--[\w-]*$/.test(word) ? word : quoteForShell(word)))].join(' ');
}
