import { asSent } from '../../contract/size-gate.ts';
import type { JsonObject } from '../../contract/tolerant.ts';
import { UsageError } from '../../host/usage-error.ts';
import { asciiJson } from '../../lib/ascii-json.ts';
import { csvLine, type FormulaHandling } from '../../lib/csv.ts';
import { flatEntries } from '../../lib/flat-record.ts';
import { jsonText } from '../../lib/json-text.ts';
import { safeString } from '../../lib/safe-text.ts';
import { profileOf, type RecordKind } from '../../lib/text-fields.ts';
import { asUntrusted } from '../../lib/untrusted.ts';
import { findField, type ListQuery } from '../../stores/query/query-fields.ts';
import { drawn, type TextStyle } from './styled-text.ts';
import { lineOf } from './table-lines.ts';

/** A column of what is printed: a field of the data, or a name that a filter knows. */
export interface RecordColumn {
  readonly name: string;
  /** Where its value stands, the likeliest first, in lower case. */
  readonly paths: readonly string[];
}

/** The machine of an event, whose name stands in the list of agents. */
export const HOST = 'host';

/** Columns that are named by their paths. */
export function columnsAt(paths: readonly string[]): readonly RecordColumn[] {
  return paths.map((path) => ({ name: path, paths: [path] }));
}

/** The columns of `--columns a,b,c`; rejects with a UsageError what names none. */
export function chosenColumns(text: string, query: ListQuery): readonly RecordColumn[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('') || new Set(names).size < names.length) {
    throw new UsageError(
      '--columns takes names with commas between them, each once: time,package,payload.score.',
    );
  }
  return names.map((name) => {
    const { field } = findField(query, name);
    if (field.kind === 'since' || field.kind === 'until') {
      throw new UsageError(
        `--columns: ${name} is no field. The fields are ${namesOf(query)}, and any other of the data by its path.`,
      );
    }
    return { name, paths: field.paths };
  });
}

function namesOf({ fields }: ListQuery): string {
  return fields
    .filter(({ kind }) => kind !== 'since' && kind !== 'until')
    .map(({ name }) => name)
    .join(', ');
}

/** The value of a column as it was sent, lists whole; undefined where the record has none. */
function valueOf(record: JsonObject, { paths }: RecordColumn): unknown {
  const entries = flatEntries(record);
  for (const path of paths) {
    const found =
      entries.find(([name]) => name === path) ?? entries.find(([name]) => name.toLowerCase() === path);
    if (found !== undefined && found[1] !== null) {
      return found[1];
    }
  }
  return undefined;
}

function textOf(value: unknown): string {
  if (value === undefined) {
    return '';
  }
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return value.join('; ');
  }
  return typeof value === 'string' ? value : jsonText(value);
}

/** The names of columns as the first line of a CSV. */
export function csvHeader(columns: readonly RecordColumn[]): string {
  return csvLine(columns.map(({ name }) => safeString(name, 'ident')));
}

/** A record as a line of a CSV. What could act on a terminal or deceive a reader is escaped. */
export function csvRecord(
  record: JsonObject,
  columns: readonly RecordColumn[],
  kind: RecordKind,
  formulas: FormulaHandling,
): string {
  return csvLine(
    columns.map((column) =>
      safeString(textOf(valueOf(record, column)), profileOf(kind, column.paths[0] ?? column.name)),
    ),
    formulas,
  );
}

/** A record as one object of these columns, in ASCII; null stands for what it does not have. */
export function jsonRecord(record: JsonObject, columns: readonly RecordColumn[]): string {
  const sent = asSent(record);
  return asciiJson(Object.fromEntries(columns.map((column) => [column.name, valueOf(sent, column) ?? null])));
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
    const text = record === undefined ? column.name : textOf(valueOf(record, column)) || '-';
    const profile = record === undefined ? 'ident' : profileOf(kind, column.paths[0] ?? column.name);
    return drawn(asUntrusted(text), profile, style, record === undefined ? 'bold' : undefined);
  });
  return lineOf(
    cells.slice(0, -1).map((cell, index) => [cell, Math.max(LEAST, columns[index]?.name.length ?? 0)]),
    cells.slice(-1),
    style,
  );
}
