import { ownValue } from '../../lib/own-value.ts';
import type { RecordColumn } from '../../lib/record-formats/record-format.ts';
import type { ListQuery } from './query-fields.ts';
import { nameTyped, typedField } from './typed-names.ts';

/**
 * Whether a name is one of a list: of a field of it, of a place where one stands, or a title. Any other may be one that its
 * records have, or a mistake.
 */
export function isOfList(query: ListQuery, name: string): boolean {
  const wanted = nameTyped(name).toLowerCase();
  return (
    typedField(query, name).field.kind !== 'any' ||
    query.fields.some((field) => field.name === wanted || field.paths.includes(wanted)) ||
    ownValue(query.titles ?? {}, wanted) !== undefined
  );
}

/** The column of a field of the query, under the name that was typed; undefined for one that is no field of a record. */
export function columnNamed(query: ListQuery, name: string): RecordColumn | undefined {
  const { field } = typedField(query, name);
  const titled = ownValue(query.titles ?? {}, name.toLowerCase());
  if (titled !== undefined) {
    // A record may have a field of that name all the same.
    const { paths } = typedField(query, titled).field;
    return { name, paths: [name.toLowerCase(), ...paths] };
  }
  // What stands elsewhere is put into the record under the name of its field.
  return field.kind === 'since' || field.kind === 'until'
    ? undefined
    : {
        name: field.name.startsWith('"') ? field.name : nameTyped(name),
        paths: field.paths.length === 0 ? [field.name] : field.paths,
      };
}
