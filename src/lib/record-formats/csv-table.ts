import { csvLine, GUARD_WORDS, type FormulaHandling } from '../csv.ts';
import { wholeSafeString } from '../safe-text.ts';
import { fieldsOfAll, flatTexts } from './flat-text.ts';
import { csvHeader, csvRecord } from './record-columns.ts';
import type { RecordTable } from './record-format.ts';
import type { RecordFormat, SourceRecords } from './record-format.ts';

/** The columns of a table, or every field that occurs, nested ones as `subject.package` (RFC 4180). No spreadsheet takes one for a formula. */
export const csvTable: RecordFormat = {
  id: 'csv',
  title: 'CSV',
  note: `${GUARD_WORDS.charAt(0).toUpperCase()}${GUARD_WORDS.slice(1)}. CSV for programs leaves them as they are.`,
  extension: 'csv',
  write: (records, _fields, table) => tableLines(records, table, 'guarded'),
  incomplete: (remark) => `${csvLine([`Note: ${GUARD_WORDS}`])}\r\n${csvLine([`Incomplete: ${remark}`])}\r\n`,
  remarkOn: (remark) => `${csvLine([`Note: ${remark}`])}\r\n`,
};

/** The same with every value as it is, so that a program finds `@scope/name` by its name. */
export const csvForPrograms: RecordFormat = {
  id: 'csv-for-programs',
  title: 'CSV for programs',
  remark: 'no apostrophes',
  note: 'Nothing stands before values that a spreadsheet would calculate: do not open this file in one.',
  extension: 'csv',
  write: (records, _fields, table) => tableLines(records, table, 'kept'),
  incomplete: (remark) => `${csvLine([`Incomplete: ${remark}`], 'kept')}\r\n`,
  remarkOn: (remark) => `${csvLine([`Note: ${remark}`], 'kept')}\r\n`,
};

function* tableLines(
  records: SourceRecords,
  table: RecordTable | undefined,
  formulas: FormulaHandling,
): Generator<string> {
  if (table !== undefined) {
    yield `${csvHeader(table.columns)}\r\n`;
    for (const record of records) {
      yield `${csvRecord(record, table, formulas)}\r\n`;
    }
    return;
  }
  const fields = yield* fieldsOfAll(records);
  yield `${csvLine(
    fields.map((field) => wholeSafeString(field, 'ident')),
    formulas,
  )}\r\n`;
  for (const record of records) {
    const texts = flatTexts(record);
    yield `${csvLine(
      fields.map((field) => texts.get(field) ?? ''),
      formulas,
    )}\r\n`;
  }
}
