import { COUNTED_NOUNS, type CountedListId } from '../counts/count-measures.ts';
import { noSuchField } from '../counts/event-count-fields.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { QueryClock } from '../query/query-time.ts';
import { boundsOf } from '../query/time-bounds.ts';
import { nameText } from '../query/value-text.ts';
import { LISTS } from './lists.ts';
import { shownTerm } from './shown-term.ts';

/**
 * Which part of a query lets no row through, whatever the others say, in a sentence: times that exclude each other, a field that
 * no row has, or else a term that none passes; undefined where each finds some. `finds` says whether a query does by itself.
 */
export function* findTermWithoutRows(
  list: CountedListId,
  text: string,
  { clock, names }: { readonly clock: QueryClock; readonly names: () => readonly string[] },
  finds: (query: string) => Generator<void, boolean>,
): Generator<void, string | undefined> {
  const query = parseQuery(text, LISTS[list].query);
  const { from, to } = boundsOf(query, clock);
  const fields = query.terms.filter((term) => term.kind === 'field');
  const ofTime = fields.filter(({ field: { kind } }) => kind === 'since' || kind === 'until');
  if (from >= to) {
    return `No time is both ${ofTime.map((term) => shownTerm(term.text)).join(' and ')}.`;
  }
  const nouns = COUNTED_NOUNS[list];
  for (const term of fields) {
    const { name, kind } = term.field;
    if (term.negated || ofTime.includes(term) || (yield* finds(term.text))) {
      continue;
    }
    if (kind === 'any' && !(yield* finds(`${nameText(name)}:*`))) {
      return noSuchField(nouns, shownTerm(name), names());
    }
    return `None of these ${nouns} passes ${shownTerm(term.text)}.`;
  }
  return undefined;
}
