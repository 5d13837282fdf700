import type { Place } from './query.ts';
import { findField, type ListQuery, type QueryField } from './query-fields.ts';
import { scanTerms, textOfPattern } from './scan-terms.ts';
import { nameText, valueText } from './value-text.ts';

/** What may stand in place of what was typed last. */
export interface Suggestions extends Place {
  readonly of: 'names' | 'values';
  readonly options: readonly string[];
}

/** So many are offered at most. */
const MOST = 12;

const TIMES = ['15m', '1h', '6h', '1d', '7d', 'today', 'yesterday'];

/** Names and values that the text before the cursor may become. `valuesOf` gives the values that a field is seen to have. */
export function suggest(
  before: string,
  list: Pick<ListQuery, 'fields' | 'parts'>,
  names: readonly string[],
  valuesOf: (field: QueryField) => readonly string[],
): Suggestions {
  const term = scanTerms(before).terms.at(-1);
  const end = before.length;
  if (term === undefined || term.end < end) {
    return { of: 'names', start: end, end, options: fieldNames(list) };
  }
  if (term.name === undefined) {
    const start = term.start + (term.negated ? 1 : 0);
    const typed = before.slice(start).toLowerCase();
    const all = [...list.fields.map(({ name }) => name), ...names];
    const options = [...new Set(all)]
      .filter((name) => [name, nameText(name)].some((text) => text.toLowerCase().startsWith(typed)))
      .map((name) => `${nameText(name)}:`);
    return { of: 'names', start, end, options: options.slice(0, MOST) };
  }
  const value = term.values.at(-1);
  const { field } = findField(list, term.name.text, [], term.name.quoted);
  const start = value?.start ?? end;
  const typed = textOfPattern(value?.pattern ?? []).toLowerCase();
  const all = field.kind === 'text' || field.kind === 'any' ? valuesOf(field) : timesFor(field);
  const fitting = all.filter((other) => other.toLowerCase().includes(typed));
  const first = fitting.filter((other) => other.toLowerCase().startsWith(typed));
  const others = fitting.filter((other) => !first.includes(other));
  return {
    of: 'values',
    start,
    end,
    options: [...first, ...others]
      .slice(0, MOST)
      .map((other) => valueText(field, other))
      .filter((option) => option !== before.slice(start)),
  };
}

/** What the fields of a list are called, as they begin a term. */
export function fieldNames(list: Pick<ListQuery, 'fields' | 'parts'>): readonly string[] {
  return list.fields.map(({ name }) => `${name}:`).slice(0, MOST);
}

function timesFor({ kind }: QueryField): readonly string[] {
  if (kind === 'number') {
    return [];
  }
  return kind === 'time' ? TIMES.map((time) => `>=${time}`) : TIMES;
}
