import { csvLine, type FormulaHandling } from '../csv.ts';
import { flatEntries } from '../flat-record.ts';
import { jsonText } from '../json-text.ts';
import { wholeSafeString } from '../safe-text.ts';
import { profileOf } from '../text-fields.ts';
import type { RecordColumn, RecordTable, SourceRecord } from './record-format.ts';

/** Columns that are named by their paths. */
export function columnsAt(paths: readonly string[]): readonly RecordColumn[] {
  return paths.map((path) => ({ name: path, paths: [path] }));
}

/** The value of a column as it was sent, lists whole; undefined where the record has none. */
function valueOf(record: SourceRecord, { paths }: RecordColumn): unknown {
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

/** The text of a column as it was sent, nothing of it safe; empty where the record has none. */
export function columnText(record: SourceRecord, column: RecordColumn): string {
  const value = valueOf(record, column);
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
  return csvLine(columns.map(({ name }) => wholeSafeString(name, 'ident')));
}

/** A record as a line of a CSV. What could act on a terminal or deceive a reader is escaped. */
export function csvRecord(
  record: SourceRecord,
  { columns, kind }: RecordTable,
  formulas: FormulaHandling,
): string {
  return csvLine(
    columns.map((column) =>
      wholeSafeString(columnText(record, column), profileOf(kind, column.paths[0] ?? column.name)),
    ),
    formulas,
  );
}

/** A record of these columns alone, each under its name; null stands for what it does not have. */
export function recordInColumns(record: SourceRecord, columns: readonly RecordColumn[]): SourceRecord {
  return Object.fromEntries(columns.map((column) => [column.name, valueOf(record, column) ?? null]));
}
