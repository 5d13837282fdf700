import { withoutBlanks } from '../lib/text-cleaning.ts';
import { ownValue } from '../lib/own-value.ts';
import { setFilters } from '../stores/kept/kept-view.ts';
import type { QueryList } from '../stores/query/query-fields.ts';
import type { ViewState } from '../stores/view-store.ts';
import { notify, type NoticeContext } from './notices.ts';

const LISTS: Readonly<Record<QueryList, string>> = {
  events: 'events',
  agents: 'agents',
  sessions: 'sessions',
  llm: 'LLM calls',
  policy: 'rules',
};

/** What filters are called whose names say too little. */
const WORDS: Readonly<Record<string, string>> = {
  suspicious: 'suspicious names',
  unacknowledged: 'unacknowledged blocks',
  agentId: 'agent',
  clientId: 'client',
  flag: 'agents flagged',
};

/**
 * Says at the start which filters of last time are in force, since somebody who sees no block must be able to trust that
 * there is none.
 */
export function tellFiltersOfLastTime(context: NoticeContext): void {
  const view = context.stores.view.getState();
  const told = (Object.keys(LISTS) as QueryList[]).flatMap((list) => {
    const words = filterWords(view, list);
    return words.length === 0 ? [] : [`${LISTS[list]}: ${words.join(', ')}`];
  });
  if (told.length > 0) {
    notify(context, `Filters of last time are in force: ${told.join('; ')}. Esc in the pane clears them.`);
  }
}

function filterWords(view: ViewState, list: QueryList): readonly string[] {
  const { text } = view[list];
  return [
    ...setFilters(view, list).map(([name, value]) => wordsOf(name, value)),
    ...(withoutBlanks(text) === '' ? [] : [`/ ${withoutBlanks(text)}`]),
  ];
}

function wordsOf(name: string, value: unknown): string {
  const called = ownValue(WORDS, name) ?? name;
  if (Array.isArray(value)) {
    return value.length === 0 ? `no ${name}` : `only ${value.join(' and ')}`;
  }
  return typeof value === 'string' ? `only ${called} ${value}` : `only ${called}`;
}
