import { profileOf } from '../../lib/text-fields.ts';
import type { ListQuery, QueryField } from './query-fields.ts';

/** Whether a field names something; what the console itself finds for a row, such as the host of an event, does. */
export function isNameField(
  { kind }: Pick<ListQuery, 'kind'>,
  { paths }: Pick<QueryField, 'paths'>,
): boolean {
  return paths.every((path) => profileOf(kind, path) === 'ident');
}
