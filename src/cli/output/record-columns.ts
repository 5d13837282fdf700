import { asSent } from '../../contract/size-gate.ts';
import type { JsonObject } from '../../contract/tolerant.ts';
import { UsageError } from '../../host/usage-error.ts';
import { asciiJson } from '../../lib/ascii-json.ts';
import { flatEntries } from '../../lib/flat-record.ts';
import { named } from '../../lib/named.ts';
import { columnText, recordInColumns } from '../../lib/record-formats/record-columns.ts';
import type { RecordColumn } from '../../lib/record-formats/record-format.ts';
import { profileOf, type RecordKind } from '../../lib/text-fields.ts';
import { asUntrusted, prose, quoting, type Sentence } from '../../lib/untrusted.ts';
import { columnNamed, isOfList } from '../../stores/query/query-columns.ts';
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
    if (column === undefined || (query.isClosed === true && !isOfList(query, name))) {
      throw new UsageError(`--columns: ${name} is no field. ${fieldsSentence(query)}`);
    }
    return column;
  });
}

/** Which columns there are. */
function fieldsSentence({ fields, isClosed }: ListQuery): string {
  const names = fields
    .filter(({ kind }) => kind !== 'since' && kind !== 'until')
    .map(({ name }) => name)
    .join(', ');
  return `The fields are ${names}${isClosed === true ? '' : ', and any other of the data by its path'}.`;
}

/** Notices which of the chosen columns may be a mistake: no record that was printed has a field of that name. */
export class UnseenColumns {
  readonly #query: ListQuery;
  #left: readonly RecordColumn[];
  #records = 0;

  constructor(text: string | undefined, query: ListQuery) {
    this.#query = query;
    this.#left =
      text === undefined ? [] : chosenColumns(text, query).filter(({ name }) => !isOfList(query, name));
  }

  note(record: JsonObject): void {
    this.#records++;
    if (this.#left.length > 0) {
      const names = new Set(flatEntries(record).map(([name]) => name.toLowerCase()));
      this.#left = this.#left.filter(({ paths }) => !paths.some((path) => names.has(path)));
    }
  }

  /** Says so; undefined where there is nothing to say. */
  sentence(): Sentence | undefined {
    return this.#records === 0 || this.#left.length === 0
      ? undefined
      : quoting`--columns: no row that was printed has ${prose(this.#left.map(({ name }) => named(name)).join(', '))}. ${fieldsSentence(this.#query)}`;
  }
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
