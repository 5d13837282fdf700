import { memoizeLast } from '../base/memoize-last.ts';
import { isOfMachine } from '../events/event-query.ts';
import { EVENT_QUERY, type EventsView } from '../events/events-view.ts';
import { parseQuery } from '../query/parse-query.ts';
import { openPageOf, type PagesView } from './page-subject.ts';

/** What is asked for of machines that no event holds, and so needs the list of agents. */
export interface AskedNames {
  /** Fields of a filter. */
  readonly host: boolean;
  readonly user: boolean;
  /** Words, which are looked for in names of machines as well. */
  readonly words: boolean;
  /** What is counted by, or inside. */
  readonly counted: 'host' | 'user' | undefined;
}

const inQuery = memoizeLast((text: string): Omit<AskedNames, 'counted'> => {
  const { terms } = parseQuery(text, EVENT_QUERY);
  const fields = terms.flatMap((term) =>
    term.kind === 'field' && isOfMachine(term.field) ? [term.field.name] : [],
  );
  return {
    host: fields.includes('host'),
    user: fields.includes('user'),
    words: terms.some(({ kind }) => kind === 'word'),
  };
});

/**
 * What the feed, the page of counts or the page of events over a pane asks for of machines; undefined where it is nothing. A
 * query over counts asks only for what was counted.
 */
export function selectAskedNames(view: PagesView & { readonly events: EventsView }): AskedNames | undefined {
  const page = openPageOf(view);
  if (page === undefined) {
    return view.tab === 'events' ? asked(view.events.text, []) : undefined;
  }
  const { subject, text } = page;
  if (subject.kind !== 'count') {
    return asked(text, []);
  }
  return subject.of === 'events'
    ? asked(view.events.text, [subject.by, ...subject.within.map(({ field }) => field)])
    : undefined;
}

function asked(text: string, fields: readonly string[]): AskedNames | undefined {
  const { host, user, words } = inQuery(text);
  const counted = (['user', 'host'] as const).find((name) => fields.includes(name));
  return host || user || words || counted !== undefined ? { host, user, words, counted } : undefined;
}
