import type { ListId } from '../../stores/base/tab.ts';
import { LISTS } from '../../stores/view/lists.ts';
import { TIME_FORMS } from '../../stores/query/query-time.ts';

/** Something that can be written into the filter of a list, and what it means. */
export interface QueryForm {
  readonly form: string;
  readonly meaning: string;
}

const FORMS: readonly QueryForm[] = [
  { form: 'word', meaning: 'occurs anywhere in the row, whatever its case' },
  { form: 'one two', meaning: 'both hold, in any order' },
  { form: '"two words"', meaning: 'literally, with the space' },
  { form: '-term', meaning: 'does not hold' },
  {
    form: 'field:value',
    meaning: 'equals the value, whatever its case; a name from the data may be the field',
  },
  { form: 'field:ci-*', meaning: '* stands for any characters, ? for one' },
  { form: 'field:a,b', meaning: 'one of them' },
  { form: 'field:>=5', meaning: 'for numbers and times, as are > < <= and 2..7' },
  { form: 'since:1h', meaning: `from then on, until: through then: ${TIME_FORMS}` },
];

/** The words of the typed query, and the fields that a list has beside those of its data. */
export function queryForms(list: ListId): readonly QueryForm[] {
  const fields = LISTS[list].query.fields
    .filter(({ kind }) => kind !== 'since' && kind !== 'until')
    .map(({ name }) => name);
  return fields.length === 0 ? FORMS : [...FORMS, { form: 'fields', meaning: fields.join(', ') }];
}
