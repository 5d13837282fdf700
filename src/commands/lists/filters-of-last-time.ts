import { zoneName } from '../../lib/days.ts';
import { formatCount } from '../../lib/format-number.ts';
import { named } from '../../lib/named.ts';
import { withoutBlanks } from '../../lib/text-cleaning.ts';
import { ownValue } from '../../lib/own-value.ts';
import { setFilters } from '../../stores/view/list-filters.ts';
import { LISTS } from '../../stores/view/lists.ts';
import { isNameField } from '../../stores/query/name-field.ts';
import { parseQuery } from '../../stores/query/parse-query.ts';
import { LIST_IDS, type ListId } from '../../stores/base/tab.ts';
import type { ViewState } from '../../stores/view/view-store.ts';
import { prose, quoting, type Quoted, type Sentence } from '../../lib/untrusted.ts';
import { notify, type NoticeContext } from '../base/notices.ts';
import { LIST_SOURCES } from './list-sources.ts';

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
 * there is none. A list whose filter was given with the command is left out. It takes the place of what was said before it, that so
 * many settings do not count, and so says that, too.
 */
export function reportFiltersOfLastTime(
  context: NoticeContext,
  filteredNow?: ListId,
  wrongSettings = 0,
): void {
  const view = context.stores.view.getState();
  const parts = LIST_IDS.filter((list) => list !== filteredNow).flatMap((list) => {
    const words = filterWords(view, list);
    return words.length === 0 ? [] : [quoting`${LIST_SOURCES[list].rows}: ${prose(words.join(', '))}`];
  });
  const settings =
    wrongSettings === 0
      ? ''
      : `${formatCount(wrongSettings)} ${wrongSettings === 1 ? 'setting does' : 'settings do'} not count: see :messages. `;
  if (parts.length > 0) {
    notify(
      context,
      quoting`${settings}Filters of last time are in force: ${prose(parts.join('; '))}. Esc in the pane clears them.`,
    );
  }
}

function filterWords(view: ViewState, list: ListId): readonly Sentence[] {
  const { text } = view[list];
  return [
    ...setFilters(view, list).map(([name, value]) =>
      name === 'date' ? dayWords(view, value) : wordsOf(name, value),
    ),
    ...(withoutBlanks(text) === '' ? [] : [quoting`/ ${quotedQuery(withoutBlanks(text), list)}`]),
  ];
}

/** What was typed, with the values of names as a list shows them. */
function quotedQuery(text: string, list: ListId): Quoted {
  const { query } = LISTS[list];
  let end = 0;
  const pieces = parseQuery(text, query).terms.flatMap((term) => {
    const between = prose(text.slice(end, term.start));
    const typed = text.slice(term.start, term.end);
    end = term.end;
    return [between, term.kind === 'field' && isNameField(query, term.field) ? named(typed) : prose(typed)];
  });
  return prose([...pieces, prose(text.slice(end))].join(''));
}

/** A day is another one in another zone. */
function dayWords({ sessions }: ViewState, value: unknown): Sentence {
  return quoting`only ${named(String(value))} (${named(zoneName(sessions.dateZone))})`;
}

function wordsOf(name: string, value: unknown): Sentence {
  const called = ownValue(WORDS, name) ?? name;
  if (Array.isArray(value)) {
    return value.length === 0 ? `no ${name}` : `only ${value.join(' and ')}`;
  }
  return typeof value === 'string' ? quoting`only ${called} ${named(value)}` : `only ${called}`;
}
