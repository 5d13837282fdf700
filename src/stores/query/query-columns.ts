import type { RecordColumn } from '../../lib/record-formats/record-format.ts';
import type { ListQuery } from './query-fields.ts';
import { nameTyped, typedField } from './typed-names.ts';

/** The column of a field of the query, under the name that was typed; undefined for one that is no field of a record. */
export function columnNamed(query: ListQuery, name: string): RecordColumn | undefined {
  const { field } = typedField(query, name);
  // What stands elsewhere is put into the record under the name of its field.
  return field.kind === 'since' || field.kind === 'until'
    ? undefined
    : {
        name: field.name.startsWith('"') ? field.name : nameTyped(name),
        paths: field.paths.length === 0 ? [field.name] : field.paths,
      };
}
