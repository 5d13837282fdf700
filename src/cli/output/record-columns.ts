import { asSent } from '../../contract/size-gate.ts';
import type { JsonObject } from '../../contract/tolerant.ts';
import { UsageError } from '../../host/usage-error.ts';
import { asciiJson } from '../../lib/ascii-json.ts';
import { columnText, recordInColumns } from '../../lib/record-formats/record-columns.ts';
import type { RecordColumn } from '../../lib/record-formats/record-format.ts';
import { profileOf, type RecordKind } from '../../lib/text-fields.ts';
import { asUntrusted } from '../../lib/untrusted.ts';
import { columnNamed } from '../../stores/query/query-columns.ts';
import type { ListQuery } from '../../stores/query/query-fields.ts';
import { typedNames } from '../../stores/query/typed-names.ts';
import { drawn, type TextStyle } from './styled-text.ts';
import { lineOf } from './table-lines.ts';

/** The columns of `--columns a,b,c`; rejects with a UsageError what names none. */
export function chosenColumns(text: string, query: ListQuery): readonly RecordColumn[] {
  const names = typedNames(text);
  if (names.includes('') || new Set(names).size < names.length) {
    throw new UsageError(
      '--columns takes names with commas between them, each once: time,package,payload.score.',
    );
  }
  return names.map((name) => {
    const column = columnNamed(query, name);
    if (column === undefined) {
      throw new UsageError(
        `--columns: ${name} is no field. The fields are ${namesOf(query)}, and any other of the data by its path.`,
      );
    }
    return column;
  });
}

function namesOf({ fields }: ListQuery): string {
  return fields
    .filter(({ kind }) => kind !== 'since' && kind !== 'until')
    .map(({ name }) => name)
    .join(', ');
}

/** A record as one object of these columns, in ASCII; null stands for what it does not have. */
export function jsonRecord(record: JsonObject, columns: readonly RecordColumn[]): string {
  return asciiJson(recordInColumns(asSent(record), columns));
}

/** Columns that a line has room for at the least, of any value. */
const LEAST = 12;

/** The names of columns, or a record in them, as a line for people. */
export function textRecord(
  record: JsonObject | undefined,
  columns: readonly RecordColumn[],
  kind: RecordKind,
  style: TextStyle,
): string {
  const cells = columns.map((column) => {
    const text = record === undefined ? column.name : columnText(record, column) || '-';
    const profile = record === undefined ? 'ident' : profileOf(kind, column.paths[0] ?? column.name);
    return drawn(asUntrusted(text), profile, style, record === undefined ? 'bold' : undefined);
  });
  return lineOf(
    cells.slice(0, -1).map((cell, index) => [cell, Math.max(LEAST, columns[index]?.name.length ?? 0)]),
    cells.slice(-1),
    style,
  );
}
