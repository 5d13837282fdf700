import { noSuchField } from '../counts/event-count-fields.ts';
import { remarkOnRegularExpression } from '../query/foreign-syntax.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { ListQuery } from '../query/query-fields.ts';
import type { QueryClock } from '../query/query-time.ts';
import { boundsOf } from '../query/time-bounds.ts';
import { withWildcardsOutside } from '../query/widened-query.ts';
import { nameText } from '../query/value-text.ts';
import { shownTerm } from './shown-term.ts';

/**
 * Which part of a query lets no row through, whatever the others say, in a sentence: times that exclude each other, a field that
 * no row has, or else a term that none passes; undefined where each finds some. `finds` says whether a query does by itself.
 */
export function* findTermWithoutRows(
  { query: list, nouns }: { readonly query: ListQuery; readonly nouns: string },
  text: string,
  { clock, names }: { readonly clock: QueryClock; readonly names: () => readonly string[] },
  finds: (query: string) => Generator<void, boolean>,
): Generator<void, string | undefined> {
  const query = parseQuery(text, list);
  const { from, to } = boundsOf(query, clock);
  const fields = query.terms.filter((term) => term.kind === 'field');
  const ofTime = fields.filter(({ field: { kind } }) => kind === 'since' || kind === 'until');
  if (from >= to) {
    return `No time is both ${ofTime.map((term) => shownTerm(term.text)).join(' and ')}.`;
  }
  for (const term of query.terms) {
    const pattern = remarkOnRegularExpression(term.text.slice(term.text.indexOf(':') + 1));
    const remark = pattern === undefined ? '' : ` ${pattern}`;
    if (term.kind === 'word') {
      // Of one word alone it is said anyway that nothing passes.
      const isPlain = query.terms.length === 1 && remark === '';
      if (!term.negated && !isPlain && !(yield* finds(term.text))) {
        return `None of these ${nouns} holds ${shownTerm(term.text)}.${remark}`;
      }
      continue;
    }
    if (ofTime.includes(term) || (yield* finds(term.text))) {
      continue;
    }
    const { name, kind } = term.field;
    // A server may have been asked for just that, so that nothing else is here to be near it.
    const wild = term.negated ? undefined : withWildcardsOutside(term);
    if (wild !== undefined) {
      return `None of these ${nouns} passes ${shownTerm(term.text)}: * and ? in quotes stand for themselves. Type ${shownTerm(wild)} for any signs.`;
    }
    if (kind === 'any' && !(yield* finds(`${nameText(name)}:*`))) {
      return noSuchField(nouns, shownTerm(name), names());
    }
    return `None of these ${nouns} passes ${shownTerm(term.text)}.${remark}`;
  }
  return undefined;
}
